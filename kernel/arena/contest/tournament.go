// Package contest has the verbs that play many games between teams.
package contest

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/people"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/settings"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// tournamentVerb is the verb tournament.
func tournamentVerb(app *cli.App) *urfave.Command { return WithDisplay(app, &Display{}) }

// WithDisplay is the verb tournament with a display.
func WithDisplay(app *cli.App, display *Display) *urfave.Command {
	a, makers := tournaments{app, display}, app.MakerFlags(proc.Auto)
	dir := &urfave.StringFlag{Name: "dir", Value: a.Game.Name + "-tournament", Usage: "`DIR` for journal, records and outputs of the bots"}
	jsonFlag := &urfave.BoolFlag{Name: "json", Usage: "print JSON Lines"}
	forms := []urfave.Flag{
		&urfave.BoolFlag{Name: "csv", Usage: "print the standings as CSV"}, jsonFlag,
		&urfave.BoolFlag{Name: "markdown", Usage: "print the standings as Markdown"},
	}
	concurrency := cli.NumberFlag("concurrency", max(1, runtime.NumCPU()/2), 1, "`NUMBER` of games at the same time")
	absent := &urfave.StringFlag{
		Name: "absent", Value: "stop", Usage: "`WHAT` to do if a team cannot be started: stop, or default (it loses its games)",
	}
	oversubscribe, more := settings.OversubscribeFlag(), slices.Concat(makers, display.Flags)
	again := slices.Concat(untilSureFlags(), makers, display.Flags)
	return &urfave.Command{
		Name: "tournament", Usage: "games between many teams: every team meets every other, or another plan",
		Subcommands: append([]*urfave.Command{
			a.runCommand(dir, concurrency, oversubscribe, absent, jsonFlag),
			{
				Name: "resume", Usage: "play the missing games of an interrupted tournament",
				UsageText: a.Game.Name + " tournament resume DIR\n\n" + sameText,
				Flags:     slices.Concat([]urfave.Flag{concurrency, oversubscribe, absent, jsonFlag, KeyFlag()}, again),
				Action:    a.resume,
			},
			{
				Name: "add", Usage: "add a late team; resume plays its games",
				UsageText: a.Game.Name + " tournament add DIR TEAM", Flags: append([]urfave.Flag{KeyFlag()}, makers...),
				Action: a.add,
			},
			a.forfeitCommand(), a.statusCommand(), a.standingsCommand(forms), a.verifyCommand(),
			a.rerunCommand(slices.Concat([]urfave.Flag{concurrency, oversubscribe, absent, jsonFlag, KeyFlag()}, more)),
		}, display.Verbs...),
	}
}

// runCommand is the verb tournament run.
func (a tournaments) runCommand(flags ...urfave.Flag) *urfave.Command {
	example := a.Game.Bots[0].Name + " easy=" + a.Game.Bots[min(1, len(a.Game.Bots)-1)].Name
	planned := slices.Concat(
		cli.TimeFlags(), []urfave.Flag{cli.PatienceFlag(cli.ContestPatience)}, cli.HumanFlags(), a.MakerFlags(proc.Auto), flags,
		settings.PlanFlags(), settings.AgreementFlags(),
	)
	return &urfave.Command{
		Name: "run", Usage: "play a tournament",
		UsageText: fmt.Sprintf("%[1]s tournament run TEAM TEAM... | --config FILE\n\nA team is a player, LABEL=PLAYER, or the folder of a bot; "+
			",budget=TIME behind it gives it time odds, as do ,first-budget=TIME and ,clock=TIME. "+
			"FILE has one team per line. Example:\n\n  %[1]s tournament run %[2]s %[3]s", a.Game.Name, example, a.Example("mine=")),
		Flags: a.OptionFlags(slices.Concat(planned, []urfave.Flag{
			cli.SeedFlag(),
			&urfave.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + a.Game.Layout},
			settings.StartsFlag(), KeyFlag(),
			&urfave.StringFlag{Name: "config", Usage: "read the teams from `FILE`, one per line"},
			&urfave.BoolFlag{Name: "prepare", Usage: "only make the folder; resume then plays the games"},
		}, untilSureFlags(), a.display.Flags)),
		Action: a.run,
	}
}

// absentDefault is the value of --absent that lets a tournament begin without the teams that cannot be started.
const absentDefault = "default"

// tournaments is a run of the verb.
type tournaments struct {
	*cli.App
	display *Display
}

// parseTeam reads a team: PLAYER, LABEL=PLAYER, or a folder with a bot, whose name becomes the label.
func parseTeam(game *match.Bound, text string) (tournament.Team, error) {
	team := tournament.ParseTeam(text)
	if !check.IsFolder(team.Spec) {
		if label, _, found := strings.Cut(text, "="); found && label != team.Label && !strings.Contains(label, ":") {
			return team, cli.Usagef("team %q: label %q: want letters, digits, '-', '_' and '.' only", text, label)
		}
		return team, nil
	}
	spec, err := check.Spec(game, team.Spec)
	if err != nil {
		spec = "exec:" + proc.Join(filepath.Join(team.Spec, "bot")) // does not exist: for tournaments that begin without it
		err = cli.Usagef("player %q: %w", team.Spec, err)
	}
	if team.Label == team.Spec {
		team.Label = check.Name(team.Spec)
	}
	team.Spec = spec
	return team, err
}

