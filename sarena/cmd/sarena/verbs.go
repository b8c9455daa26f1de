package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/bot"
	"github.com/gridiron-games/gridiron/sarena/referee"
)

// startFlags are of the verbs that look at a position.
func startFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "start", Usage: "`POSITION` to look at, a text or a file (default: a drawn board)"},
		&urfave.StringFlag{Name: "seed", Value: "0", Usage: "`NUMBER` to draw the board from: any decimal integer"},
	}
}

// startOf returns the position of the command line after the turns of its arguments.
func startOf(c *urfave.Context, turns []string) (sarena.Position, error) {
	text, err := cli.StartText(c)
	if err != nil {
		return sarena.Position{}, err
	}
	p, err := parseStart(text)
	switch {
	case errors.Is(err, errNoStart):
		if p, err = draw(c.String("seed")); err != nil {
			return p, cli.Usagef("flag --seed: %w", err)
		}
	case err != nil:
		return p, cli.Usagef("flag --start: %w", err)
	}
	for _, text := range turns {
		m, err := sarena.ParseMove(text)
		if err != nil {
			return p, cli.Usagef("%s: %w", c.Command.Name, err)
		}
		if rule := p.Check(m); rule != sarena.Legal {
			return p, fmt.Errorf("%v: %w", m, rule)
		}
		p = p.Play(m)
	}
	return p, nil
}

func perftCommand() *urfave.Command {
	return &urfave.Command{
		Name: "perft", Usage: "count the sequences of that many turns",
		UsageText: "sarena perft [DEPTH]\n\nExamples:\n\n  sarena perft 3 --seed 7\n  sarena perft 4 --start '+NN .NY +NR/.NR +NN .NY/+NY .NR +NN'",
		Flags:     append(startFlags(), &urfave.BoolFlag{Name: "divide", Usage: "print the count of each first turn"}),
		Action: func(c *urfave.Context) error {
			depth := 1
			if c.NArg() > 0 {
				n, err := strconv.Atoi(c.Args().First())
				if err != nil || n < 0 || c.NArg() > 1 {
					return cli.Usagef("perft: depth %q: want one whole number, at least 0", strings.Join(c.Args().Slice(), " "))
				}
				depth = n
			}
			p, err := startOf(c, nil)
			if err != nil {
				return err
			}
			began := time.Now()
			if c.Bool("divide") && depth > 0 {
				for _, m := range p.AppendMoves(nil) {
					n, err := count(c.Context, p.Play(m), depth-1)
					if err != nil {
						return err
					}
					fmt.Fprintf(c.App.Writer, "%v %d\n", m, n)
				}
			}
			total, err := count(c.Context, p, depth)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.App.ErrWriter, "%v\n", time.Since(began).Round(time.Microsecond))
			_, err = fmt.Fprintln(c.App.Writer, total)
			return err
		},
	}
}

// count is perft that can be interrupted: the rules know no context, so they are left behind.
func count(ctx context.Context, p sarena.Position, depth int) (uint64, error) {
	done := make(chan uint64, 1)
	go func() { done <- sarena.Perft(p, depth) }()
	select {
	case n := <-done:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func movesCommand() *urfave.Command {
	return &urfave.Command{
		Name: "moves", Usage: "list the legal turns of a position, one a line",
		UsageText: "sarena moves [TURN...]\n\nTurns are played first. Example:\n\n  sarena moves 0001 --seed 7 --count",
		Flags: append(startFlags(),
			&urfave.BoolFlag{Name: "count", Usage: "print their number only"},
			&urfave.BoolFlag{Name: "position", Usage: "print the position text only"}),
		Action: func(c *urfave.Context) error {
			p, err := startOf(c, c.Args().Slice())
			if err != nil {
				return err
			}
			var b strings.Builder
			switch {
			case c.Bool("position"):
				fmt.Fprintln(&b, p)
			case c.Bool("count"):
				fmt.Fprintln(&b, p.CountMoves())
			default:
				for _, m := range p.AppendMoves(nil) {
					fmt.Fprintln(&b, m)
				}
			}
			_, err = io.WriteString(c.App.Writer, b.String())
			return err
		},
	}
}

func solveCommand() *urfave.Command {
	return &urfave.Command{
		Name: "solve", Usage: "prove the result of a position, and all turns that keep it",
		UsageText: "sarena solve [TURN...]\n\nTurns are played first. Small boards and late positions take seconds, the 6x6 board for ever. Example:\n\n" +
			"  sarena solve --start '+NN .NY +NR/.NR +NN .NY/+NY .NR +NN'",
		Flags: append(startFlags(), &urfave.StringFlag{Name: "patience", Usage: "longest `TIME` to search (default: no limit)"}),
		Action: func(c *urfave.Context) error {
			p, err := startOf(c, c.Args().Slice())
			if err != nil {
				return err
			}
			ctx := c.Context
			if text := c.String("patience"); text != "" {
				limit, err := timer.ParseDuration(text)
				if err != nil {
					return cli.Usagef("flag --patience: %w", err)
				}
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			began := time.Now()
			s, err := bot.Solve(ctx, p)
			if errors.Is(err, context.DeadlineExceeded) {
				return fmt.Errorf("not solved within %s, after %d turns played", c.String("patience"), s.Nodes)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(c.App.ErrWriter, "%d turns played, %v\n", s.Nodes, time.Since(began).Round(time.Microsecond))
			who := "draw"
			if s.Value > 0 {
				who = "YELLOW wins"
			} else if s.Value < 0 {
				who = "RED wins"
			}
			if len(s.Best) == 0 {
				_, err = fmt.Fprintf(c.App.Writer, "%s, score %d, the game is over\n", who, s.Value)
				return err
			}
			var best []string
			for _, m := range s.Best {
				best = append(best, m.String())
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s, score %d, best turns of %v: %s\n",
				who, s.Value, strings.ToUpper(p.Side().String()), strings.Join(best, " "))
			return err
		},
	}
}

// bench plays games between the bundled bots by counts: what they play depends on nothing but the rules and the bots.
func bench(ctx context.Context) (signature string, nodes int, err error) {
	hash := sha256.New()
	for n := range 4 {
		p, err := draw(strconv.Itoa(n))
		if err != nil {
			return "", 0, err
		}
		champion := &bot.Champion{NodesPerMove: 20_000}
		super := &bot.Super{Depth: 3}
		others := []referee.Bot{super, bot.Simple, bot.Ours, &bot.Random{Chance: rand.New(rand.NewPCG(uint64(n), 8000))}}
		players := [2]referee.Bot{champion, others[n]}
		for step := 1; !p.Over(); step++ {
			m, err := players[(step-1+n)%2].Move(ctx, sarena.View{Position: p, Step: step, Turns: step - 1})
			if err != nil {
				return "", 0, err
			}
			if rule := p.Check(m); rule != sarena.Legal {
				return "", 0, fmt.Errorf("game %d: %v in %v: %w", n+1, m, p, rule)
			}
			fmt.Fprintln(hash, m)
			p = p.Play(m)
		}
		nodes += champion.Nodes + super.Nodes
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nodes, nil
}
