package sarena_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/sarena"
)

// BenchmarkRandomGame draws a board and plays it, all with one running generator.
func BenchmarkRandomGame(b *testing.B) {
	chance, err := pyrand.Parse("1")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	games, turns := 0, 0
	for b.Loop() {
		_, n := sarena.RandomGame(sarena.Draw(chance), chance)
		games, turns = games+1, turns+n
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(turns)/float64(games), "turns/game")
}
