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
	c     *cli.Context
	used  *used[Q, A]
	said  []string // by the last answers
	keys  bool     // somebody may press keys while the game runs
	pacer Pacer
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
		return w.Wait(ctx, &w.pacer)
	case w.pacer.Paused:
		return w.step(ctx, questions)
	case w.pacer.Pace > 0:
		select {
		case <-time.After(w.pacer.Pace):
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

func (s *screen[Q, A]) show(t *Table[Q, A]) error {
	keys := ""
	if s.keys && len(t.Referee.Ask()) > 0 {
		keys = Controls
	}
	return s.Frame(func(c *ascii.Canvas) {
		t.Draw(c)
		for _, say := range s.said {
			c.Text(grid.Point{Y: c.Height()}, say, ascii.Plain)
		}
		if isTerminal(s.out) && c.Height() < height(s.out)-2 { // below it the keys have a line
			c.Text(grid.Point{Y: c.Height()}, s.used.line(s.Seats), ascii.Dim)
		}
	}, keys)
}

// Frame shows what draw draws: in place on a terminal, with a last line below it, and elsewhere under what was shown before.
func (a *App[Q, A]) Frame(draw func(*ascii.Canvas), last string) error {
	var c ascii.Canvas
	draw(&c)
	if !isTerminal(a.out) {
		if err := c.Write(a.out, false); err != nil {
			return err
		}
		_, err := fmt.Fprintln(a.out)
		return err
	}
	if _, err := io.WriteString(a.out, "\x1b[H\x1b[2J"); err != nil {
		return err
	}
	if err := c.Write(a.out, a.Colour()); err != nil {
		return err
	}
	_, err := io.WriteString(a.out, last) // without a line feed, which would push the first line out of the window
	return err
}

// Controls are the keys of a Pacer.
const Controls = "space: one move, r: a round, p: pause or go on, +/-: faster, slower, q: quit"

// Pacer says how long the frames of a game stand.
type Pacer struct {
	Pace   time.Duration // at least
	Paused bool          // until a key is pressed
	Round  int           // frames that the key for a round lets go by

	steps int // frames that go by before the game is paused again
}

// Wait lets a frame stand on a terminal and obeys the keys that are pressed meanwhile. It returns turn.ErrQuit for q.
func (a *App[Q, A]) Wait(ctx context.Context, p *Pacer) error {
	if p.steps > 0 {
		p.steps--
		if p.Paused = p.Paused || p.steps == 0; !p.Paused {
			return nil
		}
		p.steps = 0
	}
	until := time.Now().Add(p.Pace)
	for {
		if !p.Paused && p.Pace == 0 {
			return ctx.Err()
		}
		wait, stop := ctx, context.CancelFunc(func() {})
		if !p.Paused {
			wait, stop = context.WithDeadline(ctx, until)
		}
		key, err := a.in.key(wait)
		stop()
		switch {
		case err != nil && wait.Err() != nil: // the frame has stood long enough, or the game is broken off
			return ctx.Err()
		case err != nil:
			return err
		case quits(key):
			fmt.Fprintln(a.err)
			return turn.ErrQuit
		case key == " " || key == "\r" || key == "\n":
			p.Paused, p.steps = false, 1
			return nil
		case key == "r" || key == "R":
			p.Paused, p.steps = false, max(1, p.Round)
			return nil
		case key == "p" || key == "c":
			p.Paused = !p.Paused
			until = time.Now().Add(p.Pace)
		case key == "+" || key == "=":
			p.Pace = p.Pace * 2 / 3
		case key == "-":
			p.Pace = max(10*time.Millisecond, p.Pace*3/2)
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
		s.pacer.Paused = false
		return nil
	case err != nil:
		return err
	case quits(text):
		return turn.ErrQuit
	case text == "c":
		s.pacer.Paused = false
	}
	return nil
}
