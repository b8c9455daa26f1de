package tron

import (
	"fmt"
	"math/bits"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Seat is a player's side: Blue or Yellow.
type Seat uint8

// The two seats. A seat's String is its name in the line JSON of PROTOCOL.md and in position texts.
const (
	Blue Seat = iota
	Yellow
)

// Other returns the opponent.
func (s Seat) Other() Seat { return s ^ 1 }

// String returns blue or yellow.
func (s Seat) String() string { return [2]string{"blue", "yellow"}[s&1] }

// Title returns Blue or Yellow, as the original's maps and protocol have it.
func (s Seat) Title() string { return [2]string{"Blue", "Yellow"}[s&1] }

// Constants are the numbers of a map that do not change during a game.
type Constants struct {
	MaxCycles           int // number of cycles, unless the game ends earlier; below 1 counts as 1
	InitHealth          int // health that bikes begin with; at 0 or below, walls never kill (R9)
	WallBreakerCooldown int // cycles from one activation to the next
	WallBreakerDuration int // cycles in which an activated breaker breaks walls
	WallScore           int // score for building a wall, and loss when one's wall is broken
	AreaWallCrash       int // added to the score of a bike that crashes into an area wall: a penalty is negative
	OwnWallCrash        int // the same for one's own wall
	EnemyWallCrash      int // the same for a wall of the other seat
}

// Standard are the constants of the original's first maps.
var Standard = Constants{
	MaxCycles: 300, InitHealth: 3, WallBreakerCooldown: 12, WallBreakerDuration: 6, WallScore: 1,
	AreaWallCrash: -20, OwnWallCrash: -40, EnemyWallCrash: -60,
}

// Crash says what a bike crashed into.
type Crash uint8

// The crashes.
const (
	NoCrash       Crash = iota
	OnAreaWall          // R7
	OnOwnWall           // R9
	OnEnemyWall         // R9
	IntoEachOther       // R6
)

var crashNames = [...]string{NoCrash: "", OnAreaWall: "area", OnOwnWall: "own", OnEnemyWall: "enemy", IntoEachOther: "bike"}

// String returns area, own, enemy or bike; "" for NoCrash.
func (c Crash) String() string { return crashNames[c] }

// Bike is the state of one seat's bike.
type Bike struct {
	At        grid.Point
	Direction Direction
	Health    int
	Cooldown  int // cycles until the breaker may be switched on again; 0: it may
	Remaining int // 1 + cycles in which the breaker will still break walls; 0 and 1: it is off
	Crash     Crash
}

// bike is a Bike in less memory.
type bike struct {
	health, cooldown, remaining int32
	at                          uint16 // width*y + x
	direction                   Direction
	crash                       Crash
}

// Position is the whole state between two cycles. It is a value: copy it with =, compare it with ==, use it as a map key. The
// zero value is not a position; get one from [Map.Start] or [ParsePosition].
type Position struct {
	board         board
	constants     Constants
	bikes         [2]bike  // by seat
	scores        [2]int32 // by seat
	cycle         int32
	width, height uint16
	first         Seat // whose bike is handled first in each stage (R3)
}

// Size returns the width and the height of the board in cells.
func (p *Position) Size() grid.Size { return grid.Size{W: int(p.width), H: int(p.height)} }

// Cell returns the content of a cell of the board, without bikes.
func (p *Position) Cell(at grid.Point) Cell { return p.board.at(p.index(at)) }

// Bike returns the state of a seat's bike.
func (p *Position) Bike(s Seat) Bike {
	b := &p.bikes[s&1]
	return Bike{p.point(b.at), b.direction, int(b.health), int(b.cooldown), int(b.remaining), b.crash}
}

// ReadBike is Bike without copying the result.
func (p *Position) ReadBike(s Seat, to *Bike) {
	b := &p.bikes[s&1]
	to.At, to.Direction, to.Crash = p.point(b.at), b.direction, b.crash
	to.Health, to.Cooldown, to.Remaining = int(b.health), int(b.cooldown), int(b.remaining)
}

// Score returns the score of a seat.
func (p *Position) Score(s Seat) int { return int(p.scores[s&1]) }

// Cycle returns the number of the next cycle, from 0, which is the number of cycles played.
func (p *Position) Cycle() int { return int(p.cycle) }

// Constants returns the numbers that do not change.
func (p *Position) Constants() Constants { return p.constants }

// First returns the seat whose bike is handled first in each stage of a cycle (R3).
func (p *Position) First() Seat { return p.first }

// AppendCells appends the cells to dst, row by row from the top.
func (p *Position) AppendCells(dst []Cell) []Cell {
	n := p.width * p.height
	for i := range n {
		dst = append(dst, p.board.at(i))
	}
	return dst
}

// Word returns the low and the high bit of 64 cells: that of row y and column x is bit i%64 of word i/64, where i is width*y + x.
func (p *Position) Word(i int) (low, high uint64) {
	i %= MaxCells / 64
	return p.board.lo[i], p.board.hi[i]
}

// Cursor returns the number of the cell that a seat's bike is in, width*y + x. Cursor, Heading and Ready return parts of Bike's
// result in less time.
func (p *Position) Cursor(s Seat) int { return int(p.bikes[s&1].at) }

// Heading returns the direction in which a seat's bike drives.
func (p *Position) Heading(s Seat) Direction { return p.bikes[s&1].direction }

// Ready reports whether the cooldown of a seat's wall breaker is over.
func (p *Position) Ready(s Seat) bool { return p.bikes[s&1].cooldown <= 0 }

func (p *Position) index(at grid.Point) uint16 { return uint16(at.Y)*p.width + uint16(at.X) }

func (p *Position) point(i uint16) grid.Point {
	return grid.Point{X: int(i % p.width), Y: int(i / p.width)}
}

// Hash mixes the whole position into 64 bits: equal positions have equal hashes on every machine, as long as Position keeps its
// shape.
func (p *Position) Hash() uint64 {
	h := uint64(p.width)<<48 | uint64(p.height)<<32 | uint64(uint32(p.cycle))
	for _, b := range p.bikes {
		h = mix(h^uint64(uint32(b.health))<<32^uint64(uint32(b.cooldown)), 0x9e3779b97f4a7c15)
		h = mix(h^uint64(uint32(b.remaining))<<32^uint64(b.at)<<16^uint64(b.direction)<<8^uint64(b.crash), 0xd1342543de82ef95)
	}
	h = mix(h^uint64(uint32(p.scores[0]))<<32^uint64(uint32(p.scores[1])), 0x9e3779b97f4a7c15)
	for i := range p.board.lo {
		h = mix(h^p.board.lo[i], 0x9e3779b97f4a7c15)
		h = mix(h^p.board.hi[i], 0xd1342543de82ef95)
	}
	c := p.constants
	for _, n := range [...]int{c.MaxCycles, c.InitHealth, c.WallBreakerCooldown, c.WallBreakerDuration,
		c.WallScore, c.AreaWallCrash, c.OwnWallCrash, c.EnemyWallCrash, int(p.first)} {
		h = mix(h^uint64(n), 0x9e3779b97f4a7c15)
	}
	return h
}

// mix folds the 128-bit product, as wyhash does. An odd multiplier keeps different words apart.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^b, b)
	return hi ^ lo ^ a
}

