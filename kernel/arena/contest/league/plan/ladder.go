package plan

import (
	"cmp"
	"math"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// ladder goes on for ever. The team with the fewest games meets the one with the nearest rating, where every pair they have had
// counts as twenty points of distance: otherwise two groups would never meet. Teams may be added, leave and return at any time.
// No final table is fixed in advance, as it depends on when teams come and go.
//
// The ratings here are Elo's running ones (each game moves both teams by up to 32 points), because they cost nothing; tables have
// those of Bradley and Terry.
type ladder struct {
	pairs   int // of a meeting
	ahead   int
	seen    int // outcomes
	games   []int
	ratings []float64
}

const (
	step     = 32 // most points a game moves a rating by
	familiar = 20 // points of distance for each pair that two teams have had
)

func (l *ladder) next(s *Schedule) bool {
	for len(l.games) < len(s.teams) {
		l.add(s)
	}
	for ; l.seen < s.counted; l.seen++ {
		l.rate(s, l.seen)
	}
	for len(s.pairings)-s.counted <= 2*l.ahead-2*l.pairs || len(s.pairings) == s.counted {
		a := l.fewest(s)
		b := l.nearest(s, a)
		if b < 0 {
			return false
		}
		for range l.pairs {
			s.issuePair("", s.meetings(a, b)/2, a, b)
		}
		l.games[a] += 2 * l.pairs
		l.games[b] += 2 * l.pairs
	}
	return false
}

// rate moves the ratings by an outcome.
func (l *ladder) rate(s *Schedule, i int) {
	g := s.pairings[i].Game(s.outcomes[i])
	if g.Winner < -1 {
		return
	}
	a, b := g.Teams[0], g.Teams[1]
	points := 0.5
	switch g.Winner {
	case 0:
		points = 1
	case 1:
		points = 0
	}
	change := float64(step * (points - rating.Score(l.ratings[a]-l.ratings[b])))
	l.ratings[a] += change
	l.ratings[b] -= change
}

// plays reports whether a team may be paired.
func (l *ladder) plays(s *Schedule, team int) bool {
	return !s.teams[team].away && !s.teams[team].forfeited
}

// fewest returns the team with the fewest games, -1 if there is no team.
func (l *ladder) fewest(s *Schedule) int {
	best := -1
	for team, games := range l.games {
		if l.plays(s, team) && (best < 0 || games < l.games[best]) {
			best = team
		}
	}
	return best
}

// nearest returns the opponent of a team, -1 if there is none.
func (l *ladder) nearest(s *Schedule, team int) int {
	if team < 0 {
		return -1
	}
	best, least := -1, math.Inf(1)
	for other, games := range l.games {
		if other == team || !l.plays(s, other) {
			continue
		}
		distance := math.Abs(l.ratings[other]-l.ratings[team]) + float64(familiar*float64(s.meetings(team, other)/2))
		if distance < least || distance == least && games < l.games[best] {
			best, least = other, distance
		}
	}
	return best
}

func (l *ladder) admits(*Schedule) error { return nil }

func (l *ladder) add(*Schedule) {
	l.games = append(l.games, 0)
	l.ratings = append(l.ratings, 0)
}

// standings orders by rating, as teams of a ladder have different numbers of games and opponents: first the teams that play, then
// those that have left or forfeited; in both groups, teams without a game stand last.
func (l *ladder) standings(s *Schedule) []league.Standing {
	table := league.Table(len(s.teams), s.Games())
	class := func(st league.Standing) int {
		class := 0
		if !l.plays(s, st.Team) {
			class += 2
		}
		if !st.Rating.Played {
			class++
		}
		return class
	}
	slices.SortStableFunc(table, func(a, b league.Standing) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(b.Rating.Elo.Value, a.Rating.Elo.Value),
			cmp.Compare(a.Team, b.Team))
	})
	for i := range table {
		table[i].Place = i + 1
	}
	return table
}
