package amazons_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
)

func BenchmarkRandomGame(b *testing.B) {
	chance := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	games, turns := 0, 0
	for b.Loop() {
		_, n := amazons.RandomGame(amazons.Start(), chance)
		games, turns = games+1, turns+n
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(turns)/float64(games), "turns/game")
}