// View is what a seat sees when it is asked for its command: everything.
type View struct {
	Position      Position
	Seat          Seat    // the seat that is asked
	CycleDuration float64 // seconds that a cycle lasts; 0: there is no clock
}

// Moves returns the commands that have an effect, in the order of AppendMoves.
func (v View) Moves() []Command { return v.Position.AppendMoves(nil, v.Seat) }

// Start is where a bike begins.
type Start struct {
	At        grid.Point
	Direction Direction
}

// Map is the start of a game (R1).
type Map struct {
	AreaWalls [][]bool // rows of cells
	Constants Constants
	Bikes     [2]Start // by seat
	First     Seat     // whose bike the map names first (R3)
}

// MapError says why a map, or a position, cannot be played. At has a meaning only if Cell is true.
type MapError struct {
	At     grid.Point
	Cell   bool // it is about a cell
	Reason string
}

func (e *MapError) Error() string {
	if !e.Cell {
		return e.Reason
	}
	return fmt.Sprintf("cell %d,%d: %s", e.At.X, e.At.Y, e.Reason)
}

func wrongCell(x, y int, format string, args ...any) error {
	return &MapError{At: grid.Point{X: x, Y: y}, Cell: true, Reason: fmt.Sprintf(format, args...)}
}

// Start returns the position before cycle 0, or a [*MapError] if this map cannot be played (R2).
func (m Map) Start() (Position, error) {
	p, err := empty(m.AreaWalls)
	if err != nil {
		return Position{}, err
	}
	for y, row := range m.AreaWalls {
		for x, wall := range row {
			if wall {
				p.board.set(p.index(grid.Point{X: x, Y: y}), AreaWall)
			}
		}
	}
	p.constants, p.first = m.Constants, m.First&1
	for s, start := range m.Bikes {
		if !p.Size().Contains(start.At) {
			return Position{}, wrongCell(start.At.X, start.At.Y, "the %v bike starts outside of the board of %dx%d cells",
				Seat(s).Title(), p.width, p.height)
		}
		p.bikes[s] = bike{health: int32(m.Constants.InitHealth), at: p.index(start.At), direction: start.Direction % Directions}
	}
	if err := p.validate(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// empty returns a position with a board of the size of rows.
func empty[T any](rows [][]T) (Position, error) {
	h, w := len(rows), 0
	if h > 0 {
		w = len(rows[0])
	}
	if w < 3 || h < 3 || w > MaxCells/3 || h > MaxCells/3 || w*h > MaxCells {
		return Position{}, &MapError{Reason: fmt.Sprintf("a board has at least 3x3 and at most %d cells, not %dx%d", MaxCells, w, h)}
	}
	for y, row := range rows {
		if len(row) != w {
			return Position{}, wrongCell(min(len(row), w), y, "the row has %d cells, the first one has %d", len(row), w)
		}
	}
	return Position{width: uint16(w), height: uint16(h)}, nil
}

// validate returns an error if a game could leave the board or the range of its numbers (R2).
func (p *Position) validate() error {
	if err := p.constants.validate(); err != nil {
		return err
	}
	if p.Over() {
		return nil
	}
	for s := range p.bikes {
		if at, open := p.wayOut(p.bikes[s].at); open {
			return wrongCell(at.X, at.Y, "the %v bike can drive to this cell at the edge: the board must be closed by area walls", Seat(s).Title())
		}
	}
	return nil
}

// wayOut floods the board from a cell and looks for a cell of the edge that can be reached; open is false if there is none.
func (p *Position) wayOut(from uint16) (at grid.Point, open bool) {
	var seen [MaxCells]bool
	seen[from] = true
	queue := []uint16{from}
	for len(queue) > 0 {
		here := p.point(queue[0])
		queue = queue[1:]
		if here.X == 0 || here.Y == 0 || here.X == int(p.width)-1 || here.Y == int(p.height)-1 {
			return here, true
		}
		for _, d := range deltas {
			next := p.index(here.Add(d))
			if !seen[next] && p.board.at(next) != AreaWall {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return grid.Point{}, false
}

// maxNumber limits the numbers of a text, and what a game can add to them: their sum fits into 32 bits.
const maxNumber = 1_000_000_000

// validate makes sure that every score of a game fits into 32 bits, as in the original's protocol (R2).
func (c Constants) validate() error {
	const most = 1_000_000
	crash := 0
	for _, n := range []struct {
		name  string
		value int
	}{
		{"max_cycles", c.MaxCycles}, {"init_health", c.InitHealth}, {"wall_breaker_cooldown", c.WallBreakerCooldown},
		{"wall_breaker_duration", c.WallBreakerDuration}, {"wall_score_coefficient", c.WallScore},
		{"area_wall_crash_score", c.AreaWallCrash}, {"my_wall_crash_score", c.OwnWallCrash},
		{"enemy_wall_crash_score", c.EnemyWallCrash},
	} {
		if n.value < -most || n.value > most {
			return &MapError{Reason: fmt.Sprintf("%s is %d, beyond %d", n.name, n.value, most)}
		}
		crash = max(crash, n.value, -n.value)
	}
	// In a cycle a seat builds one wall and loses at most two.
	if 3*max(c.WallScore, -c.WallScore)*max(c.MaxCycles, 1)+crash > maxNumber {
		return &MapError{Reason: fmt.Sprintf("max_cycles %d with wall_score_coefficient %d: scores would not fit into 32 bits",
			c.MaxCycles, c.WallScore)}
	}
	return nil
}
