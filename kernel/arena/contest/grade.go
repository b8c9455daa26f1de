package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/settings"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// gradeVerb is the verb grade: one bot against opponents that are worth points, for autograders.
func gradeVerb(app *cli.App) *urfave.Command {
	a := grading{app}
	first := app.Game.Bots[0].Name
	return &urfave.Command{
		Name: "grade", Usage: "grade one bot by its games with others, for an autograder",
		UsageText: fmt.Sprintf("%[1]s grade BOT --against BOT,BOT... [--results FILE]\n\nPlays pairs of games with each opponent and gives points for those that the bot "+
			"beats, as\n`tournament standings --grades` does. A bot that cannot play gets 0 points. The exit status is 0 whenever there is a grade. Example:\n\n"+
			"  %[1]s grade mybot --against %[2]s --results results.json", app.Game.Name, first),
		Flags: app.OptionFlags(slices.Concat(cli.TimeFlags(), app.MakerFlags(proc.Auto), untilSureFlags()[:1], []urfave.Flag{
			cli.PatienceFlag(cli.ContestPatience), cli.SeedFlag(),
			&urfave.StringFlag{Name: "against", Usage: "`BOTS` that it plays against, separated by commas", Value: first},
			cli.NumberFlag("pairs", 8, 1, "`NUMBER` of pairs of games with each opponent"),
			&urfave.StringFlag{Name: "start", Usage: "begin with `LAYOUT`, a file or " + app.Game.Layout},
			&urfave.DurationFlag{Name: "within", Value: 8 * time.Minute, Usage: "stop after `TIME`: the games played until then decide"},
			cli.NumberFlag("concurrency", 1, 1, "`NUMBER` of games at the same time"), settings.OversubscribeFlag(),
			&urfave.StringFlag{Name: "results", Usage: "write the results.json of Gradescope to `FILE`"},
			&urfave.StringFlag{Name: "classroom50", Usage: "write the result.json of Classroom 50 to `FILE`"},
			&urfave.BoolFlag{Name: "github", Usage: "print the annotations of a GitHub workflow, and write its job summary"},
		})),
		Action: a.run,
	}
}

// grading is a run of the verb.
type grading struct{ *cli.App }

// graded is the grade of a bot.
type graded struct {
	tests  []test
	faults int
	games  int
	share  float64 // of the points of all games
	seed   string
	began  time.Time
	early  bool // the time was over before all games were played
}

// test is a part of a grade.
type test struct {
	name   string
	got    float64
	of     float64 // 0: it is worth no points
	passed bool
	output string
}

func (g *graded) sum() (got, of float64) {
	for _, t := range g.tests {
		got, of = got+t.got, of+t.of
	}
	return got, of
}

func (a grading) run(c *urfave.Context) error {
	if c.NArg() != 1 {
		return cli.Usagef("grade: want one bot")
	}
	if c.Duration("within") <= 0 {
		return cli.Usagef("flag --within: %v: want a time above 0", c.Duration("within"))
	}
	bot := tournament.Team{Label: "bot"}
	var err error
	h := tournament.Head{Plan: &plan.Settings{Plan: plan.Gauntlet, Pairs: cli.Number(c, "pairs")}, Patience: cli.Patience(c)}
	if h.Budget, err = cli.Control(c); err != nil {
		return err
	}
	setup, err := a.Setup(c)
	if err != nil {
		return err
	}
	h.Start, h.Seed, h.Options = setup.Start, setup.Seed, setup.Options
	var scheme []league.Grade
	h.Teams = []tournament.Team{bot}
	for word := range strings.SplitSeq(c.String("against"), ",") {
		team, err := parseTeam(a.Game, strings.TrimSpace(word))
		if err != nil {
			return err
		}
		if p, err := a.Player(team.Spec); err != nil {
			return err
		} else {
			p.Close()
		}
		if slices.Contains(h.Teams, team) || team.Label == bot.Label {
			return cli.Usagef("flag --against: there are two bots called %q: name one of them with LABEL=%s", team.Label, team.Spec)
		}
		h.Teams = append(h.Teams, team)
		scheme = append(scheme, league.Grade{Team: team.Label, Points: 10})
	}
	if c.IsSet("grades") {
		if scheme, err = readGrades(c); err != nil {
			return err
		}
		for _, g := range scheme {
			if !slices.ContainsFunc(h.Teams[1:], func(t tournament.Team) bool { return t.Label == g.Team }) {
				return cli.Usagef("flag --grades: %q is not one of the bots of --against", g.Team)
			}
		}
	}
	g := &graded{seed: h.Seed, began: time.Now()}
	if err := a.play(c, h, scheme, g); err != nil {
		return err
	}
	return a.write(c, g)
}

