package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
)

// swiss pairs teams with about the same number of points, for a number of rounds. A round begins when the one before is over.
// Nobody meets a team again while that can be avoided; where the number of teams is odd, the last one of the table that has had
// no bye yet has one, which counts as a match won. A match is a number of pairs, so that everybody sits on both seats equally
// often; the team that sat on the first seat first less often does so. Every round has starts of its own.
//
// A team that comes late is in from the next round on, with no points. One that has forfeited is not paired any more.
type swiss struct {
	rounds int
	pairs  int // of a match
	round  int
	first  map[int]int  // by team: how often it sat on the first seat first
	byes   map[int]bool // the teams that had one
}

func (w *swiss) next(s *Schedule) bool {
	for s.counted == len(s.pairings) && w.round < w.rounds {
		w.round++
		w.pair(s)
	}
	return w.round == w.rounds
}

// pair issues a round, if two teams or more are left to play.
func (w *swiss) pair(s *Schedule) {
	points := make([]float64, len(s.teams))
	for i, p := range s.pairings {
		for seat, team := range p.Teams {
			switch s.outcomes[i].Winner {
			case seat:
				points[team]++
			case league.Draw:
				points[team] += 0.5
			}
		}
	}
	var field []int
	for team, m := range s.teams {
		if !m.forfeited {
			field = append(field, team)
		}
	}
	if len(field) < 2 {
		return
	}
	slices.SortStableFunc(field, func(a, b int) int { // equal points: in the order of entry
		return cmp.Compare(points[b], points[a])
	})
	list, bye := swissRound(&pool{
		teams:  field,
		points: func(team int) float64 { return points[team] },
		met:    func(a, b int) int { return s.meetings(a, b) },
		bye:    func(team int) bool { return w.byes[team] },
	})
	w.issue(s, list, bye)
}

func (w *swiss) issue(s *Schedule, list [][2]int, bye int) {
	if w.first == nil {
		w.first, w.byes = map[int]int{}, map[int]bool{}
	}
	stage := fmt.Sprintf("round %d", w.round)
	for _, m := range list {
		if w.first[m[1]] < w.first[m[0]] {
			m[0], m[1] = m[1], m[0]
		}
		w.first[m[0]]++
		for pair := range w.pairs {
			s.issuePair(stage, (w.round-1)*w.pairs+pair, m[0], m[1])
		}
	}
	if bye >= 0 {
		w.byes[bye] = true
		for range w.pairs {
			pair := s.pairs + 1
			for range 2 {
				s.issue(stage, pair, 0, bye)
			}
		}
	}
}

func (w *swiss) left(s *Schedule) int {
	field := 0
	for _, m := range s.teams {
		field += btoi(!m.forfeited)
	}
	return (w.rounds - w.round) * (field / 2) * 2 * w.pairs
}

func (w *swiss) admits(*Schedule) error {
	if w.round == w.rounds {
		return errors.New("the last round of the swiss has begun")
	}
	return nil
}

func (w *swiss) add(*Schedule) {}

func (w *swiss) standings(s *Schedule) []league.Standing {
	return league.SwissTable(len(s.teams), s.Games())
}
