package bot

import (
	"math/bits"

	"github.com/gridiron-games/gridiron/pelita"
)

// belief is where an enemy may be, and which model it follows: a Bayes filter over the cells of the maze and the models.
// Certain facts (it was seen, it ate a pellet, it was killed) are set; noise is divided out; and when the enemy has moved, it has
// probably gone where its model leads.
type belief struct {
	maze   *pelita.Maze
	p      []odds    // by index of the cell; they sum to 1
	all    []float64 // by index of the cell: the sum of its odds
	where  []int     // the indices with all > 0
	prior  odds      // of the models, at first
	old    []int     // memory of step
	spare  []odds
	deaths int
}

// odds are the probabilities of the models.
type odds [models]float64

// Numbers of the filter.
const (
	slip   = 0.04  // how often an enemy does something else than its model
	wander = 0.25  // how often one that follows none goes anywhere; otherwise it goes where one of them leads
	change = 0.005 // how often an enemy changes its model in a move
	faint  = 1e-5  // cells that are less probable are left out
)

// newBelief returns the belief that the enemy is on a cell, with the probabilities of the models.
func newBelief(m *pelita.Maze, at pelita.Cell, prior odds) *belief {
	n := m.Cells()
	b := &belief{maze: m, p: make([]odds, n), all: make([]float64, n), spare: make([]odds, n), prior: prior}
	b.where = []int{m.Index(at)}
	b.set(b.where[0], prior)
	return b
}

// set replaces the odds of a cell.
func (b *belief) set(i int, p odds) {
	b.p[i], b.all[i] = p, 0
	for _, share := range p {
		b.all[i] += share
	}
}

// scale multiplies the odds of a cell.
func (b *belief) scale(i int, by float64) {
	p := b.p[i]
	for m := range p {
		p[m] *= by
	}
	b.set(i, p)
}

// models returns the odds of the models.
func (b *belief) models() (sum odds) {
	for _, i := range b.where {
		for m, p := range b.p[i] {
			sum[m] += p
		}
	}
	return sum
}

// certain puts the enemy on a cell.
func (b *belief) certain(at pelita.Cell) {
	p := b.p[b.maze.Index(at)]
	if p == (odds{}) {
		p = b.models()
	}
	b.put(at, p)
}

// put puts the enemy on a cell, with odds in proportion to p.
func (b *belief) put(at pelita.Cell, p odds) {
	for _, k := range b.where {
		b.set(k, odds{})
	}
	i := b.maze.Index(at)
	b.where = append(b.where[:0], i)
	b.set(i, p)
	b.scale(i, 1/b.all[i])
}

// step updates the belief after the enemy has moved once. guesses returns what the models do on a cell, as world.guesses does. If
// it is nil, every step is equally likely.
func (b *belief) step(guesses func(at pelita.Cell) [models]choices) {
	b.old = append(b.old[:0], b.where...)
	for _, i := range b.old {
		b.spare[i] = b.p[i]
		b.set(i, odds{})
	}
	b.where = b.where[:0]
	for _, i := range b.old {
		at, mass := b.maze.At(i), b.spare[i]
		var list [models]choices
		if guesses != nil {
			list = guesses(at)
			total := 0.0
			for _, p := range mass {
				total += p
			}
			for m := range mass {
				mass[m] += float64(change * (float64(total*b.prior[m]) - mass[m]))
			}
		}
		next := b.maze.Options(at)
		for n, c := range next {
			k := b.maze.Index(c)
			if b.all[k] == 0 {
				b.where = append(b.where, k)
			}
			p := b.p[k]
			for m, share := range chances(n, len(next), &list) {
				p[m] += float64(share * mass[m])
			}
			b.set(k, p)
		}
	}
}

// chances returns, for each model, the probability of option n of some options.
func chances(n, options int, list *[models]choices) (p odds) {
	even, sure, led := 1/float64(options), 0, 0.0
	for m, c := range list {
		if c == 0 {
			continue
		}
		sure++
		p[m] = float64(slip * even)
		if c&(1<<n) != 0 {
			share := 1 / float64(bits.OnesCount8(uint8(c)))
			led += share
			p[m] += float64((1 - slip) * share)
		}
	}
	other := even
	if sure > 0 {
		other = float64(wander*even) + float64((1-wander)*led/float64(sure))
	}
	for m, c := range list {
		if c == 0 {
			p[m] = other
		}
	}
	return p
}

// see updates the belief with the cell at which the enemy is shown to a bot on from.
func (b *belief) see(shown, from pelita.Cell, noisy bool) {
	if !noisy {
		b.certain(shown)
		return
	}
	before := b.models()
	sum := 0.0
	for _, i := range b.where {
		c := b.maze.At(i)
		if c.Distance(shown) > pelita.NoiseRadius || c.Distance(from) <= pelita.SightDistance {
			b.set(i, odds{})
			continue
		}
		b.scale(i, 1/float64(len(b.maze.Shown(c))))
		sum += b.all[i]
	}
	if sum == 0 { // it went a way that the filter excluded: begin again
		b.where = b.where[:0]
		for i := range b.maze.Cells() {
			c := b.maze.At(i)
			if b.maze.Free(c) && c.Distance(shown) <= pelita.NoiseRadius && c.Distance(from) > pelita.SightDistance {
				b.set(i, before)
				b.scale(i, 1/float64(len(b.maze.Shown(c))))
				sum += b.all[i]
				b.where = append(b.where, i)
			}
		}
	}
	if sum == 0 {
		b.put(shown, before)
		return
	}
	kept, left := b.where[:0], 0.0
	for _, i := range b.where {
		if b.all[i] > faint*sum {
			kept, left = append(kept, i), left+b.all[i]
		} else {
			b.set(i, odds{})
		}
	}
	for _, i := range kept {
		b.scale(i, 1/left)
	}
	b.where = kept
}

// draw returns a cell and a model drawn by their probability; at is from 0 to below 1.
func (b *belief) draw(at float64) (pelita.Cell, model) {
	for _, i := range b.where {
		for m, p := range b.p[i] {
			if at -= p; at < 0 {
				return b.maze.At(i), model(m)
			}
		}
	}
	return b.maze.At(b.where[len(b.where)-1]), noModel
}

// best returns the likeliest cell.
func (b *belief) best() pelita.Cell {
	top := b.where[0]
	for _, i := range b.where {
		if b.all[i] > b.all[top] || b.all[i] == b.all[top] && i < top {
			top = i
		}
	}
	return b.maze.At(top)
}

// known returns the enemy's cell if it is certain.
func (b *belief) known() (pelita.Cell, bool) { return b.maze.At(b.where[0]), len(b.where) == 1 }

// mean returns the expected value of a function of the cell.
func (b *belief) mean(f func(pelita.Cell) float64) (sum float64) {
	for _, i := range b.where {
		sum += float64(b.all[i] * f(b.maze.At(i)))
	}
	return sum
}
