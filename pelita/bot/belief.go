package bot

import "github.com/gridiron-games/gridiron/pelita"

// belief is where an enemy may be: an exact Bayes filter over the cells of the maze. Certain facts (it was seen, it ate a pellet,
// it was killed) are set; noise is divided out; and when the enemy has moved, every step is equally likely.
type belief struct {
	maze   *pelita.Maze
	p      []float64 // by index of the cell; they sum to 1
	spare  []float64
	where  []int // the indices with p > 0
	old    []int // memory of step
	deaths int
}

func newBelief(m *pelita.Maze, at pelita.Cell) *belief {
	b := &belief{maze: m, p: make([]float64, m.Cells()), spare: make([]float64, m.Cells())}
	b.certain(at)
	return b
}

// certain puts the enemy on a cell.
func (b *belief) certain(at pelita.Cell) {
	for _, i := range b.where {
		b.p[i] = 0
	}
	b.where = append(b.where[:0], b.maze.Index(at))
	b.p[b.where[0]] = 1
}

// step updates the belief after the enemy has moved once.
func (b *belief) step() {
	old := append(b.old[:0], b.where...)
	b.old = old
	for _, i := range old {
		b.spare[i], b.p[i] = b.p[i], 0
	}
	b.where = b.where[:0]
	for _, i := range old {
		next := b.maze.Legal(b.maze.At(i))
		share := b.spare[i] / float64(len(next))
		for _, c := range next {
			k := b.maze.Index(c)
			if b.p[k] == 0 {
				b.where = append(b.where, k)
			}
			b.p[k] += share
		}
	}
}

// see updates the belief with the cell at which the enemy is shown to a bot on from.
func (b *belief) see(shown, from pelita.Cell, noisy bool) {
	if !noisy {
		b.certain(shown)
		return
	}
	sum := 0.0
	for _, i := range b.where {
		c := b.maze.At(i)
		if c.Distance(shown) > pelita.NoiseRadius || c.Distance(from) <= pelita.SightDistance {
			b.p[i] = 0
			continue
		}
		b.p[i] /= float64(len(b.maze.Shown(c)))
		sum += b.p[i]
	}
	if sum == 0 { // it went a way that the filter excluded: begin again
		b.where = b.where[:0]
		for i := range b.maze.Cells() {
			c := b.maze.At(i)
			b.p[i] = 0
			if b.maze.Free(c) && c.Distance(shown) <= pelita.NoiseRadius && c.Distance(from) > pelita.SightDistance {
				b.p[i] = 1 / float64(len(b.maze.Shown(c)))
				sum += b.p[i]
				b.where = append(b.where, i)
			}
		}
	}
	if sum == 0 {
		b.certain(shown)
		return
	}
	kept := b.where[:0]
	for _, i := range b.where {
		if b.p[i] > 0 {
			b.p[i] /= sum
			kept = append(kept, i)
		}
	}
	b.where = kept
}

// draw returns a cell drawn by its probability; at is from 0 to below 1.
func (b *belief) draw(at float64) pelita.Cell {
	for _, i := range b.where {
		if at -= b.p[i]; at < 0 {
			return b.maze.At(i)
		}
	}
	return b.maze.At(b.where[len(b.where)-1])
}

// best returns the likeliest cell.
func (b *belief) best() pelita.Cell {
	top := b.where[0]
	for _, i := range b.where {
		if b.p[i] > b.p[top] || b.p[i] == b.p[top] && i < top {
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
		sum += float64(b.p[i] * f(b.maze.At(i)))
	}
	return sum
}
