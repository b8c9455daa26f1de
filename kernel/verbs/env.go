// Package verbs has the verbs that a binary may have beside those of package cli.
package verbs

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	front "github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/env"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// Env is the verb env: a server of many games for a program that learns.
func Env(a *front.App) *cli.Command {
	return &cli.Command{
		Name: "env", Usage: "let a program that learns step many games at once",
		UsageText: fmt.Sprintf("%[1]s env\n\nThe Python package gridiron starts it; "+
			"kernel/env says what it reads and writes. Example:\n\n"+
			"  %[1]s env --games 256 --opponent %[2]s --restart next", a.Game.Name, a.Game.Bots[0].Name),
		Flags: a.PositionFlags(
			front.NumberFlag("games", 1, 1, "`NUMBER` of games"),
			&cli.StringFlag{Name: "opponent", Usage: "`PLAYER` of the other seats (default: all seats are stepped)"},
			&cli.StringFlag{Name: "seat", Usage: "`SEAT` that is stepped against an opponent, or \"each\" by game (default: the first)"},
			&cli.StringFlag{
				Name: "restart", Value: "next", Usage: "`WHEN` a game that is over begins again: in the next step, the same, or off",
			},
			front.NumberFlag("max-steps", 0, 0, "a game is cut off after this `NUMBER` of steps; 0: never"),
			&cli.StringFlag{
				Name: "illegal", Value: "rules", Usage: "`WHAT` becomes of an action that is not legal: rules (the referee's) or replace",
			},
			front.NumberFlag("workers", 1, 1, "`NUMBER` of games that are stepped at the same time"),
			front.NumberFlag("memory", 0, 0, "`NUMBER` of an open file for the arrays, such as 3; 0: they go through the pipes"),
			&cli.StringFlag{Name: "record", Usage: "write records into `DIR`"},
			&cli.StringFlag{Name: "record-games", Usage: "record only these `GAMES`, such as 0,5 (default: all)"},
		),
		Action: func(c *cli.Context) error {
			config, err := configure(a, c)
			if err != nil {
				return err
			}
			s, err := env.New(a.Game, config)
			var setup *match.SetupError
			switch {
			case errors.As(err, &setup) && !strings.HasPrefix(err.Error(), "flag --"):
				return front.Usagef("flag --start: %w", err)
			case err != nil:
				return front.Usagef("%w", err)
			}
			served := make(chan error, 1)
			go func() { served <- s.Serve(a.Input(), a.Out) }()
			select {
			case err := <-served:
				s.Close()
				return err
			case <-c.Context.Done(): // nobody waits for a client that says nothing
				return c.Context.Err()
			}
		},
	}
}

// configure reads the command line.
func configure(a *front.App, c *cli.Context) (env.Config, error) {
	config := env.Config{Workers: front.Number(c, "workers")}
	config.Games, config.MaxSteps = front.Number(c, "games"), front.Number(c, "max-steps")
	config.Opponent, config.Budget = c.String("opponent"), time.Minute
	config.Maker = match.Maker{Notes: a.Err}
	config.Restart = match.Restart(c.String("restart"))
	switch config.Restart {
	case match.RestartNext, match.RestartSame, match.RestartOff:
	default:
		return config, front.Usagef("flag --restart: %q: want next, same or off", config.Restart)
	}
	switch illegal := c.String("illegal"); illegal {
	case "rules", "replace":
		config.Replace = illegal == "replace"
	default:
		return config, front.Usagef("flag --illegal: %q: want rules or replace", illegal)
	}
	switch seat := c.String("seat"); {
	case seat == "each":
		config.Seat = -1
	case seat != "":
		if config.Seat = slices.Index(a.Game.Seats, seat); config.Seat < 0 {
			return config, front.Usagef("flag --seat: %q: want %s or each", seat, strings.Join(a.Game.Seats, ", "))
		}
	}
	if fd := front.Number(c, "memory"); fd > 0 {
		config.Memory = os.NewFile(uintptr(fd), "memory")
	}
	var err error
	if config.Record, err = records(c); err != nil {
		return config, err
	}
	config.Setup, err = setup(a, c)
	return config, err
}

// setup reads what defines the games.
func setup(a *front.App, c *cli.Context) (s match.Setup, err error) {
	if s.Start, err = front.StartText(c); err != nil {
		return s, err
	}
	s.Seed, s.Options = c.String("seed"), match.Params{}
	for _, o := range a.Game.Options {
		if o.Default == "false" {
			s.Options[o.Name] = strconv.FormatBool(c.Bool(o.Name))
		} else {
			s.Options[o.Name] = c.String(o.Name)
		}
	}
	if !seeds.Valid(s.Seed) {
		return s, front.Usagef("flag --seed: %q: want a decimal integer", s.Seed)
	}
	return s, nil
}

// records opens the files of the games that are to be recorded.
func records(c *cli.Context) (func(game, episode int) (io.Writer, error), error) {
	dir := c.String("record")
	if dir == "" {
		return nil, nil
	}
	var chosen []int
	for _, word := range strings.FieldsFunc(c.String("record-games"), func(r rune) bool { return r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= front.Number(c, "games") {
			return nil, front.Usagef("flag --record-games: %q: want numbers of games from 0, with commas between them", word)
		}
		chosen = append(chosen, n)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, front.Usagef("flag --record: %w", err)
	}
	return func(game, episode int) (io.Writer, error) {
		if chosen != nil && !slices.Contains(chosen, game) {
			return nil, nil
		}
		return &file{name: filepath.Join(dir, fmt.Sprintf("game-%d-%d.jsonl", game, episode))}, nil
	}, nil
}

// file is a record that is opened for every line: a batch has more games than a process may have files.
type file struct {
	name string
	made bool
}

func (f *file) Write(b []byte) (int, error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if !f.made {
		flags |= os.O_TRUNC
	}
	to, err := os.OpenFile(f.name, flags, 0o666)
	if err != nil {
		return 0, err
	}
	f.made = true
	n, err := to.Write(b)
	return n, errors.Join(err, to.Close())
}
