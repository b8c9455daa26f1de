package tournament

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
)

// rerunLine is a line of a journal: the games of some teams before it are replaced by games that are played after it. It is one
// line for all of it, so that a process that is killed has done nothing or everything.
type rerunLine struct {
	Type   string    `json:"type"` // "rerun"
	Bots   []botLine `json:"bots"` // what the teams are from then on
	Games  []string  `json:"games"`
	Events []Event   `json:"events"` // in place of those before it
}

// rerun does what a line says. The records of the games stay.
func (t *Tournament) rerun(r *rerunLine) {
	for _, b := range r.Bots {
		t.bots.known[b.Team] = b.Identity
	}
	for _, id := range r.Games {
		if t.lines[id] != nil {
			t.again[id]++
		}
		delete(t.lines, id)
		delete(t.voids, id)
		delete(t.deaths, id)
	}
	t.entries.Lock()
	t.events = r.Events
	t.entries.Unlock()
}

// without returns the tournament without the games that a line replaces.
func (t *Tournament) without(r *rerunLine) *Tournament {
	w := newTournament(t.Dir, t.game)
	w.Head, w.lines, w.voids = t.Head, maps.Clone(t.lines), maps.Clone(t.voids)
	w.bots.known = maps.Clone(t.bots.known)
	w.deaths = folder.Deaths{}
	w.rerun(r)
	return w
}

// Rerun marks all games of some teams to be replaced: Run plays them again with the current bots. Forfeits of these teams are
// cancelled. It returns how many games are replaced. The error is a *ChangedError if another team has changed, too.
//
// A game is replaced only if no other was paired because of its result: in a knockout, a playoff or a swiss those of the current
// round.
func (t *Tournament) Rerun(labels []string) (games int, err error) {
	var numbers []int
	for _, label := range labels {
		number, err := t.number(label)
		if err != nil {
			return 0, err
		}
		if !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	s, err := t.Schedule()
	if err != nil {
		return 0, err
	}
	t.learn()
	line := &rerunLine{Type: "rerun", Games: []string{}, Events: t.returned(numbers)}
	replaced := map[int]bool{}
	for _, p := range s.Pairings() {
		id := t.Job(p).ID
		_, given := t.voids[id]
		isOf := slices.ContainsFunc(p.Teams, func(team int) bool { return slices.Contains(numbers, team) })
		if isOf && (t.lines[id] != nil || given) {
			line.Games = append(line.Games, id)
			replaced[p.N] = true
		}
	}
	if t.fixed() {
		for i := range line.Events { // all games are paired from the beginning, so that an event may come first
			line.Events[i].Event = early(line.Events[i].Event, replaced)
		}
	}
	for _, number := range numbers {
		line.Bots = append(line.Bots, botLine{"bot", number, t.identify(t.All()[number])})
	}
	after := t.without(line)
	if err := t.keeps(s, after); err != nil {
		return 0, err
	}
	now, err := after.Schedule()
	if err == nil {
		err = after.same(now, numbers)
	}
	if err == nil {
		err = t.journal.Append(line)
	}
	if err == nil {
		t.rerun(line)
	}
	return len(line.Games), err
}

// returned returns the events without the forfeits of some teams.
func (t *Tournament) returned(numbers []int) []Event {
	return slices.DeleteFunc(t.Events(), func(e Event) bool { return e.Type == plan.Forfeit && slices.Contains(numbers, e.Team) })
}

// fixed reports whether all games of the plan, before a playoff, are paired from the beginning.
func (t *Tournament) fixed() bool {
	name := t.settings().Plan
	return name == plan.RoundRobin || name == plan.Gauntlet
}

// early returns an event that happens before the first outcome instead of later, and leaves the same games alone but for those
// that are replaced.
func early(e plan.Event, replaced map[int]bool) plan.Event {
	if e.Type == plan.Forfeit {
		for n := range e.After {
			e.Played = append(e.Played, n+1)
		}
		e.Played = slices.DeleteFunc(slices.Clone(e.Played), func(n int) bool { return replaced[n] })
		slices.Sort(e.Played)
	}
	e.After = 0
	return e
}

var errPaired = errors.New("its result decided the pairings of later games, so it cannot be replaced: begin a new tournament")

// keeps returns an error if the plan without the replaced games has not all games that were played.
func (t *Tournament) keeps(s *plan.Schedule, after *Tournament) error {
	now, err := after.Schedule()
	if err != nil {
		return err
	}
	if now.Waits() {
		return errPaired
	}
	still := map[string]int{}
	for _, p := range now.Pairings() {
		still[after.Job(p).ID] = p.N
	}
	for _, p := range s.Pairings() {
		id := t.Job(p).ID
		_, given := t.voids[id]
		if (t.lines[id] != nil || given) && still[id] != p.N {
			return fmt.Errorf("%w (game %d)", errPaired, p.N)
		}
	}
	return nil
}
