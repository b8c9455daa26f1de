package tournament

import (
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Follower follows a tournament that is played elsewhere: it receives the outcomes of games, in any order, and needs no folder.
// It is not safe for concurrent use.
type Follower struct {
	t        *Tournament
	schedule *plan.Schedule
	numbers  map[string]int // of the pairings that were issued, by the id of their job
}

// Follow returns a follower of the tournament with that head, before its first game; events are the known changes of its plan.
// The error says what is wrong with the head.
func Follow(game *match.Bound, h Head, events []Event) (*Follower, error) {
	f := &Follower{t: newTournament("", game), numbers: map[string]int{}}
	f.t.Head, f.t.events = h, slices.Clone(events)
	if h.Type != "tournament" || h.Game != game.Name {
		return nil, fmt.Errorf("type %q of game %q: want the first line of a tournament of %s", h.Type, h.Game, game.Name)
	}
	var err error
	if f.schedule, err = f.t.fresh(); err != nil {
		return nil, err
	}
	f.issue()
	return f, nil
}

func (f *Follower) issue() {
	for {
		pairings, _ := f.schedule.Issue()
		if len(pairings) == 0 {
			return
		}
		for _, p := range pairings {
			f.numbers[f.t.Job(p).ID] = p.N
		}
	}
}

// Happen applies a change of the plan. It returns false if the change is too late: outcomes after it have counted already, and
// only a new follower can apply it.
func (f *Follower) Happen(e Event) (inTime bool) {
	if f.schedule.Counted() > e.After {
		return false
	}
	f.t.events = append(f.t.events, e)
	f.schedule.Apply(e.Event)
	f.issue()
	return true
}

// Teams returns the teams by number, those that came late included.
func (f *Follower) Teams() []Team { return f.t.All() }

// Issued returns how many games the plan has issued so far.
func (f *Follower) Issued() int { return len(f.numbers) }

// Pairing returns the game with the id of a job; false if the plan has not issued it yet.
func (f *Follower) Pairing(id string) (p league.Pairing, ok bool) {
	n, ok := f.numbers[id]
	if !ok {
		return p, false
	}
	return f.schedule.Pairing(n), true
}

// Job returns the job of a pairing.
func (f *Follower) Job(p league.Pairing) job.Job { return f.t.Job(p) }

// Outcome returns the outcome of a finished game for the plan. A nil line means that the game counts for neither team.
func (f *Follower) Outcome(p league.Pairing, line *record.Line) league.Outcome {
	if line == nil {
		return league.Outcome{N: p.N, Winner: league.Void}
	}
	return f.t.outcomeOf(p, line)
}

// Take reports an outcome to the plan, which may issue more games after it. An outcome that it has already changes nothing.
func (f *Follower) Take(o league.Outcome) {
	f.schedule.Report(o)
	f.issue()
}

// Schedule returns the plan with the outcomes taken so far. It is valid until the next Take, and must not be changed.
func (f *Follower) Schedule() *plan.Schedule { return f.schedule }