// play checks the bot and has it play. The error is not the bot's fault.
func (a grading) play(c *urfave.Context, h tournament.Head, scheme []league.Grade, g *graded) error {
	ctx, cancel := context.WithTimeout(c.Context, c.Duration("within"))
	defer cancel()
	arg, legal := c.Args().First(), test{name: "plays by the rules", passed: true}
	fail := func(words string) {
		legal.passed, legal.output = false, clean.Text([]byte(legal.output+words))
		g.tests = []test{legal}
		for _, s := range scheme {
			g.tests = append(g.tests, test{name: s.Title(), of: s.Points, output: "not played: the bot does not play by the rules\n"})
		}
	}
	spec, err := check.Spec(a.Game, arg)
	if err == nil {
		_, err = check.Player(ctx, a.Game, spec, check.Checking{Maker: a.Maker(), Budget: h.Budget, Found: func(f check.Finding) {
			if !f.OK {
				legal.passed = false
				legal.output += fmt.Sprintf("%s: %v\n", f.What, f.Error)
				for _, line := range []struct{ what, text string }{{"asked", f.Asked}, {"answered", f.Answered}, {"standard error", f.Stderr}} {
					if line.text != "" {
						legal.output += fmt.Sprintf("  %s: %s\n", line.what, clean.Line(line.text, clean.MaxDetail))
					}
				}
			}
		}})
	}
	switch {
	case c.Context.Err() != nil:
		return cli.ErrInterrupted
	case ctx.Err() != nil:
		fail("the time of --within was over before it had played the first games")
		return nil
	case err != nil:
		fail(err.Error())
		return nil
	case !legal.passed:
		fail("")
		return nil
	}
	games, err := settings.Concurrency(a.App, c, match.Setup{Start: h.Start, Seed: h.Seed, Options: h.Options}, h.Budget)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", a.Game.Name+"-grade-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	h.Teams[0].Spec = spec
	t, err := tournament.Prepare(dir, a.Game, h, nil)
	if err != nil {
		return err
	}
	defer t.Close()
	if err = t.Try(ctx, a.Maker(), func(e *tournament.AbsentError) error { return e }); err == nil {
		if err = t.Begin(); err == nil {
			err = t.Run(ctx, tournament.Run{
				Maker: settings.Maker(a.App, c, games), Concurrency: games,
				Finished: func(line *record.Line) { fmt.Fprintln(a.Err, summary(line)) },
			})
		}
	}
	if c.Context.Err() != nil {
		return cli.ErrInterrupted
	}
	if g.early = ctx.Err() != nil && err != nil; err != nil && !g.early {
		return cli.SetupError(err)
	}
	g.tests = []test{legal}
	return g.take(t, scheme)
}

// take reads the grade from the games that are over.
func (g *graded) take(t *tournament.Tournament, scheme []league.Grade) error {
	report, err := t.Report()
	if err != nil {
		return err
	}
	bot := t.Teams[0].Label
	marks, err := report.Marks(scheme, bot)
	if err != nil {
		return err
	}
	lost, err := t.Defaults()
	if err != nil {
		return err
	}
	points := map[string]league.Cell{}
	for _, m := range marks {
		one := test{name: m.Grade.Title(), got: m.Got, of: m.Grade.Points, passed: m.Got > 0}
		one.output = fmt.Sprintf("%s of %d points in %d games; sure %.0f %%\n", strconv.FormatFloat(m.Cell.Points, 'g', -1, 64), m.Cell.Games, m.Cell.Games,
			math.Floor(100*m.Sure))
		for _, d := range lost {
			if d.Team == bot && slices.Contains(d.Who, m.Grade.Team) && len(one.output) < 4000 {
				one.output += fmt.Sprintf("game %d is lost by default: %s\n", d.N, clean.Line(d.Why, clean.MaxDetail))
			}
		}
		g.tests = append(g.tests, one)
		points[m.Grade.Team] = m.Cell
	}
	for _, cell := range points {
		g.games += cell.Games
		g.share += cell.Points
	}
	g.share /= max(1, float64(g.games))
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	for _, standing := range s.Standings() {
		if standing.Team == 0 {
			g.faults = standing.Faults
		}
	}
	return nil
}

