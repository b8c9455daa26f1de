package bot

import "github.com/gridiron-games/gridiron/pelita"

// firstStep returns the first step of a shortest path from one cell to another; it reports false if the cells are equal or there
// is no path. Of several paths it takes the one that the original's library finds, which searches from both ends: in each step it
// extends the end with the smaller frontier, with neighbours in the order left, up, right, down.
func firstStep(m *pelita.Maze, from, to pelita.Cell) (pelita.Cell, bool) {
	if from == to {
		return from, false
	}
	const unseen = -1
	// By index of a cell: the cell before it on the way from here, and after it on the way there.
	before, after := make([]int, m.Cells()), make([]int, m.Cells())
	for i := range before {
		before[i], after[i] = unseen, unseen
	}
	start, goal := m.Index(from), m.Index(to)
	before[start], after[goal] = start, goal
	forward, backward := []pelita.Cell{from}, []pelita.Cell{to}
	for len(forward) > 0 && len(backward) > 0 {
		rim, seen, other := &forward, before, after
		if len(forward) > len(backward) {
			rim, seen, other = &backward, after, before
		}
		var next []pelita.Cell
		for _, c := range *rim {
			for _, n := range m.Neighbours(c) {
				i := m.Index(n)
				if seen[i] == unseen {
					seen[i] = m.Index(c)
					next = append(next, n)
				}
				if other[i] == unseen {
					continue
				}
				// The ends have met.
				if i == start {
					return m.At(after[i]), true
				}
				for before[i] != start {
					i = before[i]
				}
				return m.At(i), true
			}
		}
		*rim = next
	}
	return from, false
}
