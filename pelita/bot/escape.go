package bot

import "github.com/gridiron-games/gridiron/pelita"

// rounds is how far the search for an escape looks ahead.
const rounds = 5

// escape is a chase in the enemy's half: a pacman, and the ghosts that are near it.
type escape struct {
	maze   *pelita.Maze
	steps  *pelita.Distances
	home   pelita.Seat // team of the pacman
	ghosts []pelita.Cell
}

// safe returns the legal steps after which no ghost that is near can force a kill within a few rounds; all of them if there is
// none.
func (c *Champion) safe(b *pelita.Bot) []pelita.Cell {
	e := escape{maze: b.Maze, steps: c.steps, home: b.Maze.Side(b.Start)}
	for i := range b.Enemy {
		// Whoever moves first after us stands first.
		k := i
		if b.Turn == 1 && b.IsBlue || b.Turn == 0 && !b.IsBlue {
			k = 1 - i
		}
		if at := c.beliefs[k].best(); !atHome(b, at) && c.steps.Between(at, b.Position) <= 2*rounds {
			e.ghosts = append(e.ghosts, at)
		}
	}
	if len(e.ghosts) == 0 {
		return b.Legal
	}
	var list []pelita.Cell
	for _, to := range b.Legal {
		if e.survives(to, rounds) {
			list = append(list, to)
		}
	}
	if len(list) == 0 {
		return b.Legal
	}
	return list
}

// survives reports whether a pacman that has just stepped on a cell gets away: the ghosts move one after the other, then the
// pacman.
func (e *escape) survives(at pelita.Cell, left int) bool {
	if e.maze.Side(at) == e.home {
		return true
	}
	for _, g := range e.ghosts {
		if g == at {
			return false
		}
	}
	return e.ghostsMove(at, 0, left)
}

func (e *escape) ghostsMove(at pelita.Cell, ghost, left int) bool {
	if ghost == len(e.ghosts) {
		if left == 1 {
			return true
		}
		for _, to := range e.maze.Legal(at) {
			if e.survives(to, left-1) {
				return true
			}
		}
		return false
	}
	from := e.ghosts[ghost]
	far := e.steps.Between(from, at)
	if far > 2*left+1 { // it comes too late
		return e.ghostsMove(at, ghost+1, left)
	}
	defer func() { e.ghosts[ghost] = from }()
	for _, to := range e.maze.Legal(from) {
		if to == at {
			return false
		}
		// A chaser comes nearer, or waits: what leads away is not worth the search.
		if e.steps.Between(to, at) > far || e.maze.Side(to) == e.home {
			continue
		}
		e.ghosts[ghost] = to
		if !e.ghostsMove(at, ghost+1, left) {
			return false
		}
	}
	return true
}
