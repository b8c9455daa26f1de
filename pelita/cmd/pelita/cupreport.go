//go:build !lean || (contest && web)

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/publish"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/report"
	kernel "github.com/gridiron-games/gridiron/kernel/arena/contest/tournament"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/playback"
	"github.com/gridiron-games/gridiron/kernel/arena/web"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/kernel/files"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// cupReport makes the pages of a tournament in a folder of `cup`.
type cupReport struct {
	app   *cli.App
	dir   string
	games []cupGame
	ids   []string
	names map[string]string    // by id
	tapes []*playback.Playback // by game; nil: its replay cannot be read
}

// newCupReport reads the replays of a cup.
func newCupReport(a *cli.App, j *cupJournal) *cupReport {
	t := &cupReport{app: a, dir: filepath.Dir(j.path), games: j.list, names: map[string]string{}}
	for _, g := range j.list {
		game := t.read(g)
		t.tapes = append(t.tapes, game)
		for seat, id := range g.Teams {
			if !slices.Contains(t.ids, id) {
				t.ids = append(t.ids, id)
			}
			if game != nil && seat < len(game.Names) && game.Names[seat] != "" {
				t.names[id] = game.Names[seat]
			}
		}
	}
	slices.Sort(t.ids)
	return t
}

// label returns the name of a team in tables.
func (t *cupReport) label(id string) string { return strings.TrimSpace(t.names[id] + " " + id) }

func (t *cupReport) labels() (list []string) {
	for _, id := range t.ids {
		list = append(list, t.label(id))
	}
	return list
}

// reportCup writes the pages of a cup.
func reportCup(a *cli.App, c *urfave.Context, dir string, j *cupJournal) error {
	if c.String("html") == "" {
		return cli.Usagef("tournament report: want --html OUT, a folder for the pages")
	}
	path, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	t := newCupReport(a, j)
	r := t.report(cmp.Or(c.String("title"), filepath.Base(path)))
	return publish.Write(c.Context, a, c.String("html"), r, func(n int, in *web.Within) ([]byte, error) {
		return page.File(a.Game, t.tapes[n-1], in)
	})
}

// read reads the replay of a game; nil if it cannot be read.
func (t *cupReport) read(g cupGame) *playback.Playback {
	path := filepath.Join(t.dir, filepath.FromSlash(g.Replay))
	if g.Replay == "" { // older programs did not record the path
		paths, err := filepath.Glob(filepath.Join(t.dir, g.Name+"-2*", "replay")) // the time of the game follows its name
		if err != nil || len(paths) == 0 {
			return nil
		}
		path = paths[len(paths)-1]
	}
	if !filepath.IsLocal(filepath.FromSlash(g.Replay)) && g.Replay != "" {
		return nil
	}
	text, err := files.ReadOf(path, files.MostGames)
	if err != nil {
		return nil
	}
	game, err := playback.Read(t.app.Game, "replay", bytes.TrimSpace(text), 1)
	if err != nil {
		return nil
	}
	return game
}

// report makes the report: all games count in its table, also those of the knockout.
func (t *cupReport) report(title string) *report.Report {
	r := &report.Report{
		Game: "Pelita", Title: title, Sub: "everybody against everybody, then a knockout", Total: len(t.games),
		Seats: publish.Chairs(t.app, match.Setup{}),
		Notes: []string{"The games of the knockout count in this table, too; it is the knockout that decides who wins the cup."},
	}
	var teams []kernel.Team
	var labels []string
	for _, id := range t.ids {
		label := t.label(id)
		teams, labels = append(teams, kernel.Team{Label: label, Spec: label}), append(labels, label)
	}
	var games []league.Game
	for _, g := range t.games {
		games = append(games, t.game(g))
	}
	standings := league.Table(len(teams), games)
	place := publish.Tabulate(r, teams, league.NewReport(labels, standings, games, league.Tiebreak), standings)
	for i, g := range games {
		p := report.Played{Number: i + 1, Winner: g.Winner, Default: g.Default, Ended: t.games[i].Name + ": " + t.games[i].Reason}
		for _, team := range g.Teams {
			p.Teams = append(p.Teams, place[team])
		}
		if game := t.tapes[i]; game != nil {
			p.Plies, p.Link = game.Plies, publish.Link(i+1)
			t.faults(r, &p, game)
		}
		r.Played = append(r.Played, p)
	}
	return r
}

// game returns a game in the form that the table counts.
func (t *cupReport) game(g cupGame) league.Game {
	counted := league.Game{Winner: league.Draw, Reason: g.Reason, Default: turn.IsFault(g.Reason)}
	for seat, id := range g.Teams {
		counted.Teams = append(counted.Teams, slices.Index(t.ids, id))
		if g.Winner == id {
			counted.Winner = seat
		}
	}
	return counted
}

// faults adds the faults of the teams in a game.
func (t *cupReport) faults(r *report.Report, p *report.Played, game *playback.Playback) {
	first, count := [2]string{}, [2]int{}
	err := game.Show(game.Plies, func(shown *match.Snapshot) error {
		for _, reply := range shown.Replies {
			if reply.Fault != nil {
				if count[reply.Seat]++; count[reply.Seat] == 1 {
					first[reply.Seat] = fmt.Sprintf("ply %d: %s", shown.Ply, reply.Fault.Phrase())
				}
			}
		}
		return nil
	})
	if err != nil { // show what can be shown
		return
	}
	for seat, n := range count {
		if n > 0 {
			team := &r.Teams[p.Teams[seat]]
			text := first[seat]
			if n > 1 {
				text = fmt.Sprintf("%d times, first at %s", n, text)
			}
			team.Wrong = append(team.Wrong, report.Wrong{Number: p.Number, Text: text, Link: p.Link})
		}
	}
}
