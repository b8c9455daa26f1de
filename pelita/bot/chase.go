package bot

// never is the length of a chase that does not end.
const never = 255

// maxChase is the largest number of cells of a home for which chases are solved.
const maxChase = 1200

// chase is every chase of one ghost after one pacman in the ghost's home, solved: how many moves the ghost needs if both play as
// well as possible. The pacman gets away when it leaves the home, or if it can run for ever. It is solved backwards from the
// captures: a position is lost for the pacman when all of its moves lead to positions that were found before.
type chase struct {
	g      *ground
	team   uint8   // of the ghost
	local  []cell  // by number of a cell: its number in the home, -1 outside
	home   []cell  // by number in the home: the cell
	moves  []uint8 // by pacman*len(home)+ghost, the ghost moves: moves until the catch, or never
	left   []uint8 // the pacman moves: how many of its moves are not known to lose; 0: lost
	queue  []int32 // indices into moves of the solved positions, in the order in which they were found
	solved int     // number of entries of queue that were followed back
}

func newChase(g *ground, team uint8) chase {
	c := chase{g: g, team: team, local: make([]cell, len(g.cells))}
	for n := range g.cells {
		c.local[n] = -1
		if g.side[n] == team {
			c.local[n] = cell(len(c.home))
			c.home = append(c.home, cell(n))
		}
	}
	n := len(c.home)
	if n > maxChase {
		return c
	}
	c.moves, c.left = make([]uint8, n*n), make([]uint8, n*n)
	for i := range c.moves {
		c.moves[i] = never
	}
	for p, at := range c.home {
		options, escapes := g.options[at], false
		for _, to := range options {
			escapes = escapes || g.side[to] != team
		}
		row := c.left[p*n : (p+1)*n]
		for ghost := range row {
			if row[ghost] = uint8(len(options)); escapes {
				row[ghost] = never
			}
		}
		for _, to := range options {
			if ghost := c.local[to]; ghost >= 0 {
				if !escapes {
					row[ghost]-- // the pacman would run into the ghost
				}
				c.moves[p*n+int(ghost)] = 1
				c.queue = append(c.queue, int32(p*n+int(ghost)))
			}
		}
	}
	return c
}

// solve goes on for some positions and reports whether all are solved.
func (c *chase) solve(positions int) bool {
	n := len(c.home)
	for ; positions > 0 && c.solved < len(c.queue); positions-- {
		at := int(c.queue[c.solved])
		c.solved++
		pacman, ghost, moves := at/n, at%n, c.moves[at]
		if moves == never-1 || pacman == ghost { // running into the ghost was counted before
			continue
		}
		for _, from := range c.g.options[c.home[pacman]] {
			before := int(c.local[from])
			if before < 0 || before == ghost {
				continue
			}
			left := &c.left[before*n+ghost]
			if *left == never || *left == 0 {
				continue
			}
			if *left--; *left > 0 {
				continue
			}
			for _, start := range c.g.options[c.home[ghost]] {
				if k := int(c.local[start]); k >= 0 && c.moves[before*n+k] == never {
					c.moves[before*n+k] = moves + 1
					c.queue = append(c.queue, int32(before*n+k))
				}
			}
		}
	}
	return c.solved == len(c.queue)
}

// after returns the number of moves in which a ghost, which moves next, catches a pacman, or never. Both must be in the ghost's
// home.
func (c *chase) after(pacman, ghost cell) uint8 {
	p, k := c.local[pacman], c.local[ghost]
	if p < 0 || k < 0 || c.moves == nil {
		return never
	}
	return c.moves[int(p)*len(c.home)+int(k)]
}

// follow returns the step of a ghost after which it catches the pacman soonest; ok is false if the pacman can get away.
func (c *chase) follow(pacman, ghost cell) (best cell, ok bool) {
	least := uint8(never)
	for _, to := range c.g.options[ghost] {
		if to == pacman {
			return to, true
		}
		if c.g.side[to] != c.team {
			continue
		}
		longest := uint8(0)
		for _, flight := range c.g.options[pacman] {
			if flight != to {
				longest = max(longest, c.after(flight, to))
			}
		}
		if longest < least {
			best, least = to, longest
		}
	}
	return best, least < never
}
