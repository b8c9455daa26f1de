package plan

import (
	"math/rand/v2"
	"testing"
)

// The matching is a maximum one, also when vertices are removed and restored: compared with all matchings of small graphs.
func TestMatchingIsMaximum(t *testing.T) {
	for seed := range uint64(400) {
		chance := rand.New(rand.NewPCG(seed, 9))
		n := 2 + chance.IntN(8)
		edges := map[[2]int]bool{}
		density := chance.Float64()
		for a := range n {
			for b := range a {
				edges[[2]int{b, a}] = chance.Float64() < density
			}
		}
		g := newGraph(n, func(a, b int) bool { return edges[[2]int{min(a, b), max(a, b)}] })
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
