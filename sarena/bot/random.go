package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/sarena"
)

// Random plays a random legal turn, each with the same chance.
type Random struct{ Chance *rand.Rand }

// Move draws a turn.
func (b *Random) Move(ctx context.Context, v sarena.View) (sarena.Move, error) {
	return v.Position.RandomMove(b), ctx.Err()
}

// Below draws a number from 0 to n-1.
func (b *Random) Below(n int) int { return b.Chance.IntN(n) }

// Fast plays the first legal turn of the list.
type Fast struct{ moves []sarena.Move }

// Move takes the first turn.
func (b *Fast) Move(ctx context.Context, v sarena.View) (sarena.Move, error) {
	b.moves = v.Position.AppendMoves(b.moves[:0])
	return b.moves[0], ctx.Err()
}
