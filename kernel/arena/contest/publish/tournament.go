// Package publish shows tournaments to others: as files that open anywhere, and in a browser while they are played. Its verb
// tournament has more flags than that of kernel/arena/contest; a program that uses the latter does not link HTTP.
package publish

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/contest"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/report"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Tournament is the verb tournament, which also makes pages.
func Tournament(a *cli.App) *urfave.Command {
	flags := append(page.Flags("show the tournament in a browser while it is played"),
		&urfave.BoolFlag{Name: "web-exit", Usage: "with --web: end with the last game (default: the page stays until Ctrl-C)"})
	return contest.WithDisplay(a, &contest.Display{
		Flags: flags,
		Open:  func(c *urfave.Context) (*contest.Show, error) { return openDisplay(a, c) },
		Verbs: []*urfave.Command{{
			Name: "report", Usage: "make pages of a tournament, finished or not, with a replay of every game",
			UsageText: fmt.Sprintf("%[1]s tournament report DIR --html OUT\n\nOUT/index.html has the table and leads to the games. The folder needs no "+
				"server: put it on any website, or open it from a disk. Example:\n\n  %[1]s tournament report %[1]s-tournament --html cup", a.Game.Name),
			Flags: []urfave.Flag{
				&urfave.StringFlag{Name: "html", Usage: "write the pages to the folder `OUT`, which is created"},
				&urfave.StringFlag{Name: "title", Usage: "`TEXT` above the table (default: the name of the folder)"}, contest.KeyFlag(),
			},
			Action: func(c *urfave.Context) error { return writeReport(a, c) },
		}},
	})
}

// writeReport is the verb tournament report.
func writeReport(a *cli.App, c *urfave.Context) error {
	out := c.String("html")
	switch {
	case c.NArg() != 1:
		return cli.Usagef("%s: want the folder of a tournament", c.Command.HelpName)
	case out == "":
		return cli.Usagef("%s: want --html OUT, a folder for the pages", c.Command.HelpName)
	}
	t, _, err := contest.Load(a, c)
	if err != nil {
		return err
	}
	l := &ledger{app: a, t: t, title: c.String("title")}
	r, err := l.report()
	if err != nil {
		return err
	}
	return Write(c.Context, a, out, r, l.page)
}

// Write writes the pages of a tournament to a folder, which it makes: the table, and a page for each game with a Link.
func Write(
	ctx context.Context, a *cli.App, out string, r *report.Report, page func(n int, in *web.Within) ([]byte, error),
) error {
	if err := os.MkdirAll(filepath.Join(out, games), 0o777); err != nil {
		return cli.Usagef("flag --html: %w", err)
	}
	progress := contest.Progress{W: a.Err, Terminal: term.IsTerminal(a.Err), Total: len(r.Played)}
	missing := 0
	var shared map[string][]byte // the files of all games
	for i := range r.Played {
		if ctx.Err() != nil {
			progress.Break()
			return cli.ErrInterrupted
		}
		p := &r.Played[i]
		if p.Link == "" {
			continue
		}
		content, err := page(p.Number, within(r, p.Number))
		if err != nil {
			fmt.Fprintf(a.Err, "game %d has no page: %v\n", p.Number, err)
			missing++
			unlink(r, p.Link)
			continue
		}
		content, viewer := web.Share(content)
		for name, text := range viewer {
			if bytes.Equal(shared[name], text) {
				continue // it is there
			}
			if err := verbs.WriteFile("html", filepath.Join(out, games, name), text); err != nil {
				return err
			}
		}
		shared = viewer
		if err := verbs.WriteFile("html", filepath.Join(out, filepath.FromSlash(p.Link)), content); err != nil {
			return err
		}
		progress.Step(p.Link)
	}
	progress.Break()
	return writeIndex(a, filepath.Join(out, "index.html"), r, missing)
}

// within returns the place of a finished game in its tournament, for its page.
func within(r *report.Report, number int) *web.Within {
	in := &web.Within{Title: r.Title, Number: number, Of: r.Total, Back: "../index.html"}
	before, after := 0, math.MaxInt
	for i := range r.Played {
		switch p := &r.Played[i]; {
		case p.Number == number:
			in.Round = p.Round
		case p.Link == "":
		case p.Number < number && p.Number > before:
			before, in.Previous = p.Number, path.Base(p.Link)
		case p.Number > number && p.Number < after:
			after, in.Next = p.Number, path.Base(p.Link)
		}
	}
	return in
}

// games is the folder of the replays beside the page of a tournament.
const games = "games"

// Link returns the path of a game's replay, relative to the page of its tournament.
func Link(n int) string { return fmt.Sprintf("%s/%04d.html", games, n) }

// ledger is a tournament to show.
type ledger struct {
	app   *cli.App
	t     *tournament.Tournament
	title string
}

// unlink removes the links to a game that has no page.
func unlink(r *report.Report, link string) {
	for i := range r.Played {
		if r.Played[i].Link == link {
			r.Played[i].Link = ""
		}
	}
	for _, team := range r.Teams {
		for i := range team.Wrong {
			if team.Wrong[i].Link == link {
				team.Wrong[i].Link = ""
			}
		}
	}
}

