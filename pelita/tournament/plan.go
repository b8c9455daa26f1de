// Package tournament is the plan of the original's tournaments: who meets whom in the first round, the ranking, and the bracket
// of the knockout, drawn from a generator as the original draws. It plays no games.
package tournament

import (
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// Chance is a source of random draws for plans, such as *pyrand.Rand of the kernel.
type Chance interface {
	pelita.Chance
	Shuffle(n int, swap func(i, j int))
}

// Pair is the two teams of a match, blue first.
type Pair [2]string

// seedLimit is the upper limit of the seeds of games; seeds are below it.
const seedLimit = 1 << 63

// GameSeed draws the seed of a game.
func GameSeed(chance Chance) uint64 { return chance.Below64(seedLimit) }

// Plan draws the matches of the first round, in which every team meets every other one. Matches are played from the end of the
// list.
func Plan(teams []string, chance Chance) []Pair {
	var pairs [][2]int
	switch n := len(teams); n {
	case 0, 1:
		return nil
	case 3:
		pairs = [][][2]int{{{0, 1}, {1, 2}, {2, 0}}, {{0, 1}, {2, 0}, {1, 2}}}[chance.Below(2)]
	case 5:
		pairs = planFive(chance)
	default:
		pairs = circle(n, chance)
	}
	teams = slices.Clone(teams)
	chance.Shuffle(len(teams), func(i, j int) { teams[i], teams[j] = teams[j], teams[i] })
	plan := make([]Pair, len(pairs))
	for i, p := range pairs {
		plan[i] = Pair{teams[p[0]], teams[p[1]]}
	}
	return plan
}

// planFive flips sides so that each of five teams is blue exactly twice.
func planFive(chance Chance) [][2]int {
	base := [][][2]int{
		{{0, 1}, {2, 3}, {0, 4}, {1, 2}, {3, 4}, {0, 2}, {1, 3}, {2, 4}, {0, 3}, {1, 4}},
		{{0, 1}, {2, 3}, {0, 4}, {1, 2}, {3, 4}, {0, 2}, {1, 4}, {0, 3}, {2, 4}, {1, 3}},
	}[chance.Below(2)]
	var fair [][][2]int
	for flips := range 1 << len(base) {
		var blue [5]int
		plan := slices.Clone(base)
		for i := range plan {
			if flips>>(len(base)-1-i)&1 == 1 {
				plan[i][0], plan[i][1] = plan[i][1], plan[i][0]
			}
			blue[plan[i][0]]++
		}
		if blue == [5]int{2, 2, 2, 2, 2} {
			fair = append(fair, plan)
		}
	}
	return fair[chance.Below(len(fair))]
}

// circle is the circle method: each round, all entries but one rotate, and the i-th from the front meets the i-th from the back.
func circle(n int, chance Chance) (pairs [][2]int) {
	size := n + n%2
	fixedAt := []int{0, n/2 - 1, n / 2, n - 1}
	if n%2 == 1 {
		fixedAt = []int{0, size - 1}
	}
	return circleAround(n, size, fixedAt[chance.Below(len(fixedAt))])
}

// circleAround plays the circle method with one fixed index. An odd number of teams gets a dummy, the last one, whose matches are
// left out.
func circleAround(n, size, fixed int) (pairs [][2]int) {
	order := make([]int, size)
	for i := range order {
		order[i] = i
	}
	for round := range size - 1 {
		var moving []int
		for i, entry := range order {
			if i != fixed {
				moving = append(moving, entry)
			}
		}
		moving = append(moving[1:], moving[0])
		for i := range order {
			if i != fixed {
				order[i], moving = moving[0], moving[1:]
			}
		}
		for i := range size / 2 {
			p := [2]int{order[i], order[size-1-i]}
			if (i == fixed || size-1-i == fixed) && round%2 == 1 {
				p[0], p[1] = p[1], p[0]
			}
			if p[0] < n && p[1] < n {
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}

// Points of the first round.
const (
	winPoints  = 2
	drawPoints = 1
)

// Played is a finished match of the first round; Winner "" is a draw.
type Played struct {
	Match  Pair
	Winner string
}

// Points counts the points of each team.
func Points(played []Played) map[string]int {
	points := map[string]int{}
	for _, p := range played {
		for _, team := range p.Match {
			switch p.Winner {
			case "":
				points[team] += drawPoints
			case team:
				points[team] += winPoints
			}
		}
	}
	return points
}

// Ranking sorts the teams by their points, best first; teams with equal points keep their order.
func Ranking(teams []string, points map[string]int) []string {
	ranking := slices.Clone(teams)
	slices.SortStableFunc(ranking, func(a, b string) int { return points[b] - points[a] })
	return ranking
}
