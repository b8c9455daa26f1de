package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	kernel "github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
)

// inProcess is a bot as games have it that are played by the program.
type inProcess struct {
	kernel.Player[sarena.View, sarena.Move]
}

func (inProcess) Local() {}

// TestClocks is what [gametest.Clocks] describes.
func TestClocks(t *testing.T) {
	gametest.Clocks(t, []string{"ours", "random"}, func(g gametest.ClockGame) (answers int, late [2]int) {
		chance := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(uint64(g.Number), n)) }
		var opponent mover = &Random{Chance: chance(1)}
		if g.Opponent == "ours" {
			opponent = Ours
		}
		players := []kernel.Player[sarena.View, sarena.Move]{
			inProcess{referee.Player(&Champion{Threads: g.Threads})}, inProcess{referee.Player(opponent)},
		}
		seat := g.Number % 2
		if seat == 1 {
			slices.Reverse(players)
		}
		r := referee.New(sarena.Draw(dice{chance(2)}))
		l := kernel.Loop[sarena.View, sarena.Move]{
			Game: kernel.Game{Seats: referee.Seats, Seed: "1", Budget: g.Budget}, Referee: r, Players: players,
		}
		if err := l.Run(context.Background()); err != nil {
			t.Error(err)
		}
		return gametest.LateIn(r.Result(), seat)
	})
}
