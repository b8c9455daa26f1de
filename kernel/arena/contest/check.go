package contest

import (
	"errors"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/climb"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
)

// climbs adds --level to the verb check, which then plays against the levels of the strongest bot.
func climbs(a *cli.App, verb *urfave.Command) {
	champion, levels := climb.Levels(&a.Game.Info)
	if verb.Name != "check" || levels == 0 {
		return
	}
	verb.UsageText += fmt.Sprintf("\n\nWith --level, a bot that plays by the rules then plays against levels 1 to %[2]d of %[1]s. The verb prints the level "+
		"against which it would make half of the points. Levels think by counts, without a clock.", champion, levels)
	verb.Flags = append(verb.Flags,
		&urfave.BoolFlag{Name: "level", Usage: "also say which level of " + champion + " it is as strong as"},
		&urfave.DurationFlag{Name: "level-within", Value: 2 * time.Minute, Usage: "no game with a level begins after `TIME`"},
		cli.SeedFlag(),
	)
	rules := verb.Action
	verb.Action = func(c *urfave.Context) error {
		if c.Bool("level") && c.Bool("junit") {
			return cli.Usagef("check: want --level or --junit, not both")
		}
		if err := rules(c); err != nil || !c.Bool("level") {
			return err
		}
		for _, arg := range c.Args().Slice() {
			if err := climbing(a, c, arg, champion); err != nil {
				return err
			}
		}
		return nil
	}
}

// climbing says where a bot stands that plays by the rules.
func climbing(a *cli.App, c *urfave.Context, arg, champion string) error {
	spec, err := check.Spec(a.Game, arg)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	setup, err := a.Setup(c)
	if err != nil {
		return err
	}
	setup.Options = verbs.Options(a, c)
	budget, err := cli.Control(c)
	if err != nil {
		return err
	}
	terminal, games := term.IsTerminal(a.Err), 0
	run := climb.Climb{Game: a.Game, Maker: a.Maker(), Spec: spec, Budget: budget, Setup: setup, Within: c.Duration("level-within")}
	run.Played = func(level int, points float64) {
		games++
		text := fmt.Sprintf("game %d: %g points against level %d", games, points, level)
		if terminal {
			fmt.Fprint(a.Err, term.Rewrite+text)
		} else {
			fmt.Fprintln(a.Err, text)
		}
	}
	s, err := run.Run(c.Context)
	if terminal {
		fmt.Fprint(a.Err, term.Rewrite)
	}
	var fault *climb.Fault
	switch {
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	case errors.As(err, &fault):
		verbs.Found(a.Err, check.Finding{What: fault.What, Error: fault.Detail})
		a.LastWords(fault.Stderr, arg)
		return fmt.Errorf("check %s: 1 wrong", arg)
	case err != nil:
		return err
	}
	fmt.Fprintf(a.Err, "the seed was %s\n", setup.Seed)
	if c.Bool("json") {
		return a.PrintJSON(map[string]any{
			"type": "level", "player": arg, "level": s.Level, "low": s.Low, "high": s.High, "levels": s.Levels, "early": s.Early,
			"points": s.Points[1:], "games": s.Games[1:], "seed": setup.Seed,
		})
	}
	_, err = fmt.Fprintln(a.Out, s.Sentence(arg, champion))
	return err
}
