package bot

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/tron"
)

// Genetic breeds plans: what to do in each of the next cycles. The fitness of a plan is a minimax in which its own plies are the
// plan's and only the enemy chooses. The fittest plan is passed to Minimax, and the bot does what that says: the plan's first
// command, unless another one is better. That is what the course text describes; the course never had one that ran. The
// population lives on from cycle to cycle, one gene shorter in front and one longer behind.
type Genetic struct {
	Population, Generations int // plans alive; rounds of breeding a cycle
	Depth                   int // plies of the minimax that judges the fittest
	Chance                  *rand.Rand

	Measured int // plans, over all decisions
	duel     duel
	plans    []plan
}

// Numbers of the genetic algorithm.
const (
	genes      = 10   // cycles of a plan
	answered   = 3    // of them, in which the enemy tries every reply; later ones it drives by its priorities
	elite      = 4    // plans that live on unchanged
	rivals     = 3    // plans that a parent must beat
	mutations  = 0.15 // chance of a gene to be drawn anew
	breakerBit = 4    // of a gene; the two bits below: 0 straight on, 1 right, 2 left
)

type plan struct {
	genes   [genes]uint8
	fitness int
}

// Initialize forgets the plans of another game.
func (b *Genetic) Initialize(tron.View) { b.plans = nil }

// Decide breeds, and asks the minimax about the fittest plan.
func (b *Genetic) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	b.duel.begin(&w.Position)
	stop := stopper(ctx, 1)
	for i := range b.plans {
		copy(b.plans[i].genes[:], b.plans[i].genes[1:])
		b.plans[i].genes[genes-1] = b.gene()
	}
	for len(b.plans) < b.Population {
		var fresh plan
		for i := range fresh.genes {
			fresh.genes[i] = b.gene()
		}
		b.plans = append(b.plans, fresh)
	}
	b.rank(b.plans, w.Seat)
	for range b.Generations {
		if stop() {
			break
		}
		next := slices.Clone(b.plans[:min(elite, b.Population)])
		for len(next) < b.Population {
			next = append(next, b.child())
		}
		b.rank(next, w.Seat)
		b.plans = next
	}
	fittest := command(b.duel.bikes[w.Seat].direction, b.plans[0].genes[0])
	best := b.duel.best(w.Seat, b.Depth, fittest)
	return best.commands[0], ctx.Err()
}

// gene draws a gene: straight on as often as the turns together, the breaker rarely.
func (b *Genetic) gene() uint8 {
	g := [...]uint8{0, 0, 1, 2}[b.Chance.IntN(4)]
	if b.Chance.IntN(6) == 0 {
		g |= breakerBit
	}
	return g
}

// child crosses two parents at one point and mutates.
func (b *Genetic) child() plan {
	mother, father := b.parent(), b.parent()
	cut := b.Chance.IntN(genes)
	copy(mother.genes[cut:], father.genes[cut:])
	for i := range mother.genes {
		if b.Chance.Float64() < mutations {
			mother.genes[i] = b.gene()
		}
	}
	return mother
}

// parent returns the fittest of a few drawn plans; plans are in order of fitness.
func (b *Genetic) parent() plan {
	first := b.Population
	for range rivals {
		first = min(first, b.Chance.IntN(b.Population))
	}
	return b.plans[first]
}

// rank measures plans and puts the fittest first.
func (b *Genetic) rank(plans []plan, s tron.Seat) {
	for i := range plans {
		plans[i].fitness = b.duel.fitness(s, &plans[i], 0)
	}
	b.Measured += len(plans)
	slices.SortStableFunc(plans, func(x, y plan) int { return y.fitness - x.fitness })
}

// command translates a gene of a bike that drives in a direction.
func command(way tron.Direction, gene uint8) tron.Command {
	c := tron.Straight
	switch gene &^ breakerBit {
	case 1:
		c = tron.Turn(way.Clockwise())
	case 2:
		c = tron.Turn(way.Anticlockwise())
	}
	if gene&breakerBit != 0 {
		c = c.ThenBreaker()
	}
	return c
}

// fitness returns the lead that is left of a plan from a gene on, under the enemy's best replies.
func (d *duel) fitness(s tron.Seat, p *plan, from int) int {
	if from == genes || d.finished {
		return d.scores[s] - d.scores[s.Other()]
	}
	own := d.move(s, command(d.bikes[s].direction, p.genes[from]))
	defer d.takeBack(own)
	if d.finished {
		return d.scores[s] - d.scores[s.Other()]
	}
	a := d.ahead(s.Other())
	replies := a.group()
	if from >= answered {
		replies.n = 1
	}
	worst := 0
	for i, c := range replies.commands[:replies.n] {
		m := d.move(s.Other(), c)
		value := d.fitness(s, p, from+1)
		d.takeBack(m)
		if i == 0 || value < worst {
			worst = value
		}
	}
	return worst
}
