package match

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/record"
)

// Tape is a game that is shown from a file: a record plays again by the rules, other notations may hold every position instead.
type Tape struct {
	Names  []string     // of the players by seat; "" is unknown
	Plies  int          // that the file holds
	Record *record.Game // nil: the file holds positions and no answers

	replay func(*record.Game, func(*Snapshot) error) error
	frames []Snapshot // without a Record
}

// Show calls visit with every position up to a number of plies at which there is something to see, in their order; the last one
// says so. The error is that of visit, or names the place that breaks the rules.
func (t *Tape) Show(upto int, visit func(*Snapshot) error) error {
	if t.Record != nil {
		part := *t.Record
		if upto < len(part.Answers) {
			part.Answers, part.Result = part.Answers[:upto], nil
		}
		return t.replay(&part, visit)
	}
	n, found := slices.BinarySearchFunc(t.frames, upto, func(s Snapshot, ply int) int { return s.Ply - ply })
	if found {
		n++
	}
	for i := range t.frames[:n] {
		shown := t.frames[i]
		if shown.Last = i == n-1; shown.Last && n < len(t.frames) {
			shown.Result = nil
		}
		if err := visit(&shown); err != nil {
			return err
		}
	}
	return nil
}

// Recognize returns the name of the format that a text is in, "" if it could be anything.
func (i *Info) Recognize(text []byte) string {
	for _, f := range i.Formats {
		if f.Is != nil && f.Is(text) {
			return f.Name
		}
	}
	return ""
}

// tape reads a game to be shown; of a record the n-th.
func (e *Engine[Q, A]) tape(format string, text []byte, n int) (*Tape, error) {
	f, err := e.format(format, n)
	if err != nil {
		return nil, err
	}
	if n > 1 && format != RecordFormat {
		return nil, &record.RangeError{What: "game", Text: fmt.Sprintf("%d, but it holds 1 game", n)}
	}
	t := &Tape{replay: e.replay}
	switch {
	case f.Show != nil:
		if t.Names, t.frames, err = f.Show(text); err == nil && len(t.frames) == 0 {
			err = errors.New("no position in it")
		}
		if err != nil {
			return nil, err
		}
		t.Plies = t.frames[len(t.frames)-1].Ply
		return t, nil
	case f.Read == nil:
		return nil, fmt.Errorf("format %q is only written", format)
	}
	if t.Record, err = e.read(format, text, n); err != nil {
		return nil, err
	}
	t.Plies = len(t.Record.Answers)
	for _, seat := range t.Record.Header.Seats {
		t.Names = append(t.Names, seat.Name)
	}
	return t, nil
}
