//go:build !lean || (contest && web)

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/publish"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/pelita"
)

// cupConfig is the configuration of a tournament of the original.
type cupConfig struct {
	location, date, size, host string
	greeting, farewell         string
	viewer, speaker            string
	bonus, interactive, speak  bool
	rounds                     int
	asked                      bool   // the command line gives these rounds
	seed                       string // "": drawn
	teams                      []cupTeam
}

// cupTeam is a team of a tournament.
type cupTeam struct {
	id, spec, name string
	members        []string
}

// readCup reads a tournament.yaml. Missing values are the original's, or else those of this program, which has no audience.
func readCup(path string, original bool) (*cupConfig, error) {
	content, err := files.Read(path, files.MostText)
	if err != nil {
		return nil, err
	}
	top, err := parseYAML(string(content))
	if err == nil {
		var c *cupConfig
		if c, err = cupOf(top, original); err == nil {
			return c, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

func cupOf(top map[string]any, original bool) (*cupConfig, error) {
	c := &cupConfig{
		rounds: pelita.MaxRounds, seed: "42", size: "normal", host: "host", greeting: "Hello", farewell: "Good evening", viewer: "null",
	}
	if original {
		c.viewer, c.interactive = "tk", true
	}
	known := map[string]*string{
		"location": &c.location, "date": &c.date, "size": &c.size, "host": &c.host, "greeting": &c.greeting, "farewell": &c.farewell,
		"seed": &c.seed, "viewer": &c.viewer, "speaker": &c.speaker,
	}
	switches := map[string]*bool{"bonusmatch": &c.bonus, "interactive": &c.interactive, "speak": &c.speak}
	for key, value := range top {
		text, isText := value.(string)
		switch to := known[key]; {
		case key == "teams":
		case switches[key] != nil:
			*switches[key] = slices.Contains([]string{"true", "yes", "on"}, strings.ToLower(text))
		case key == "rounds" && isText:
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("rounds: %s: want a whole number, at least 1", text)
			}
			c.rounds = n
		case key == "rounds":
		case to == nil:
			return nil, fmt.Errorf("%s: unknown key", key)
		case isText || key == "seed": // without a seed, one is drawn
			*to = text
		}
	}
	for _, key := range []string{"location", "date", "bonusmatch", "teams"} {
		if _, ok := top[key]; !ok {
			return nil, fmt.Errorf("%s is missing", key)
		}
	}
	list, _ := top["teams"].([]any)
	return c, c.readTeams(list)
}

func (c *cupConfig) readTeams(list []any) error {
	ids := map[string]bool{}
	for i, item := range list {
		object, _ := item.(map[string]any)
		spec, _ := object["spec"].(string)
		if spec == "" {
			return fmt.Errorf("team %d: want a spec", i+1)
		}
		t := cupTeam{id: fmt.Sprintf("#%d", i), spec: spec}
		if id, given := object["id"]; given && id != nil {
			t.id, _ = id.(string)
			if t.id == "" || t.id[0] == '#' {
				return fmt.Errorf("team %d: id %q: want a text that does not begin with #", i+1, t.id)
			}
		}
		if ids[t.id] {
			return fmt.Errorf("team %d: id %s appears twice", i+1, t.id)
		}
		ids[t.id] = true
		members, _ := object["members"].([]any)
		for _, m := range members {
			t.members = append(t.members, fmt.Sprint(m))
		}
		c.teams = append(c.teams, t)
	}
	if len(c.teams) < 2 {
		return fmt.Errorf("teams: %d, want at least two", len(c.teams))
	}
	return nil
}

// cupVerb plays a tournament like the original's.
func cupVerb(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "cup", Usage: "play the original's kind of tournament: everybody against everybody, then a knockout",
		UsageText: "pelita cup tournament.yaml [--dir DIR]\npelita tournament run --config tournament.yaml\n\n" +
			"An interrupted tournament goes on where it was when --dir names its folder,\n" +
			"or --load-state its --state. --setup asks questions and\nwrites tournament.yaml. Examples:\n\n" +
			"  pelita cup tournament.yaml --dry-run\n  pelita cup --config tournament.yaml -r 100 -v progress --no-speak",
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "dir", Usage: "`DIR` for all files (default: the first free store-LOCATION-DATE-NN)"},
			&urfave.StringFlag{Name: "rules", Value: "2.5.1", Usage: "`VERSION` whose rules are played, 2.5.1 or 2.7.0"},
			&urfave.StringFlag{Name: "config", Usage: "`FILE` of the configuration; the same as the argument (default: tournament.yaml)"},
			cli.NumberFlag("rounds", 0, 0, "`NUMBER` of rounds of a game; 0: as configured", "r"),
			cli.NumberFlag("concurrency", 1, 1, "`NUMBER` of games of the first round at the same time"),
			&urfave.StringFlag{
				Name: "viewer", Aliases: []string{"v"},
				Usage: "`VIEWER` of the games: " + strings.Join(viewers, ", ") + " (default: as configured, or null)",
			},
			&urfave.BoolFlag{Name: "interactive", Usage: "wait for ENTER before each game; --interactive=false does not"},
			&urfave.BoolFlag{Name: "non-interactive", Usage: "the same as --interactive=false"},
			&urfave.BoolFlag{Name: "speak", Usage: "have the speaker say what is printed; --speak=false does not"},
			&urfave.BoolFlag{Name: "no-speak", Usage: "the same as --speak=false"},
			&urfave.StringFlag{Name: "speaker", Usage: "`COMMAND` that reads out a file, its last argument"},
			&urfave.StringFlag{Name: "state", Usage: "`FILE` for the finished games, instead of one in the folder (with --load-state: state.yaml)"},
			&urfave.BoolFlag{Name: "load-state", Usage: "continue the tournament in that file"},
			contest.KeyFlag(), cli.PatienceFlag(cli.ContestPatience),
			&urfave.BoolFlag{Name: "no-log", Usage: "keep no folder"},
			&urfave.BoolFlag{Name: "dry-run", Usage: "load the teams and print the games of the first round, but play none"},
			&urfave.BoolFlag{Name: "setup", Usage: "ask questions and write the configuration"},
			&urfave.BoolFlag{Name: originalFlag, Hidden: true, Usage: "with the defaults of pelita-tournament"},
		}, a.MakerFlags(proc.Auto)...),
		Action: func(c *urfave.Context) error {
			path := c.String("config")
			switch {
			case c.NArg() > 1:
				return cli.Usagef("cup: argument %q: want one configuration", c.Args().Get(1))
			case c.NArg() == 1 && path != "":
				return cli.Usagef("cup: argument %q: --config names the configuration already", c.Args().First())
			case c.NArg() == 1:
				path = c.Args().First()
			}
			path = cmp.Or(path, "tournament.yaml")
			if c.Bool("setup") {
				return cupSetup(c.Context, a, path)
			}
			t := &cup{
				app: a, dir: c.String("dir"), concurrency: cli.Number(c, "concurrency"), python: c.String("python"),
				standIn: c.String("stand-in"), state: c.String("state"), load: c.Bool("load-state"), noLog: c.Bool("no-log"),
				dry: c.Bool("dry-run"),
			}
			if t.state == "" && (t.load || c.Bool(originalFlag)) {
				t.state = "state.yaml"
			}
			if t.dir != "" && (t.noLog || t.dry) {
				return cli.Usagef("cup: --dir %s keeps files, but --no-log and --dry-run keep none; give only one of them", t.dir)
			}
			if _, err := os.Stat(path); err != nil && c.Bool(originalFlag) {
				return urfave.Exit(fmt.Sprintf("%s not found. Create a new tournament with --setup.", path), 1)
			}
			return playCup(c, a, path, t)
		},
	}
}

