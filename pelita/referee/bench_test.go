package referee_test

import (
	"context"
	"math/big"
	"os"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// stub is a player that chooses one of its legal cells by the number of the round.
type stub struct{}

func (stub) Answer(_ context.Context, v pelita.View) (pelita.Move, string, error) {
	if v.Kind != pelita.AskMove {
		return pelita.Move{}, "Stub", nil
	}
	legal := v.Legal()
	return pelita.MoveTo(legal[v.Round%len(legal)]), "", nil
}

// normal035 reads a layout of the usual size.
func normal035(t testing.TB) (*pelita.Layout, *pelita.Maze) {
	t.Helper()
	text, err := os.ReadFile("../testdata/normal_035.layout")
	if err != nil {
		t.Fatal(err)
	}
	l, err := pelita.ParseLayout(string(text))
	if err != nil {
		t.Fatal(err)
	}
	m, err := l.Maze()
	if err != nil {
		t.Fatal(err)
	}
	return l, m
}

func play(t testing.TB, r *referee.Referee, players ...turn.Player[pelita.View, pelita.Move]) turn.Result {
	t.Helper()
	loop := turn.Loop[pelita.View, pelita.Move]{
		Game: turn.Game{Seats: referee.Seats, Seed: "1"}, Referee: r, Players: players,
	}
	if err := loop.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return r.Result()
}

// A turn must not allocate when no observer watches: a game with ten times as many rounds allocates as much as the short one,
// except for the lists of pellets, many of which share a piece of memory.
func TestNoObserverNoAllocation(t *testing.T) {
	l, m := normal035(t)
	allocs := func(rounds int) float64 {
		chance := pyrand.New(big.NewInt(7))
		return testing.AllocsPerRun(5, func() {
			o := referee.Options{Options: pelita.Options{MaxRounds: rounds, ErrorLimit: pelita.ErrorLimit}}
			play(t, referee.New(l, m, o, chance), stub{}, stub{})
		})
	}
	short, long := allocs(300), allocs(3000)
	if turns := 4.0 * (3000 - 300); (long-short)/turns > 0.01 {
		t.Errorf("%v allocations in 300 rounds, %v in 3000: a turn must not allocate", short, long)
	}
}

func BenchmarkReferee(b *testing.B) {
	l, m := normal035(b)
	for _, v := range []pelita.Version{pelita.V251, pelita.V270} {
		b.Run("bots=stub/version="+v.String(), func(b *testing.B) {
			b.ReportAllocs()
			chance := pyrand.New(big.NewInt(7))
			turns := 0
			for b.Loop() {
				o := referee.Options{Options: pelita.Options{Version: v, MaxRounds: 3000, ErrorLimit: pelita.ErrorLimit}}
				turns += play(b, referee.New(l, m, o, chance), stub{}, stub{}).Plies
			}
			b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
