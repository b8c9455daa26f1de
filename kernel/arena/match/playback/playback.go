// Package playback shows a game from a file, in any of a game's notations: a record is played again by the rules, other files may
// contain every position instead.
package playback

import (
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Playback is a game that can be shown.
type Playback struct {
	Names  []string     // of the players by seat; "" is unknown
	Plies  int          // number of plies in the file
	Record *record.Game // nil: the file holds positions and no answers

	game   *match.Bound
	frames []match.Snapshot // without a Record
}

// Formats returns the names of the formats that can be shown.
func Formats(game *match.Bound) (names []string) {
	for _, f := range game.Formats {
		if f.Reads || f.Show != nil {
			names = append(names, f.Name)
		}
	}
	return names
}

// Recognize returns the name of the format that a text is in, "" if none is recognised.
func Recognize(game *match.Bound, text []byte) string {
	for _, f := range game.Formats {
		if f.Is != nil && f.Is(text) {
			return f.Name
		}
	}
	return ""
}

// Read reads a game in one of the Formats; from a record it reads the n-th game, counted from 1. The error may be a
// *record.RangeError.
func Read(game *match.Bound, format string, text []byte, n int) (*Playback, error) {
	if n > 1 && format != match.RecordFormat {
		return nil, &record.RangeError{What: "game", Text: fmt.Sprintf("%d, but it holds 1 game", n)}
	}
	i := slices.IndexFunc(game.Formats, func(f match.FormatInfo) bool { return f.Name == format })
	if i >= 0 && game.Formats[i].Show != nil {
		names, frames, err := game.Formats[i].Show(text)
		if err != nil {
			return nil, err
		}
		return &Playback{Names: names, Plies: frames[len(frames)-1].Ply, game: game, frames: frames}, nil
	}
	g, err := game.Read(format, text, n)
	if err != nil {
		return nil, err
	}
	t := &Playback{Plies: len(g.Answers), Record: g, game: game}
	for _, seat := range g.Header.Seats {
		t.Names = append(t.Names, seat.Name)
	}
	return t, nil
}

// Show calls visit, in order, with every position up to a number of plies at which there is something to see; the last one has
// Last set. The error is that of visit, or names the place that breaks the rules.
func (t *Playback) Show(upto int, visit func(*match.Snapshot) error) error {
	if t.Record != nil {
		part := *t.Record
		if upto < len(part.Answers) {
			part.Answers, part.Result = part.Answers[:upto], nil
		}
		return t.game.Replay(&part, visit)
	}
	n, found := slices.BinarySearchFunc(t.frames, upto, func(s match.Snapshot, ply int) int { return s.Ply - ply })
	if found {
		n++
	}
	for i := range t.frames[:n] {
		shown := t.frames[i]
		shown.Last = i == n-1
		if err := visit(&shown); err != nil {
			return err
		}
	}
	return nil
}

// Scene returns the position after a number of plies for a picture, and nil for a game without pictures.
func (t *Playback) Scene(ply int) (last *scene.Scene, err error) {
	err = t.Show(ply, func(shown *match.Snapshot) error {
		if shown.Scene != nil {
			now := shown.Scene(last)
			last = &now
		}
		return nil
	})
	return last, err
}
