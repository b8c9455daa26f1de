package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Local plays games for one page in the same process: that of the playground, in which all this runs in the browser. The players
// are people at the page, bundled bots, and the programs that the page allows.
type Local struct {
	*frontend
	breathe func() // lets what the page has sent arrive; nil: nothing holds it up
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
	maker := func(seat int) match.Maker {
		return match.Maker{Human: func() (*match.Player, error) { return l.person(seat), nil }, Output: l.output(seat)}
	}
	j, players, err := l.seat(ctx, w, maker)
	defer leave(players)
	if err != nil {
		return err
	}
	seats := make([]int, len(players))
	for seat := range seats {
		seats[seat] = seat
	}
	_, err = l.game.Play(l.calm(l.begin(ctx, &j, players, seats)), j, match.Seating{
		Players: players, Record: l.recording(nil), Observers: []match.Observer{l},
	})
	return err
}

// seat makes the players of a game.
func (l *Local) seat(
	ctx context.Context, w *nextGame, maker func(seat int) match.Maker,
) (j job.Job, players []*match.Player, err error) {
	j = job.Job{Game: l.game.Name, Rules: l.game.Rules, Start: w.Setup.Start, Seed: w.Setup.Seed, Options: w.Setup.Options}
	for seat, spec := range w.Players {
		player, err := l.game.Player(spec, maker(seat))
		if err != nil {
			return j, players, err
		}
		team := job.Team{Label: spec, Spec: spec}
		if team.Budget = w.Clock; !team.Budget.Limited() && !player.Person {
			team.Budget.Move = w.Budget
		}
		players, j.Seats = append(players, player), append(j.Seats, team)
		player.Meet(ctx)
	}
	j.ID, j.Lone = j.Hash(), true
	j.Seats = match.Called(j.Seats, players)
	return j, players, nil
}

func leave(players []*match.Player) {
	for _, p := range players {
		p.Close()
	}
}

// Allow lets people choose players that are programs: body is a list of their specs, as JSON.
func (l *Local) Allow(body []byte) error {
	var specs []string
	if err := json.Unmarshal(body, &specs); err != nil {
		return err
	}
	for _, spec := range specs {
		p, err := l.game.Player(spec, match.Maker{Human: func() (*match.Player, error) { return l.person(0), nil }})
		if err != nil {
			return err
		}
		p.Close() // it was not started
		l.mu.Lock()
		if !slices.Contains(l.named, spec) {
			l.named = append(l.named, spec)
		}
		l.mu.Unlock()
	}
	return nil
}

// request asks for games that are not shown.
type request struct {
	choices
	Player string `json:"player"` // that is checked
	Budget string `json:"budget"` // of each answer; "": any time
}

func (l *Local) request(body []byte) (r request, budget time.Duration, err error) {
	if err = json.Unmarshal(body, &r); err == nil && r.Budget != "" {
		budget, err = timer.ParseDuration(r.Budget)
	}
	return r, budget, err
}

// Check checks a player as the verb check does, and returns how much is wrong. found gets each result.
func (l *Local) Check(ctx context.Context, body []byte, found func(check.Finding)) ([]byte, error) {
	r, budget, err := l.request(body)
	if err != nil {
		return nil, err
	}
	wrong, err := check.Player(l.calm(ctx), l.game, r.Player, check.Checking{Budget: timer.Control{Move: budget}, Found: found})
	return []byte(strconv.Itoa(wrong)), err
}

// Unseen plays a game that is not shown, and returns the winner, -1 for a draw, and the result in words.
func (l *Local) Unseen(ctx context.Context, body []byte) ([]byte, error) {
	r, budget, err := l.request(body)
	if err != nil {
		return nil, err
	}
	if len(r.Players) != len(l.game.Seats) {
		return nil, fmt.Errorf("%d players: want %d", len(r.Players), len(l.game.Seats))
	}
	w := nextGame{Players: r.Players, Setup: match.Setup{Start: r.Start, Seed: r.Seed, Options: r.Options}, Budget: budget}
	j, players, err := l.seat(ctx, &w, func(int) match.Maker { return match.Maker{} })
	defer leave(players)
	if err != nil {
		return nil, err
	}
	line, err := l.game.Play(l.calm(ctx), j, match.Seating{Players: players})
	if err != nil {
		return nil, err
	}
	winner := -1
	if line.Winner != nil {
		winner = slices.Index(l.game.Seats, *line.Winner)
	}
	return json.Marshal(map[string]any{"winner": winner, "text": l.game.ResultLine(line)})
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
