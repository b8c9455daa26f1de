package tournament

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
)

// Live is a tournament while its games are played: the functions of Run.Events change it.
type Live struct {
	t *Tournament
	s *plan.Schedule
}

// Change gives a run one of its Events and waits until it is done. The error is that of what, or of ctx when that ends first.
func Change(ctx context.Context, events chan<- func(*Live) error, what func(*Live) error) error {
	done := make(chan error, 1)
	event := func(l *Live) error {
		err := what(l)
		done <- err
		return err
	}
	select {
	case events <- event:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Events returns the events that have changed the plan so far.
func (t *Tournament) Events() []Event {
	t.entries.Lock()
	defer t.entries.Unlock()
	return slices.Clone(t.events)
}

// Entry is a team of a ladder.
type Entry struct {
	Team
	Hash string // of the content of the bot
	Away bool   // it has left
}

// Entries returns the teams that came after the beginning, in the order in which they came.
func (t *Tournament) Entries() (list []Entry) {
	t.entries.Lock()
	defer t.entries.Unlock()
	for _, e := range t.events {
		switch i := e.Team - len(t.Teams); {
		case e.Type == plan.Add && e.Entry != nil:
			list = append(list, Entry{Team: *e.Entry, Hash: e.Hash})
		case (e.Type == plan.Leave || e.Type == plan.Return) && i >= 0 && i < len(list):
			list[i].Away = e.Type == plan.Leave
		}
	}
	return list
}

// left reports whether a team of a pairing has left.
func (t *Tournament) left(p league.Pairing) bool {
	if !t.IsLadder() {
		return false
	}
	entries := t.Entries()
	return slices.ContainsFunc(p.Teams, func(team int) bool {
		i := team - len(t.Teams)
		return i >= 0 && i < len(entries) && entries[i].Away
	})
}

// Add admits a team. hash is the hash of the content of its bot.
func (l *Live) Add(team Team, hash string) error {
	return l.t.happenWith(l.s, Event{Event: plan.Event{Type: plan.Add}, Entry: &team, Hash: hash})
}

// Leave takes a team out of the ladder: its finished games stay, those that have not begun count for neither team.
func (l *Live) Leave(label string) error { return l.move(plan.Leave, label) }

// Return lets a team play again that has left.
func (l *Live) Return(label string) error { return l.move(plan.Return, label) }

func (l *Live) move(what, label string) error {
	team, err := l.t.number(label)
	if err != nil {
		return err
	}
	return l.t.happenWith(l.s, Event{Event: plan.Event{Type: what, Team: team}})
}

// Report returns the table, from the plan that is in memory.
func (l *Live) Report() *league.Report { return l.t.report(l.s) }

// Annul has all games of a team count for nobody.
func (l *Live) Annul(label, reason string) error { return l.t.judgeIn(l.s, label, reason, true) }

// IsLadder reports whether the tournament is a ladder, which never ends.
func (t *Tournament) IsLadder() bool { return t.Plan != nil && t.Plan.Plan == plan.Ladder }
