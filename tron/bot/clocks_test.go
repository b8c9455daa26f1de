package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// inProcess is a bot as games have it that are played by the program.
type inProcess struct {
	turn.Player[tron.View, referee.Order]
}

func (inProcess) Local() {}

// counted counts the late answers by seat: they do not end a game.
type counted struct {
	*referee.Referee
	late [2]int
}

func (c *counted) Answer(answers []turn.Answer[referee.Order]) {
	for s, a := range answers {
		if a.Fault != nil && a.Fault.Kind == turn.Late {
			c.late[s]++
		}
	}
	c.Referee.Answer(answers)
}

// TestClocks is what [gametest.Clocks] describes.
func TestClocks(t *testing.T) {
	_, positions := starts(t)
	gametest.Clocks(t, []string{"fill", "rules"}, func(g gametest.ClockGame) (answers int, late [2]int) {
		chance := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(uint64(g.Number), n)) }
		players := []turn.Player[tron.View, referee.Order]{
			inProcess{referee.Player(&Champion{Threads: g.Threads, Chance: chance(0)})},
			inProcess{referee.Player(bots[g.Opponent](chance(1)))},
		}
		r := &counted{Referee: referee.New(positions[g.Number/4%len(positions)])}
		if g.Number%2 == 1 {
			slices.Reverse(players)
		}
		l := turn.Loop[tron.View, referee.Order]{
			Game: turn.Game{Seats: referee.Seats, Seed: "1", Budget: g.Budget}, Referee: r, Players: players,
		}
		if err := l.Run(context.Background()); err != nil {
			t.Error(err)
		}
		if g.Number%2 == 1 {
			slices.Reverse(r.late[:])
		}
		return r.Result().Plies, r.late
	})
}
