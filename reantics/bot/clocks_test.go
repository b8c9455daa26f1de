package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

// inProcess is a bot as games have it that are played by the program.
type inProcess struct {
	turn.Player[reantics.View, reantics.Answer]
}

func (inProcess) Local() {}

// TestClocks is what [gametest.Clocks] describes.
func TestClocks(t *testing.T) {
	gametest.Clocks(t, []string{"greedy", "rush", "random"}, func(g gametest.ClockGame) (answers int, late [2]int) {
		chance := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(uint64(g.Number), n)) }
		players := []turn.Player[reantics.View, reantics.Answer]{
			inProcess{referee.Player(&Champion{Threads: g.Threads, Chance: chance(0)})},
			inProcess{referee.Player(makers[g.Opponent](chance(1)))},
		}
		seat := g.Number % 2
		if seat == 1 {
			slices.Reverse(players)
		}
		r := referee.New(reantics.Start(reantics.Manual), referee.Options{Cap: maxTurns})
		l := turn.Loop[reantics.View, reantics.Answer]{
			Game: turn.Game{Seats: referee.Seats, Seed: "1", Budget: g.Budget}, Referee: r, Players: players,
		}
		if err := l.Run(context.Background()); err != nil {
			t.Error(err)
		}
		return gametest.LateIn(r.Result(), seat)
	})
}
