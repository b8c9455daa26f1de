package bot

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestClocks is what [gametest.Clocks] describes. Four opponents in turn, the champion among them.
func TestClocks(t *testing.T) {
	opponents := []string{"halves", "switcher", "guard", "champion"}
	gametest.Clocks(t, opponents, func(g gametest.ClockGame) (answers int, late [2]int) {
		r := playGame(t, g.Number, &Champion{}, population[g.Opponent](), g.Budget.Move)
		return r.plies, r.wrong
	})
}
