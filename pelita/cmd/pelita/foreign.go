//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

const (
	remotePrefix = "pelita://"
	modulePrefix = "py:"
)

const noTimeout = "no-timeout"

// teamOptions are the settings of a team outside of this process.
func teamOptions(m match.Maker) (wire.Options, error) {
	o := wire.Options{Budget: wire.DefaultBudget, NoLimit: m.Flag(noTimeout) == "true"}
	return o, agree(m.Flag)
}

// agree returns which flags about time contradict each other.
func agree(value func(name string) string) error {
	for _, name := range []string{"budget", "first-budget", "clock"} {
		if value(noTimeout) == "true" && value(name) != "" {
			return fmt.Errorf("flags --%s and --%s: want one of them", noTimeout, name)
		}
	}
	return nil
}

// schemes are the kinds of players other than bundled teams. A name of a bundled team is never theirs.
func schemes() []scheme {
	python := func(spec string, m match.Maker) (player, error) {
		when := m.Flag("stand-in")
		if !slices.Contains([]string{"", "auto", "always"}, when) {
			return nil, errors.New("flag --stand-in: want auto or always")
		}
		if _, err := os.Stat(spec); err != nil && strings.HasSuffix(spec, ".py") {
			return nil, err
		}
		o, err := teamOptions(m)
		if err != nil {
			return nil, err
		}
		o.Python, o.StandIn, o.Start, o.Tee = m.Flag("python"), when == "always", m.Start, m.Output
		return foreign(spec, o)
	}
	return []scheme{
		{
			Prefix: remotePrefix, Usage: "pelita://HOST[:PORT]/PATH[?token=T]\ta team at a server, ours or the original's",
			New: func(rest string, m match.Maker) (player, error) {
				o, err := teamOptions(m)
				if err != nil {
					return nil, err
				}
				return foreign(remotePrefix+rest, o)
			},
		},
		{Prefix: modulePrefix, Usage: "py:MODULE\ta team in Python by the name of its module", New: python},
		{Match: isPython, Usage: "FILE.py, FILE, FOLDER\ta team in Python, as the original plays it", New: python},
		{
			Match: func(spec string) bool { return shipped(spec) != "" }, Usage: shippedFolder + "NAME\ta team that the original ships",
			New: func(spec string, _ match.Maker) (player, error) { return newBundled(shipped(spec)), nil },
		},
	}
}

// shippedFolder is the folder of the teams that the original ships, relative to its sources.
const shippedFolder = "pelita/player/"

// shippedTeams are the bundled teams that correspond to modules in that folder.
var shippedTeams = map[string]string{
	"StoppingPlayer": "stopping", "RandomPlayers": "nq-random", "FoodEatingPlayer": "food-eating", "SmartEatingPlayer": "smart-eating",
	"RandomExplorerPlayer": "random-explorer", "SmartRandomPlayer": "smart-random",
}

// shipped returns the bundled team for one of the original's teams, as the original's tournament.yaml names it; "" if there is
// none. If the file exists, as in the folder of the original's sources, isPython takes the spec first.
func shipped(spec string) string {
	name, found := strings.CutPrefix(strings.TrimPrefix(spec, "./"), shippedFolder)
	if !found {
		return ""
	}
	return shippedTeams[strings.TrimSuffix(name, ".py")]
}

// renewed is a bundled team that is made again for each game.
type renewed struct {
	turn.Wrapped[pelita.View, pelita.Move]
	make func() player
}

// Local says that the team thinks in this process.
func (*renewed) Local() {}

// Open makes the team for one game.
func (r *renewed) Open(context.Context, turn.Game) error {
	r.Player = r.make()
	return nil
}

// newBundled returns a bundled team by its name, which must exist.
func newBundled(name string) player {
	list := bots()
	deal, err := list[slices.IndexFunc(list, func(b bundled) bool { return b.Name == name })].New(nil)
	if err != nil {
		panic(err) // these teams have no parameters
	}
	return &renewed{make: func() player { return deal(nil) }}
}

// foreign makes the player for a team outside of this process.
func foreign(spec string, o wire.Options) (player, error) {
	open := wire.NewTeam
	if strings.HasPrefix(spec, remotePrefix) {
		open = wire.NewRemote
		if at, token, found := strings.Cut(spec, "?token=@"); found {
			secret, err := admission.Secret("@" + token)
			if err != nil {
				return nil, fmt.Errorf("token=@FILE: %w", err)
			}
			spec = at + "?token=" + url.QueryEscape(secret)
		}
	}
	t, err := open(strings.TrimPrefix(spec, modulePrefix), o)
	if err != nil { // not t, err: an interface that holds a nil *Team is not nil
		return nil, err
	}
	return t, nil
}

// isPython reports whether a spec is a Python team as the original finds it: a file with or without .py, a folder, or a module in
// PYTHONPATH.
func isPython(spec string) bool {
	if strings.HasPrefix(spec, "exec:") {
		return false
	}
	if strings.HasSuffix(spec, ".py") && shipped(spec) == "" || isModule(spec) {
		return true
	}
	if strings.ContainsAny(spec, `/\`) || !identifier.MatchString(spec) {
		return false
	}
	return slices.ContainsFunc(filepath.SplitList(os.Getenv("PYTHONPATH")), func(dir string) bool {
		return dir != "" && isModule(filepath.Join(dir, spec))
	})
}

// identifier is what Python can import by name.
var identifier = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)

// isModule reports whether a path is a folder, or a Python file, whose .py may be left out.
func isModule(path string) bool {
	if info, err := os.Stat(path); err == nil {
		return info.IsDir() || strings.HasSuffix(path, ".py")
	}
	info, err := os.Stat(path + ".py")
	return err == nil && info.Mode().IsRegular()
}

// isForeign reports whether a team is outside of this process.
func isForeign(spec string) bool {
	return !isBundled(spec) && (strings.HasPrefix(spec, remotePrefix) || strings.HasPrefix(spec, modulePrefix) || isPython(spec))
}

// isProgram reports whether a team is a program that we start.
func isProgram(spec string) bool {
	return strings.HasPrefix(spec, "exec:") || isForeign(spec) && !strings.HasPrefix(spec, remotePrefix)
}

// isBundled reports whether a spec names a bundled team.
func isBundled(spec string) bool {
	return slices.ContainsFunc(bots(), func(b bundled) bool { return b.Name == spec })
}
