package page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Local plays games for one page in the same process: that of the playground, in which all this runs in the browser. The players
// are people at the page and bundled bots.
type Local struct {
	*frontend
	breathe func() // lets what the page has sent arrive; nil: nothing holds it up
}

// NewLocal returns the games of a page. pace is how long a terminal shows a ply, errs gets what goes wrong. While bots think,
// breathe is called many times a second, if it is not nil.
func NewLocal(game *match.Bound, j judge.Judge, pace time.Duration, errs io.Writer, breathe func()) *Local {
	s := &frontend{
		game: game, out: io.Discard, errs: errs, warn: func(text string) { fmt.Fprintln(errs, text) },
		wished: make(chan struct{}, 1), stays: true, games: 1, judge: j, swift: swift(pace),
	}
	s.server = web.NewServer(s.options(paceOf(pace)))
	l := &Local{frontend: s, breathe: breathe}
	s.calm = l.calm
	return l
}

// Server returns the server of the page.
func (l *Local) Server() *web.Server { return l.server }

// Run plays one game after the other, as the page wants them, until ctx is done. Options of the first game that are not named
// have their defaults.
func (l *Local) Run(ctx context.Context, options match.Params) {
	first := match.Setup{Seed: seeds.Draw(), Options: match.Params{}}
	for _, o := range l.game.Options {
		value, ok := options[o.Name]
		if !ok {
			value = o.Default
		}
		if !o.Sparse || value != o.Default {
			first.Options[o.Name] = value
		}
	}
	for next := (&nextGame{Players: l.game.Seated, Setup: first}); next != nil; next = l.next(ctx) {
		err := l.play(ctx, next)
		if err != nil && ctx.Err() == nil && !errors.Is(err, turn.ErrQuit) && !errors.Is(err, match.ErrSkipped) {
			l.warn(err.Error())
		}
	}
}

// play plays a game, which is the same as that of the command line with these players, this seed and these options.
func (l *Local) play(ctx context.Context, w *nextGame) error {
	j := job.Job{Game: l.game.Name, Rules: l.game.Rules, Start: w.Setup.Start, Seed: w.Setup.Seed, Options: w.Setup.Options}
	var players []*match.Player
	var seats []int
	for seat, spec := range w.Players {
		player, err := l.game.Player(spec, match.Maker{Human: func() (*match.Player, error) { return l.person(seat), nil }})
		if err != nil {
			return err
		}
		defer player.Close()
		team := job.Team{Label: spec, Spec: spec}
		if team.Budget = w.Clock; !team.Budget.Limited() && !player.Person {
			team.Budget.Move = w.Budget
		}
		players, seats, j.Seats = append(players, player), append(seats, seat), append(j.Seats, team)
	}
	j.ID, j.Lone = j.Hash(), true
	j.Seats = match.Called(j.Seats, players)
	_, err := l.game.Play(l.calm(l.begin(ctx, &j, players, seats)), j, match.Seating{
		Players: players, Record: l.recording(nil), Observers: []match.Observer{l},
	})
	return err
}

// Files returns what the page does with games as files.
func (l *Local) Files() *web.Files { return l.asFiles() }

// breath is how long a bot may think before the page is heard.
const breath = 50 * time.Millisecond

// calm returns a context that lets the page be heard while a bot thinks: bots look at their context many times a second, and a
// browser's WebAssembly has one thread.
func (l *Local) calm(ctx context.Context) context.Context {
	if l.breathe == nil {
		return ctx
	}
	return &calm{Context: ctx, breathe: l.breathe}
}

type calm struct {
	context.Context
	breathe func()
	last    atomic.Int64
}

// Err lets the page be heard if that is due.
func (c *calm) Err() error {
	if now := time.Now().UnixNano(); now-c.last.Load() > int64(breath) {
		c.breathe()
		c.last.Store(time.Now().UnixNano())
	}
	return c.Context.Err()
}
