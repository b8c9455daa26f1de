package cli

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/gofrs/flock"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/league"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/term"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// tournament is the first line of a journal: everything that decides what is played.
type tournament struct {
	Type    string        `json:"type"` // "tournament"
	Game    string        `json:"game"`
	Rules   string        `json:"rules"`
	Version string        `json:"version"`
	Seed    string        `json:"seed"`
	Rounds  int           `json:"rounds"`
	Start   string        `json:"start"`
	Options match.Params  `json:"options,omitempty"`
	Budget  timer.Control `json:"budget"`
	Teams   []team        `json:"teams"`
}

type team struct {
	Label string `json:"label"`
	Spec  string `json:"spec"`
}

// fixture is one game of the schedule.
type fixture struct {
	n        int // from 1
	id, seed string
	league.Pairing
}

func (t *tournament) setup() match.Setup {
	return match.Setup{Start: t.Start, Seed: t.Seed, Options: t.Options}
}

// key is what tells setups apart that are played from many seeds.
func (t *tournament) key() string {
	if len(t.Options) == 0 {
		return t.Start
	}
	return fmt.Sprint(t.Start, t.Options) // fmt sorts the keys
}

// identify makes the id of a game of an older journal from what defines it, and the word from which seeds are derived in all.
func identify(words ...any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", words))
	return fmt.Sprintf("%x", sum[:6])
}

func (t *tournament) fixtures() []fixture {
	var list []fixture
	for i, p := range league.RoundRobin(len(t.Teams), t.Rounds) {
		what := []any{t.Game, t.Rules, t.key(), t.Budget, p.Round}
		first, second := t.Teams[p.Teams[0]], t.Teams[p.Teams[1]]
		id := identify(append(what, first, second)...)
		if second.Label < first.Label { // both games of a pair have the same seed, so that both have the same luck
			first, second = second, first
		}
		list = append(list, fixture{i + 1, id, match.DeriveSeed(t.Seed, identify(append(what, first, second)...)), p})
	}
	return list
}

// Tournament is the verb tournament.
func Tournament(a *App) *cli.Command {
	dir := &cli.StringFlag{Name: "dir", Value: a.Game.Name + "-tournament", Usage: "`DIR` for journal, records and outputs of the bots"}
	jsonFlag := &cli.BoolFlag{Name: "json", Usage: "print JSON Lines"}
	csvFlag := &cli.BoolFlag{Name: "csv", Usage: "print the standings as CSV"}
	concurrency := NumberFlag("concurrency", max(1, runtime.NumCPU()/2), 1, "`NUMBER` of games at the same time")
	example := a.Game.Bots[0].Name + " easy=" + a.Game.Bots[min(1, len(a.Game.Bots)-1)].Name
	return &cli.Command{
		Name: "tournament", Usage: "every team meets every other twice, once in each seat",
		Subcommands: []*cli.Command{
			{
				Name: "run", Usage: "play a tournament",
				UsageText: fmt.Sprintf("%[1]s tournament run TEAM TEAM... | --config FILE\n\nA team is a player, or LABEL=PLAYER. "+
					"FILE has a team a line. Example:\n\n  %[1]s tournament run %[2]s %[3]s --budget 1s --dir cup", a.Game.Name, example, a.program("mine=")),
				Flags: a.optionFlags(slices.Concat(timeFlags(), a.PlayerFlags, []cli.Flag{
					seedFlag(), dir, concurrency,
					NumberFlag("rounds", 1, 1, "`NUMBER` of times that every pair meets in both seats"),
					&cli.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Game.Layout},
					&cli.StringFlag{Name: "config", Usage: "read the teams from `FILE`, one a line"}, jsonFlag,
				})),
				Action: a.tournamentRun,
			},
			{
				Name: "resume", Usage: "play the games that a broken off tournament lacks",
				UsageText: a.Game.Name + " tournament resume DIR",
				Flags:     append([]cli.Flag{concurrency, jsonFlag}, a.PlayerFlags...),
				Action:    a.tournamentResume,
			},
			{
				Name: "status", Usage: "how far a tournament is",
				UsageText: a.Game.Name + " tournament status DIR",
				Action: func(c *cli.Context) error {
					_, t, done, err := a.load(c)
					if err != nil {
						return err
					}
					_, err = fmt.Fprintf(a.Out, "%d of %d games played\n", len(done), len(t.fixtures()))
					return err
				},
			},
			{
				Name: "standings", Usage: "the table of a tournament, finished or not",
				UsageText: a.Game.Name + " tournament standings DIR",
				Flags:     []cli.Flag{csvFlag, jsonFlag},
				Action: func(c *cli.Context) error {
					_, t, done, err := a.load(c)
					if err != nil {
						return err
					}
					return a.printTable(c, t, done)
				},
			},
		},
	}
}

