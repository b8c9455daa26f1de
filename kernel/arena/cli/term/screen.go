package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Screen is the observer that shows a game to people, and lets them step through it.
type Screen struct {
	*Terminal
	Seats  []string // as people read them
	Hidden bool     // no frames
	Keys   bool     // keys may be pressed while the game runs
	People []bool   // by seat: a person sits there
	Pacer  Pacer
	StopAt int      // the question, from 1, before which the game pauses; 0: it does not pause
	Output *Outputs // what programs write to standard error; nil: it is not shown

	said      []string // by the last answers
	questions int      // that were asked, not counting those without a choice
}

// Asked shows the position and waits for the time of a frame.
func (s *Screen) Asked(ctx context.Context, shown *match.Snapshot) error {
	if err := s.show(shown); err != nil {
		return err
	}
	if s.StopAt > 0 && !shown.Idle() {
		s.questions++
		s.Pacer.Paused = s.Pacer.Paused || s.questions == s.StopAt
	}
	switch {
	case s.Keys:
		return s.Wait(ctx, &s.Pacer)
	case s.Pacer.Paused:
		return s.step(ctx, shown.Asked)
	case s.Pacer.Pace > 0 && !s.onlyPeople(shown.Asked):
		select {
		case <-time.After(s.Pacer.Pace):
		case <-ctx.Done():
		}
	}
	return nil
}

// onlyPeople reports whether all seats are people: a person looks at a frame as long as necessary.
func (s *Screen) onlyPeople(seats []int) bool {
	return !slices.ContainsFunc(seats, func(seat int) bool { return seat >= len(s.People) || !s.People[seat] })
}

// below is the line under a frame: the keys, or which player keeps a person waiting.
func (s *Screen) below(shown *match.Snapshot) string {
	switch {
	case shown.Result != nil:
		return ""
	case s.Keys:
		return s.Controls()
	case !slices.Contains(s.People, true) || s.Pacer.Paused:
		return ""
	}
	var names []string
	for _, seat := range shown.Asked {
		if !s.People[seat] {
			names = append(names, strings.ToUpper(s.Seats[seat]))
		}
	}
	if len(names) == 0 || len(names) < len(shown.Asked) {
		return ""
	}
	return strings.Join(names, " and ") + " is thinking ..."
}

// Answered remembers what players said.
func (s *Screen) Answered(shown *match.Snapshot) error {
	s.said = s.said[:0]
	for _, r := range shown.Replies {
		if say := clean.Line(r.Say, 70); say != "" {
			s.said = append(s.said, fmt.Sprintf("%s: %s", s.Seats[r.Seat], say))
		}
	}
	return nil
}

// Ended shows the last position.
func (s *Screen) Ended(shown *match.Snapshot) error { return s.show(shown) }

func (s *Screen) show(shown *match.Snapshot) error {
	if s.Hidden {
		return nil
	}
	return s.Frame(func(c *ascii.Canvas) {
		shown.Draw(c)
		for _, say := range s.said {
			c.Text(grid.Point{Y: c.Height()}, say, ascii.Plain)
		}
		if _, lines := s.size(); s.Live() && c.Height() < lines-2 { // below it the keys have a line
			c.Text(grid.Point{Y: c.Height()}, s.used(shown.Used), ascii.Dim)
		}
		outputs := s.Output.lines()
		_, room := s.size()
		for _, line := range outputs[max(0, len(outputs)-max(0, room-2-c.Height())):] {
			c.Text(grid.Point{Y: c.Height()}, line, ascii.Plain)
		}
	}, s.below(shown))
}

// used says how long each seat has thought.
func (s *Screen) used(by []time.Duration) string {
	var parts []string
	for seat, d := range by {
		parts = append(parts, fmt.Sprintf("%s %v", s.Seats[seat], d.Round(time.Millisecond)))
	}
	return "time " + strings.Join(parts, ", ")
}

// step waits for a line if the input is not a terminal, or for a key if a human plays at it. At the end of the input the game
// continues by itself.
func (s *Screen) step(ctx context.Context, asked []int) error {
	var seats []string
	for _, seat := range asked {
		seats = append(seats, s.Seats[seat])
	}
	key := "line"
	if s.HasKeys() {
		key = "key"
	}
	fmt.Fprintf(s.Err, "press a %s for the move of %s (c: let the game run, q: quit) ", key, strings.Join(seats, " and "))
	text, err := s.Key(ctx)
	fmt.Fprintln(s.Err)
	switch {
	case errors.Is(err, io.EOF):
		s.Pacer.Paused = false
		return nil
	case err != nil:
		return err
	case Quits(text):
		return turn.ErrQuit
	case text == "c":
		s.Pacer.Paused = false
	}
	return nil
}
