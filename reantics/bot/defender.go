package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/reantics"
)

// Defender gathers with two workers behind a guard: a soldier and two ranged soldiers that meet every ant that crosses the
// middle, and otherwise wait in front of the hill.
type Defender struct{ script }

// NewDefender returns a Defender that draws from chance.
func NewDefender(chance *rand.Rand) *Defender { return &Defender{script{Chance: chance}} }

// Move moves the next ant, builds what the guard lacks, or ends the turn.
func (b *Defender) Move(_ context.Context, v reantics.View) (reantics.Move, error) {
	return b.play(&v, func(p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
		switch a.Type {
		case reantics.Worker:
			return b.gather(p, a)
		case reantics.Queen:
			return b.retire(p)
		}
		intruders := p.Occupied(v.Seat.Other()).And(reantics.Homes[reantics.Blue].Or(reantics.Middle))
		if !intruders.Empty() {
			return b.nearest(a.Type, intruders)
		}
		return b.guard(p)
	}, func(p *reantics.Position) []reantics.Type {
		switch {
		case count(p, v.Seat, reantics.Worker) < 2:
			return []reantics.Type{reantics.Worker}
		case count(p, v.Seat, reantics.Soldier) < 1:
			return []reantics.Type{reantics.Soldier}
		case count(p, v.Seat, reantics.Ranged) < 2:
			return []reantics.Type{reantics.Ranged}
		}
		return nil
	}), nil
}

// guard is the cost of cells for a waiting fighter: three steps from the hill, off the food and the buildings, towards the
// middle.
func (b *Defender) guard(p *reantics.Position) func(reantics.Cell) int {
	hill, built := p.Hill(p.Side()), p.Built().Minus(p.Grass())
	return func(c reantics.Cell) int {
		d := reantics.Distance(c, hill)
		cost := 2*max(d-3, 3-d) - c.Y()
		if built.Has(c) {
			cost += 20
		}
		return cost
	}
}
