package bot

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/reantics"
)

var tuneFor = flag.Duration("tune", 0, "how long TestTune looks for better weights")

func (w *Weights) numbers() []*int {
	list := []*int{&w.Trip, &w.Crowd, &w.Queen, &w.OnHill, &w.Pressure, &w.Siege, &w.HillHealth, &w.Threat, &w.Goal, &w.Superior, &w.Unarmed}
	for i := range w.Workers {
		list = append(list, &w.Workers[i])
	}
	for i := reantics.Drone; i <= reantics.Ranged; i++ {
		list = append(list, &w.Fighter[i])
	}
	return list
}

// strength is the score of the champion with some weights: three games of seven against other bots, two against a champion with the
// weights where tuning began and two against today's.
func strength(t *testing.T, w Weights, games, width int, from uint64) float64 {
	score := 0.0
	for _, foe := range []string{"greedy", "rush", "defender", "hand", "hand", "champion", "champion"} {
		for i := range games {
			seed := from + uint64(i)
			me := &Champion{Chance: rand.New(rand.NewPCG(seed, 1)), Limit: Limit{Width: width}, Weights: &w}
			other := makers[foe](rand.New(rand.NewPCG(seed, 2)))
			pair := [2]player{me, other}
			if i%2 == 1 {
				pair[0], pair[1] = pair[1], pair[0]
			}
			rules := reantics.Rules(i / 2 % 2)
			g := playGame(t, t.Context(), rules, pair)
			if int(g.winner) == i%2 {
				score += 1 + 0.0003*float64(300-min(g.turns, 300))
			} else if g.winner > reantics.Red {
				score += 0.5
			}
			from += 1 << 20
		}
	}
	return score / float64(7*games)
}

func TestTune(t *testing.T) {
	if *tuneFor == 0 {
		t.Skip("no -tune: nothing to look for")
	}
	const games = 12
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 9))
	best := tuned
	began := time.Now()
	for round := 0; time.Since(began) < *tuneFor; round++ {
		from := rng.Uint64() >> 1
		top := strength(t, best, games, width(), from)
		t.Logf("round %d: %.3f %+v", round, top, best)
		for range 8 {
			w := best
			for range 1 + rng.IntN(3) {
				n := w.numbers()[rng.IntN(len(w.numbers()))]
				*n = int(float64(*n)*(0.4+1.4*rng.Float64())) + rng.IntN(5)
			}
			if s := strength(t, w, games, width(), from); s > top {
				best, top = w, s
				t.Logf("  %.3f %+v", s, w)
			}
		}
	}
}
