//go:build !playground

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/seeds"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// programs are the names of the original's programs for which this program has verbs, with the first words of the verbs' command
// lines.
var programs = map[string][]string{
	"pelita-tournament":   {"cup", "--" + originalFlag},
	"pelita-server":       {"server", "--" + originalFlag},
	"pelita-createlayout": {"createlayout"},
	"pelita-player":       {"player"},
}

// originalFlag makes a verb use the defaults of the original program.
const originalFlag = "as-original"

// serverWords are the commands of the original's server program, which may precede the arguments.
var serverWords = []string{"remote-server", "show-statistics", "add-team"}

// asProgram returns the command line for a program that was called by this path: under one of those names, it acts as that
// program.
func asProgram(path string, args []string) []string {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	words, found := programs[name]
	if !found {
		return args
	}
	if name == "pelita-server" || name == "pelita-player" {
		args = withoutLog(args)
	}
	return slices.Concat(words, args)
}

// withoutLog drops the option --log [FILE], which the original's programs have before their commands: our log always goes to
// standard error.
func withoutLog(args []string) []string {
	if len(args) == 0 || args[0] != "--log" && !strings.HasPrefix(args[0], "--log=") {
		return args
	}
	commands := append(serverWords, "check-team", "hash-team", "remote-game")
	if args[0] == "--log" && len(args) > 1 && !slices.Contains(commands, args[1]) && args[1] != "--help" {
		return args[2:]
	}
	return args[1:]
}

// links makes links named like the original's programs.
func links(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "links", Usage: "make links to this program with the names of the original's programs",
		UsageText: "pelita links DIR\n\nIf it is called pelita-tournament, pelita-server, pelita-createlayout or pelita-player, this program\n" +
			"has the command line of that program. Example:\n\n  pelita links bin",
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "force", Usage: "replace files that have these names"}},
		Action: func(c *urfave.Context) error {
			if c.NArg() != 1 {
				return cli.Usagef("links: %d arguments: want one folder", c.NArg())
			}
			program, err := os.Executable()
			if err != nil {
				return err
			}
			dir := c.Args().First()
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return err
			}
			for _, name := range slices.Sorted(maps.Keys(programs)) {
				path, err := makeLink(program, filepath.Join(dir, name), c.Bool("force"))
				if err != nil {
					return fmt.Errorf("links: %w", err)
				}
				fmt.Fprintln(c.App.Writer, path)
			}
			return nil
		},
	}
}

