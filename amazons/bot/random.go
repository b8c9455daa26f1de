package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/amazons"
)

// Random plays a random legal turn, each with the same chance.
type Random struct {
	Chance *rand.Rand
	moves  []amazons.Move
}

// Move draws a turn.
func (b *Random) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	b.moves = p.AppendMoves(b.moves[:0])
	return b.moves[b.Chance.IntN(len(b.moves))], ctx.Err()
}

// RandomSteps draws a queen, then a square for her, then a target for her arrow. Its distribution differs from Random's: queens
// with little room are moved as often as others, so its games are a little shorter.
type RandomSteps struct{ Chance *rand.Rand }

// Move draws a turn.
func (b RandomSteps) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	return p.RandomSteps(b.Chance), ctx.Err()
}
