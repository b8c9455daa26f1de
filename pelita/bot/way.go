package bot

import (
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// way returns the first step of a shortest path to a wanted cell, through cells that are not closed; it reports false if there is
// none. The first cell of the path may be closed, and must not be wanted.
func way(m *pelita.Maze, from pelita.Cell, wanted, closed func(pelita.Cell) bool) (pelita.Cell, bool) {
	first := make([]pelita.Cell, m.Cells()) // by index of a cell: the first step to it
	seen := make([]bool, m.Cells())
	seen[m.Index(from)] = true
	queue := []pelita.Cell{from}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		for _, next := range m.Neighbours(at) {
			k := m.Index(next)
			if seen[k] || closed(next) {
				continue
			}
			seen[k] = true
			if first[k] = first[m.Index(at)]; at == from {
				first[k] = next
			}
			if wanted(next) {
				return first[k], true
			}
			queue = append(queue, next)
		}
	}
	return from, false
}

// deadEnds returns the cells of dead ends, by index: the only way out is the way in.
func deadEnds(m *pelita.Maze) []bool {
	dead, open := make([]bool, m.Cells()), make([]int, m.Cells())
	var ends []pelita.Cell
	for i := range open {
		if c := m.At(i); m.Free(c) {
			if open[i] = len(m.Neighbours(c)); open[i] <= 1 {
				ends = append(ends, c)
			}
		}
	}
	for len(ends) > 0 {
		c := ends[len(ends)-1]
		ends = ends[:len(ends)-1]
		dead[m.Index(c)] = true
		for _, n := range m.Neighbours(c) {
			k := m.Index(n)
			if open[k]--; open[k] == 1 && !dead[k] {
				ends = append(ends, n)
			}
		}
	}
	return dead
}

// ghostWithin reports whether a ghost of the enemy is shown within some steps of a cell; walls do not count.
func ghostWithin(b *pelita.Bot, c pelita.Cell, steps int) bool {
	return slices.ContainsFunc(b.Enemy[:], func(e *pelita.Bot) bool { return isGhost(e) && e.Position.Distance(c) <= steps })
}

// retreat returns the legal step that leads farthest away from the ghosts that are shown.
func retreat(b *pelita.Bot) pelita.Cell {
	best, most := b.Position, -1
	for _, to := range b.Legal {
		far := b.Maze.Cells()
		for _, e := range b.Enemy {
			if isGhost(e) {
				far = min(far, e.Position.Distance(to))
			}
		}
		if far > most {
			best, most = to, far
		}
	}
	return best
}
