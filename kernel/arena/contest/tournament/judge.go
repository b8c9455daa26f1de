package tournament

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/notation"
)

// First returns the setup of the games of the first pair.
func (t *Tournament) First() match.Setup {
	return t.Starts.Setup(match.Setup{Start: t.Start, Seed: t.Seed, Options: t.Options}, 0)
}

// Add adds a team to a tournament that has begun; name is the name that its program gives itself, "" for none. The error says why
// it cannot be added.
func (t *Tournament) Add(team Team, name string) error {
	all := t.All()
	team = called(append(all, team), append(make([]string, len(all)), name))[len(all)]
	if slices.ContainsFunc(t.All(), func(other Team) bool { return other.Label == team.Label }) {
		return fmt.Errorf("there is already a team called %q: name this one with LABEL=%s", team.Label, team.Spec)
	}
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	if err := t.happen(s, plan.Event{Type: plan.Add}, &team); err != nil {
		return err
	}
	_, err = t.note(len(all), team)
	return err
}

// number returns the number of a team.
func (t *Tournament) number(label string) (int, error) {
	var labels []string
	for number, other := range t.All() {
		if other.Label == label {
			return number, nil
		}
		labels = append(labels, other.Label)
	}
	return 0, fmt.Errorf("no team is called %q%s; the teams are %s", label, notation.Suggest(label, labels), strings.Join(labels, ", "))
}

// Plays reports whether a team may still have a game.
func (t *Tournament) Plays(label string) (bool, error) {
	team, err := t.number(label)
	if err != nil {
		return false, err
	}
	s, err := t.Schedule()
	return err == nil && t.plays(s, team), err
}

// Forfeit declares the open and later games of a team lost. Games that were played still count.
func (t *Tournament) Forfeit(label, reason string) error { return t.judge(label, reason, false) }

// Annul has all games of a team count for nobody, those that were played and those that are open.
func (t *Tournament) Annul(label, reason string) error { return t.judge(label, reason, true) }

func (t *Tournament) judge(label, reason string, annul bool) error {
	s, err := t.Schedule()
	if err != nil {
		return err
	}
	return t.judgeIn(s, label, reason, annul)
}

func (t *Tournament) judgeIn(s *plan.Schedule, label, reason string, annul bool) error {
	team, err := t.number(label)
	if err != nil {
		return err
	}
	forfeited := slices.ContainsFunc(t.Events(), func(e Event) bool { // the plan knows its number only
		return e.Type == plan.Forfeit && e.Team == team && (e.Annul || !annul)
	})
	switch {
	case forfeited && annul:
		return fmt.Errorf("the games of team %q are annulled already", label)
	case forfeited:
		return fmt.Errorf("team %q has forfeited already", label)
	}
	return t.happen(s, plan.Event{Type: plan.Forfeit, Team: team, Reason: clean.Line(reason, clean.MaxDetail), Annul: annul}, nil)
}

// forfeit declares the open and later games of a team lost.
func (t *Tournament) forfeit(s *plan.Schedule, team int, reason string) error {
	return t.happen(s, plan.Event{Type: plan.Forfeit, Team: team, Reason: reason}, nil)
}

// Annulled returns the teams whose games count for nobody.
func (t *Tournament) Annulled() (labels []string) {
	for number, team := range t.All() {
		if slices.ContainsFunc(t.Events(), func(e Event) bool { return e.Type == plan.Forfeit && e.Annul && e.Team == number }) {
			labels = append(labels, team.Label)
		}
	}
	return labels
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

// PlayOn adds games between teams and bots of a grading scheme as long as the points are not as sure as wanted. It doubles the
// number of their games, up to most, and returns how many games it has added. Run plays them. Doubling the games keeps the number
// of looks at the result small: a team that is looked at after every game is sooner or later sure by luck.
func (t *Tournament) PlayOn(scheme []league.Grade, want float64, most int) (games int, err error) {
	r, err := t.Report()
	if err != nil {
		return 0, err
	}
	list, err := r.Unsure(scheme, want)
	if err != nil {
		return 0, err
	}
	s, err := t.Schedule()
	if err != nil {
		return 0, err
	}
	for _, m := range list {
		if t.gone(m.Team) || t.gone(m.Other) {
			continue
		}
		for n := m.Games; n+2 <= min(max(2, 2*m.Games), most); n += 2 {
			if err := t.happen(s, plan.Event{Type: plan.More, Team: m.Team, Other: m.Other}, nil); err != nil {
				return games, err
			}
			games += 2
		}
	}
	return games, nil
}

// gone reports whether a team has forfeited.
func (t *Tournament) gone(team int) bool {
	return slices.ContainsFunc(t.events, func(e Event) bool { return e.Type == plan.Forfeit && e.Team == team })
}
