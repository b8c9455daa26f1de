package pelita

import (
	"cmp"
	"fmt"
	"slices"
)

// Bots is the number of bots: 0 = a (blue), 1 = x (red), 2 = b (blue), 3 = y (red).
const Bots = 4

// Seat is a team: Blue or Red. A seat's String is its name, "blue" or "red".
type Seat uint8

// The two seats. Blue has the bots 0 and 2, Red 1 and 3 (R3).
const (
	Blue Seat = iota
	Red
)

// Teams are the names of the seats.
var Teams = [2]string{"blue", "red"}

// SeatOf returns the team of a bot, 0 to 3.
func SeatOf(bot int) Seat { return Seat(bot & 1) }

// Bot returns the number, 0 to 3, of bot 0 or 1 of a team.
func (s Seat) Bot(bot int) int { return 2*bot + int(s) }

// Other returns the opponent.
func (s Seat) Other() Seat { return s ^ 1 }

func (s Seat) String() string { return Teams[s&1] }

// Letters are the letters of the bots, by number.
const Letters = "axby"

// Cell is a place on the board: x from 0 at the left, y from 0 at the top. It has the fields of grid.Point. The cell of a
// requested move may be any two integers.
type Cell struct{ X, Y int }

// String returns the cell as Python prints it, such as (3, 9).
func (c Cell) String() string { return fmt.Sprintf("(%d, %d)", c.X, c.Y) }

// Compare orders cells by x, then by y.
func (c Cell) Compare(d Cell) int {
	if c.X != d.X {
		return cmp.Compare(c.X, d.X)
	}
	return cmp.Compare(c.Y, d.Y)
}

// Distance returns the Manhattan distance: the number of steps if there were no walls.
func (c Cell) Distance(d Cell) int { return abs(c.X-d.X) + abs(c.Y-d.Y) }

// Add returns the cell moved by d.
func (c Cell) Add(d Cell) Cell { return Cell{c.X + d.X, c.Y + d.Y} }

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// SortCells sorts cells by x, then by y.
func SortCells(cells []Cell) { slices.SortFunc(cells, Cell.Compare) }

// Largest board, in cells.
const maxCells = 1 << 16

// Maze is a board without bots and pellets. It never changes, so that games and bots share it.
type Maze struct {
	w, h    int
	wall    []bool // by index
	cells   []Cell // by index
	walls   []Cell // ascending
	legal   [][]Cell
	options [][]Cell
	around  [][]Cell
	noise   [][]uint16   // by index: numbers of cells, which take an eighth of the memory of cells
	shadow  [2][][]patch // by version and index: the free cells that a ghost there shades
	home    [2][]Cell
	respawn [Bots]Cell
}

// patch is the part of a set of cells that is in one word; the set has a bit for each cell, by index.
type patch struct {
	word int    // of the set
	mask uint64 // the cells in that word
}

// NewMaze returns the maze of w*h cells with these walls. It returns an error if there are fewer than two free cells near a
// corner where a team respawns (R5), or if the board has more than 65,536 cells.
func NewMaze(w, h int, walls []Cell) (*Maze, error) {
	if w < 1 || h < 1 || w*h > maxCells {
		return nil, fmt.Errorf("maze of %dx%d cells: want 1 to %d cells", w, h, maxCells)
	}
	m := newMaze(w, h, walls)
	respawn, err := m.findRespawn()
	if err != nil {
		return nil, err
	}
	m.respawn = respawn
	return m, nil
}

// Orders of directions: the engine of the original lists north first, the list that it sends to bots begins with staying, and
// path searches begin on the left.
var (
	engineOrder = [...]Cell{{0, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, 0}}
	playerOrder = [...]Cell{{0, 0}, {-1, 0}, {1, 0}, {0, 1}, {0, -1}}
	graphOrder  = [...]Cell{{-1, 0}, {0, -1}, {1, 0}, {0, 1}}
)

func newMaze(w, h int, walls []Cell) *Maze {
	m := &Maze{w: w, h: h, wall: make([]bool, w*h), cells: make([]Cell, w*h)}
	for i := range m.cells {
		m.cells[i] = Cell{i / h, i % h}
	}
	for _, c := range walls {
		m.wall[m.Index(c)] = true
	}
	m.legal, m.options, m.around = make([][]Cell, w*h), make([][]Cell, w*h), make([][]Cell, w*h)
	m.noise = make([][]uint16, w*h)
	free := w*h - len(walls)
	steps := make([]Cell, 0, max(0, free)*(len(engineOrder)+len(playerOrder)+len(graphOrder)))
	shown := make([]uint16, 0, 16*w*h)
	for v := range m.shadow {
		m.shadow[v] = make([][]patch, w*h)
	}
	for i, isWall := range m.wall {
		c := m.At(i)
		if isWall {
			m.walls = append(m.walls, c)
			continue
		}
		m.home[m.Side(c)] = append(m.home[m.Side(c)], c)
		for _, table := range []struct {
			to    *[]Cell
			order []Cell
		}{{&m.legal[i], engineOrder[:]}, {&m.options[i], playerOrder[:]}, {&m.around[i], graphOrder[:]}} {
			n := len(steps)
			for _, d := range table.order {
				if to := c.Add(d); m.Free(to) {
					steps = append(steps, to)
				}
			}
			*table.to = steps[n:len(steps):len(steps)]
		}
		m.darken(i)
		n := len(shown)
		shown = m.appendNoise(shown, c)
		m.noise[i] = shown[n:len(shown):len(shown)]
	}
	return m
}

