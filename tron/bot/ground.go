package bot

import (
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// ground is a board unpacked for walking on it: cell i is column i%width of row i/width. Since area walls close the board, a step
// from a cell that a bike can be in never leaves it.
type ground struct {
	width int
	cells []tron.Cell
	heads [2]int // by seat
	step  [tron.Directions]int

	queue [tron.MaxCells]int16
	mark  [tron.MaxCells]uint32
	round uint32 // marks of earlier walks are lower
	far   [2][tron.MaxCells]int16
}

// load unpacks the board of a position.
func (g *ground) load(p *tron.Position) {
	g.width = p.Size().W
	g.cells = p.AppendCells(g.cells[:0])
	g.step = [tron.Directions]int{tron.Up: -g.width, tron.Right: 1, tron.Down: g.width, tron.Left: -1}
	for s := range g.heads {
		g.heads[s] = g.index(p.Bike(tron.Seat(s)).At)
	}
}

func (g *ground) index(at grid.Point) int { return at.Y*g.width + at.X }

// walk starts a walk with all cells unmarked.
func (g *ground) walk() {
	g.round++
	if g.round == 0 {
		clear(g.mark[:])
		g.round = 1
	}
}

// room returns the number of empty cells that can be reached from an empty cell, itself included. Bikes count as walls.
func (g *ground) room(from int) int {
	g.walk()
	for _, h := range g.heads {
		g.mark[h] = g.round
	}
	g.mark[from] = g.round
	g.queue[0] = int16(from)
	n := 1
	for i := 0; i < n; i++ {
		here := int(g.queue[i])
		for _, step := range g.step {
			if next := here + step; g.cells[next] == tron.Empty && g.mark[next] != g.round {
				g.mark[next] = g.round
				g.queue[n] = int16(next)
				n++
			}
		}
	}
	return n
}

// wallsAround counts the neighbours of a cell that are not empty, 0 to 4.
func (g *ground) wallsAround(cell int) (n int) {
	for _, step := range g.step {
		if g.cells[cell+step] != tron.Empty {
			n++
		}
	}
	return n
}

// territory returns the number of empty cells that each seat reaches before the other; what both reach at once is nobody's.
func (g *ground) territory() (cells [2]int) {
	g.walk()
	// Both floods share one queue: the distance in far tells whose turn a cell was, and mark who reached it.
	const both = 2
	owner := &g.far[1]
	distance := &g.far[0]
	n := 0
	for s, h := range g.heads {
		g.mark[h] = g.round
		distance[h], owner[h] = 0, int16(s)
		g.queue[n] = int16(h)
		n++
	}
	for i := 0; i < n; i++ {
		here := int(g.queue[i])
		who, d := owner[here], distance[here]+1
		for _, step := range g.step {
			next := here + step
			switch {
			case g.cells[next] != tron.Empty:
			case g.mark[next] != g.round:
				g.mark[next] = g.round
				distance[next], owner[next] = d, who
				g.queue[n] = int16(next)
				n++
				if who != both {
					cells[who]++
				}
			case owner[next] != who && owner[next] != both && distance[next] == d:
				cells[owner[next]]--
				owner[next] = both
			}
		}
	}
	return cells
}

// territoryAfter returns the territory of both seats after a seat has driven into a cell. A wall there is broken.
func (g *ground) territoryAfter(s tron.Seat, to int) (cells [2]int) {
	from := g.heads[s]
	under, cell := g.cells[from], g.cells[to]
	g.cells[from], g.cells[to], g.heads[s] = tron.Wall(s), tron.Empty, to
	cells = g.territory()
	g.cells[from], g.cells[to], g.heads[s] = under, cell, from
	return cells
}

// share makes the ground that of an arena; the cells are the same.
func (g *ground) share(a *arena) {
	g.width, g.cells = a.width, a.cells[:a.size]
	for d, step := range a.step {
		g.step[d] = int(step)
	}
	for s := range g.heads {
		g.heads[s] = int(a.riders[s].at)
	}
}