// readTeams reads the teams of the command line and of --config.
func readTeams(
	game *match.Bound, c *urfave.Context, usual timer.Control,
) (teams []tournament.Team, odds map[int]timer.Control, err error) {
	specs := c.Args().Slice()
	if path := c.String("config"); path != "" {
		content, err := files.Read(path, files.MostText)
		if err != nil {
			return nil, nil, cli.Usagef("flag --config: %w", err)
		}
		for line := range strings.Lines(clean.Text(content)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				specs = append(specs, line)
			}
		}
	}
	odds = map[int]timer.Control{}
	for _, spec := range specs {
		spec, found := tournament.CutOdds(spec)
		if found != nil {
			if odds[len(teams)], err = tournament.ReadOdds(found, usual); err != nil {
				return nil, nil, cli.Usagef("team %q: %w", spec, err)
			}
		}
		team, err := parseTeam(game, spec)
		if err != nil && c.String("absent") != absentDefault {
			return nil, nil, err
		}
		if slices.ContainsFunc(teams, func(t tournament.Team) bool { return t.Label == team.Label }) {
			return nil, nil, cli.Usagef("tournament run: there are two teams called %q: name one of them with LABEL=%s", team.Label, team.Spec)
		}
		teams = append(teams, team)
	}
	if len(teams) < 2 && c.String("plan") != plan.Ladder { // in a ladder, teams may join later
		return nil, nil, cli.Usagef("tournament run: %d teams, want at least 2", len(teams))
	}
	return teams, odds, nil
}

func (a tournaments) run(c *urfave.Context) (err error) {
	h := tournament.Head{}
	if h.Plan, h.Rounds, err = settings.ReadPlan(c); err != nil {
		return err
	}
	if h.Budget, err = cli.Control(c); err != nil {
		return err
	}
	h.Patience = cli.Patience(c)
	setup, err := settings.Setup(a.App, c)
	if err != nil {
		return err
	}
	h.Start, h.Seed, h.Options = setup.Start, setup.Seed, setup.Options
	if h.Teams, h.Odds, err = readTeams(a.Game, c, h.Budget); err != nil {
		return err
	}
	if h.Starts, err = settings.Starts(a.App, c, setup); err != nil {
		return err
	}
	if err := people.Read(c, &h); err != nil {
		return err
	}
	secret, err := ReadKey(c)
	if err != nil {
		return err
	}
	show, err := a.show(c)
	if err != nil {
		return err
	}
	defer show.Close()
	if _, err := settings.Concurrency(a.App, c, setup, h.Limits()); err != nil { // before a folder is made
		return err
	}
	if _, _, err := readUntilSure(c, &h, h.Teams); err != nil {
		return err
	}
	dir := c.String("dir")
	t, err := tournament.Prepare(dir, a.Game, h, secret)
	var wrong *tournament.PlanError
	switch {
	case errors.As(err, &wrong):
		return cli.Usagef("tournament run: %w", err)
	case errors.Is(err, tournament.ErrExists):
		return cli.Usagef("flag --dir: %s already contains a tournament; continue it with `%s`", dir, proc.Join(a.Game.Name, "tournament", "resume", dir))
	case errors.Is(err, league.ErrLocked):
		return err
	case err != nil:
		return fmt.Errorf("flag --dir: %w", err)
	}
	defer t.Close()
	if c.Bool("prepare") {
		return a.prepare(c, t)
	}
	if err := a.try(c, t); err != nil {
		return err
	}
	if err := t.Begin(); err != nil {
		return err
	}
	return a.playOn(c, t, show)
}

// prepare makes a tournament that is played later, maybe on another machine: it starts no player.
func (a tournaments) prepare(c *urfave.Context, t *tournament.Tournament) error {
	if _, err := a.Game.Position(t.First(), nil); err != nil {
		return cli.SetupError(err)
	}
	for _, team := range t.Teams {
		p, err := a.Player(team.Spec)
		if err != nil {
			return err
		}
		p.Close()
	}
	if err := t.Begin(); err != nil {
		return err
	}
	a.next(c, t)
	return nil
}

// try starts the teams that still have games to play.
func (a tournaments) try(c *urfave.Context, t *tournament.Tournament) error {
	what := c.String("absent")
	if what != "stop" && what != absentDefault {
		return cli.Usagef("flag --absent: %q: want stop or default", what)
	}
	err := t.Try(c.Context, a.Maker(), func(e *tournament.AbsentError) error {
		hint := a.jailHint()
		if strings.Contains(e.Error(), files.ErrNotRegular.Error()) { // it would not be started without a jail either
			hint = ""
		}
		if what == "stop" {
			return fmt.Errorf("%w; --absent default plays without it%s", e, hint)
		}
		fmt.Fprintf(a.Err, "%v; its games are lost by default%s\n", e, hint)
		return nil
	})
	var absent *tournament.AbsentError
	var setup *match.SetupError
	switch {
	case err == nil || errors.As(err, &absent):
		return err
	case errors.As(err, &setup):
		return cli.SetupError(err)
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	}
	return cli.Usagef("%w", err)
}

