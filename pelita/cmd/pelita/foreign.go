package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
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
		&urfave.BoolFlag{Name: noTimeout, Usage: "teams in Python and at servers have no limits (default: 3 s an answer, unless there is a --budget)"},
	}
}

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

// finds recognises the teams that the page offers from its working directory: Python files with what the original requires of a
// team, and folders with such an __init__.py, which may import it from another file.
var finds = []check.Find{
	{
		Pattern: "*/__init__.py", Spec: func(file string) string { return "./" + path.Dir(file) },
		Is: func(text string) bool { return strings.Contains(text, "TEAM_NAME") && strings.Contains(text, "move") },
	},
	{Pattern: "*.py", Is: isTeam},
	{Pattern: "*/*.py", Is: isTeam},
}

var (
	teamName = regexp.MustCompile(`(?m)^TEAM_NAME\b`)
	teamMove = regexp.MustCompile(`(?m)^(def\s+move\b|move\s*=|(from|import)\b.*\bmove\b)`)
)

func isTeam(text string) bool { return teamName.MatchString(text) && teamMove.MatchString(text) }

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
				err = errors.New("nobody in the local network announces a team: `pelita server TEAM --advertise HOST` does")
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

// foreign makes the player for a team outside of this process, which sits in a seat.
func (d *dropped) foreign(spec string, seat int) (player, error) {
	g := d.given
	o := wire.Options{
		Python: g.value("python", "python3"), StandIn: g.values["stand-in"] == "always", Initial: d.initial, Budget: d.budget(),
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

// checkVerb is the verb check of all games. It also says which features a Python team uses that some packages lack.
func checkVerb(a *cli.App) *urfave.Command {
	command := verbs.Check(a)
	house := command.Action
	command.Action = func(c *urfave.Context) error {
		err := house(c)
		out := a.Out
		if c.Bool("json") || c.Bool("junit") {
			out = a.Err // programs read the standard output
		}
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
