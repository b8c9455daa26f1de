//go:build !playground

package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// need is what the code of a team says about the version that it was written for.
type need struct {
	spec    string
	version pelita.Version
	why     wire.Lack
	known   bool
}

// needs reads the code of those teams that are in Python.
func needs(ctx context.Context, specs []string, python string) []need {
	var list []need
	for _, spec := range specs {
		if isForeign(spec) && !strings.HasPrefix(spec, remotePrefix) {
			list = append(list, need{spec: spec})
		}
	}
	var wait sync.WaitGroup
	for i := range list {
		wait.Go(func() {
			n := &list[i]
			n.why, n.version, n.known = wire.Needed(ctx, python, strings.TrimPrefix(n.spec, modulePrefix))
		})
	}
	wait.Wait()
	return list
}

// noteVersions says, before a game, what points to the other version: names in the code of a team and, unless the user has
// chosen the version, the original's package in the interpreter. It changes nothing.
func noteVersions(ctx context.Context, w io.Writer, specs []string, python string, v pelita.Version, chosen bool) {
	other := wire.Other(v)
	within, cancel := context.WithTimeout(ctx, noteTime)
	defer cancel()
	list := needs(within, specs, python)
	for _, n := range list {
		if n.known && n.version == other {
			fmt.Fprintf(w, "note: %v, whose rules are played; %v has it: %s\n", n.why, other, wire.UseRules(other))
			return
		}
	}
	if chosen || len(list) == 0 {
		return
	}
	if p, err := wire.Probe(python); err == nil {
		if theirs, ok := p.Package(); ok && theirs == other {
			fmt.Fprintf(w, "note: %s has pelita %s, but the rules of %v are played; for those of %v: %s\n", python, p.Version, v, other, wire.UseRules(other))
		}
	}
}

// noteTime is how long the code of the teams may be read: a game shall not wait for that.
const noteTime = 20 * time.Second

// decide chooses the version for some teams: that whose names they use, or that of the interpreter's package, or 2.5.1. why says
// which of these it was.
func decide(ctx context.Context, specs []string, python string) (v pelita.Version, why string, err error) {
	list := slices.DeleteFunc(needs(ctx, specs, python), func(n need) bool { return !n.known })
	for _, n := range list {
		if n.version != list[0].version {
			return v, "", fmt.Errorf("--rules auto: the teams need different versions: %v, but %v; want --rules 2.5.1 or 2.7", list[0].why, n.why)
		}
	}
	if len(list) > 0 {
		return list[0].version, list[0].why.String(), nil
	}
	if p, err := wire.Probe(python); err == nil {
		if v, ok := p.Package(); ok {
			return v, fmt.Sprintf("%s has pelita %s", python, p.Version), nil
		}
	}
	return pelita.V251, "neither the teams nor the interpreter need 2.7", nil
}

// decided reads a command line with --rules auto again for the version that fits its teams.
func decided(ctx context.Context, a *cli.App, g *given, args []string) (*given, error) {
	v, why, err := decide(ctx, g.teams, g.value("python", "python3"))
	if err != nil {
		return nil, fmt.Errorf("option %w", err)
	}
	rules := "--rules=" + v.String()
	again := slices.Clone(args)
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if arg == "--rules" && i+1 < len(args) {
			again[i], again[i+1] = rules, rules
		} else if strings.HasPrefix(arg, "--rules=") {
			again[i] = rules
		}
	}
	g, err = readOptions(append([]string{rules}, again...), playOptions(a))
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(a.Err, "rules: %v, because %s; repeat with %s\n", v, why, wire.UseRules(v))
	g.decided = " " + wire.UseRules(v)
	return g, nil
}

// noted is noteVersions for a verb with players as arguments. A wrong version is reported by the verb.
func noted(c *urfave.Context, w io.Writer) {
	if v, err := pelita.ParseVersion(c.String("rules")); err == nil {
		noteVersions(c.Context, w, c.Args().Slice(), c.String("python"), v, c.IsSet("rules"))
	}
}

// versionFlag reads --rules of a verb with players as arguments; auto is replaced by the version that fits them.
func versionFlag(c *urfave.Context, w io.Writer) error {
	if c.String("rules") == "auto" {
		v, why, err := decide(c.Context, c.Args().Slice(), c.String("python"))
		if err != nil {
			return cli.Usagef("flag %w", err)
		}
		fmt.Fprintf(w, "rules: %v, because %s; repeat with %s\n", v, why, wire.UseRules(v))
		return c.Set("rules", v.String())
	}
	if _, err := pelita.ParseVersion(c.String("rules")); err != nil {
		return cli.Usagef("flag --rules: %w", err)
	}
	noted(c, w)
	return nil
}
