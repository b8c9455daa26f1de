package page

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// show makes what a page shows of a game from a file; in may be nil.
func show(game *match.Bound, t *playback.Playback, in *web.Within) (*web.Replay, error) {
	names := seated(game, t)
	about := web.Game{Name: Title(&game.Info), Players: names, Within: in, Learn: Learn(game)}
	if g := t.Record; g != nil {
		about.Seed, about.Sub = g.Header.Seed, sub(game, &g.Header)
	}
	replay := web.NewReplay(about)
	frames := web.Frames{Seats: game.Seats, End: Ending(game, names)}
	ply := -1 // of the frame before this one
	err := t.Show(t.Plies, func(shown *match.Snapshot) error {
		if shown.Scene == nil {
			return errors.New("this game has no pictures")
		}
		if g := t.Record; g != nil && g.Result == nil { // interrupted, even if the rules say that the game is over
			shown.Result = nil
		}
		next := frames.Next(shown)
		if t.Record != nil {
			beside(game, t.Record, ply, shown, &next)
		}
		ply = shown.Ply
		replay.Add(next)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return replay, err
}

// seated returns the names of the players by seat; those that are unknown are called by their seats.
func seated(game *match.Bound, t *playback.Playback) []string {
	names := slices.Clone(t.Names)
	for seat, title := range game.Titles {
		if seat >= len(names) {
			names = append(names, "")
		}
		if names[seat] == "" {
			names[seat] = title
		}
	}
	return names
}

// Learn returns how a game is played, which is the same in all its games. A text that is wrong, which a test finds, is left out.
func Learn(game *match.Bound) *web.Learn {
	lessons, err := game.Lessons()
	if err != nil || game.Manual.HowTo == "" {
		return nil
	}
	l := &web.Learn{Goal: strings.Join(strings.Fields(lessons[0].Text), " ")}
	l.Rules, _ = game.Manual.Rule()
	for _, one := range lessons[1:] {
		shown := web.Lesson{Text: one.Text}
		if one.Board != nil && one.Board.Scene != nil {
			s := one.Board.Scene(nil)
			shown.Scene = &s
		}
		l.Lessons = append(l.Lessons, shown)
	}
	return l
}

// Ending returns a function that says how a game of these players ended.
func Ending(game *match.Bound, names []string) func(*record.Result) string {
	return func(r *record.Result) string { return game.ResultLine(r.Line(game.Seats, names)) }
}

// sub returns the settings of a recorded game, without its seed.
func sub(game *match.Bound, h *record.Header) string {
	var parts []string
	for _, o := range game.Options {
		if value := h.Options[o.Name]; value != "" && value != o.Default {
			parts = append(parts, o.Name+" "+value)
		}
	}
	if h.Budget != "" {
		parts = append(parts, "budget "+h.Budget)
	}
	return strings.Join(parts, ", ")
}

// A page shows the first and the last lines of what a program printed at one ply: some languages put the reason for a failure
// first, others last.
const firstPrinted, lastPrinted = 2, 4

// shorten leaves out the lines in the middle.
func shorten(lines []string) []string {
	left := len(lines) - firstPrinted - lastPrinted
	if left <= 0 {
		return lines
	}
	note := fmt.Sprintf("... %d more lines", left)
	return slices.Concat(lines[:firstPrinted], []string{note}, lines[len(lines)-lastPrinted:])
}

// beside adds what a record holds besides the answers, since the last frame: what programs wrote.
func beside(game *match.Bound, g *record.Game, before int, shown *match.Snapshot, next *web.Snapshot) {
	here := func(ply int) bool { return ply > before && (ply <= shown.Ply || shown.Last) }
	for _, o := range g.Outputs {
		if !here(o.Ply) {
			continue
		}
		lines := strings.Split(strings.TrimRight(o.Stderr, "\n"), "\n")
		for _, line := range append(shorten(lines), o.Notes...) {
			if strings.TrimSpace(line) != "" {
				next.Said = append(next.Said, web.Said{Seat: slices.Index(game.Seats, o.Seat), Text: line, Error: true})
			}
		}
	}
}
