package contest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
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
			Name: "grades", Usage: "print as CSV what each team gets for the bots that it beats; `SCHEME` is a file or the scheme itself",
		}, &urfave.BoolFlag{Name: "unverified", Usage: "with --grades: also from a journal that may have been changed"}, KeyFlag()),
		Action: func(c *urfave.Context) error {
			t, trusted, err := Load(a.App, c)
			if err != nil {
				return err
			}
			if c.IsSet("grades") {
				if !trusted && !c.Bool("unverified") {
					return fmt.Errorf("flag --grades: no grades from a journal that may have been changed; --unverified prints them all the same")
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

// printGrades prints the teams' points by a grading scheme.
func (a tournaments) printGrades(c *urfave.Context, t *tournament.Tournament) error {
	text := c.String("grades")
	if content, err := files.Read(text, files.MostText); err == nil {
		text = clean.Text(content)
	} else if !strings.Contains(text, "=") {
		return cli.Usagef("flag --grades: %w", err)
	}
	scheme, err := league.ParseGrades(text)
	if err != nil {
		return cli.Usagef("flag --grades: %w", err)
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
