package cli

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/league"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// played is what was played of a tournament so far.
type played struct {
	games    []league.Game
	cross    [][]string // by team and opponent: a mark a game
	failures []string   // losses by default, in words
}

func (a *App) played(t *tournament, done map[string]match.Line) (p played) {
	p.cross = make([][]string, len(t.Teams))
	for i := range p.cross {
		p.cross[i] = make([]string, len(t.Teams))
	}
	for _, f := range t.fixtures() {
		line, ok := done[f.id]
		if !ok {
			continue
		}
		g := league.Game{Teams: f.Teams, Winner: turn.Draw, Default: turn.IsFault(line.Reason)}
		if line.Winner != nil {
			g.Winner = slices.Index(a.Game.Seats, *line.Winner)
		}
		p.games = append(p.games, g)
		for seat, i := range g.Teams {
			opponent := g.Teams[1-seat]
			mark := "0"
			switch {
			case g.Winner == turn.Draw:
				mark = "="
			case g.Winner == seat:
				mark = "1"
			case g.Default:
				mark = "-"
				p.failures = append(p.failures, fmt.Sprintf("game %d: %s %s (against %s)",
					line.N, t.Teams[i].Label, line.Detail, t.Teams[opponent].Label))
			}
			p.cross[i][opponent] += mark
		}
	}
	return p
}

// cell is a field of the crosstable: a mark a game, or the points if there are too many to show.
func cell(marks string) string {
	switch {
	case marks == "":
		return "."
	case len(marks) > 10:
		return fmt.Sprintf("%g/%d", float64(strings.Count(marks, "1"))+0.5*float64(strings.Count(marks, "=")), len(marks))
	}
	return marks
}

// printTable prints the standings with the crosstable.
func (a *App) printTable(c *cli.Context, t *tournament, done map[string]match.Line) error {
	p := a.played(t, done)
	table := league.Table(len(t.Teams), p.games)
	switch {
	case c.Bool("json"):
		return a.jsonTable(t, table, len(p.games))
	case c.Bool("csv"):
		return a.csvTable(t, table)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\tteam\tplayed\twon\tdrawn\tlost\tdefaults\tpoints\tscore")
	for i := range table {
		fmt.Fprintf(w, "\t%d", i+1)
	}
	fmt.Fprintln(w)
	for place, s := range table {
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%d\t%d\t%g\t%s", place+1, t.Teams[s.Team].Label,
			s.Played, s.Wins, s.Draws, s.Losses, s.Defaults, s.Points, share(s))
		for _, other := range table {
			fmt.Fprintf(w, "\t%s", cell(p.cross[s.Team][other.Team]))
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(p.failures) > 0 {
		fmt.Fprintln(a.Out, "\nlost by default (- in the table):")
		for _, line := range p.failures {
			fmt.Fprintln(a.Out, line)
		}
	}
	return nil
}

func share(s league.Standing) string {
	if s.Played == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f%% +-%.1f", 100*s.Points/float64(s.Played), s.Error)
}

func (a *App) jsonTable(t *tournament, table []league.Standing, games int) error {
	type row struct {
		standing
		Defaults int `json:"defaults"`
	}
	rows := []row{}
	for _, s := range table {
		rows = append(rows, row{standing{t.Teams[s.Team].Label, s.Wins, s.Draws, s.Losses, s.Points}, s.Defaults})
	}
	return a.printJSON(struct {
		Type    string `json:"type"`
		Games   int    `json:"games"`
		Players []row  `json:"players"`
	}{"summary", games, rows})
}

func (a *App) csvTable(t *tournament, table []league.Standing) error {
	w := csv.NewWriter(a.Out)
	w.Write([]string{"place", "team", "played", "won", "drawn", "lost", "defaults", "points"})
	for place, s := range table {
		w.Write([]string{
			fmt.Sprint(place + 1), t.Teams[s.Team].Label, fmt.Sprint(s.Played), fmt.Sprint(s.Wins), fmt.Sprint(s.Draws),
			fmt.Sprint(s.Losses), fmt.Sprint(s.Defaults), fmt.Sprint(s.Points),
		})
	}
	w.Flush()
	return w.Error()
}
