package cli

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Page is the front in a browser: kernel/arena/web/page. A program without it does not link HTTP.
type Page struct {
	Flags func() []cli.Flag // of verbs that can show games on a page
	// Open opens a page for games that people take part in, if the flags ask for one, and prints its address; nil if not.
	Open func(a *App, c *cli.Context) (*Frontend, error)
}

// Frontend is a page that is open for games that are played one after the other.
type Frontend struct {
	match.Observer
	// Person makes the player for somebody at the page; players are numbered from 0.
	Person func(player int) *match.Player
	// Output returns the writer for what the program of a player writes to standard error.
	Output func(player int) io.Writer
	// Change waits until the next game of a run may begin. It reports whether the players change seats and whether they are made
	// anew. The error says why the game is not played.
	Change func(ctx context.Context) (swap, anew bool, err error)
	// Begin announces the next game: seats has the player of each seat. The context that it returns is done when people want
	// another game.
	Begin func(ctx context.Context, j *job.Job, players []*match.Player, seats []int) context.Context
	// Next waits until people want another game after the last one; nil: they do not, or ctx is done.
	Next func(ctx context.Context) *NextGame
	// Record returns a writer for the record of the next game, which the page keeps; to gets it, too, if it is not nil.
	Record func(to io.Writer) io.Writer
	Close  func()
}

// NextGame is a game that people want to play.
type NextGame struct {
	Players []string // by seat, as they are named on a command line
	Setup   match.Setup
	Anew    bool          // make the players anew
	Budget  time.Duration // of programs for each answer, instead of the command line's; 0: the command line's
	Clock   timer.Control // of all players instead of any other; without a limit: the others
}

// pageFlags are the flags of verbs that can show games on a page.
func (a *App) pageFlags() []cli.Flag {
	if a.Page == nil {
		return nil
	}
	return a.Page.Flags()
}

// change prepares the next game of a run.
func (p *playing) change() error {
	if p.frontend == nil {
		p.moved++
		return nil
	}
	swap, anew, err := p.frontend.Change(p.c.Context)
	if err != nil {
		return err
	}
	if swap {
		p.moved++
	} else {
		p.still = true
	}
	if !anew {
		return nil
	}
	tally := p.tally
	p.leave()
	err = p.seat()
	p.tally = tally
	return err
}

// again prepares a game that somebody at the page asked for. Players that played the last game to its end are kept, if they are
// the same.
func (p *playing) again(wish *NextGame) error {
	p.before += p.games
	p.setup, p.games, p.start, p.limit, p.moved, p.still = wish.Setup, 1, wish.Setup.Start, wish.Budget, 0, false
	p.clock = wish.Clock
	p.whole = p.whole && !wish.Anew
	for shift := range 2 {
		if p.whole && slices.Equal(wish.Players, p.seated(shift)) {
			p.shift += shift
			p.begin()
			p.meet()
			return nil
		}
	}
	p.leave()
	p.specs, p.shift = wish.Players, 0
	p.begin()
	return p.seat()
}
