//go:build !playground

package main

import (
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
)

// layouts lists and prints layouts.
func layouts(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "layouts", Usage: "list the built-in layouts, or print some of them",
		UsageText: "pelita layouts [NAME...]\n\nExamples:\n\n  pelita layouts --match small\n  pelita layouts normal_035",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "match", Usage: "list only names with this `TEXT` in them"},
		},
		Action: func(c *urfave.Context) error {
			if c.NArg() == 0 {
				for _, name := range maze.Names() {
					if strings.Contains(name, c.String("match")) {
						if _, err := fmt.Fprintln(c.App.Writer, name); err != nil {
							return err
						}
					}
				}
				return nil
			}
			for _, name := range c.Args().Slice() {
				text, err := maze.Named(name)
				if err != nil {
					return cli.Usagef("layouts: %w", err)
				}
				if _, err := io.WriteString(c.App.Writer, text); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// mazes makes mazes.
func mazes(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "maze", Usage: "make a maze",
		UsageText: "pelita maze [--size SIZE] [--food TRAPPED:TOTAL] [--seed NUMBER]\n\n" +
			"With --rules 2.5.1 the generator of the built-in layouts makes it; then --food is one number. Examples:\n\n" +
			"  pelita maze --size tiny --seed 7\n  pelita maze --rules 2.5.1 --size 32x16 --food 30 --dead-ends",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "rules", Value: "2.7.0", Usage: "`VERSION` whose generator makes it, 2.5.1 or 2.7.0"},
			&urfave.StringFlag{Name: "size", Value: "normal", Usage: "tiny, small, normal, big, huge, or `SIZE` such as 40x20"},
			&urfave.StringFlag{Name: "food", Usage: "`NUMBER` of pellets of each team, trapped:total in 2.7.0 (default: by the size's name)"},
			&urfave.BoolFlag{Name: "dead-ends", Usage: "2.5.1: leave dead ends and chambers with one entrance"},
			&urfave.StringFlag{Name: "seed", Usage: "`NUMBER` that repeats the maze (default: drawn)"},
		},
		Action: func(c *urfave.Context) error {
			seed := c.String("seed")
			if !c.IsSet("seed") {
				seed = seeds.Draw()
				fmt.Fprintf(c.App.ErrWriter, "repeat with: --seed %s\n", seed)
			}
			chance, err := pyrand.Parse(seed)
			if err != nil {
				return cli.Usagef("flag --seed: %w", err)
			}
			text, err := makeMaze(c, chance)
			if err != nil {
				return cli.Usagef("%w", err)
			}
			_, err = io.WriteString(c.App.Writer, text)
			return err
		},
	}
}

// makeMaze makes the maze that the flags describe.
func makeMaze(c *urfave.Context, chance maze.Chance) (string, error) {
	version, err := pelita.ParseVersion(c.String("rules"))
	if err != nil {
		return "", fmt.Errorf("flag --rules: %w", err)
	}
	food := c.String("food")
	if version == pelita.V251 && food != "" {
		food = "0:" + food
	}
	size, err := mazeSize(c.String("size"), food)
	if err != nil {
		return "", err
	}
	if version == pelita.V270 {
		return maze.Generate(size, chance)
	}
	return maze.GenerateOld(size.Width, size.Height, size.Total, c.Bool("dead-ends"), chance)
}

// backgroundVerb plays many games.
func backgroundVerb(a *cli.App) *urfave.Command {
	flags := []urfave.Flag{
		cli.NumberFlag("games", 100, 1, "`NUMBER` of games"),
		&urfave.StringFlag{Name: "seed", Usage: "`NUMBER` that repeats the games (default: drawn)"},
		&urfave.BoolFlag{Name: "swap", Usage: "the teams swap sides every game"},
		&urfave.BoolFlag{Name: "csv", Usage: "print a line of CSV for each game"},
		&urfave.BoolFlag{Name: "json", Usage: "print a line of JSON for each game"},
		&urfave.StringFlag{Name: "budget", Usage: "`TIME` for each answer (default: none)"},
	}
	for _, o := range options {
		if o.Default == "false" {
			flags = append(flags, &urfave.BoolFlag{Name: o.Name, Usage: o.Usage})
		} else {
			flags = append(flags, &urfave.StringFlag{Name: o.Name, Usage: o.Usage, Value: o.Default})
		}
	}
	return &urfave.Command{
		Name: "background", Usage: "play many games without a screen and count",
		UsageText: "pelita background BLUE RED [--games N]\n\nExample:\n\n  pelita background champion demo-attacker --games 20 --seed 7 --csv",
		Flags:     append(flags, playerFlags()...),
		Action:    func(c *urfave.Context) error { return background(c, a) },
	}
}
