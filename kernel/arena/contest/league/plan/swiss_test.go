package plan_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/plan"
)

// The rules of swiss hold for all small numbers of teams and as many rounds as are possible without repeats. A few teams cannot
// always avoid repeats; trying all pairings gives the smallest number.
func TestSwissLaws(t *testing.T) {
	for teams := 2; teams <= 12; teams++ {
		for seed := range uint64(6) {
			rounds := teams - 1 + teams%2
			s := start(t, teams, plan.Settings{Plan: plan.Swiss, Rounds: rounds})
			chance := rand.New(rand.NewPCG(seed, uint64(teams)))
			met, byes := map[[2]int]bool{}, map[int]int{}
			for round := 1; ; round++ {
				list, finished := s.Issue()
				if finished {
					if round != rounds+1 {
						t.Errorf("%d teams: %d rounds, want %d", teams, round-1, rounds)
					}
					single := 0
					for _, p := range s.Pairings() {
						single += 2 - len(p.Teams)
					}
					if want := 2 * rounds * (teams % 2); single != want {
						t.Errorf("%d teams: %d games of byes, want %d", teams, single, want)
					}
					break
				}
				checkRound(t, fmt.Sprintf("%d teams, seed %d, round %d", teams, seed, round), teams, list, met, byes)
				for _, p := range list {
					s.Report(league.Outcome{N: p.N, Winner: chance.IntN(3) - 1})
				}
			}
		}
	}
}

// checkRound checks that every team plays one match, with a game on each seat, but for one that has had no bye, and that no more
// matches repeat than necessary.
func checkRound(t *testing.T, name string, teams int, list []league.Pairing, met map[[2]int]bool, byes map[int]int) {
	t.Helper()
	seat := map[int][2]int{}
	repeats := 0
	var now [][2]int
	for _, p := range list {
		for i, team := range p.Teams {
			count := seat[team]
			count[i]++
			seat[team] = count
		}
		if p.Teams[0] < p.Teams[1] {
			now = append(now, [2]int(p.Teams))
			if met[[2]int(p.Teams)] {
				repeats++
			}
		}
	}
	bye := -1
	for team := range teams {
		switch seat[team] {
		case [2]int{1, 1}:
		case [2]int{}:
			if bye >= 0 {
				t.Errorf("%s: %d and %d do not play", name, bye, team)
			}
			bye = team
			byes[team]++
			if byes[team] > 1 {
				t.Errorf("%s: %d has its second bye", name, team)
			}
		default:
			t.Errorf("%s: %d plays %v games by seat, want one on each", name, team, seat[team])
		}
	}
	var field []int
	for team := range teams {
		if team != bye {
			field = append(field, team)
		}
	}
	if repeats > 0 && fewest(field, met) < repeats {
		t.Errorf("%s: %d repeated matches, %d are enough", name, repeats, fewest(field, met))
	}
	for _, m := range now {
		met[m] = true
	}
}

// fewest tries all pairings for the one with the fewest repeats.
func fewest(field []int, met map[[2]int]bool) int {
	if len(field) == 0 {
		return 0
	}
	best := len(field)
	for i := 1; i < len(field); i++ {
		rest := append(append([]int{}, field[1:i]...), field[i+1:]...)
		again := 0
		if met[[2]int{field[0], field[i]}] {
			again = 1
		}
		if again < best {
			best = min(best, again+fewest(rest, met))
		}
	}
	return best
}

// A team that is left alone has no further rounds, and no byes.
func TestSwissOfOne(t *testing.T) {
	s := start(t, 3, plan.Settings{Plan: plan.Swiss, Rounds: 5})
	happen(t, s, plan.Event{Type: plan.Forfeit, Team: 1}, plan.Event{Type: plan.Forfeit, Team: 2})
	list, finished := s.Issue()
	for _, p := range s.Pairings() {
		if len(p.Teams) == 1 && p.Teams[0] == 0 {
			t.Errorf("team 0 has a bye in %s", p.Stage)
		}
	}
	if len(list) > 0 || !finished {
		t.Errorf("%v, finished %v, want an end", list, finished)
	}
}

// Two hundred teams are paired in under a second a round, without repeats, and the table comes out right.
func TestSwissOfTwoHundred(t *testing.T) {
	const rounds = 12
	for _, teams := range []int{200, 199} {
		s := start(t, teams, plan.Settings{Plan: plan.Swiss, Rounds: rounds})
		met, byes := map[[2]int]bool{}, map[int]int{}
		pairing := time.Duration(0)
		points := make([]int, teams)
		for round := 1; ; round++ {
			list, finished := s.Issue()
			if finished {
				break
			}
			checkRound(t, fmt.Sprintf("%d teams, round %d", teams, round), teams, list, met, byes)
			for _, p := range list[1:] {
				s.Report(better(p))
			}
			before := time.Now()
			s.Report(better(list[0])) // the last of the round: the next one is paired
			pairing += time.Since(before)
			for _, p := range list {
				points[p.Teams[better(p).Winner]]++
			}
		}
		t.Logf("%d teams: a round was paired in %v", teams, pairing/rounds)
		if pairing/rounds > time.Second { // 5 ms are usual
			t.Errorf("%d teams: a round was paired in %v, want less than a second", teams, pairing/rounds)
		}
		if points[0] != 2*rounds || slices.Max(points[1:]) == 2*rounds {
			t.Errorf("%d teams: the best has %d points, the next %d, want %d and fewer", teams, points[0], slices.Max(points[1:]), 2*rounds)
		}
	}
}

// Three teams share their points and have met no more than partly: those whose opponents made more are before those whose opponents
// made less. One that had a bye counts an opponent of its own strength.
func TestBuchholz(t *testing.T) {
	s := start(t, 7, plan.Settings{Plan: plan.Swiss, Rounds: 3})
	play(s, 9999, better)
	for i, st := range s.Standings() {
		sum := 0.0
		for _, g := range s.Games() {
			for seat, team := range g.Teams {
				if team != st.Team {
					continue
				}
				opponent := team
				if len(g.Teams) == 2 {
					opponent = g.Teams[1-seat]
				}
				for _, other := range s.Standings() {
					if other.Team == opponent {
						sum += other.Points
					}
				}
			}
		}
		if st.Buchholz != sum || sum == 0 {
			t.Errorf("team %d has %g, want the sum of its opponents' points, %g", st.Team, st.Buchholz, sum)
		}
		if before := s.Standings()[max(0, i-1)]; before.Points == st.Points && before.Direct == st.Direct && before.Buchholz < st.Buchholz {
			t.Errorf("team %d is behind team %d, whose opponents made less", st.Team, before.Team)
		}
	}
	if s := start(t, 4, plan.Settings{Plan: plan.RoundRobin}); s.Order() != league.Tiebreak || s.Standings()[0].Buchholz != 0 {
		t.Errorf("a round-robin uses it, too")
	}
	// In a tie of three it separates two that shared a place: 1 and 2 have not met.
	game := func(a, b, winner int) league.Game { return league.Game{Teams: []int{a, b}, Winner: winner} }
	table := league.SwissTable(6, []league.Game{
		game(0, 3, 0), game(1, 4, 0), game(2, 5, 0), game(3, 4, 0), game(0, 5, 1), game(1, 5, 1), game(2, 4, 1),
	})
	places := map[int]int{}
	for _, st := range table {
		places[st.Team] = st.Place
	}
	if places[0] == places[1] && places[1] == places[2] {
		t.Errorf("places %v: want the three with one point separated", places)
	}
}
