package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/view"
)

// screen shows a game on the terminal, in place, and obeys the keys; elsewhere it writes a plain frame for each turn.
type screen struct {
	app       *app
	state     func() *pelita.State
	pace      time.Duration // that a frame stands
	stopAt    int           // pause before this round
	afterKill bool          // pause after a kill
	paused    bool
	steps     int // turns until the game is paused again; 0: it is not to be
	deaths    [pelita.Bots]int
	stopped   int // round before which it was paused
}

const screenKeys = "space: one move, r: a round, p: pause or go on, +/-: faster, slower, q: quit"

// Asked shows the game as the bot that is asked finds it, and waits as long as a frame stands or the game is paused.
func (s *screen) Asked(ctx context.Context, questions []question) error {
	if questions[0].Ask.Kind != pelita.AskMove {
		return nil
	}
	if err := s.show(); err != nil {
		return err
	}
	s.pauseIf()
	if !s.app.Terminal() {
		return nil
	}
	return s.control(ctx)
}

// Answered shows the last state of the game.
func (s *screen) Answered([]question, []answer) error {
	if st := s.state(); st.Phase < pelita.Finished || st.Turn < 0 || st.Last != st.Turn {
		return nil
	}
	if s.stopped == -1 {
		return nil
	}
	s.stopped = -1 // once
	err := s.show()
	if err == nil && s.app.Terminal() {
		_, err = fmt.Fprintln(s.app.Out())
	}
	return err
}

func (s *screen) show() error {
	var c ascii.Canvas
	if !s.app.Terminal() {
		view.Plain(&c, s.state())
		if err := c.Write(s.app.Out(), false); err != nil {
			return err
		}
		_, err := fmt.Fprintln(s.app.Out())
		return err
	}
	view.Draw(&c, s.state())
	if _, err := io.WriteString(s.app.Out(), "\x1b[H\x1b[2J"); err != nil {
		return err
	}
	if err := c.Write(s.app.Out(), s.app.Colour()); err != nil {
		return err
	}
	_, err := fmt.Fprint(s.app.Out(), screenKeys) // in the last line of 24: a line feed would push the first one out
	return err
}

// pauseIf pauses the game where the command line or the last step says so.
func (s *screen) pauseIf() {
	st := s.state()
	if s.steps > 0 {
		s.steps--
		s.paused = s.steps == 0
	}
	if s.stopAt > 0 && st.Round == s.stopAt && s.stopped == 0 {
		s.paused, s.stopped = true, st.Round
	}
	if killed := st.Deaths != s.deaths; killed {
		s.deaths = st.Deaths
		s.paused = s.paused || s.afterKill
	}
}

// control waits and obeys the keys that are pressed meanwhile.
func (s *screen) control(ctx context.Context) error {
	if s.steps > 0 {
		return ctx.Err()
	}
	until := time.Now().Add(s.pace)
	for {
		wait, stop := ctx, context.CancelFunc(func() {})
		if !s.paused {
			wait, stop = context.WithDeadline(ctx, until)
		}
		key, err := s.app.Key(wait)
		stop()
		switch {
		case err != nil && wait.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		}
		switch strings.ToLower(key) {
		case "q", "\x03", "\x1b":
			fmt.Fprintln(s.app.Out())
			return turn.ErrQuit
		case " ", "\r", "\n":
			s.paused, s.steps = false, 1
			return nil
		case "r":
			s.paused, s.steps = false, pelita.Bots
			return nil
		case "p", "c":
			s.paused = !s.paused
			until = time.Now().Add(s.pace)
		case "+", "=", ">":
			s.pace = s.pace * 2 / 3
		case "-", "<":
			s.pace = max(5*time.Millisecond, s.pace*3/2)
		}
	}
}

// progress shows how far a game is.
type progress struct {
	out   io.Writer
	state func() *pelita.State
	bar   bool // in place
}

const progressWidth = 40

// Asked draws the bar.
func (p *progress) Asked(_ context.Context, questions []question) error {
	s := p.state()
	if !p.bar || questions[0].Ask.Kind != pelita.AskMove {
		return nil
	}
	done := min(progressWidth, progressWidth*s.Round/max(1, s.MaxRounds))
	_, err := fmt.Fprintf(p.out, "\r[%s%s] %d/%d %-4s bot %c  %d:%d ", strings.Repeat("#", done), strings.Repeat(" ", progressWidth-done),
		s.Round, s.MaxRounds, pelita.Teams[s.Turn%2], pelita.Letters[s.Turn], s.Score[pelita.Blue], s.Score[pelita.Red])
	return err
}

// Answered ends the line of the bar at the end of the game, and shows the last board.
func (p *progress) Answered(questions []question, _ []answer) error {
	s := p.state()
	if s.Phase < pelita.Finished || slices.ContainsFunc(questions, func(q question) bool { return q.Ask.Kind == pelita.AskEnd }) {
		return nil
	}
	if p.bar {
		fmt.Fprintln(p.out)
	}
	var c ascii.Canvas
	view.Plain(&c, s)
	return c.Write(p.out, false)
}
