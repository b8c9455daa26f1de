package bot

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/amazons"
)

// Greedy looks one turn ahead and plays the turn after which it owns the most territory: squares that its queens reach in fewer
// moves than the opponent's (Lieberum's t1). Ties are broken at random.
type Greedy struct {
	Chance *rand.Rand
	moves  []amazons.Move
}

// Move measures every legal turn.
func (b *Greedy) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	b.moves = p.AppendMoves(b.moves[:0])
	var best amazons.Move
	top, equals := math.Inf(-1), 0
	for i, m := range b.moves {
		if i%256 == 255 && ctx.Err() != nil {
			return best, ctx.Err() // the best of those that it had time for
		}
		after := p
		after.Make(m)
		value := -queenTerritory(after.Queens(after.Side()), after.Queens(p.Side()), after.Free())
		switch {
		case value > top:
			best, top, equals = m, value, 1
		case value == top:
			if equals++; b.Chance.IntN(equals) == 0 { // each of the best with the same chance
				best = m
			}
		}
	}
	return best, nil
}

// queenTerritory is t1 alone.
func queenTerritory(mine, theirs, free amazons.Set) (t1 float64) {
	my, their := queenLayers(amazons.Slide(mine, free), free), queenLayers(amazons.Slide(theirs, free), free)
	var iReached, theyReached amazons.Set
	for d := range my {
		iReached, theyReached = iReached.Or(my[d]), theyReached.Or(their[d])
		t1 += lead(my[d], their[d], iReached, theyReached, firstMove)
	}
	return t1
}
