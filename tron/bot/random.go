package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/tron"
)

// Random draws one of all commands that have an effect, each with the same chance, as the original's sample client does. It soon
// drives into an area wall.
type Random struct{ Chance *rand.Rand }

// Initialize has nothing to prepare.
func (b *Random) Initialize(tron.View) {}

// Decide draws a command.
func (b *Random) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	var moves [6]tron.Command
	listed := w.Position.AppendMoves(moves[:0], w.Seat)
	return listed[b.Chance.IntN(len(listed))], ctx.Err()
}
