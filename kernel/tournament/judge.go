package tournament

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/league/plan"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/syntax"
)

// First returns the setup of the games of the first pair.
func (t *Tournament) First() match.Setup {
	return t.Starts.Setup(match.Setup{Start: t.Start, Seed: t.Seed, Options: t.Options}, 0)
}

// Add admits a team that comes late; name is the name that its program gives itself, "" for none. The error says why there is no
// place for it.
func (t *Tournament) Add(team Team, name string) error {
	all := t.All()
	team = called(append(all, team), append(make([]string, len(all)), name))[len(all)]
	if slices.ContainsFunc(t.All(), func(other Team) bool { return other.Label == team.Label }) {
		return fmt.Errorf("a team is called %q already: call this one LABEL=%s", team.Label, team.Spec)
	}
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	return t.happen(s, plan.Event{Type: plan.Add}, &team)
}

// Forfeit declares the open and later games of a team lost, as the judge decides. Games that were played stay as they are.
func (t *Tournament) Forfeit(label, reason string) error {
	teams := t.All()
	team := slices.IndexFunc(teams, func(other Team) bool { return other.Label == label })
	if team < 0 {
		var labels []string
		for _, other := range teams {
			labels = append(labels, other.Label)
		}
		return fmt.Errorf("no team is called %q%s; the teams are %s", label, syntax.Suggest(label, labels), strings.Join(labels, ", "))
	}
	if slices.ContainsFunc(t.events, func(e Event) bool { return e.Type == plan.Forfeit && e.Team == team }) {
		return fmt.Errorf("team %q has forfeited already", label) // the plan knows its number only
	}
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	return t.forfeit(s, team, clean.Line(reason, clean.MaxDetail))
}

// forfeit declares the open and later games of a team lost.
func (t *Tournament) forfeit(s *plan.Schedule, team int, reason string) error {
	return t.happen(s, plan.Event{Type: plan.Forfeit, Team: team, Reason: reason}, nil)
}

// happen writes an event to the journal and then applies it.
func (t *Tournament) happen(s *plan.Schedule, e plan.Event, entry *Team) error {
	return t.happenWith(s, Event{Event: e, Entry: entry})
}

func (t *Tournament) happenWith(s *plan.Schedule, line Event) (err error) {
	if line.Event, err = s.Stamp(line.Event); err != nil {
		return err
	}
	if t.journal != nil {
		if err := t.journal.Append(line); err != nil {
			return err
		}
	}
	t.entries.Lock()
	t.events = append(t.events, line) // before the plan can issue a game of the new team
	t.entries.Unlock()
	s.Apply(line.Event)
	return nil
}
