package turn

import (
	"context"
	"math/rand/v2"
)

// Any is a player that draws one of the legal answers, each equally likely.
type Any[Q, A any] struct {
	Moves  func(Q) []A // the legal answers; empty: no move is wanted
	Chance *rand.Rand
}

// Answer draws.
func (p *Any[Q, A]) Answer(_ context.Context, q Q) (value A, say string, err error) {
	if list := p.Moves(q); len(list) > 0 {
		value = list[p.Chance.IntN(len(list))]
	}
	return value, "", nil
}
