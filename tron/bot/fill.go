package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/tron"
)

// Fill lives long: of the empty cells ahead it takes the one that leads to most room, of those the one with most walls around, so
// that it fills its room from the walls inwards. Without an empty cell ahead it does what Rules does.
type Fill struct {
	Chance *rand.Rand
	ground ground
}

// Initialize has nothing to prepare.
func (b *Fill) Initialize(tron.View) {}

// Decide measures the room behind each cell.
func (b *Fill) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	b.ground.load(&w.Position)
	a := look(&w.Position, w.Seat)
	head := b.ground.heads[w.Seat]
	var best options
	top := -1
	for i, d := range a.directions {
		if a.cells[i] != tron.Empty || a.taken[i] {
			continue
		}
		cell := head + b.ground.step[d]
		value := 8*b.ground.room(cell) + b.ground.wallsAround(cell)
		if value > top {
			top, best = value, options{}
		}
		if value == top {
			best.add(a.command(i))
		}
	}
	if best.n == 0 {
		best = a.group()
	}
	return best.commands[b.Chance.IntN(best.n)], ctx.Err()
}
