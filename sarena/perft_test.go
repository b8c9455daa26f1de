package sarena_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/sarena"
)

// perftList is perft by its definition: list, play, go on.
func perftList(p sarena.Position, depth int) (total int) {
	if depth == 0 {
		return 1
	}
	for _, m := range p.AppendMoves(nil) {
		total += perftList(p.Play(m), depth-1)
	}
	return total
}

func TestPerftFacts(t *testing.T) {
	for _, fact := range facts(t, "perft.txt") {
		p := draw(t, fact[0])
		for i, count := range strings.Fields(fact[1]) {
			want := number(t, count)
			if got := sarena.Perft(p, i+1); got != uint64(want) {
				t.Errorf("%s: perft %d = %d, want %d", fact[0], i+1, got, want)
			}
			if want > 100_000 {
				continue
			}
			if got := perftList(p, i+1); got != want {
				t.Errorf("%s: perft %d by lists = %d, want %d", fact[0], i+1, got, want)
			}
		}
	}
	if got := sarena.Perft(draw(t, "+NN"), 0); got != 1 {
		t.Errorf("perft 0 = %d, want 1", got)
	}
}

func BenchmarkPerft(b *testing.B) {
	p := draw(b, facts(b, "perft.txt")[0][0])
	b.Run("depth=3", func(b *testing.B) {
		b.ReportAllocs()
		var nodes uint64
		for b.Loop() {
			nodes += sarena.Perft(p, 3)
		}
		b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "turns/s")
	})
}
