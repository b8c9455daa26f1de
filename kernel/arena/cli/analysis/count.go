// Package analysis has the verbs that look into games, rules and bots: review, perft and bench.
package analysis

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
)

// Wing adds the verb review, and those of the verbs bench and perft that a game has.
func Wing(j judge.Judge) cli.Wing {
	return func(p *cli.Program) {
		p.Fronts = append(p.Fronts, reviewVerb(j))
		if p.Game.Bench != nil {
			p.Fronts = append(p.Fronts, benchVerb)
		}
		if p.Game.Perft != nil {
			p.Fronts = append(p.Fronts, perftVerb)
		}
	}
}

// perfts is a run of the verb perft.
type perfts struct{ *cli.App }

// perftVerb is the verb perft, for games that count.
func perftVerb(app *cli.App) *urfave.Command {
	a := perfts{app}
	return &urfave.Command{
		Name: "perft", Usage: "count the sequences of a given number of plies",
		UsageText: fmt.Sprintf("%[1]s perft [DEPTH]\n\nExamples:\n\n  %[1]s perft 2\n  %[1]s perft 3 --divide --start %[2]s",
			a.Game.Name, proc.Join(a.Game.Probes[0])),
		Flags: verbs.PositionFlags(a.App, &urfave.BoolFlag{Name: "divide", Usage: "print the count of each first move"}),
		Action: func(c *urfave.Context) error {
			depth := 1
			if c.NArg() > 0 {
				n, err := strconv.Atoi(c.Args().First())
				if err != nil || n < 0 || c.NArg() > 1 {
					return cli.Usagef("perft: depth %q: want one whole number, at least 0", strings.Join(c.Args().Slice(), " "))
				}
				depth = n
			}
			shown, err := verbs.Position(a.App, c, nil)
			if err != nil {
				return err
			}
			began := time.Now()
			var total uint64
			if c.Bool("divide") && depth > 0 {
				total, err = a.divide(c, shown, depth)
			} else {
				total, err = a.count(c.Context, shown, depth)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(a.Err, "%v\n", time.Since(began).Round(time.Microsecond))
			_, err = fmt.Fprintln(a.Out, total)
			return err
		},
	}
}

// divide prints the count of each first move and returns their sum.
func (a perfts) divide(c *urfave.Context, shown *match.Snapshot, depth int) (total uint64, err error) {
	for _, seat := range shown.Asked {
		for _, m := range shown.Legal(seat) {
			after, err := verbs.Position(a.App, c, []string{m})
			if err != nil {
				return 0, err
			}
			n, err := a.count(c.Context, after, depth-1)
			if err != nil {
				return 0, err
			}
			total += n
			fmt.Fprintf(a.Out, "%s %d\n", m, n)
		}
	}
	return total, nil
}

// count runs perft so that it can be interrupted. The rules take no context, so after an interrupt the count is left running.
func (a perfts) count(ctx context.Context, shown *match.Snapshot, depth int) (uint64, error) {
	type answer struct {
		n   uint64
		err error
	}
	done := make(chan answer, 1)
	go func() {
		n, err := a.Game.Perft(shown.Text(), depth)
		done <- answer{n, err}
	}()
	select {
	case got := <-done:
		return got.n, got.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// benchVerb is the verb bench, for games that have one.
func benchVerb(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "bench", Usage: "play a fixed set of games: print its signature, and the speed on standard error",
		UsageText: a.Game.Name + " bench",
		Action: func(c *urfave.Context) error {
			began := time.Now()
			signature, nodes, err := a.Game.Bench(c.Context)
			if err != nil {
				return err
			}
			took := time.Since(began)
			fmt.Fprintf(a.Err, "%d nodes in %v, %.0f nodes/s\n", nodes, took.Round(time.Millisecond), float64(nodes)/took.Seconds())
			_, err = fmt.Fprintln(a.Out, signature)
			return err
		},
	}
}
