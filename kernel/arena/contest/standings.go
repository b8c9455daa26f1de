package contest

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// standingsCommand is the verb tournament standings.
func (a tournaments) standingsCommand(forms []urfave.Flag) *urfave.Command {
	return &urfave.Command{
		Name: "standings", Usage: "show the table of a tournament, finished or not",
		UsageText: fmt.Sprintf("%[1]s tournament standings DIR\n\nA scheme is BOT=POINTS, or BOT=POINTS@SHARE%% if more than half of the "+
			"points\nis not enough; several are separated by commas, or are lines of a file. Example:\n\n"+
			"  %[1]s tournament standings %[1]s-tournament --grades %[2]s=40",
			a.Game.Name, a.Game.Bots[0].Name),
		Flags: append(slices.Clone(forms), &urfave.StringFlag{
			Name: "grades", Usage: "print as CSV the points that each team gets for the bots that it beats, and how sure they are; `SCHEME` is the scheme or a file with it",
		}, &urfave.StringFlag{
			Name: "anchor", Usage: "give a team a fixed rating, to compare tournaments: `TEAM=ELO`, such as " + a.Game.Bots[0].Name + "=0",
		}, &urfave.BoolFlag{Name: "unverified", Usage: "with --grades: print grades even if the journal may have been changed"}, KeyFlag()),
		Action: func(c *urfave.Context) error {
			t, trusted, err := Load(a.App, c)
			if err != nil {
				return err
			}
			if c.IsSet("grades") {
				if !trusted && !c.Bool("unverified") {
					return fmt.Errorf("flag --grades: the journal may have been changed, so no grades are printed; add --unverified to print them anyway")
				}
				return a.printGrades(c, t)
			}
			if err := a.printTable(c, t); err != nil {
				return err
			}
			return PrintHash(a.App, c, t.Last())
		},
	}
}

// readGrades reads the grading scheme of --grades.
func readGrades(c *urfave.Context) (scheme []league.Grade, err error) {
	text := c.String("grades")
	if content, err := files.Read(text, files.MostText); err == nil {
		text = clean.Text(content)
	} else if !strings.Contains(text, "=") {
		return nil, cli.Usagef("flag --grades: %w", err)
	}
	if scheme, err = league.ParseGrades(text); err != nil {
		return nil, cli.Usagef("flag --grades: %w", err)
	}
	return scheme, nil
}

// sureEnough is how sure points are before --until-sure plays no more games for them.
const sureEnough = 0.95

// untilSureFlags let a tournament go on until its grades are sure.
func untilSureFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "grades", Usage: "the grading `SCHEME`, or a file with it; see tournament standings --help"},
		cli.NumberFlag("until-sure", 0, 0, "play more games until each of the --grades is 95 % sure, or the team has played `NUMBER` games with that bot"),
	}
}

// readUntilSure reads [untilSureFlags] for a tournament. scheme is nil if nothing more is to be played.
func readUntilSure(c *urfave.Context, h *tournament.Head, teams []tournament.Team) (scheme []league.Grade, most int, err error) {
	switch {
	case !c.IsSet("until-sure") && !c.IsSet("grades"):
		return nil, 0, nil
	case !c.IsSet("until-sure") || !c.IsSet("grades"):
		return nil, 0, cli.Usagef("flag --until-sure: want --grades SCHEME and --until-sure NUMBER together")
	}
	if h.Plan != nil && h.Plan.Plan != plan.RoundRobin && h.Plan.Plan != plan.Gauntlet || h.Plan != nil && h.Plan.Playoff > 0 {
		return nil, 0, cli.Usagef("flag --until-sure: only the plans %s and %s, without a playoff, can play more games", plan.RoundRobin, plan.Gauntlet)
	}
	most = cli.Number(c, "until-sure")
	scheme, err = readGrades(c)
	for _, g := range scheme {
		if !slices.ContainsFunc(teams, func(t tournament.Team) bool { return t.Label == g.Team }) {
			return nil, 0, cli.Usagef("flag --grades: no team is called %q", g.Team)
		}
	}
	return scheme, most, err
}

// reporter returns what prints each game once as JSON, also when --until-sure plays on.
func (a tournaments) reporter() func(*record.Line) error {
	printed := map[string]bool{}
	return func(line *record.Line) error {
		if printed[line.ID] {
			return nil
		}
		printed[line.ID] = true
		return a.PrintJSON(line)
	}
}

// printGrades prints the teams' points by a grading scheme.
func (a tournaments) printGrades(c *urfave.Context, t *tournament.Tournament) error {
	scheme, err := readGrades(c)
	if err != nil {
		return err
	}
	report, err := t.Report()
	if err != nil {
		return err
	}
	var table bytes.Buffer
	if err := report.Grades(&table, scheme); err != nil {
		return cli.Usagef("flag --grades: %w", err)
	}
	_, err = table.WriteTo(a.Out)
	return err
}

// summary is a finished game in a few words.
func summary(line *record.Line) string {
	winner, others, v := "", []string{}, verdict.Of(line)
	for _, s := range line.Seats {
		if s.Seat == v.Winner {
			winner = s.Name
		} else {
			others = append(others, s.Name)
		}
	}
	what, reason := "lose", line.Reason
	if v.Default {
		reason = v.Reason
	}
	switch {
	case winner != "":
		return fmt.Sprintf("%s beats %s (%s, %d plies)", winner, strings.Join(others, " and "), reason, line.Plies)
	case v.Draw:
		what = "draw"
	}
	return fmt.Sprintf("%s %s (%s, %d plies)", strings.Join(others, " and "), what, reason, line.Plies)
}

// printTable prints the standings in the form that the flags choose; in text also the games that were lost by default.
func (a tournaments) printTable(c *urfave.Context, t *tournament.Tournament) error {
	report, err := t.Report()
	if err != nil {
		return err
	}
	if text := c.String("anchor"); text != "" {
		at := strings.LastIndex(text, "=")
		elo, wrong := strconv.ParseFloat(text[at+1:], 64)
		if at < 1 || wrong != nil || !(math.Abs(elo) <= 10_000) {
			return cli.Usagef("flag --anchor: %q: want TEAM=ELO, such as %s=0", text, a.Game.Bots[0].Name)
		}
		if err := report.Anchor(text[:at], elo); err != nil {
			return cli.Usagef("flag --anchor: %w", err)
		}
	}
	for _, form := range []string{"json", "csv", "markdown"} {
		if c.Bool(form) {
			return report.Write(a.Out, form)
		}
	}
	if err := report.Text(a.Out); err != nil {
		return err
	}
	given, err := t.Skipped()
	if err != nil {
		return err
	}
	for i, s := range given {
		if i == 0 {
			fmt.Fprintln(a.Out)
		}
		fmt.Fprintln(a.Out, skipped(s))
	}
	defaults, err := t.Defaults()
	if err != nil || len(defaults) == 0 {
		return err
	}
	fmt.Fprintln(a.Out, "\nlost by default (- in the table):")
	for _, d := range defaults {
		_, err = fmt.Fprintf(a.Out, "game %d: %s %s (against %s)\n", d.N, d.Team, d.Why, strings.Join(d.Who, ", "))
	}
	return err
}
