package plan

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// The matching is a maximum one, whatever was matched before, also when vertices are removed and restored: compared with all
// matchings of small graphs.
func TestMatchingIsMaximum(t *testing.T) {
	for seed := range uint64(3000) {
		chance := rand.New(rand.NewPCG(seed, 9))
		n := 2 + chance.IntN(11)
		edges := map[[2]int]bool{}
		density := 0.5 * chance.Float64() // with few edges, odd circles matter more often
		for a := range n {
			for b := range a {
				edges[[2]int{b, a}] = chance.Float64() < density
			}
		}
		g := newGraph(n, func(a, b int) bool { return edges[[2]int{min(a, b), max(a, b)}] })
		for range chance.IntN(n) {
			if a, b := chance.IntN(n), chance.IntN(n); g.edge[a][b] && g.mate[a] < 0 && g.mate[b] < 0 {
				g.mate[a], g.mate[b] = b, a
			}
		}
		g.match()
		check := func(when string) {
			t.Helper()
			var there []int
			for v, gone := range g.gone {
				if !gone {
					there = append(there, v)
				}
				if mate := g.mate[v]; mate >= 0 && (gone || g.gone[mate] || g.mate[mate] != v || !g.edge[v][mate]) {
					t.Fatalf("seed %d, %s: %d is matched to %d, which is %+v", seed, when, v, mate, g)
				}
			}
			if want := leftOver(there, edges); g.free() != want {
				t.Fatalf("seed %d, %s: %d vertices are free, want %d", seed, when, g.free(), want)
			}
		}
		check("at first")
		before := g.mates()
		a, b := chance.IntN(n), chance.IntN(n)
		g.remove(a, b)
		check("two gone")
		g.restore(before, a, b)
		check("two back")
	}
}

// TestRoundOfAnything pairs teams that have met in any way, as they may after some have left: compared with all pairings, no more
// matches repeat than necessary, and the bye goes to the lowest of those that may have it and leave the fewest repeats.
func TestRoundOfAnything(t *testing.T) {
	for seed := range uint64(600) {
		chance := rand.New(rand.NewPCG(seed, 10))
		n := 2 + chance.IntN(8)
		density := chance.Float64()
		met, unmet, byes := map[[2]int]int{}, map[[2]int]bool{}, map[int]bool{}
		var all, points []int
		for a := range n {
			all, points, byes[a] = append(all, a), append(points, (n-a)/3), chance.IntN(3) > 0 || seed%9 == 0
			for b := range a {
				if unmet[[2]int{b, a}] = chance.Float64() < density; !unmet[[2]int{b, a}] {
					met[[2]int{b, a}] = 1 + chance.IntN(2)
				}
			}
		}
		without := func(team int) []int {
			return slices.DeleteFunc(slices.Clone(all), func(other int) bool { return other == team })
		}
		want := -1
		if n%2 == 1 {
			for team := range n {
				if byes[team] && slices.Contains(slices.Collect(maps.Values(byes)), false) {
					continue
				}
				if want < 0 || leftOver(without(team), unmet) <= leftOver(without(want), unmet) {
					want = team
				}
			}
		}
		list, bye := swissRound(&pool{
			teams: all, points: func(team int) float64 { return float64(points[team]) },
			met: func(a, b int) int { return met[[2]int{min(a, b), max(a, b)}] },
			bye: func(team int) bool { return byes[team] },
		})
		repeats := 0
		var paired []int
		for _, m := range list {
			paired = append(paired, m[:]...)
			repeats += btoi(!unmet[[2]int{min(m[0], m[1]), max(m[0], m[1])}])
		}
		if slices.Sort(paired); !slices.Equal(paired, without(bye)) || bye != want {
			t.Fatalf("seed %d: %v and a bye of %d, want all once, and a bye of %d", seed, list, bye, want)
		}
		if least := leftOver(paired, unmet) / 2; repeats != least {
			t.Fatalf("seed %d: %v has %d repeated matches, %d are enough", seed, list, repeats, least)
		}
	}
}

// TestPreferences has the first of a group with the same points meet the first of the lower half, then the ones nearest to that, of
// two equally near the lower; below the group it meets the best. Whom it has met comes last.
func TestPreferences(t *testing.T) {
	for _, tt := range []struct {
		points []float64
		met    int // a team that the first one has met
		want   []int
	}{
		{[]float64{1, 1, 1, 1, 1, 1}, -1, []int{3, 4, 2, 5, 1}},
		{[]float64{1, 1, 1, 1, 1}, -1, []int{2, 3, 1, 4}},
		{[]float64{1, 1, 1, 1, 1, 1}, 3, []int{4, 2, 5, 1, 3}},
		{[]float64{2, 2, 2, 1, 1, 0}, -1, []int{1, 2, 3, 4, 5}},
		{[]float64{2, 1, 1, 1, 0, 0}, 1, []int{2, 3, 4, 5, 1}},
	} {
		p := pool{points: func(team int) float64 { return tt.points[team] }, met: func(_, b int) int { return btoi(b == tt.met) }}
		for team := range tt.points {
			p.teams = append(p.teams, team)
		}
		if got := p.preferences(p.teams); !slices.Equal(got, tt.want) {
			t.Errorf("with points %v, after meeting %d: %v, want %v", tt.points, tt.met, got, tt.want)
		}
	}
}

// leftOver tries all matchings.
func leftOver(there []int, edges map[[2]int]bool) int {
	if len(there) == 0 {
		return 0
	}
	best := 1 + leftOver(there[1:], edges)
	for i := 1; i < len(there); i++ {
		if edges[[2]int{there[0], there[i]}] {
			rest := append(append([]int{}, there[1:i]...), there[i+1:]...)
			best = min(best, leftOver(rest, edges))
		}
	}
	return best
}