// appendNoise appends the cells at which a bot on c may be shown to a bot that does not see it (R10). The odd bounds are the
// original's: a range that leaves the board on the left or at the top begins at 1.
func (m *Maze) appendNoise(dst []uint16, c Cell) []uint16 {
	bounds := func(at, size int) (int, int) {
		low, high := at-NoiseRadius, at+NoiseRadius
		if low < 0 {
			low = 1
		}
		if high >= size {
			high = size - 1
		}
		return low, high
	}
	left, right := bounds(c.X, m.w)
	top, bottom := bounds(c.Y, m.h)
	for x := left; x <= right; x++ {
		rest := NoiseRadius - abs(x-c.X)
		for y := max(top, c.Y-rest); y <= min(bottom, c.Y+rest); y++ {
			if !m.wall[x*m.h+y] {
				dst = append(dst, uint16(x*m.h+y))
			}
		}
	}
	return dst
}

// darken records which cells are in the shadow of a ghost on a cell (R11).
func (m *Maze) darken(at int) {
	from := m.At(at)
	for v := range m.shadow {
		near := Version(v).Shadow()
		patches := make([]patch, 0, 4)
		for x := max(0, from.X-near); x <= min(m.w-1, from.X+near); x++ {
			rest := near - abs(x-from.X)
			for y := max(0, from.Y-rest); y <= min(m.h-1, from.Y+rest); y++ {
				i := x*m.h + y
				if m.wall[i] {
					continue
				}
				if n := len(patches); n == 0 || patches[n-1].word != i>>6 {
					patches = append(patches, patch{word: i >> 6})
				}
				patches[len(patches)-1].mask |= 1 << (i & 63)
			}
		}
		m.shadow[v][at] = patches
	}
}

// findRespawn looks for the respawn cells, beginning at the corners (R5).
func (m *Maze) findRespawn() (cells [Bots]Cell, err error) {
	for seat := range Seat(2) {
		var found []Cell
		for d := 0; len(found) < 2; d++ {
			for a := 0; a <= d && len(found) < 2; a++ {
				c := Cell{1 + a, m.h - 2 - (d - a)}
				if seat == Red {
					c = Cell{m.w - 2 - a, 1 + d - a}
				}
				outX, outY := c.X < 0 || c.X >= m.w, c.Y < 0 || c.Y >= m.h
				switch {
				case outX && outY || d > m.w+m.h:
					return cells, fmt.Errorf("the %v team needs two free cells to respawn in", seat)
				case !outX && !outY && m.Free(c):
					found = append(found, c)
				}
			}
		}
		cells[seat], cells[seat+2] = found[1], found[0]
	}
	return cells, nil
}

// Width returns the number of columns.
func (m *Maze) Width() int { return m.w }

// Height returns the number of rows.
func (m *Maze) Height() int { return m.h }

// Cells returns the number of cells, walls included.
func (m *Maze) Cells() int { return len(m.wall) }

// Index returns the number of a cell of the board: x*Height+y, so that numbers ascend as sorted cells do.
func (m *Maze) Index(c Cell) int { return c.X*m.h + c.Y }

// At returns the cell with a number from 0 to Cells()-1.
func (m *Maze) At(index int) Cell { return m.cells[index] }

// Contains reports whether c is a cell of the board.
func (m *Maze) Contains(c Cell) bool { return 0 <= c.X && c.X < m.w && 0 <= c.Y && c.Y < m.h }

// Free reports whether c is a cell of the board and not a wall.
func (m *Maze) Free(c Cell) bool { return m.Contains(c) && !m.wall[c.X*m.h+c.Y] }

// Side returns the team whose home c is in.
func (m *Maze) Side(c Cell) Seat {
	if c.X < m.w/2 {
		return Blue
	}
	return Red
}

// Walls returns the walls, ascending. The caller must not change them; that is true of every slice that a Maze returns.
func (m *Maze) Walls() []Cell { return m.walls }

// Home returns the free cells of a team's home, ascending.
func (m *Maze) Home(seat Seat) []Cell { return m.home[seat&1] }

// Legal returns the cells to which a bot on c may move, in the order from which the referee draws: north, east, west, south,
// stay. c must be a free cell.
func (m *Maze) Legal(c Cell) []Cell { return m.legal[m.Index(c)] }

// Options returns the same cells in the order that a player sees: stay, west, east, south, north.
func (m *Maze) Options(c Cell) []Cell { return m.options[m.Index(c)] }

// Neighbours returns the free cells beside c in the order of the original's graph: left, up, right, down.
func (m *Maze) Neighbours(c Cell) []Cell { return m.around[m.Index(c)] }

// Shown returns the numbers of the cells at which a bot on c is shown to bots that do not see it, each equally likely (R10),
// ascending.
func (m *Maze) Shown(c Cell) []uint16 { return m.noise[m.Index(c)] }

// Respawn returns the cell to which a bot, 0 to 3, returns after it was killed (R5).
func (m *Maze) Respawn(bot int) Cell { return m.respawn[bot] }
