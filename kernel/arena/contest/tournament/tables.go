package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Default is a game that a team lost by default.
type Default struct {
	Line *record.Line // the finished game
	N    int
	Team string
	Why  string
	Who  []string // the other teams
}

// Defaults returns the games that were played and lost by default, in the order of issue.
func (t *Tournament) Defaults() ([]Default, error) {
	s, err := t.Schedule()
	if err != nil {
		return nil, err
	}
	var list []Default
	teams := t.All()
	for _, p := range s.Pairings() {
		line := t.Line(p)
		if o, _ := s.Outcome(p.N); line == nil || o.Winner == league.Void {
			continue
		}
		o := t.outcomeOf(p, line)
		for seat, i := range p.Teams {
			if !o.Default || o.Winner == seat {
				continue
			}
			d := Default{Line: line, N: p.N, Team: teams[i].Label, Why: line.Detail}
			if name := t.game.Seats[seat]; slices.Contains(line.Default, name) {
				d.Why = absence(line, name)
			}
			for _, other := range p.Teams {
				if other != i {
					d.Who = append(d.Who, teams[other].Label)
				}
			}
			list = append(list, d)
		}
	}
	return list, nil
}

// Report returns the table.
func (t *Tournament) Report() (*league.Report, error) {
	s, err := t.Schedule()
	if err != nil {
		return nil, err
	}
	return t.report(s), nil
}

// report returns the table of a plan in progress.
func (t *Tournament) report(s *plan.Schedule) *league.Report {
	var names []string
	for _, team := range t.All() {
		names = append(names, team.Label)
	}
	r := league.NewReport(names, s.Standings(), s.Games(), s.Order())
	for number, team := range t.All() {
		if odds, has := t.Odds[number]; has {
			name := clean.Line(team.Label, clean.MaxDetail)
			r.Remarks = append(r.Remarks, fmt.Sprintf("time odds: %s has %s, others %s", name, spoken(odds), spoken(t.Budget)))
		}
	}
	if agreed, of := t.adjudicated(); agreed > 0 {
		r.Remarks = append(r.Remarks, fmt.Sprintf("%d of %d games ended early, because the players agreed on the outcome", agreed, of))
	}
	if gone := t.Annulled(); len(gone) > 0 {
		r.Remarks = append(r.Remarks, "withdrawn; their games count for nobody: "+clean.Line(strings.Join(gone, ", "), 1000))
	}
	return r
}

// Played returns how many games of each team are finished, by its label.
func (t *Tournament) Played() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	games := map[string]int{}
	for _, line := range t.lines {
		for _, seat := range line.Seats {
			games[seat.Name]++
		}
	}
	return games
}

// Finished returns how many games are finished.
func (t *Tournament) Finished() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.lines)
}

// adjudicated returns how many of the finished games ended early because the players agreed.
func (t *Tournament) adjudicated() (n, of int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, line := range t.lines {
		if line.Reason == verdict.Adjudicated {
			n++
		}
	}
	return n, len(t.lines)
}

// Progress returns how many games have been played and how many there will be in all.
func (t *Tournament) Progress() (played, all int, err error) {
	s, err := t.Schedule()
	if err != nil {
		return 0, 0, err
	}
	for _, p := range s.Pairings() {
		if o, counts := s.Outcome(p.N); counts && len(p.Teams) > 1 && !league.IsForfeit(o.Reason) {
			played++
		}
	}
	return played, s.Expected(), nil
}

func spoken(c timer.Control) string { return cmp.Or(c.String(), "no limit") }

// absence says why a seat in Default has lost, to follow the name of its player.
func absence(l *record.Line, seat string) string {
	f := verdict.Missed(l, seat)
	if f.Kind == turn.Late {
		return fmt.Sprintf("was silent (no line for %d questions in a row, or in a whole game)", turn.Silence)
	}
	return f.Detail
}