// tournamentVerb is the verb tournament of all games; a configuration of the original's kind is played as a cup.
func tournamentVerb(a *cli.App) *urfave.Command {
	command := publish.Tournament(a)
	for _, sub := range command.Subcommands {
		if house := sub.Action; sub.Name != "run" {
			sub.Action = func(c *urfave.Context) error {
				if name := c.Args().First(); name != "" && isCup(name) {
					return cupAction(a, c, name)
				}
				return house(c)
			}
		}
		if sub.Name != "run" {
			continue
		}
		house := sub.Action
		sub.Action = func(c *urfave.Context) error {
			path := c.String("config")
			if ext := filepath.Ext(path); ext != ".yaml" && ext != ".yml" {
				return house(c)
			}
			if c.NArg() > 0 {
				return cli.Usagef("tournament run: argument %q: the teams are in %s", c.Args().First(), path)
			}
			t := &cup{app: a, concurrency: 1, python: c.String("python"), standIn: c.String("stand-in")}
			if c.IsSet("dir") {
				t.dir = c.String("dir")
			}
			if c.IsSet("concurrency") {
				t.concurrency = cli.Number(c, "concurrency")
			}
			return playCup(c, a, path, t)
		}
	}
	return command
}

// playCup plays the tournament of a configuration.
func playCup(c *urfave.Context, a *cli.App, path string, t *cup) (err error) {
	t.noTimeout = c.Bool(noTimeout)
	if t.version, err = pelita.ParseVersion(c.String("rules")); err != nil {
		return cli.Usagef("flag --rules: %w", err)
	}
	if t.secret, err = contest.ReadKey(c); err != nil {
		return err
	}
	if t.config, err = readCup(path, c.Bool(originalFlag)); err != nil {
		return cli.Usagef("%w", err)
	}
	if err := t.config.override(c, t.concurrency); err != nil {
		return err
	}
	if strings.HasPrefix(t.config.viewer, "tk") && !t.dry {
		if problem := tkProblem(c.Context, t.python); problem != "" {
			t.config.viewer = "null"
			if a.Interactive() {
				t.config.viewer = "ascii"
			}
			fmt.Fprintf(a.Err, "no Tk viewer: %s; the viewer is %s\n", problem, t.config.viewer)
		}
	}
	return contest.KeyError(quiet(t.run(c.Context)))
}

