//go:build !playground

package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/view"
)

// screen shows a game on the terminal, in place, and obeys keys; elsewhere it writes a plain frame for each turn.
type screen struct {
	app       *cli.App
	state     func() *referee.State
	pacer     term.Pacer
	stopAt    int  // pause before this round, once; 0: never
	afterKill bool // pause after a kill
	deaths    [pelita.Bots]int
	over      bool // the last frame was shown
}

// Asked shows the position before the move of the bot that is asked, and waits for the time of a frame or until the game is no
// longer paused.
func (s *screen) Asked(ctx context.Context, questions []question) error {
	if questions[0].Ask.Kind != pelita.AskMove {
		return nil
	}
	if err := s.app.Frame(s.draw, s.app.Controls()); err != nil {
		return err
	}
	st := s.state()
	if s.stopAt > 0 && st.Round == s.stopAt {
		s.pacer.Paused, s.stopAt = true, 0
	}
	if st.Deaths != s.deaths {
		s.deaths = st.Deaths
		s.pacer.Paused = s.pacer.Paused || s.afterKill
	}
	if !s.app.Interactive() {
		return nil
	}
	return s.app.Wait(ctx, &s.pacer)
}

// Answered shows the last state of the game.
func (s *screen) Answered([]question, []answer) error {
	if st := s.state(); s.over || st.Phase < pelita.Finished || st.Turn < 0 || st.Last != st.Turn {
		return nil
	}
	s.over = true
	return s.app.Frame(s.draw, "")
}

func (s *screen) draw(c *ascii.Canvas) { draw(c, s.state()) }

// progress shows how far a game has come.
type progress struct {
	out   io.Writer
	state func() *referee.State
	bar   bool // drawn in place
}

const progressWidth = 40

// Asked draws the bar.
func (p *progress) Asked(_ context.Context, questions []question) error {
	if !p.bar || questions[0].Ask.Kind != pelita.AskMove {
		return nil
	}
	_, err := fmt.Fprintf(p.out, "\r%s", p)
	return err
}

func (p *progress) String() string {
	s := p.state()
	bot := max(s.Turn, 0) // the game may have failed before the first turn
	done := min(progressWidth, progressWidth*s.Round/max(1, s.MaxRounds))
	return fmt.Sprintf("[%s%s] %d/%d %-4s bot %c  %d:%d ", strings.Repeat("#", done), strings.Repeat(" ", progressWidth-done),
		s.Round, s.MaxRounds, pelita.Teams[bot%2], pelita.Letters[bot], s.Score[pelita.Blue], s.Score[pelita.Red])
}

// Answered ends the line of the bar at the end of the game, and shows the last board; in a pipe it only writes the last bar.
func (p *progress) Answered(questions []question, _ []answer) error {
	s := p.state()
	if s.Phase < pelita.Finished || slices.ContainsFunc(questions, func(q question) bool { return q.Ask.Kind == pelita.AskEnd }) {
		return nil
	}
	if !p.bar {
		_, err := fmt.Fprintln(p.out, strings.TrimSpace(p.String()))
		return err
	}
	fmt.Fprintln(p.out)
	var c ascii.Canvas
	view.Plain(&c, s)
	return c.Write(p.out, nil)
}