var labelled = regexp.MustCompile(`^([A-Za-z0-9_.-]+)=(.+)$`)

func parseTeam(text string) team {
	if m := labelled.FindStringSubmatch(text); m != nil {
		return team{m[1], m[2]}
	}
	return team{text, text}
}

func (a *App) tournamentRun(c *cli.Context) (err error) {
	t := tournament{Type: "tournament", Game: a.Game.Name, Rules: a.Game.Rules, Version: match.Version(), Rounds: Number(c, "rounds")}
	if t.Budget, err = control(c); err != nil {
		return err
	}
	setup, err := a.setup(c)
	if err != nil {
		return err
	}
	t.Start, t.Seed, t.Options = setup.Start, setup.Seed, setup.Options
	specs := c.Args().Slice()
	if path := c.String("config"); path != "" {
		content, err := os.ReadFile(path)
		if err != nil {
			return Usagef("flag --config: %w", err)
		}
		for line := range strings.Lines(string(content)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				specs = append(specs, line)
			}
		}
	}
	for _, spec := range specs {
		t.Teams = append(t.Teams, parseTeam(spec))
	}
	if len(t.Teams) < 2 {
		return Usagef("tournament run: %d teams, want at least 2", len(t.Teams))
	}
	for i, team := range t.Teams {
		if slices.ContainsFunc(t.Teams[:i], sameLabel(team.Label)) {
			return Usagef("tournament run: two teams are called %q: call one LABEL=%s", team.Label, team.Spec)
		}
	}
	dir := c.String("dir")
	if err := os.MkdirAll(filepath.Join(dir, "games"), 0o777); err != nil {
		return fmt.Errorf("flag --dir: %w", err)
	}
	unlock, err := lock(dir)
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Stat(journalPath(dir)); err == nil {
		return Usagef("flag --dir: %s already holds a tournament; go on with it by `%s tournament resume %s`", dir, a.Game.Name, dir)
	}
	if err := a.tryTeams(c.Context, &t, t.fixtures()); err != nil {
		return err
	}
	journal, err := league.CreateJournal(journalPath(dir), t)
	if err != nil {
		return err
	}
	defer journal.Close()
	return a.playOn(c, dir, &t, journal, nil)
}

func sameLabel(label string) func(team) bool { return func(t team) bool { return t.Label == label } }

func journalPath(dir string) string { return filepath.Join(dir, "journal.jsonl") }