// programsLost reports whether a program lost a game by default.
func (a tournaments) programsLost(t *tournament.Tournament) bool {
	lost, err := t.Defaults()
	persons := map[string]bool{}
	for _, team := range t.All() {
		persons[team.Label] = team.Spec == tournament.Human
	}
	return err == nil && slices.ContainsFunc(lost, func(d tournament.Default) bool { return !persons[d.Team] })
}

// jailHint says what may help a program that fails in a jail; "" if the jail is off.
func (a tournaments) jailHint() string {
	start := a.Maker().Start
	if level := start.Level(nil); level == "" || level == "none" {
		return ""
	}
	return "; programs are in a jail, where they see only their own folder: --jail-read PATH shows them more, --jail off plays without"
}

func (a tournaments) resume(c *urfave.Context) error {
	if c.NArg() != 1 {
		return cli.Usagef("%s: want the folder of a tournament", c.Command.HelpName)
	}
	show, err := a.show(c)
	if err != nil {
		return err
	}
	defer show.Close()
	t, err := a.reopen(c)
	if err != nil {
		return err
	}
	defer t.Close()
	if t.IsLadder() {
		return cli.Usagef("tournament resume: %s contains a ladder; continue it with `%s`", t.Dir, a.resumption(c, t))
	}
	if err := a.same(c, t); err != nil {
		return err
	}
	if err := a.try(c, t); err != nil {
		return err
	}
	return a.playOn(c, t, show)
}

func (a tournaments) add(c *urfave.Context) error {
	t, err := a.open(c)
	if err != nil {
		return err
	}
	defer t.Close()
	team, err := parseTeam(a.Game, c.Args().Get(1))
	if err != nil {
		return err
	}
	name := ""
	if team.Spec != tournament.Human {
		p, err := a.Player(team.Spec)
		if err != nil {
			return err
		}
		p.Meet(c.Context)
		name = p.Name()
		p.Close()
	}
	if err := t.Add(team, name); err != nil {
		return err
	}
	a.next(c, t)
	return nil
}

// playOn plays the remaining games and prints the table.
func (a tournaments) playOn(c *urfave.Context, t *tournament.Tournament, show *Show) error {
	scheme, most, err := readUntilSure(c, &t.Head, t.All())
	if err != nil {
		return err
	}
	done, all, err := t.Progress()
	if err != nil {
		return err
	}
	games, err := settings.Concurrency(a.App, c, t.First(), t.Limits())
	if err == nil && t.People() {
		games, err = 1, people.Alone(c)
	}
	if err != nil {
		return err
	}
	progress := Progress{W: a.Err, Terminal: term.IsTerminal(a.Err), Total: all}
	progress.Skip(done)
	run := tournament.Run{
		Maker: settings.Maker(a.App, c, games), Concurrency: games,
		Note:     func(team, note string) { a.Log.Warn().Str("player", team).Msg(note) },
		Finished: func(line *record.Line) { progress.Step(summary(line)) },
		Planned:  func(games int) { progress.Total = games },
		Skipped:  func(s tournament.Skip) { fmt.Fprintln(a.Err, skipped(s)) },
		Guarded:  true,
	}
	if c.Bool("json") {
		run.Report = a.reporter()
	}
	if err := show.Begin(t); err != nil {
		return err
	}
	run.Watch = show.Watch
	if t.People() {
		people.Seat(a.App, c, t, &run)
	}
	stop := a.WatchClocks(c.Context, t.Limits(), cli.AdviceGames, false)
	for more := 1; more > 0 && err == nil; progress.Total += more {
		more = 0
		if err = t.Run(c.Context, run); err == nil && scheme != nil {
			more, err = t.PlayOn(scheme, sureEnough, most)
		}
	}
	stop()
	if err != nil {
		progress.Break()
		return a.stopped(c, t, err)
	}
	if err := a.printTable(c, t); err != nil {
		return err
	}
	if a.programsLost(t) && a.jailHint() != "" {
		fmt.Fprintf(a.Err, "some games were lost by default%s\n", a.jailHint())
	}
	if _, err := fmt.Fprintf(a.Err, "hash of the journal: %s\n", t.Last()); err != nil {
		return err
	}
	show.Stay()
	return nil
}

// stopped says how a tournament that has ended early goes on.
func (a tournaments) stopped(c *urfave.Context, t *tournament.Tournament, err error) error {
	fmt.Fprintf(a.Err, "finished games are kept; go on with: %s\n", a.resumption(c, t))
	switch {
	case errors.Is(err, turn.ErrQuit):
		return nil
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	}
	return cli.SetupError(a.advise(c, err, t))
}
