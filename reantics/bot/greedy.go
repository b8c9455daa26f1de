package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/reantics"
)

// Greedy only gathers food: the queen leaves the hill, three workers walk back and forth.
type Greedy struct{ script }

// NewGreedy returns a Greedy that draws from chance.
func NewGreedy(chance *rand.Rand) *Greedy { return &Greedy{script{Chance: chance}} }

const gatherers = 3

// Move moves the next ant, builds a worker, or ends the turn.
func (b *Greedy) Move(_ context.Context, v reantics.View) (reantics.Move, error) {
	return b.play(&v, func(p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
		if a.Type == reantics.Worker {
			return b.gather(p, a)
		}
		return b.retire(p)
	}, func(p *reantics.Position) []reantics.Type {
		if count(p, v.Seat, reantics.Worker) < gatherers {
			return []reantics.Type{reantics.Worker}
		}
		return nil
	}), nil
}
