package bot

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/tron"
)

// Voronoi looks a few cycles ahead with the real rules. For each of its commands it supposes the worst reply, as if the enemy had
// seen it, and takes the command whose worst is best. What it wants is territory, score and health.
type Voronoi struct {
	Depth  int // cycles to look ahead, from 1
	Chance *rand.Rand

	Measured int // positions, over all decisions
	ground   ground
}

// Worth of a cell of territory, a point and a health to Voronoi, in its own unit.
const (
	cellWorth   = 10
	pointWorth  = 60
	healthWorth = 400
	winWorth    = 1_000_000
)

// Initialize has nothing to prepare.
func (b *Voronoi) Initialize(tron.View) {}

// Decide searches Depth cycles deep, or as deep as it gets in time.
func (b *Voronoi) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	stop := stopper(ctx, 32)
	moves := sensible(&w.Position, w.Seat)
	best := moves
	for depth := 1; depth <= b.Depth; depth++ {
		top := math.MinInt
		var equals options6
		for _, c := range moves.list() {
			value := b.worst(&w.Position, w.Seat, c, depth, top, stop)
			if value > top {
				top, equals = value, options6{}
			}
			if value == top {
				equals.add(c)
			}
		}
		if stop() && depth > 1 {
			break
		}
		best = equals
	}
	return best.commands[b.Chance.IntN(best.n)], ctx.Err()
}

// worst returns the value of a command when the enemy answers best. It may return anything below floor when that is where the
// value is.
func (b *Voronoi) worst(p *tron.Position, s tron.Seat, c tron.Command, depth, floor int, stop func() bool) int {
	value := math.MaxInt
	replies := sensible(p, s.Other())
	for _, reply := range replies.list() {
		var both [2]tron.Command
		both[s], both[s.Other()] = c, reply
		after := p.Play(both)
		value = min(value, b.value(&after, s, depth-1, stop))
		if value < floor {
			break
		}
	}
	return value
}

func (b *Voronoi) value(p *tron.Position, s tron.Seat, depth int, stop func() bool) int {
	if depth == 0 || p.Over() || stop() {
		return b.measure(p, s)
	}
	top := math.MinInt
	moves := sensible(p, s)
	for _, c := range moves.list() {
		top = max(top, b.worst(p, s, c, depth, top, stop))
	}
	return top
}

// measure is the evaluation.
func (b *Voronoi) measure(p *tron.Position, s tron.Seat) int {
	b.Measured++
	lead := p.Score(s) - p.Score(s.Other())
	if p.Over() {
		return winWorth*sign(lead) + pointWorth*lead
	}
	b.ground.load(p)
	cells := b.ground.territory()
	return cellWorth*(cells[s]-cells[s.Other()]) + pointWorth*lead +
		healthWorth*(p.Bike(s).Health-p.Bike(s.Other()).Health)
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// options6 are up to six commands.
type options6 struct {
	commands [6]tron.Command
	n        int
}

func (o *options6) add(c tron.Command) {
	o.commands[o.n] = c
	o.n++
}

func (o *options6) list() []tron.Command { return o.commands[:o.n] }

// sensible returns the commands that a careful driver considers: into empty cells, into coloured ones with the breaker on or
// switched on now, and only if there is none of these, into coloured ones at the cost of health, or straight on.
func sensible(p *tron.Position, s tron.Seat) (o options6) {
	a := look(p, s)
	for i := range a.directions {
		switch {
		case a.cells[i] == tron.AreaWall:
		case a.cells[i] == tron.Empty || a.on:
			o.add(a.command(i))
		case a.ready:
			o.add(a.command(i).ThenBreaker())
		}
	}
	if o.n > 0 {
		return o
	}
	for i := range a.directions {
		if a.cells[i] != tron.AreaWall {
			o.add(a.command(i))
		}
	}
	if o.n == 0 {
		o.add(tron.Straight)
	}
	return o
}
