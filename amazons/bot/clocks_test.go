package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// inProcess is a bot as games have it that are played by the program.
type inProcess struct {
	turn.Player[amazons.View, amazons.Move]
}

func (inProcess) Local() {}

// TestClocks is what [gametest.Clocks] describes.
func TestClocks(t *testing.T) {
	gametest.Clocks(t, []string{"greedy", "random"}, func(g gametest.ClockGame) (answers int, late [2]int) {
		chance := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(uint64(g.Number), n)) }
		var opponent mover = &Random{Chance: chance(1)}
		if g.Opponent == "greedy" {
			opponent = &Greedy{Chance: chance(1)}
		}
		players := []turn.Player[amazons.View, amazons.Move]{
			inProcess{referee.Player(&Champion{Threads: g.Threads, Chance: chance(0)})}, inProcess{referee.Player(opponent)},
		}
		seat := g.Number % 2
		if seat == 1 {
			slices.Reverse(players)
		}
		r := referee.New(amazons.Start())
		l := turn.Loop[amazons.View, amazons.Move]{
			Game: turn.Game{Seats: referee.Seats, Seed: "1", Budget: g.Budget}, Referee: r, Players: players,
		}
		if err := l.Run(context.Background()); err != nil {
			t.Error(err)
		}
		return gametest.LateIn(r.Result(), seat)
	})
}
