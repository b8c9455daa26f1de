package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// server lends teams.
func server(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "server", Usage: "lend teams in Python to games on other machines",
		UsageText: "pelita server TEAM... [--listen [HOST:]PORT]\n\nGames name the teams as pelita://HOST[:PORT]/NAME. Examples:\n\n" +
			"  pelita server my_team.py\n  pelita server my_team.py --listen 0.0.0.0:41736",
		Flags: append([]urfave.Flag{
			cli.ListenFlag(strconv.Itoa(wire.Port), "address"),
			&urfave.StringFlag{Name: "advertise", Usage: "`HOST[:PORT]` in the addresses that scanners are told"},
			cli.NumberFlag("tables", 50, 1, "`NUMBER` of games at the same time"),
			&urfave.StringFlag{Name: "patience", Value: "60s", Usage: "longest `TIME` that a game may be silent when another waits for its table"},
			&urfave.StringFlag{Name: "rules", Value: "2.5.1", Usage: "`VERSION` of the teams' conversation, 2.5.1 or 2.7.0"},
		}, playerFlags()...),
		Action: func(c *urfave.Context) error {
			version, ok := pelita.ParseVersion(c.String("rules"))
			if !ok {
				return cli.Usagef("flag --rules: %q: want 2.5.1 or 2.7.0", c.String("rules"))
			}
			if c.NArg() == 0 {
				return cli.Usagef("server: want a team")
			}
			patience, err := timer.ParseDuration(c.String("patience"))
			if err != nil {
				return cli.Usagef("flag --patience: %w", err)
			}
			s := &wire.Server{
				Patience: patience,
				Address:  cli.Address(c.String("listen")), Advertise: c.String("advertise"), MaxConnections: cli.Number(c, "tables"),
				Version: version, Options: wire.Options{Python: c.String("python"), StandIn: c.String("stand-in") == "always"},
				Notes: func(text string) { fmt.Fprintln(a.Err, text) },
			}
			if err := s.Listen(); err != nil {
				return cli.Usagef("flag --listen: %w", err)
			}
			for _, spec := range c.Args().Slice() {
				if err := s.Add(c.Context, spec, ""); err != nil {
					return err
				}
			}
			fmt.Fprintf(a.Out, "listening on %v, session key %s\n", s.Addr(), s.Key())
			if err := s.Serve(c.Context); !errors.Is(err, context.Canceled) {
				return err
			}
			return nil
		},
	}
}

// standIn hands out the stand-in.
func standIn(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "stand-in", Usage: "print or make a folder with a stand-in for the original's Python package",
		UsageText: "pelita stand-in [DIR]\n\nWith that folder in PYTHONPATH `import pelita` works without the original, numpy, networkx and zmq.\n" +
			"Example:\n\n  PYTHONPATH=$(pelita stand-in) python3 -m pytest",
		Flags: []urfave.Flag{&urfave.StringFlag{Name: "rules", Value: "2.5.1", Usage: "`VERSION` that it stands in for, 2.5.1 or 2.7.0"}},
		Action: func(c *urfave.Context) error {
			version, ok := pelita.ParseVersion(c.String("rules"))
			if !ok {
				return cli.Usagef("flag --rules: %q: want 2.5.1 or 2.7.0", c.String("rules"))
			}
			if c.NArg() > 1 {
				return cli.Usagef("stand-in: argument %q: want one folder", c.Args().Get(1))
			}
			if c.NArg() == 1 {
				program, err := os.Executable()
				if err != nil {
					return err
				}
				return wire.UnpackStandIn(c.Args().First(), version, program)
			}
			dir, err := wire.StandInDir(version)
			if err == nil {
				_, err = fmt.Fprintln(c.App.Writer, dir)
			}
			return err
		},
	}
}
