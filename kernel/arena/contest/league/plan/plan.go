// Package plan says what a league plays next: round-robin, gauntlet, knockout, swiss, sprt and ladder, a file each, and a
// knockout of the best after any of the first four.
//
// A plan is pure. Outcomes count in the order of issue, whatever order they arrive in: one that arrives early waits for those
// before it. What is issued follows from the outcomes that counted and from the events, which say after how many outcomes they
// happened. So a league that is built again from its journal goes on exactly where it was.
//
// The unit of every plan is the pair: two games from the same start with the same seed and the seats swapped.
package plan

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// The plans.
const (
	RoundRobin = "round-robin"        // every team meets every other
	Gauntlet   = "gauntlet"           // the first teams meet all others
	Knockout   = "knockout"           // the loser of a match is out
	Swiss      = "swiss"              // a team meets those with about as many points, none of them twice
	Double     = "double-elimination" // who has lost two matches is out
	SPRT       = "sprt"               // two teams meet until it is clear which is better
	Ladder     = "ladder"             // never ends
)

// Names returns the names of the plans.
func Names() []string { return []string{RoundRobin, Gauntlet, Knockout, Double, Swiss, SPRT, Ladder} }

// Settings say what a league plays. They belong in the head of its journal: the same settings and outcomes are the same league.
type Settings struct {
	Plan string `json:"plan"`
	// Pairs of games: of every two teams in round-robin and gauntlet, of a match in knockout and swiss, of a meeting in ladder;
	// in sprt the maximum. 0 is 1, in sprt 1000.
	Pairs int `json:"pairs,omitempty"`
	// Rounds of swiss. 0 is log2 of the number of teams, rounded up: at most one team can have all points then.
	Rounds int `json:"rounds,omitempty"`
	// Firsts is the number of teams that run the gauntlet. 0 is 1.
	Firsts int `json:"firsts,omitempty"`
	// Playoff is the number of teams in the knockout after the plan; 0: there is no knockout.
	Playoff int `json:"playoff,omitempty"`
	// Third has the losers of the semi-finals of a knockout, or of the playoff, meet for the third place.
	Third bool `json:"third,omitempty"`
	// Ahead is the number of pairs that sprt and ladder issue before the outcomes of earlier ones are known. It is a setting
	// because it decides what is issued; a small number leaves players idle when many games are played at the same time. 0 is 8.
	Ahead int `json:"ahead,omitempty"`
	// Test ends sprt; nil plays all pairs.
	Test *rating.SPRT `json:"test,omitempty"`
}

// Limits that keep a mistyped number from filling the memory.
const (
	maxTeams = 10_000
	maxPairs = 1_000_000
	maxGames = 10_000_000
)

// New returns the plan of a league with that number of teams, numbered from 0 in the order of entry. An error says which setting
// is wrong.
func New(teams int, set Settings) (*Schedule, error) {
	if err := set.check(teams); err != nil {
		return nil, fmt.Errorf("plan %s: %w", set.Plan, err)
	}
	pairs := max(1, set.Pairs)
	var r rule
	switch set.Plan {
	case RoundRobin:
		r = &roundRobin{pairs: pairs}
	case Gauntlet:
		r = &gauntlet{firsts: max(1, set.Firsts), pairs: pairs}
	case Knockout:
		k := newKnockout(seeds(teams), pairs, 0)
		k.third = set.Third && set.Playoff == 0
		r = k
	case Double:
		r = newDouble(seeds(teams), pairs)
	case Swiss:
		rounds := set.Rounds
		if rounds == 0 {
			rounds = bits.Len(uint(teams - 1))
		}
		r = &swiss{rounds: rounds, pairs: pairs}
	case SPRT:
		if set.Pairs == 0 {
			pairs = 1000
		}
		r = &sprt{test: set.Test, pairs: pairs, ahead: set.ahead()}
	case Ladder:
		r = &ladder{pairs: pairs, ahead: set.ahead()}
	}
	if set.Playoff > 0 {
		r = &playoff{main: r, size: set.Playoff, pairs: pairs, third: set.Third}
	}
	return newSchedule(teams, r), nil
}

// seeds returns the teams in the order of entry.
func seeds(teams int) []int {
	list := make([]int, teams)
	for i := range list {
		list[i] = i
	}
	return list
}

// check returns what is wrong with settings.
func (set Settings) check(teams int) error {
	games := teams * max(1, set.Pairs)
	if set.Plan == RoundRobin || set.Plan == Gauntlet {
		games *= teams
	}
	switch {
	case !slices.Contains(Names(), set.Plan):
		return fmt.Errorf("want one of %s", strings.Join(Names(), ", "))
	case teams > maxTeams:
		return fmt.Errorf("%d teams: want at most %d", teams, maxTeams)
	case set.Plan == SPRT && teams != 2:
		return fmt.Errorf("%d teams: want 2", teams)
	case teams < 2 && set.Plan != Ladder:
		return fmt.Errorf("%d teams: want at least 2", teams)
	case set.Pairs < 0 || set.Pairs > maxPairs || games > maxGames:
		return fmt.Errorf("%d pairs for %d teams: want 1 to %d and at most %d games in all", set.Pairs, teams, maxPairs, maxGames)
	case set.Rounds < 0 || set.Rounds > maxTeams || set.Rounds > 0 && set.Plan != Swiss:
		return fmt.Errorf("%d rounds: only swiss has rounds, at most %d", set.Rounds, maxTeams)
	case set.Firsts < 0 || set.Firsts > 0 && (set.Plan != Gauntlet || set.Firsts >= teams):
		return fmt.Errorf("%d firsts of %d teams: only a gauntlet has firsts, and they must be fewer than the teams", set.Firsts, teams)
	case set.Ahead < 0 || set.Ahead > maxPairs || set.Ahead > 0 && set.Plan != SPRT && set.Plan != Ladder:
		return fmt.Errorf("%d pairs ahead: only the plans sprt and ladder begin pairs ahead; leave it out", set.Ahead)
	case set.Playoff != 0 && (set.Plan == SPRT || set.Plan == Ladder):
		return errors.New("a playoff: sprt has only two teams and a ladder never ends; choose another plan, or leave the playoff out")
	case set.Playoff != 0 && (set.Playoff < 2 || set.Playoff > teams):
		return fmt.Errorf("a playoff of %d of %d teams: want 2 to %d", set.Playoff, teams, teams)
	case set.Third && set.Plan != Knockout && set.Playoff == 0:
		return errors.New("a match for third place: only a knockout or a playoff has one; leave it out")
	case set.Test != nil && set.Plan != SPRT:
		return fmt.Errorf("a test: only sprt has one")
	case set.Test != nil:
		return set.Test.Check()
	}
	return nil
}

func (set Settings) ahead() int { return cmp.Or(set.Ahead, 8) }