// makeLink links a path to a program. Windows may refuse symbolic links, and program names need their extension there.
func makeLink(program, path string, force bool) (string, error) {
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Lstat(path); err == nil {
		if to, err := os.Readlink(path); err == nil && to == program {
			return path, nil
		}
		if !force {
			return "", fmt.Errorf("%s already exists and is not a link to %s; --force replaces it", path, program)
		}
		if err := os.Remove(path); err != nil {
			return "", err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	err := os.Symlink(program, path)
	if err != nil && runtime.GOOS == "windows" {
		err = os.Link(program, path)
	}
	return path, err
}

// createLayout makes a maze as the original's create-layout should.
func createLayout(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "createlayout", Usage: "make a layout of version 2.5.1, as the original's program of that name",
		UsageText: "pelita createlayout [--height Y] [--width X] [--food F] [--seed S] [--dead-ends]\n\n" +
			"The same as `pelita maze --rules 2.5.1`. Example:\n\n  pelita createlayout -y 8 -x 16 -f 10 -s 1",
		Flags: []urfave.Flag{
			cli.NumberFlag("height", 16, 1, "`NUMBER` of rows", "y"),
			cli.NumberFlag("width", 32, 1, "`NUMBER` of columns", "x"),
			cli.NumberFlag("food", 30, 0, "`NUMBER` of pellets of each team", "f"),
			&urfave.StringFlag{Name: "seed", Aliases: []string{"s"}, Usage: "`NUMBER` that repeats the layout (default: drawn)"},
			&urfave.BoolFlag{Name: "dead-ends", Aliases: []string{"d"}, Usage: "leave dead ends and chambers with one entrance"},
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
			text, err := maze.GenerateOld(cli.Number(c, "width"), cli.Number(c, "height"), cli.Number(c, "food"), c.Bool("dead-ends"), chance)
			if err != nil {
				return cli.Usagef("createlayout: %w", err)
			}
			_, err = fmt.Fprint(c.App.Writer, text)
			return err
		},
	}
}

// playerVerb does what the original's player program does.
func playerVerb(a *cli.App) *urfave.Command {
	flags := func(more ...urfave.Flag) []urfave.Flag {
		rules := &urfave.StringFlag{Name: "rules", Value: "2.5.1", Usage: "`VERSION` of the conversation, 2.5.1 or 2.7.0"}
		return slices.Concat(more, []urfave.Flag{rules}, playerFlags())
	}
	return &urfave.Command{
		Name: "player", Usage: "load a team: print its name or the hash of its files, or play in a game of the original",
		Subcommands: []*urfave.Command{
			{
				Name: "check-team", Usage: "load a team and print its name", UsageText: "pelita player check-team TEAM",
				Flags: flags(), Action: func(c *urfave.Context) error { return playerCheck(c, a) },
			},
			hashTeam(a),
			{
				Name: "remote-game", Usage: "play in the original's game at an address, as one of its teams",
				UsageText: "pelita player remote-game TEAM ADDRESS\n\nExample:\n\n  pelita player remote-game champion tcp://localhost:50123",
				Flags: flags(
					&urfave.StringFlag{Name: "team-name-override", Usage: "`NAME` of the team instead of its own"},
					&urfave.BoolFlag{Name: "silent-bots", Usage: "drop what bots say"},
				),
				Action: func(c *urfave.Context) error { return remoteGame(c, a) },
			},
		},
	}
}

// hashTeam is a verb, and also a command of the verb player.
func hashTeam(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "hash-team", Usage: "load a team in Python and print the hash of its files",
		UsageText: "pelita hash-team TEAM\n\nThe hash is the SHA-1 of all files that the team imports from its folder, so it changes when the team does.\n" +
			"Example:\n\n  pelita hash-team my_team.py",
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "rules", Value: "2.5.1", Usage: "`VERSION` of the package that it imports, 2.5.1 or 2.7.0"},
		}, playerFlags()...),
		Action: func(c *urfave.Context) error {
			version, spec, err := loaded(c, 1)
			if err != nil {
				return err
			}
			if isBundled(spec) || !isPython(spec) {
				return cli.Usagef("hash-team: team %q: want a team in Python", spec)
			}
			defer wire.CleanUp()
			return runPlayer(c, version, "hash-team", spec)
		},
	}
}

// loaded reads the arguments that the commands about a team share: their version, and the team, which is the first argument.
func loaded(c *urfave.Context, arguments int) (v pelita.Version, spec string, err error) {
	v, err = pelita.ParseVersion(c.String("rules"))
	switch {
	case err != nil:
		return v, "", cli.Usagef("flag --rules: %w", err)
	case c.NArg() != arguments:
		return v, "", cli.Usagef("%s: %d arguments: want %d", c.Command.Name, c.NArg(), arguments)
	}
	return v, c.Args().First(), nil
}

// runPlayer runs the Python package's player in the foreground.
func runPlayer(c *urfave.Context, version pelita.Version, words ...string) error {
	options := wire.Options{Python: c.String("python"), StandIn: c.String("stand-in") == "always"}
	command, err := wire.PlayerCommand(options, version, words...)
	if err != nil {
		return err
	}
	player := exec.CommandContext(c.Context, command[0], command[1:]...)
	player.Env = append(os.Environ(), proc.Steady()...)
	player.Stdin, player.Stdout, player.Stderr = os.Stdin, c.App.Writer, c.App.ErrWriter
	err = player.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && c.Context.Err() == nil { // the player has printed the reason
		return urfave.Exit("", max(exit.ExitCode(), 1))
	}
	return err
}

