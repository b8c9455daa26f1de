package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/reantics"
)

// Random places on random free cells and plays actions drawn from the original's list of legal ones, in which paths occur more
// than once, as the original's Random does.
type Random struct {
	Chance *rand.Rand
	moves  []reantics.Move
}

// Place draws each item's cell.
func (b *Random) Place(_ context.Context, v reantics.View) ([]reantics.Cell, error) {
	var cells []reantics.Cell
	for _, item := range v.Position.Wanted() {
		free := v.Zone(item).Minus(reantics.SetOf(cells...)).Append(nil)
		cells = append(cells, free[b.Chance.IntN(len(free))])
	}
	return cells, nil
}

// Move draws an action.
func (b *Random) Move(_ context.Context, v reantics.View) (reantics.Move, error) {
	b.moves = v.Position.AppendListedMoves(b.moves[:0])
	return b.moves[b.Chance.IntN(len(b.moves))], nil
}

// Attack draws a target.
func (b *Random) Attack(_ context.Context, _ reantics.View, _ reantics.Cell, targets []reantics.Cell) (reantics.Cell, error) {
	return targets[b.Chance.IntN(len(targets))], nil
}

// RegisterWin does nothing.
func (b *Random) RegisterWin(bool) {}
