package bot

import (
	"testing"

	"github.com/gridiron-games/gridiron/pelita"
)

// A chase agrees with a plain search over all moves of both.
func TestChase(t *testing.T) {
	for _, layout := range []string{halls, "##########\n#a #     #\n#b # ### #\n#  . . #x#\n#### ###y#\n##########\n"} {
		b := setup(t, layout)
		g := newGround(b.Maze, pelita.V251)
		c := &g.chases[pelita.Red]
		for !c.solve(100) {
		}
		var catches func(pacman, ghost cell, moves int) bool
		catches = func(pacman, ghost cell, moves int) bool {
			if moves == 0 {
				return false
			}
			for _, to := range g.options[ghost] {
				if to == pacman {
					return true
				}
				if g.side[to] != uint8(pelita.Red) {
					continue
				}
				caught := true
				for _, flight := range g.options[pacman] {
					caught = caught && (flight == to || g.side[flight] == uint8(pelita.Red) && catches(flight, to, moves-1))
				}
				if caught {
					return true
				}
			}
			return false
		}
		lost := 0
		for _, pacman := range c.home {
			for _, ghost := range c.home {
				moves := c.after(pacman, ghost)
				if moves < never && moves > 1 {
					lost++
				}
				for limit := range 4 {
					if want := int(moves) <= limit; catches(pacman, ghost, limit) != want {
						t.Fatalf("pacman %v, ghost %v: caught in %d by the table, within %d by search: %v",
							g.cells[pacman], g.cells[ghost], moves, limit, !want)
					}
				}
			}
		}
		if lost == 0 {
			t.Error("no position is lost in two moves or more")
		}
	}
}
