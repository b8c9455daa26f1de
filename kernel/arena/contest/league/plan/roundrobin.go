package plan

import "github.com/gridiron-games/gridiron/kernel/arena/contest/league"

// roundRobin has every team meet every other, in the order of league.RoundRobin. All games are issued at once. A team that comes
// late meets all others at the end. Pair k of any two teams begins with start k of the book, so that all teams play the same
// starts.
type roundRobin struct {
	pairs  int // of every two teams
	issued bool
}

func (r *roundRobin) next(s *Schedule) bool {
	if !r.issued {
		r.issued = true
		for _, p := range league.RoundRobin(len(s.teams), r.pairs) {
			s.issue("", p.Pair, p.Start, p.Teams...)
		}
	}
	return true
}

func (r *roundRobin) admits(*Schedule) error { return nil }

func (r *roundRobin) add(s *Schedule) {
	late := len(s.teams) - 1
	for start := range r.pairs {
		for other := range late {
			s.issuePair("", start, other, late)
		}
	}
}
