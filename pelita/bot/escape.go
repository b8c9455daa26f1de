package bot

import "github.com/gridiron-games/gridiron/pelita"

// Limits of the search for an escape.
const (
	escapeRounds = 5
	escapeNodes  = 20000 // of a step
	hurriedNodes = 1000  // of a step, with a deadline
)

// escape is a chase of two ghosts after one pacman in the ghosts' home. Against one ghost, the solved chases give the result; two
// can close a passage from both sides, so their moves are searched.
type escape struct {
	g      *ground
	team   uint8 // of the pacman
	fear   uint8 // chases of fewer moves are avoided
	ghosts []cell
	nodes  int
	limit  int // of nodes
}

// safe returns the legal steps of a bot after which the ghosts that are near cannot force a kill; all steps if there is none.
func (w *world) safe(bot, limit int) []cell {
	e := escape{g: w.g, team: uint8(bot % 2), fear: w.fears(bot), limit: limit}
	options := w.g.options[w.at[bot]]
	for k := 1; k < pelita.Bots; k += 2 { // in the order in which the enemies move after us
		if x := w.at[(bot+k)%pelita.Bots]; w.g.side[x] != e.team && w.g.near(x, w.at[bot], 2*escapeRounds) {
			e.ghosts = append(e.ghosts, x)
		}
	}
	if len(e.ghosts) == 0 {
		return options
	}
	var list []cell
	for _, to := range options {
		if e.nodes = 0; e.survives(to, escapeRounds) {
			list = append(list, to)
		}
	}
	if len(list) == 0 {
		return options
	}
	return list
}

// survives reports whether a pacman that has just stepped on a cell gets away: the ghosts move one after the other, then the
// pacman.
func (e *escape) survives(at cell, left int) bool {
	if e.g.side[at] == e.team {
		return true
	}
	for _, x := range e.ghosts {
		if x == at || e.g.chases[1-e.team].after(at, x) < e.fear {
			return false
		}
	}
	if e.nodes++; len(e.ghosts) < 2 || left == 0 || e.nodes > e.limit {
		return true
	}
	return e.ghostsMove(at, 0, left)
}

// ghostsMove tries all moves of the ghosts from number ghost on that lead no farther from the pacman, and reports whether the
// pacman survives them all.
func (e *escape) ghostsMove(at cell, ghost, left int) bool {
	if ghost == len(e.ghosts) {
		for _, to := range e.g.options[at] {
			if e.survives(to, left-1) {
				return true
			}
		}
		return false
	}
	from := e.ghosts[ghost]
	row := e.g.row(at)
	far := int(row[from])
	if far > 2*left+1 { // this ghost comes too late
		return e.ghostsMove(at, ghost+1, left)
	}
	defer func() { e.ghosts[ghost] = from }()
	for _, to := range e.g.options[from] {
		if to == at {
			return false
		}
		if int(row[to]) > far || e.g.side[to] == e.team {
			continue
		}
		e.ghosts[ghost] = to
		if !e.ghostsMove(at, ghost+1, left) {
			return false
		}
	}
	return true
}
