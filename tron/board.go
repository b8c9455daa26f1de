package tron

import "github.com/gridiron-games/gridiron/kernel/grid"

// MaxCells is the largest number of cells of a board, width times height.
const MaxCells = 1024

// Cell is the content of a cell of the board. The numbers are the original's.
type Cell uint8

// The cells.
const (
	Empty Cell = iota
	AreaWall
	BlueWall
	YellowWall
)

// Wall returns the wall of a seat.
func Wall(s Seat) Cell { return BlueWall + Cell(s) }

// Owner returns the seat whose wall c is; ok is false for an empty cell and an area wall.
func (c Cell) Owner() (s Seat, ok bool) { return Seat(c & 1), c >= BlueWall }

// Direction is the direction in which a bike drives. The numbers are the original's; opposite directions differ by 2.
type Direction uint8

// The directions. Up is towards smaller y.
const (
	Up Direction = iota
	Right
	Down
	Left
)

// Directions is the number of directions: Direction counts from 0 to Directions-1.
const Directions = 4

var directionNames = [Directions]string{"Up", "Right", "Down", "Left"}

// String returns Up, Right, Down or Left.
func (d Direction) String() string { return directionNames[d%Directions] }

// Opposite returns the direction that leads back.
func (d Direction) Opposite() Direction { return (d + 2) % Directions }

// Clockwise returns the direction a quarter turn to the right of d.
func (d Direction) Clockwise() Direction { return (d + 1) % Directions }

// Anticlockwise returns the direction a quarter turn to the left of d.
func (d Direction) Anticlockwise() Direction { return (d + 3) % Directions }

var deltas = [Directions]grid.Point{Up: {X: 0, Y: -1}, Right: {X: 1, Y: 0}, Down: {X: 0, Y: 1}, Left: {X: -1, Y: 0}}

// Delta returns the step of one cell in direction d.
func (d Direction) Delta() grid.Point { return deltas[d%Directions] }

// board is two planes of bits, which together hold two bits per cell: the low and the high bit of its Cell. This makes a position
// small enough to copy in every cycle.
type board struct {
	lo, hi [MaxCells / 64]uint64
}

func (b *board) at(i uint16) Cell {
	w, s := i/64%(MaxCells/64), i%64
	return Cell(b.lo[w]>>s&1 | b.hi[w]>>s&1<<1)
}

func (b *board) set(i uint16, c Cell) {
	w, s := i/64%(MaxCells/64), i%64
	b.lo[w] = b.lo[w]&^(1<<s) | uint64(c&1)<<s
	b.hi[w] = b.hi[w]&^(1<<s) | uint64(c>>1)<<s
}
