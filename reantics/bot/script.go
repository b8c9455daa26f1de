package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/reantics"
)

// script has the common parts of the bots with a plan: how to place, walk, gather, fight and choose a target. A plan says which
// ant moves where by a cost of cells: an ant goes to the cell with the least cost.
type script struct {
	Chance  *rand.Rand
	ground  *terrain
	choices []reantics.Move
}

// Place settles as all scripted bots do.
func (b *script) Place(_ context.Context, v reantics.View) ([]reantics.Cell, error) {
	return settle(&v.Position, b.Chance), nil
}

// Attack kills an ant if it can, the most valuable first; otherwise it hits the queen or the weakest.
func (b *script) Attack(_ context.Context, v reantics.View, attacker reantics.Cell,
	targets []reantics.Cell) (reantics.Cell, error) {
	return bestTarget(&v.Position, attacker, targets), nil
}

// RegisterWin does nothing.
func (b *script) RegisterWin(bool) {}

// dear is the value of killing an ant.
var dear = [reantics.Types]int{
	reantics.Queen: 100, reantics.Worker: 4, reantics.Drone: 5, reantics.Soldier: 7, reantics.Ranged: 6,
}

// bestTarget returns the target to hit: the most valuable one that the attack kills, or else a queen, or else the one with the
// least health.
func bestTarget(p *reantics.Position, attacker reantics.Cell, targets []reantics.Cell) reantics.Cell {
	by, _, _ := p.AntAt(attacker)
	damage := p.Rules().Stats(by.Type).Attack
	best, top := targets[0], -1000
	for _, c := range targets {
		a, _, _ := p.AntAt(c)
		worth := dear[a.Type]
		if int(a.Health) > damage {
			worth = -int(a.Health) - 2
			if a.Type == reantics.Queen {
				worth = -1
			}
		}
		if worth > top {
			best, top = c, worth
		}
	}
	return best
}

// step returns the move of the i-th ant to a cell of least cost, ties broken at random. It reports false if that is the ant's own
// cell and no enemy is in its range.
func (b *script) step(p *reantics.Position, i int, cost func(reantics.Cell) int) (reantics.Move, bool) {
	b.choices = p.AppendDestinations(b.choices[:0], i)
	best, least, equals := reantics.Move(0), 1<<30, 0
	for _, m := range b.choices {
		switch c := cost(m.To()); {
		case c < least:
			best, least, equals = m, c, 1
		case c == least:
			if equals++; b.Chance.IntN(equals) == 0 {
				best = m
			}
		}
	}
	if best == 0 || best.Len() == 1 && !b.fights(p, i) {
		return 0, false
	}
	return best, true
}

// fights reports whether the i-th ant would attack where it stands.
func (b *script) fights(p *reantics.Position, i int) bool {
	a := p.Ant(p.Side(), i)
	reach := p.Rules().Stats(a.Type).Range
	return a.Type != reantics.Worker && !reantics.Near(a.Cell, reach).And(p.Occupied(p.Side().Other())).Empty()
}

// gather is the cost of cells for a worker: with a load the way home, without one the shortest way to food and then home.
func (b *script) gather(p *reantics.Position, a reantics.Ant) func(reantics.Cell) int {
	s := p.Side()
	if a.Carrying {
		return func(c reantics.Cell) int { return int(b.ground.home[s][c]) }
	}
	return func(c reantics.Cell) int { return int(b.ground.round[s][c]) }
}

// retire is the cost of cells for a queen: off the buildings and the food, where she blocks no ant, and away from enemies.
func (b *script) retire(p *reantics.Position) func(reantics.Cell) int {
	built, foes := p.Built().Minus(p.Grass()), p.Occupied(p.Side().Other())
	return func(c reantics.Cell) int {
		cost := c.Y()
		if built.Has(c) {
			cost += 20
		}
		if !reantics.Near(c, 2).And(foes).Empty() {
			cost += 10
		}
		return cost
	}
}

// count returns how many ants of a type a seat has.
func count(p *reantics.Position, s reantics.Seat, t reantics.Type) int {
	n := 0
	for i := range p.Count(s) {
		if p.Ant(s, i).Type == t {
			n++
		}
	}
	return n
}

// fighters returns how many ants that fight a seat has beside its queen.
func fighters(p *reantics.Position, s reantics.Seat) int {
	return p.Count(s) - count(p, s, reantics.Queen) - count(p, s, reantics.Worker)
}

// build returns the action that builds an ant of the first wanted type that can be built now; it reports false if there is none.
func (b *script) build(p *reantics.Position, wanted ...reantics.Type) (reantics.Move, bool) {
	b.choices = p.AppendBuilds(b.choices[:0])
	for _, t := range wanted {
		for _, m := range b.choices {
			if m.Type() == t {
				return m, true
			}
		}
	}
	return 0, false
}

// nearest returns the cost of cells for a fighter that goes for the nearest of some cells.
func (b *script) nearest(t reantics.Type, cells reantics.Set) func(reantics.Cell) int {
	flies := reantics.Manual.Stats(t).IgnoresGrass
	return func(c reantics.Cell) int {
		least := far
		for rest := cells; !rest.Empty(); rest = rest.Rest() {
			way := int(b.ground.walk[c][rest.First()])
			if flies {
				way = reantics.Distance(c, rest.First())
			}
			least = min(least, way)
		}
		return least
	}
}

// prey returns the cells of a seat's workers, or of all its ants if it has none.
func prey(p *reantics.Position, s reantics.Seat) reantics.Set {
	var workers reantics.Set
	for i := range p.Count(s) {
		if a := p.Ant(s, i); a.Type == reantics.Worker {
			workers = workers.Or(reantics.SetOf(a.Cell))
		}
	}
	if workers.Empty() {
		return p.Occupied(s)
	}
	return workers
}

// play asks the plan for every ant that may move, then builds what is wanted, then ends the turn.
func (b *script) play(v *reantics.View, plan func(p *reantics.Position, a reantics.Ant) func(reantics.Cell) int,
	wanted func(p *reantics.Position) []reantics.Type) reantics.Move {
	p := &v.Position
	b.ground = b.ground.look(p)
	for i := range p.Count(v.Seat) {
		a := p.Ant(v.Seat, i)
		if a.Moved {
			continue
		}
		if m, ok := b.step(p, i, plan(p, a)); ok {
			return m
		}
	}
	if m, ok := b.build(p, wanted(p)...); ok {
		return m
	}
	return reantics.EndTurn
}
