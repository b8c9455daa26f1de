package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/sarena"
)

// Random plays a random legal turn, each with the same chance.
type Random struct {
	Chance *rand.Rand
	moves  []sarena.Move
}

// Move draws a turn.
func (b *Random) Move(ctx context.Context, v sarena.View) (sarena.Move, error) {
	b.moves = v.Position.AppendMoves(b.moves[:0])
	return b.moves[b.Chance.IntN(len(b.moves))], ctx.Err()
}

// Fast plays the first legal turn of the list.
type Fast struct{ moves []sarena.Move }

// Move takes the first turn.
func (b *Fast) Move(ctx context.Context, v sarena.View) (sarena.Move, error) {
	b.moves = v.Position.AppendMoves(b.moves[:0])
	return b.moves[0], ctx.Err()
}