// seated makes one of our players, not in Python.
func seated(a *cli.App, spec string) (wire.Player, error) {
	p, err := lender(a)(spec)
	if err == nil && p == nil {
		err = fmt.Errorf("team %q: want one of this program", spec) // the callers have handled teams in Python
	}
	return p, err
}

func playerCheck(c *urfave.Context, a *cli.App) error {
	version, spec, err := loaded(c, 1)
	if err != nil {
		return err
	}
	defer wire.CleanUp()
	if isForeign(spec) && !strings.HasPrefix(spec, remotePrefix) {
		return runPlayer(c, version, "check-team", spec)
	}
	name, err := nameOf(c.Context, a, spec, version)
	if err == nil {
		_, err = fmt.Fprintln(c.App.Writer, name)
	}
	return err
}

func nameOf(ctx context.Context, a *cli.App, spec string, version pelita.Version) (string, error) {
	p, err := seated(a, spec)
	if strings.HasPrefix(spec, remotePrefix) {
		var there *match.Player
		if there, err = a.Player(spec); err == nil {
			p = match.Inner[pelita.View, pelita.Move](there)
		}
	}
	if err != nil {
		return "", err
	}
	defer turn.Close(p)
	return wire.NameOf(ctx, p, version)
}

func remoteGame(c *urfave.Context, a *cli.App) error {
	version, spec, err := loaded(c, 2)
	if err != nil {
		return err
	}
	defer wire.CleanUp()
	name, address := c.String("team-name-override"), c.Args().Get(1)
	if isForeign(spec) {
		words := []string{"remote-game", spec, address}
		if name != "" {
			words = append(words, "--team-name-override", name)
		}
		if c.Bool("silent-bots") {
			words = append(words, "--silent-bots")
		}
		return runPlayer(c, version, words...)
	}
	o := wire.Remote{Version: version, Name: name, Renamed: name != "", Silent: c.Bool("silent-bots")}
	if name == "" {
		if o.Name, err = nameOf(c.Context, a, spec, version); err != nil {
			return err
		}
	}
	p, err := seated(a, spec)
	if err != nil {
		return err
	}
	defer turn.Close(p)
	return wire.PlayRemote(c.Context, p, address, o)
}

// lender returns the function that makes a server's players that are not in Python.
func lender(a *cli.App) func(spec string) (wire.Player, error) {
	return func(spec string) (wire.Player, error) {
		switch {
		case strings.HasPrefix(spec, remotePrefix) || spec == "human":
			return nil, fmt.Errorf("team %q: want a bundled team, one in Python or exec:COMMAND", spec)
		case isForeign(spec):
			return nil, nil
		}
		p, err := a.Player(spec)
		if err != nil {
			return nil, err
		}
		return match.Attended[pelita.View, pelita.Move](p), nil
	}
}

// standIn writes our replacement of the Python package.
func standIn(*cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "stand-in", Usage: "print or make a folder with a stand-in for the original's Python package",
		UsageText: "pelita stand-in [DIR]\n\nWith this folder in PYTHONPATH, `import pelita` works without the original, numpy, networkx and zmq.\n" +
			"Example:\n\n  PYTHONPATH=$(pelita stand-in) python3 -m pytest",
		Flags: []urfave.Flag{&urfave.StringFlag{Name: "rules", Value: "2.5.1", Usage: "`VERSION` that it stands in for, 2.5.1 or 2.7.0"}},
		Action: func(c *urfave.Context) error {
			version, err := pelita.ParseVersion(c.String("rules"))
			if err != nil {
				return cli.Usagef("flag --rules: %w", err)
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
