//go:build !playground

package main

import (
	"context"
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/classic"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

// dropIn runs a command line of the original's game.py. Two players with options that only `play` has are a command line of `play`.
func dropIn(ctx context.Context, a *cli.App, args []string) error {
	if len(args) == 0 {
		return cli.ErrNotOriginal
	}
	if play := append([]string{"play"}, args...); !classic.Knows(args) && a.Understands(play) {
		return cli.Equivalent(play)
	}
	a.Limit = "-t SECONDS"
	p := classic.Program{
		Line: a.Line, Out: a.Out, Err: a.Err,
		Player: func(name string) (classic.Player, error) {
			if strings.Contains(name, "://") {
				p, err := dial(name)
				if err != nil {
					return nil, err
				}
				return &awaited{p, name, a.Maker()}, nil
			}
			p, err := a.Player(name)
			if err != nil {
				return nil, err
			}
			return &resident{player: match.Attended[sarena.View, sarena.Move](p)}, nil
		},
		Chance: func(seed string) (sarena.Chance, error) {
			if seed == "" {
				seed = seeds.Draw()
			}
			return pyrand.Parse(seed)
		},
	}
	if code := p.Run(ctx, args); code != 0 {
		return urfave.Exit("", code)
	}
	return nil
}

// awaited is a server of a player. People are told about long waits for it.
type awaited struct {
	*wire.Remote
	name  string
	maker match.Maker
}

// Ask asks the player.
func (a *awaited) Ask(ctx context.Context, v sarena.View, left *float64) (python.Value, error) {
	if left == nil {
		defer a.maker.Await(match.Wait{Who: a.name, What: fmt.Sprintf("its answer to step %d", v.Step)})()
	}
	return a.Remote.Ask(ctx, v, left)
}

// resident is a bundled player in a game of the original's referee.
type resident struct {
	player
	err error // why it could not be started
}

// Ask asks the player. Its failure counts as a failure of the connection.
func (r *resident) Ask(ctx context.Context, v sarena.View, _ *float64) (python.Value, error) {
	if v.Step <= 2 {
		r.err = wire.Begin(ctx, r.player, v, seeds.Draw())
	}
	if r.err != nil {
		return nil, &xmlrpc.SystemError{Text: r.err.Error(), Err: r.err}
	}
	m, err := wire.Answer(ctx, r.player, v)
	if err != nil {
		return nil, &xmlrpc.SystemError{Text: err.Error(), Err: err}
	}
	return python.Ints(m.I1, m.J1, m.I2, m.J2), nil
}

// End tells the player how the game ended.
func (r *resident) End(result *turn.Result) { turn.End(r.player, result) }

// Close closes the player.
func (r *resident) Close() error {
	turn.Close(r.player)
	return nil
}
