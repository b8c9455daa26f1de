package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Screen is the observer that shows a game to people, and lets them step through it.
type Screen struct {
	*Terminal
	Seats  []string // as people read them
	Hidden bool     // no frames
	Keys   bool     // somebody may press keys while the game runs
	Pacer  Pacer

	said []string // by the last answers
}

// Asked shows the position and waits as long as it stands.
func (s *Screen) Asked(ctx context.Context, shown *match.Snapshot) error {
	if err := s.show(shown); err != nil {
		return err
	}
	switch {
	case s.Keys:
		return s.Wait(ctx, &s.Pacer)
	case s.Pacer.Paused:
		return s.step(ctx, shown.Asked)
	case s.Pacer.Pace > 0:
		select {
		case <-time.After(s.Pacer.Pace):
		case <-ctx.Done():
		}
	}
	return nil
}

// Answered remembers what was said.
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
	keys := ""
	if s.Keys && shown.Result == nil {
		keys = Controls
	}
	return s.Frame(func(c *ascii.Canvas) {
		shown.Draw(c)
		for _, say := range s.said {
			c.Text(grid.Point{Y: c.Height()}, say, ascii.Plain)
		}
		if s.Live() && c.Height() < s.height()-2 { // below it the keys have a line
			c.Text(grid.Point{Y: c.Height()}, s.used(shown.Used), ascii.Dim)
		}
	}, keys)
}

// used says how long each seat has thought.
func (s *Screen) used(by []time.Duration) string {
	var parts []string
	for seat, d := range by {
		parts = append(parts, fmt.Sprintf("%s %v", s.Seats[seat], d.Round(time.Millisecond)))
	}
	return "time " + strings.Join(parts, ", ")
}

// step waits for a line where the input is no terminal, or for a key where a human plays at it. At the end of the input the
// game goes on by itself.
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