// write prints the grade and writes its files.
func (a grading) write(c *urfave.Context, g *graded) error {
	got, of := g.sum()
	head := fmt.Sprintf("Points %g/%g", got, of)
	if g.early {
		head += fmt.Sprintf(" (the time of --within was over: %d games decide)", g.games)
	}
	var b, table strings.Builder
	fmt.Fprintf(&table, "## %s\n\n| | points | |\n|---|---:|---|\n", head)
	for _, t := range g.tests {
		mark := map[bool]string{true: "ok   ", false: "WRONG"}[t.passed]
		if t.of > 0 {
			mark = fmt.Sprintf("%g/%g", t.got, t.of)
		}
		fmt.Fprintf(&b, "%-6s %s\n", mark, strings.TrimSuffix(t.name+": "+strings.TrimSpace(t.output), ": "))
		fmt.Fprintf(&table, "| %s | %s | %s |\n", markdown(t.name), strings.TrimSpace(mark), markdown(t.output))
	}
	text := b.String() + head + "\n"
	if c.Bool("github") {
		text += annotations(g, head)
	}
	if _, err := a.Out.Write([]byte(text)); err != nil {
		return err
	}
	var failed error
	if path := os.Getenv("GITHUB_STEP_SUMMARY"); c.Bool("github") && path != "" {
		failed = appendTo(path, table.String())
	}
	for name, v := range map[string]any{"results": g.gradescope(head), "classroom50": g.classroom50()} {
		if path := c.String(name); path != "" {
			failed = errors.Join(failed, writeJSON(path, v))
		}
	}
	return failed
}

// markdown makes a cell of a table of a stranger's text.
func markdown(text string) string {
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "&", "&amp;", "`", "'", "\n", " ").Replace(strings.TrimSpace(text))
}

// annotations are the lines by which GitHub shows a grade; a stranger's text must not be taken for a command.
func annotations(g *graded, head string) string {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	title := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for _, t := range g.tests {
		kind := map[bool]string{true: "notice", false: "warning"}[t.passed]
		fmt.Fprintf(&b, "::%s title=%s::%s\n", kind, title.Replace(t.name), data.Replace(strings.TrimSpace(t.output)+" "))
	}
	got, of := g.sum()
	fmt.Fprintf(&b, "::notice title=Autograding complete::%s\n", data.Replace(head))
	fmt.Fprintf(&b, "::notice title=Autograding report::{\"totalPoints\":%g,\"maxPoints\":%g}\n", got, of)
	return b.String()
}

// gradescope is the results.json of Gradescope.
func (g *graded) gradescope(head string) any {
	var tests []map[string]any
	for i, t := range g.tests {
		one := map[string]any{"number": strconv.Itoa(i + 1), "name": t.name, "output": t.output, "status": "failed"}
		if t.passed {
			one["status"] = "passed"
		}
		if t.of > 0 {
			one["score"], one["max_score"] = t.got, t.of
		}
		tests = append(tests, one)
	}
	return map[string]any{
		"output": head, "output_format": "text", "stdout_visibility": "hidden", "execution_time": math.Round(time.Since(g.began).Seconds()),
		"tests": tests, "extra_data": map[string]any{"seed": g.seed},
		"leaderboard": []map[string]any{
			{"name": "Score", "value": math.Round(1000*g.share) / 1000}, {"name": "Faults", "value": g.faults, "order": "asc"},
		},
	}
}

// classroom50 is the result.json of Classroom 50, whose points are whole numbers: they are rounded.
func (g *graded) classroom50() any {
	whole := func(x float64) int { return int(math.Round(x)) }
	var tests []map[string]any
	score, of := 0, 0
	for _, t := range g.tests {
		tests = append(tests, map[string]any{
			"test-name": t.name, "passed": t.passed, "score": whole(t.got), "max-score": whole(t.of), "output": t.output,
		})
		score, of = score+whole(t.got), of+whole(t.of)
	}
	review := os.Getenv("REVIEW_URL")
	if review == "" {
		review = os.Getenv("COMMIT_URL")
	}
	return map[string]any{
		"schema": "classroom50/result/v1", "classroom": os.Getenv("CLASSROOM"), "assignment": os.Getenv("ASSIGNMENT"),
		"submission": os.Getenv("SUBMISSION_TAG"), "commit": os.Getenv("COMMIT_URL"), "release": os.Getenv("RELEASE_URL"), "review": review,
		"datetime": time.Now().UTC().Format("2006-01-02T15:04:05Z"), "score": score, "max-score": of, "tests": tests,
	}
}

// writeJSON writes a file in one step, so that nobody reads half of it.
func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".grade-*")
	if err != nil {
		return err
	}
	_, err = draft.Write(append(text, '\n'))
	if runtime.GOOS != "windows" {
		err = errors.Join(err, draft.Chmod(0o644))
	}
	if err = errors.Join(err, draft.Close()); err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		os.Remove(draft.Name())
	}
	return err
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
