package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// screen is the observer that shows a game to people, and lets them step through it.
type screen[Q, A any] struct {
	*App[Q, A]
	c      *cli.Context
	used   *used[Q, A]
	said   []string // by the last answers
	keys   bool     // somebody may press keys while the game runs
	pace   time.Duration
	paused bool
	steps  int // frames that go by before the game is paused again
}

func (s *screen[Q, A]) watch(t *Table[Q, A]) []turn.Observer[Q, A] {
	return []turn.Observer[Q, A]{s.used, &watcher[Q, A]{s, t}}
}

type watcher[Q, A any] struct {
	*screen[Q, A]
	table *Table[Q, A]
}

func (w *watcher[Q, A]) Asked(ctx context.Context, questions []turn.Question[Q]) error {
	if !w.c.Bool("quiet") && !w.c.Bool("json") {
		if err := w.show(w.table); err != nil {
			return err
		}
	}
	switch {
	case w.keys:
		return w.control(ctx)
	case w.paused:
		return w.step(ctx, questions)
	case w.pace > 0:
		select {
		case <-time.After(w.pace):
		case <-ctx.Done():
		}
	}
	return nil
}

func (w *watcher[Q, A]) Answered(questions []turn.Question[Q], answers []turn.Answer[A]) error {
	w.said = w.said[:0]
	for i, answer := range answers {
		if say := ascii.Clean(answer.Say, 70); say != "" {
			w.said = append(w.said, fmt.Sprintf("%s: %s", strings.ToUpper(w.Seats[questions[i].Seat]), say))
		}
	}
	return nil
}

// show draws the table: in place on a terminal, below the last one elsewhere.
func (s *screen[Q, A]) show(t *Table[Q, A]) error {
	var c ascii.Canvas
	t.Draw(&c)
	for _, say := range s.said {
		c.Text(grid.Point{Y: c.Height()}, say, ascii.Plain)
	}
	if isTerminal(s.out) {
		if c.Height() < height(s.out)-2 { // below it the keys have a line
			c.Text(grid.Point{Y: c.Height()}, s.used.line(s.Seats), ascii.Dim)
		}
		if _, err := io.WriteString(s.out, "\x1b[H\x1b[2J"); err != nil {
			return err
		}
		return c.Write(s.out, s.colour(s.c, s.out))
	}
	if err := c.Write(s.out, false); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

const controls = "space: one move, r: a round, p: pause or go on, +/-: faster, slower, q: quit"

// control lets a frame stand and obeys the keys that are pressed meanwhile. A paused game waits for a key.
func (s *screen[Q, A]) control(ctx context.Context) error {
	if s.steps > 0 {
		s.steps--
		if s.paused = s.steps == 0; !s.paused {
			return nil
		}
	}
	if s.paused {
		fmt.Fprint(s.err, controls)
	}
	until := time.Now().Add(s.pace)
	for {
		if !s.paused && s.pace == 0 {
			return ctx.Err()
		}
		wait, stop := ctx, context.CancelFunc(func() {})
		if !s.paused {
			wait, stop = context.WithDeadline(ctx, until)
		}
		key, err := s.in.key(wait)
		stop()
		switch {
		case err != nil && wait.Err() != nil: // the frame has stood long enough, or the game is broken off
			return ctx.Err()
		case err != nil:
			return err
		case quits(key):
			fmt.Fprintln(s.err)
			return turn.ErrQuit
		case key == " " || key == "\r" || key == "\n":
			s.paused, s.steps = false, 1
			return nil
		case key == "r" || key == "R":
			s.paused, s.steps = false, max(1, s.Round)
			return nil
		case key == "p" || key == "c":
			s.paused = !s.paused
			until = time.Now().Add(s.pace)
			if s.paused {
				fmt.Fprint(s.err, controls)
			}
		case key == "+" || key == "=":
			s.pace = s.pace * 2 / 3
		case key == "-":
			s.pace = max(10*time.Millisecond, s.pace*3/2)
		}
	}
}

// step waits for a line where the input is no terminal, or for a key where a human plays at it. At the end of the input the
// game goes on by itself.
func (s *screen[Q, A]) step(ctx context.Context, questions []turn.Question[Q]) error {
	var seats []string
	for _, q := range questions {
		seats = append(seats, strings.ToUpper(s.Seats[q.Seat]))
	}
	key := "line"
	if s.in.terminal() != nil {
		key = "key"
	}
	fmt.Fprintf(s.err, "press a %s for the move of %s (c: let the game run, q: quit) ", key, strings.Join(seats, " and "))
	text, err := s.in.key(ctx)
	fmt.Fprintln(s.err)
	switch {
	case errors.Is(err, io.EOF):
		s.paused = false
		return nil
	case err != nil:
		return err
	case quits(text):
		return turn.ErrQuit
	case text == "c":
		s.paused = false
	}
	return nil
}
