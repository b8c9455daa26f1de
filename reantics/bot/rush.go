package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/reantics"
)

// Rush turns all food into soldiers and sends each at once to the nearest enemy: workers first, then the queen and the hill.
// Two workers feed it.
type Rush struct{ script }

// NewRush returns a Rush that draws from chance.
func NewRush(chance *rand.Rand) *Rush { return &Rush{script{Chance: chance}} }

// Move moves the next ant, builds a soldier, or ends the turn.
func (b *Rush) Move(_ context.Context, v reantics.View) (reantics.Move, error) {
	return b.play(&v, func(p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
		switch a.Type {
		case reantics.Worker:
			return b.gather(p, a)
		case reantics.Queen:
			return b.retire(p)
		}
		foe := v.Seat.Other()
		hunted := prey(p, foe)
		if count(p, foe, reantics.Worker) == 0 {
			hunted = hunted.Or(reantics.SetOf(p.Hill(foe)))
		}
		return b.nearest(a.Type, hunted)
	}, func(p *reantics.Position) []reantics.Type {
		if count(p, v.Seat, reantics.Worker) < 2 && p.Stock(v.Seat) < 2 {
			return []reantics.Type{reantics.Worker}
		}
		return []reantics.Type{reantics.Soldier}
	}), nil
}