// writeIndex writes the page of the tournament.
func writeIndex(a *cli.App, path string, r *report.Report, missing int) error {
	var b strings.Builder
	if err := r.HTML(&b); err != nil {
		return err
	}
	if err := verbs.WriteFile("html", path, []byte(b.String())); err != nil {
		return err
	}
	if missing > 0 {
		return fmt.Errorf("%s is written, but without the pages of some games (%d)", path, missing)
	}
	_, err := fmt.Fprintf(a.Out, "%s: teams: %d, games: %d\n", path, len(r.Teams), len(r.Played))
	return err
}

// name returns what the tournament is called.
func (l *ledger) name() string {
	if dir, err := filepath.Abs(l.t.Dir); err == nil && l.title == "" {
		return filepath.Base(dir)
	}
	return l.title
}

// report makes the current report of a tournament.
func (l *ledger) report() (*report.Report, error) {
	s, err := l.t.Schedule()
	if err != nil {
		return nil, err
	}
	table, err := l.t.Report()
	if err != nil {
		return nil, err
	}
	r := &report.Report{
		Game: page.Title(&l.app.Game.Info), Title: l.name(), Sub: l.sub(), Total: s.Expected(),
		Seats: Chairs(l.app, l.t.First()),
	}
	place := Tabulate(r, l.t.All(), table, s.Standings())
	for _, p := range s.Pairings() {
		if o, counts := s.Outcome(p.N); counts && o.Winner != league.Void && len(p.Teams) == len(l.app.Game.Seats) {
			l.add(r, p, o, place)
		}
	}
	return r, nil
}

// Tabulate fills in the teams of a report, in the order of the standings, and returns the place of each team by its number.
func Tabulate(r *report.Report, teams []tournament.Team, table *league.Report, standings []league.Standing) (place []int) {
	var cells [][]string
	r.Head, cells = table.Columns()
	r.Notes = append(r.Notes, table.Notes()...)
	place = make([]int, len(teams))
	for i, standing := range standings {
		place[standing.Team] = i
		team := teams[standing.Team]
		row := report.Team{Name: team.Label, Cells: cells[i]}
		if team.Spec != team.Label {
			row.Spec = team.Spec
		}
		if standing.Played > 0 {
			row.Share, row.Low, row.High = standing.Share.Value, standing.Share.Low, standing.Share.High
		}
		if e := standing.Rating; e.Played {
			row.Rating, row.Error = e.Elo.Value, (e.Elo.High-e.Elo.Low)/2
		}
		r.Teams = append(r.Teams, row)
	}
	return place
}

// Chairs returns the seats with their colours in this game.
func Chairs(a *cli.App, s match.Setup) (chairs []scene.Chair) {
	if shown, err := a.Game.Position(s, nil); err == nil && shown.Scene != nil {
		return shown.Scene(nil).Board.Seats
	}
	for i, title := range a.Game.Titles {
		chairs = append(chairs, scene.Chair{ID: title, Colour: []string{"blue", "red"}[i%2]})
	}
	return chairs
}

// sub returns the plan and the settings in words.
func (l *ledger) sub() string {
	plan := "round-robin"
	if l.t.Plan != nil {
		plan = l.t.Plan.Plan
	}
	parts := []string{plan, "seed " + l.t.Seed}
	if b := l.t.Budget.String(); b != "" {
		parts = append(parts, "budget "+b)
	}
	return strings.Join(parts, " · ")
}

// add adds a finished game, and its faults.
func (l *ledger) add(r *report.Report, p league.Pairing, o league.Outcome, place []int) {
	info := &l.app.Game.Info
	played := report.Played{Number: p.N, Round: p.Stage, Winner: o.Winner, Default: o.Default}
	line := l.t.Line(p)
	if line == nil { // awarded by a judge
		line = &record.Line{Ending: record.Ending{Reason: o.Reason}}
	}
	played.Ended, played.Plies = line.Reason, line.Plies
	if o.Default {
		played.Ended = o.Reason
	}
	if line.Record != nil {
		played.Link = Link(p.N)
	}
	for _, team := range p.Teams {
		played.Teams = append(played.Teams, place[team])
	}
	r.Played = append(r.Played, played)
	for _, f := range line.Faults {
		seat := slices.Index(info.Seats, f.Seat)
		if seat < 0 {
			continue
		}
		text := fmt.Sprintf("ply %d: ", f.First)
		if f.Count > 1 {
			text = fmt.Sprintf("%d times, first at ply %d: ", f.Count, f.First)
		}
		text += cmp.Or(f.Detail, string(f.Kind))
		team := &r.Teams[place[p.Teams[seat]]]
		team.Wrong = append(team.Wrong, report.Wrong{Number: p.N, Text: text, Link: played.Link})
	}
}

// page makes the page of a finished game.
func (l *ledger) page(n int, in *web.Within) ([]byte, error) {
	s, err := l.t.Schedule()
	if err != nil {
		return nil, err
	}
	for _, p := range s.Pairings() {
		line := l.t.Line(p)
		if p.N != n || line == nil {
			continue
		}
		path, err := l.t.RecordPath(line)
		if err != nil {
			return nil, err
		}
		text, err := files.ReadOf(path, files.MostGames)
		if err != nil {
			return nil, err
		}
		t, err := playback.Read(l.app.Game, match.RecordFormat, text, 1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return page.File(l.app.Game, t, in)
	}
	return nil, fmt.Errorf("it was not played")
}

// names returns the labels of a job's teams, by seat.
func names(j *job.Job) (list []string) {
	for _, team := range j.Seats {
		list = append(list, team.Label)
	}
	return list
}
