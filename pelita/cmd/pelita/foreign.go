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

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

type scheme = match.Scheme[pelita.View, pelita.Move]

const (
	remotePrefix = "pelita://"
	modulePrefix = "py:"
)

// playerFlags are the flags for teams outside of this process.
func playerFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "python", Value: "python3", Usage: "the `PROGRAM` that runs teams in Python"},
		&urfave.StringFlag{Name: "stand-in", Value: "auto", Usage: "`WHEN` to run them without the original's package: auto, always"},
	}
}

// schemes are the teams of others.
func schemes() []scheme {
	python := func(spec string, m match.Maker) (player, error) {
		when := m.Flag("stand-in")
		if !slices.Contains([]string{"", "auto", "always"}, when) {
			return nil, errors.New("flag --stand-in: want auto or always")
		}
		if _, err := os.Stat(spec); err != nil && isPython(spec) {
			return nil, err
		}
		return foreign(spec, wire.Options{Python: m.Flag("python"), StandIn: when == "always", Budget: wire.DefaultBudget, Start: m.Start, Tee: m.Output})
	}
	return []scheme{
		{
			Prefix: remotePrefix, Usage: "pelita://HOST[:PORT]/PATH\ta team at a server, ours or the original's",
			New: func(rest string, m match.Maker) (player, error) {
				return foreign(remotePrefix+rest, wire.Options{Budget: wire.DefaultBudget})
			},
		},
		{Prefix: modulePrefix, Usage: "py:MODULE\ta team in Python by the name of its module", New: python},
		{Match: isPython, Usage: "FILE.py, FOLDER\ta team in Python, as the original plays it", New: python},
	}
}

// foreign makes the player for a team outside of this process.
func foreign(spec string, o wire.Options) (player, error) {
	open := wire.NewTeam
	if strings.HasPrefix(spec, remotePrefix) {
		open = wire.NewRemote
	}
	t, err := open(strings.TrimPrefix(spec, modulePrefix), o)
	if err != nil { // not t, err: a nil *Team is a player
		return nil, err
	}
	return t, nil
}

// isPython reports whether a team is a file or a folder of Python.
func isPython(spec string) bool {
	if strings.HasSuffix(spec, ".py") {
		return true
	}
	info, err := os.Stat(spec)
	return err == nil && info.IsDir()
}

// isForeign reports whether a team is outside of this process.
func isForeign(spec string) bool {
	return strings.HasPrefix(spec, remotePrefix) || strings.HasPrefix(spec, modulePrefix) || isPython(spec)
}

// chooseTeams asks for each server that is named without a team which of its teams is to play. Where nobody can be asked the
// server chooses.
func chooseTeams(ctx context.Context, a *cli.App, specs []string) error {
	for i, spec := range specs {
		server, found := strings.CutPrefix(strings.TrimSuffix(spec, "/"), remotePrefix)
		if !found || strings.Contains(server, "/") || !a.Interactive() {
			continue
		}
		teams, err := wire.Scan(ctx, remotePrefix+server)
		if err != nil {
			return cli.Usagef("team %q: %w", spec, err)
		}
		if specs[i], err = chooseTeam(ctx, a, spec, teams); err != nil {
			return err
		}
	}
	return nil
}

// chooseTeam asks for one of a server's teams, names by URL, until the answer is one.
func chooseTeam(ctx context.Context, a *cli.App, server string, teams map[string]string) (string, error) {
	urls := slices.Sorted(maps.Keys(teams))
	for i, url := range urls {
		fmt.Fprintf(a.Out, "%3d  %-25s  %s\n", i+1, teams[url], url)
	}
	for {
		fmt.Fprintf(a.Out, "team of %s (number, r: any, s: the server chooses, x: leave)? ", server)
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
		case answer == "s":
			return server, nil
		case answer == "x":
			return "", turn.ErrQuit
		}
	}
}

// foreign makes the player for a team outside of this process, which sits in a seat.
func (d *dropped) foreign(spec string, seat int) (player, error) {
	g := d.given
	o := wire.Options{Python: g.value("python", "python3"), Initial: d.initial, Budget: d.budget(), Out: d.out, Err: d.err}
	if dir := g.values["store-output"]; dir != "" {
		for name, to := range map[string]*io.Writer{".out": &o.Out, ".err": &o.Err} {
			file, err := os.Create(filepath.Join(dir, pelita.Teams[seat]+name))
			if err != nil {
				return nil, cli.Usagef("option --store-output: %w", err)
			}
			d.files = append(d.files, file)
			*to = file
		}
	}
	p, err := foreign(spec, o)
	if err != nil {
		return nil, cli.Usagef("team %q: %w", spec, err)
	}
	return p, nil
}

func (d *dropped) budget() wire.Budget {
	return wire.Budget{Time: d.timeout, Given: d.given.has("timeout")}
}