// override replaces values of the configuration by those of the command line, and finds contradictions.
func (c *cupConfig) override(flags *urfave.Context, concurrency int) error {
	if flags.Command.Name == "cup" && cli.Number(flags, "rounds") > 0 {
		c.rounds, c.asked = cli.Number(flags, "rounds"), true
	}
	for name, to := range map[string]*bool{"interactive": &c.interactive, "speak": &c.speak} {
		no := map[string]string{"interactive": "non-interactive", "speak": "no-speak"}[name]
		switch {
		case flags.Bool(name) && flags.Bool(no):
			return cli.Usagef("flags --%s and --%s: want one of them", name, no)
		case flags.Bool(no):
			*to = false
		case flags.IsSet(name):
			*to = flags.Bool(name)
		}
	}
	for name, to := range map[string]*string{"viewer": &c.viewer, "speaker": &c.speaker} {
		if flags.IsSet(name) {
			*to = flags.String(name)
		}
	}
	switch {
	case !slices.Contains(viewers, c.viewer):
		return cli.Usagef("viewer %q: want one of %s", c.viewer, strings.Join(viewers, ", "))
	case c.speak && c.speaker == "":
		return cli.Usagef("speak: want a speaker, the command that reads out the file that is its last argument")
	case concurrency > 1 && (c.viewer != "null" || c.interactive):
		return cli.Usagef("flag --concurrency: games with a viewer or with --interactive are played one at a time: leave it out")
	}
	return nil
}

// cupSetup asks for a configuration and writes it.
func cupSetup(ctx context.Context, a *cli.App, path string) error {
	if _, err := os.Stat(path); err == nil {
		return cli.Usagef("%s already exists", path)
	}
	ask := func(text string) (string, error) {
		fmt.Fprintf(a.Out, "%s: ", text)
		answer, err := a.Line(ctx)
		return strings.TrimSpace(answer), err
	}
	var b strings.Builder
	for _, key := range []string{"location", "date"} {
		answer, err := ask(key)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s: '%s'\n", key, strings.ReplaceAll(answer, "'", "''"))
	}
	bonus, err := ask("bonus match for the last team (y/n)")
	if err != nil {
		return err
	}
	fmt.Fprintf(&b, "bonusmatch: %v\nteams:\n", strings.HasPrefix(strings.ToLower(bonus), "y"))
	for n := 1; ; n++ {
		spec, err := ask(fmt.Sprintf("team %d, a file or another team (nothing: that is all)", n))
		if spec == "" || err != nil {
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			return os.WriteFile(path, []byte(b.String()), 0o666)
		}
		members, err := ask("its members, with commas between them")
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		fmt.Fprintf(&b, "- spec: '%s'\n  members: [%s]\n", strings.ReplaceAll(spec, "'", "''"), members)
	}
}

var notWord = regexp.MustCompile(`[^\p{L}\p{N}_]`)

// storeDir makes the folder of a tournament: the given one, or the first free one.
func (t *cup) storeDir() (err error) {
	if t.noLog {
		t.dir, err = os.MkdirTemp("", "pelita-cup-")
		return err
	}
	if t.dir != "" {
		return os.MkdirAll(t.dir, 0o777)
	}
	clean := func(text string) string { return notWord.ReplaceAllString(text, "_") }
	for n := 0; ; n++ {
		t.dir = fmt.Sprintf("store-%s-%s-%02d", clean(t.config.location), clean(t.config.date), n)
		if err := os.Mkdir(t.dir, 0o777); !errors.Is(err, os.ErrExist) {
			return err
		}
	}
}