// lock keeps two processes from playing the same tournament.
func lock(dir string) (unlock func() error, err error) {
	l := flock.New(filepath.Join(dir, "lock"))
	ok, err := l.TryLock()
	if err == nil && !ok {
		err = league.ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return l.Unlock, nil
}

// load reads the journal of the DIR argument.
func (a *App) load(c *cli.Context) (dir string, t *tournament, done map[string]match.Line, err error) {
	dir = c.Args().First()
	if c.NArg() != 1 {
		return "", nil, nil, Usagef("%s: want the folder of a tournament", c.Command.HelpName)
	}
	t, done = &tournament{}, map[string]match.Line{}
	err = league.ReadJournal(journalPath(dir), t, func(line []byte) error {
		var g match.Line
		if err := json.Unmarshal(line, &g); err != nil {
			return err
		}
		done[g.ID] = g
		return nil
	})
	if err == nil && (t.Type != "tournament" || t.Game != a.Game.Name) {
		err = fmt.Errorf("%s: line 1: want the head of a tournament of %s", journalPath(dir), a.Game.Name)
	}
	return dir, t, done, err
}

func (a *App) tournamentResume(c *cli.Context) error {
	if c.NArg() == 1 {
		if _, err := os.Stat(c.Args().First()); err == nil {
			unlock, err := lock(c.Args().First())
			if err != nil {
				return err
			}
			defer unlock()
		}
	}
	dir, t, done, err := a.load(c)
	if err != nil {
		return err
	}
	if t.Rules != a.Game.Rules {
		return fmt.Errorf("%s was begun with version %s of the rules, this program plays version %s", dir, t.Rules, a.Game.Rules)
	}
	var left []fixture
	for _, f := range t.fixtures() {
		if _, ok := done[f.id]; !ok {
			left = append(left, f)
		}
	}
	if err := a.tryTeams(c.Context, t, left); err != nil {
		return err
	}
	journal, err := league.OpenJournal(journalPath(dir))
	if err != nil {
		return err
	}
	defer journal.Close()
	return a.playOn(c, dir, t, journal, done)
}

// tryTeams starts every team that still has games: one that never starts is an error, not a result.
func (a *App) tryTeams(ctx context.Context, t *tournament, left []fixture) error {
	for i, team := range t.Teams {
		if !slices.ContainsFunc(left, func(f fixture) bool { return f.Teams[0] == i || f.Teams[1] == i }) {
			continue
		}
		p, err := a.Player(team.Spec)
		if err != nil {
			return err
		}
		err = a.Game.Try(ctx, t.setup(), p)
		p.Close()
		var setup *match.SetupError
		switch {
		case errors.As(err, &setup):
			return setupError(err)
		case err != nil:
			return fmt.Errorf("team %s cannot be started: %w", team.Label, err)
		}
	}
	return nil
}

// playOn plays the games that are not done and prints the table.
func (a *App) playOn(c *cli.Context, dir string, t *tournament, journal *league.Journal, done map[string]match.Line) error {
	fixtures := t.fixtures()
	results := make([]*match.Line, len(fixtures))
	var left []fixture
	for i, f := range fixtures {
		if line, ok := done[f.id]; ok {
			results[i] = &line
		} else {
			left = append(left, f)
		}
	}
	progress := league.Progress{W: a.Err, Terminal: term.IsTerminal(a.Err), Total: len(fixtures)}
	progress.Skip(len(fixtures) - len(left))
	var mu sync.Mutex
	printed := 0
	// report prints the JSON lines in the order of the schedule, whatever finishes first.
	report := func() error {
		for c.Bool("json") && printed < len(results) && results[printed] != nil {
			if err := a.printJSON(results[printed]); err != nil {
				return err
			}
			printed++
		}
		return nil
	}
	if err := report(); err != nil {
		return err
	}
	err := league.Parallel(c.Context, Number(c, "concurrency"), left, func(ctx context.Context, f fixture) error {
		line, err := a.playFixture(ctx, dir, t, f)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		if err := journal.Append(line); err != nil {
			return err
		}
		results[f.n-1] = line
		progress.Step(summary(*line))
		return report()
	})
	if err != nil {
		progress.Break()
		fmt.Fprintf(a.Err, "finished games are kept; go on with: %s tournament resume %s\n", a.Game.Name, dir)
		if c.Context.Err() != nil {
			return errInterrupted
		}
		return err
	}
	all := map[string]match.Line{}
	for _, line := range results {
		all[line.ID] = *line
	}
	return a.printTable(c, t, all)
}

func summary(g match.Line) string {
	if g.Winner == nil {
		return fmt.Sprintf("%s and %s draw (%s, %d plies)", g.Seats[0].Name, g.Seats[1].Name, g.Reason, g.Plies)
	}
	winner := 0
	if *g.Winner == g.Seats[1].Seat {
		winner = 1
	}
	return fmt.Sprintf("%s beats %s (%s, %d plies)", g.Seats[winner].Name, g.Seats[1-winner].Name, g.Reason, g.Plies)
}

// playFixture plays one game with players of its own.
func (a *App) playFixture(ctx context.Context, dir string, t *tournament, f fixture) (*match.Line, error) {
	name := filepath.Join("games", fmt.Sprintf("%04d-%s.jsonl", f.n, f.id))
	file, err := os.Create(filepath.Join(dir, name)) // what an interrupted run left of this game is played again
	if err != nil {
		return nil, err
	}
	defer file.Close()
	job := match.Job{ID: f.id, Start: t.Start, Seed: f.seed, Options: t.Options}
	for _, i := range f.Teams {
		job.Seats = append(job.Seats, match.Team{Label: t.Teams[i].Label, Spec: t.Teams[i].Spec, Budget: t.Budget})
	}
	line, err := a.match(ctx, job, match.Seating{Record: file, Maker: a.maker()})
	if err != nil {
		return nil, err
	}
	line.N, line.Record = f.n, &name
	return line, file.Close()
}
