//go:build !playground

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// botzoneStarts are the starts of Botzone's programs, for each seat.
var botzoneStarts = []string{wire.BotzoneStart, wire.BotzoneStart}

// botzoneBot makes a player of a program for botzone.org.
func botzoneBot(prefix string, simple bool) func(rest string, m match.Maker) (player, error) {
	return func(rest string, m match.Maker) (player, error) {
		words, err := proc.Split(rest)
		if err != nil {
			return nil, fmt.Errorf("%w: want the command of a program, such as %spython3 main.py", err, prefix)
		}
		b := &wire.Botzone{Command: words, Options: m.Start, Simple: simple, Tee: m.Output}
		if m.Trace != nil {
			b.Trace = func(toBot bool, line []byte) { m.Trace(prefix+rest, toBot, line) }
		}
		return b, nil
	}
}

// botzone is the verb that makes one of our bots a program for botzone.org.
func botzone(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "botzone", Usage: "answer as a program for botzone.org",
		UsageText: "amazons botzone [BOT]\n\nReads a turn of Botzone's Amazons from standard input, in JSON or as lines (simple interaction), and " +
			"answers in kind. Examples:\n\n  echo '{\"requests\":[{\"x0\":-1,\"y0\":-1,\"x1\":-1,\"y1\":-1,\"x2\":-1,\"y2\":-1}],\"responses\":[]}' " +
			"| amazons botzone greedy\n  amazons play 'botzone:amazons botzone champion' mcts --start 8x8",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "budget", Usage: "`TIME` for a turn; Botzone gives a program 1 s, with its start", Value: "800ms"},
			&urfave.BoolFlag{Name: "keep-running", Usage: "stay for the next turn, as Botzone offers it"},
			cli.SeedFlag(),
		},
		Action: func(c *urfave.Context) error {
			if c.NArg() > 1 {
				return cli.Usagef("botzone: argument %q: want one player", c.Args().Get(1))
			}
			budget, err := cli.Control(c)
			if err != nil {
				return err
			}
			seed := cmp.Or(c.String("seed"), seeds.Draw())
			if !seeds.Valid(seed) {
				return cli.Usagef("flag --seed: %q: want a decimal integer", seed)
			}
			p, err := a.Player(cmp.Or(c.Args().First(), "champion"))
			if err != nil {
				return err
			}
			defer p.Close()
			g := turn.Game{ID: "botzone", Seats: referee.Seats, Seed: seed, Budget: budget}
			talk, inner := wire.NewBotzoneTurns(a.Input(), a.Out), match.Inner[amazons.View, amazons.Move](p)
			if err = answerBotzone(c.Context, talk, inner, g, c.Bool("keep-running")); err != nil {
				err = fmt.Errorf("botzone: %w", err)
			}
			return err
		},
	}
}

// answerBotzone answers one turn, or all turns of a game.
func answerBotzone(ctx context.Context, t *wire.BotzoneTurns, p player, g turn.Game, stay bool) error {
	for n := 0; ; n++ {
		turns, position, err := t.Next()
		switch {
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("the input is empty: want Botzone's JSON, or the lines of its simple interaction")
		case err != nil:
			return err
		}
		if n == 0 {
			g.Seat, g.View = int(position.Side()), wire.Codec.View(amazons.View{Position: position})
			if err := turn.Open(ctx, p, g); err != nil {
				return err
			}
		}
		var best *amazons.Move
		if !position.Stuck() {
			m, err := moveWithin(ctx, p, position, turns, g)
			if err != nil {
				return err
			}
			best = &m
		}
		if err := t.Answer(best, stay); err != nil || !stay {
			return err
		}
	}
}

// moveWithin asks the player for a move, within its budget.
func moveWithin(
	ctx context.Context, p player, position amazons.Position, turns []amazons.Move, g turn.Game,
) (amazons.Move, error) {
	within, cancel := context.WithTimeout(ctx, g.Budget.Move)
	defer cancel()
	v := amazons.View{Position: position, Turns: len(turns)}
	if len(turns) > 0 {
		v.Last = turns[len(turns)-1]
	}
	m, _, err := p.Answer(within, v)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil { // the machine is busy: better any turn than none
		m, err = v.Moves()[0], nil
	}
	if err == nil {
		if rule := position.Check(m); rule != amazons.Legal {
			err = fmt.Errorf("the illegal turn %v: %w", m, rule)
		}
	}
	return m, err
}
