//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// playerFlags are the flags for teams outside of this process.
func playerFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "python", Value: "python3", Usage: "the `PROGRAM` that runs teams in Python"},
		&urfave.StringFlag{Name: "stand-in", Value: "auto", Usage: "`WHEN` to run them without the original's package: auto, always"},
		&urfave.BoolFlag{Name: noTimeout, Usage: "no time limits for teams in Python and at servers (default: 3 s an answer, unless there is a --budget)"},
	}
}

// chooseTeams asks the person which team to play, for SCAN and for each server that is given without a team. Without a person to
// ask, a server chooses by itself, and of the teams in the network it takes the first.
func chooseTeams(ctx context.Context, a *cli.App, specs []string) error {
	for i, spec := range specs {
		server, found := strings.CutPrefix(strings.TrimSuffix(spec, "/"), remotePrefix)
		var teams map[string]string
		var err error
		switch {
		case spec == scanTeam && !exists(spec):
			fmt.Fprintf(a.Out, "looking for teams in the local network for %v\n", scanTime)
			if teams, err = scan(ctx); err == nil && len(teams) == 0 {
				err = errors.New("no team is announced in the local network; `pelita server TEAM --advertise HOST` announces one")
			}
		case !found || strings.Contains(server, "/") || !a.Interactive():
			continue
		default:
			teams, err = wire.Scan(ctx, remotePrefix+server)
		}
		if err != nil {
			return cli.Usagef("team %q: %w", spec, err)
		}
		if specs[i], err = chooseTeam(ctx, a, spec, teams); err != nil {
			return err
		}
	}
	return nil
}

// chooseTeam asks for one of some teams, which are names by URL, until the answer names one.
func chooseTeam(ctx context.Context, a *cli.App, server string, teams map[string]string) (string, error) {
	urls := slices.Sorted(maps.Keys(teams))
	for i, url := range urls {
		fmt.Fprintf(a.Out, "%3d  %-25s  %s\n", i+1, teams[url], url)
	}
	if !a.Interactive() {
		return urls[0], nil
	}
	chooses := "s: the server chooses, "
	if server == scanTeam {
		chooses = ""
	}
	for {
		fmt.Fprintf(a.Out, "team of %s (number, r: any, %sx: leave)? ", server, chooses)
		answer, err := a.Line(ctx)
		if err != nil {
			return "", turn.ErrQuit
		}
		n, err := strconv.Atoi(answer)
		switch {
		case err == nil && 1 <= n && n <= len(urls):
			return urls[n-1], nil
		case answer == "r" && len(urls) > 0:
			return urls[rand.IntN(len(urls))], nil
		case answer == "s" && chooses != "":
			return server, nil
		case answer == "x":
			return "", turn.ErrQuit
		}
	}
}

// checkVerb is the verb check of all games. It also says which features a Python team uses that some packages lack.
func checkVerb(a *cli.App) *urfave.Command {
	command := verbs.Check(a)
	house := command.Action
	command.Flags = append(command.Flags, &urfave.StringFlag{
		Name: "rules", Value: "2.5.1", Usage: "`VERSION` of the original whose rules are played, 2.5.1 or 2.7.0; auto: as the players need",
	})
	command.Action = func(c *urfave.Context) error {
		out := a.Out
		if c.Bool("json") || c.Bool("junit") {
			out = a.Err // programs read the standard output
		}
		if err := versionFlag(c, out); err != nil {
			return err
		}
		err := house(c)
		for _, spec := range c.Args().Slice() {
			if isBundled(spec) || !isPython(spec) {
				continue
			}
			lacks, problem := wire.Lacks(c.Context, c.String("python"), spec)
			if problem != nil { // errors of the team itself were printed above
				a.Log.Debug().Err(problem).Msg("the imports of the team are not checked")
			}
			for _, l := range lacks {
				fmt.Fprintf(out, "note  %v\n", l)
			}
		}
		return err
	}
	return command
}

// foreign makes the player for a team outside of this process, which sits in a seat.
func (d *dropped) foreign(spec string, seat int) (player, error) {
	g := d.given
	o := wire.Options{
		Python: g.value("python", "python3"), StandIn: g.values["stand-in"] == "always", Initial: d.initial, Budget: d.budget(), NoLimit: d.noLimit,
		Start: d.app.Maker().Start, Out: d.out, Err: d.err,
	}
	if dir := g.values["store-output"]; dir != "" {
		for name, to := range map[string]*io.Writer{".out": &o.Out, ".err": &o.Err} {
			file, err := os.Create(filepath.Join(dir, pelita.Teams[seat]+name))
			if err != nil {
				return nil, cli.Usagef("option --store-output: %w", err)
			}
			d.files = append(d.files, file)
			*to = file
		}
	} else if d.timeout == 0 && !d.keys() {
		o.Start.Terminal = d.app.Interactive() // for a debugger
	}
	p, err := foreign(spec, o)
	switch {
	case err != nil && d.forgiving:
		return absent{turn.Faultf(turn.NeverStarted, "%v", err)}, nil
	case err != nil:
		return nil, cli.Usagef("team %q: %w", spec, err)
	}
	return p, nil
}

func (d *dropped) budget() wire.Budget {
	return wire.Budget{Time: d.timeout, Given: d.given.has("timeout")}
}
