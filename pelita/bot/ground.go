package bot

import (
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// cell is the number of a free cell of a ground.
type cell = int32

// ground is a maze with its free cells numbered, so that thousands of games can be played on it in a moment. Teams are Blue
// and Red, bots 0 to 3, as everywhere.
type ground struct {
	maze    *pelita.Maze
	version pelita.Version
	cells   []pelita.Cell
	x, y    []int16  // by number: column and row
	number  []cell   // by index in the maze
	options [][]cell // by number: where a bot can be a turn later, its own cell first
	side    []uint8  // by number: whose home it is in
	respawn [pelita.Bots]cell
	rows    [][]uint16 // by number: the steps to every cell; nil: not measured yet
	queue   []cell     // memory for measuring
	chases  [2]chase   // by the team of the ghost
	dead    []bool     // by number: in a dead end
	border  [2][]cell  // by team: the cells of its home beside the other one

	ways  []choices // memory of seek, by number: the first steps of the shortest ways to the cell
	depth []int     // and their length; 0: not reached, -1: closed
}

func newGround(m *pelita.Maze, v pelita.Version) *ground {
	g := &ground{maze: m, version: v, number: make([]cell, m.Cells())}
	for i := range m.Cells() {
		if c := m.At(i); m.Free(c) {
			g.number[i] = cell(len(g.cells))
			g.cells = append(g.cells, c)
			g.x, g.y = append(g.x, int16(c.X)), append(g.y, int16(c.Y))
			g.side = append(g.side, uint8(m.Side(c)))
		}
	}
	g.options = make([][]cell, len(g.cells))
	for n, c := range g.cells {
		for _, to := range m.Options(c) {
			g.options[n] = append(g.options[n], g.at(to))
		}
	}
	for bot := range g.respawn {
		g.respawn[bot] = g.at(m.Respawn(bot))
	}
	g.rows = make([][]uint16, len(g.cells))
	g.queue = make([]cell, 0, len(g.cells))
	g.ways, g.depth = make([]choices, len(g.cells)), make([]int, len(g.cells))
	dead := deadEnds(m)
	g.dead = make([]bool, len(g.cells))
	for n, c := range g.cells {
		g.dead[n] = dead[m.Index(c)]
		if slices.ContainsFunc(g.options[n], func(to cell) bool { return g.side[to] != g.side[n] }) {
			g.border[g.side[n]] = append(g.border[g.side[n]], cell(n))
		}
	}
	for team := range g.chases {
		g.chases[team] = newChase(g, uint8(team))
	}
	return g
}

// at returns the number of a free cell.
func (g *ground) at(c pelita.Cell) cell { return g.number[g.maze.Index(c)] }

// row returns the steps from a cell to all others, pelita.Unreachable where no path leads. It measures them when they are
// asked for the first time, so that a large maze takes no time at the beginning.
func (g *ground) row(from cell) []uint16 {
	if g.rows[from] != nil {
		return g.rows[from]
	}
	g.rows[from] = g.measure(from, func(cell) bool { return true })
	return g.rows[from]
}

// measure returns the steps from a cell to all others through cells that are open.
func (g *ground) measure(from cell, open func(cell) bool) []uint16 {
	row := make([]uint16, len(g.cells))
	for i := range row {
		row[i] = pelita.Unreachable
	}
	row[from] = 0
	queue := append(g.queue[:0], from)
	for i := 0; i < len(queue); i++ {
		next := row[queue[i]] + 1
		for _, to := range g.options[queue[i]][1:] {
			if row[to] == pelita.Unreachable && open(to) {
				row[to] = next
				queue = append(queue, to)
			}
		}
	}
	return row
}

// seek returns the first steps of all shortest ways from a cell to a wanted one through cells that are not closed, 0 if there is
// no way. The cell itself may be closed, and is not wanted.
func (g *ground) seek(from cell, wanted, closed func(cell) bool) (first choices) {
	clear(g.depth)
	g.depth[from], g.ways[from] = 1, 0
	queue, found := append(g.queue[:0], from), 0
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		depth := g.depth[at] + 1
		if found != 0 && depth > found {
			break
		}
		for n, to := range g.options[at] {
			if g.depth[to] == 0 {
				if g.depth[to], g.ways[to] = depth, 0; closed(to) {
					g.depth[to] = -1
					continue
				}
				if queue = append(queue, to); wanted(to) {
					found = depth
				}
			}
			if g.depth[to] != depth {
				continue
			}
			if g.ways[to] |= g.ways[at]; at == from {
				g.ways[to] |= 1 << n
			}
		}
	}
	if found == 0 {
		return 0
	}
	for i := len(queue) - 1; i >= 0 && g.depth[queue[i]] == found; i-- {
		if wanted(queue[i]) {
			first |= g.ways[queue[i]]
		}
	}
	return first
}

// near reports whether two cells are within some steps of each other, walls not counted.
func (g *ground) near(a, b cell, steps int) bool { return g.apart(a, b) <= steps }

// apart returns the steps between two cells, walls not counted.
func (g *ground) apart(a, b cell) int {
	x, y := int(g.x[a]-g.x[b]), int(g.y[a]-g.y[b])
	return max(x, -x) + max(y, -y)
}
