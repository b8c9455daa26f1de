package analysis

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/match/review"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// reviewVerb is the verb review.
func reviewVerb(j judge.Judge) cli.Front {
	return func(app *cli.App) *urfave.Command { return reviewCommand(app, j) }
}

func reviewCommand(app *cli.App, j judge.Judge) *urfave.Command {
	return &urfave.Command{
		Name: "review", Usage: "go through a recorded game with a strong bot and name its turning points",
		UsageText: fmt.Sprintf("%[1]s review FILE\n\nA value says how good the position is for the seat that moves, from 0 (lost) to 1 (won); \"exact\" means proven.\n"+
			"With --depth 2 the judge thinks twice as much; `%[1]s bots` says how it is counted. Example:\n\n  %[1]s review game.jsonl --points 3", app.Game.Name),
		Flags: slices.Concat(cli.TimeFlags()[:1], verbs.TapeFlags(), []urfave.Flag{
			&urfave.StringFlag{Name: "judge", Value: app.Game.Strongest(), Usage: "`PLAYER` that judges; it must give values"},
			cli.NumberFlag("depth", 1, 1, "the judge thinks `NUMBER` times as long about each move as in a game without clocks"),
			cli.NumberFlag("points", 5, 1, "largest `NUMBER` of turning points"),
			&urfave.StringFlag{Name: "record", Usage: "write the game with the judge's values to `FILE`, which must not exist: replay shows them"},
			&urfave.BoolFlag{Name: "json", Usage: "print a JSON line for each ply"},
		}),
		Action: func(c *urfave.Context) error { return runReview(app, c, j) },
	}
}

func runReview(a *cli.App, c *urfave.Context, j judge.Judge) error {
	f, err := verbs.ReadSource(a, c)
	if err != nil {
		return err
	}
	g, err := f.Record(cli.Number(c, "game"))
	if err != nil {
		return err
	}
	budget, err := cli.Control(c)
	if err != nil {
		return err
	}
	spec, err := judgeOf(a, c)
	if err != nil {
		return err
	}
	p, err := a.Player(spec)
	if err != nil {
		return err
	}
	p.Close()
	r := review.Review{Game: &a.Game.Info, Judge: j, Maker: a.Maker(), Spec: spec, Budget: budget}
	points, err := r.Run(c.Context, g)
	switch {
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	case errors.Is(err, review.ErrSilent):
		return cli.Usagef("flag --judge: %s: %w", r.Spec, err)
	case err != nil:
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	if to := c.String("record"); to != "" {
		if err := writeReview(to, g, points); err != nil {
			return fmt.Errorf("flag --record: %w", err)
		}
	}
	if c.Bool("json") {
		for i := range points {
			if err := a.PrintJSON(points[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return printReview(a, points, cli.Number(c, "points"))
}

// deepest is the upper limit of --depth.
const deepest = 1_000_000

// judgeOf returns the name of the player that judges.
func judgeOf(a *cli.App, c *urfave.Context) (string, error) {
	spec, depth := c.String("judge"), cli.Number(c, "depth")
	if !c.IsSet("depth") {
		return spec, nil
	}
	if c.IsSet("budget") {
		return "", cli.Usagef("flag --depth: with --budget the judge thinks by the clock; want one of the two")
	}
	if depth > deepest {
		return "", cli.Usagef("flag --depth: %d: want a whole number from 1 to %d", depth, deepest)
	}
	deeper, err := judge.Deeper(&a.Game.Info, spec, depth)
	if err != nil {
		return "", cli.Usagef("flag --depth: %w", err)
	}
	return deeper, nil
}

// writeReview writes a record with the values that the judge gave.
func writeReview(path string, g *record.Game, points []review.Point) error {
	content, err := review.Judged(g, points).Bytes()
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// printReview prints the plies that lost most, in the order in which they were played.
func printReview(a *cli.App, points []review.Point, most int) error {
	var b strings.Builder
	worst := review.Turning(points, most)
	for _, p := range worst {
		fmt.Fprintf(&b, "ply %d: %s %s\n", p.Ply, a.Game.Title(p.Seat), p.Phrase())
	}
	if len(worst) == 0 {
		fmt.Fprintf(&b, "no ply of %d lost %.1f or more\n", len(points), review.Slip)
	}
	_, err := a.Out.Write([]byte(b.String()))
	return err
}
