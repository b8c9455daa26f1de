package reantics

import (
	"math/bits"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Size is the number of rows and of columns; Cells is the number of cells.
const (
	Size  = 10
	Cells = Size * Size
)

// Cell is a cell of the board: 10*x + y, both from 0. Ascending cells are the original's scan of the board: column by
// column, each from the top.
type Cell uint8

// NoCell means no cell.
const NoCell Cell = 255

// At returns the cell in column x and row y, both 0 to 9.
func At(x, y int) Cell { return Cell(Size*x + y) }

// CellAt returns the cell of a point, or NoCell if the point is off the board.
func CellAt(p grid.Point) Cell {
	if !boardSize.Contains(p) {
		return NoCell
	}
	return At(p.X, p.Y)
}

// X returns the column of c, 0 (left) to 9.
func (c Cell) X() int { return int(c) / Size }

// Y returns the row of c, 0 (top, Blue's) to 9.
func (c Cell) Y() int { return int(c) % Size }

// Point returns the column and the row of c. NoCell becomes a point off the board.
func (c Cell) Point() grid.Point { return grid.Point{X: c.X(), Y: c.Y()} }

// Turned returns the cell on which c lies when the board is turned by 180 degrees. NoCell stays NoCell.
func (c Cell) Turned() Cell {
	if c >= Cells {
		return c
	}
	return Cells - 1 - c
}

// String returns the two digits of c, column first; "--" for NoCell.
func (c Cell) String() string {
	if c >= Cells {
		return "--"
	}
	return string([]byte{'0' + byte(c)/Size, '0' + byte(c)%Size})
}

// Set is a set of cells: a value, compared with ==.
type Set struct{ lo, hi uint64 }

// SetOf returns the set of the given cells.
func SetOf(cells ...Cell) Set {
	var s Set
	for _, c := range cells {
		s = s.Or(single[c])
	}
	return s
}

// Has reports whether c, which must be a cell, is in s.
func (s Set) Has(c Cell) bool {
	if c < 64 {
		return s.lo>>(c&63)&1 != 0
	}
	return s.hi>>(c&63)&1 != 0
}

// Empty reports whether s has no cell.
func (s Set) Empty() bool { return s.lo|s.hi == 0 }

// Len returns the number of cells in s.
func (s Set) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// First returns the lowest cell of s, which must not be empty.
func (s Set) First() Cell {
	if s.lo != 0 {
		return Cell(bits.TrailingZeros64(s.lo))
	}
	return Cell(64 + bits.TrailingZeros64(s.hi))
}

// Rest returns s without its lowest cell. Together with First it walks a set in ascending order:
//
//	for ; !s.Empty(); s = s.Rest() { use(s.First()) }
func (s Set) Rest() Set {
	if s.lo != 0 {
		return Set{s.lo & (s.lo - 1), s.hi}
	}
	return Set{0, s.hi & (s.hi - 1)}
}

// Append appends the cells of s to dst, ascending.
func (s Set) Append(dst []Cell) []Cell {
	for ; !s.Empty(); s = s.Rest() {
		dst = append(dst, s.First())
	}
	return dst
}

// Or returns the cells that are in s or in t.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// And returns the cells that are in s and in t.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Minus returns the cells of s that are not in t.
func (s Set) Minus(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Neighbours returns the cells that are one orthogonal step away from a cell of s, without those of s.
func (s Set) Neighbours() Set {
	n := s.And(notBottom).shiftUp(1).Or(s.And(notTop).shiftDown(1))
	return n.Or(s.shiftUp(Size)).Or(s.shiftDown(Size)).And(All).Minus(s)
}

// Turned returns the cells of s on the board turned by 180 degrees.
func (s Set) Turned() Set {
	return Set{bits.Reverse64(s.hi), bits.Reverse64(s.lo)}.shiftDown(128 - Cells)
}

func (s Set) shiftUp(n uint) Set   { return Set{s.lo << n, s.hi<<n | s.lo>>(64-n)} }
func (s Set) shiftDown(n uint) Set { return Set{s.lo>>n | s.hi<<(64-n), s.hi >> n} }

func (s *Set) add(c Cell)    { *s = s.Or(single[c]) }
func (s *Set) remove(c Cell) { *s = s.Minus(single[c]) }

// Distance returns the number of orthogonal steps from a to b on an empty board.
func Distance(a, b Cell) int { return max(a.X()-b.X(), b.X()-a.X()) + max(a.Y()-b.Y(), b.Y()-a.Y()) }

// Near returns the cells at most r steps from c on an empty board, c itself included; r is 0 to 3, the longest range (R15).
func Near(c Cell, r int) Set { return near[r][c] }

// Homes are the home rows of each seat (R1), Middle the two rows between them.
var (
	Homes  [2]Set
	Middle Set
	All    Set
)

var (
	boardSize         = grid.Size{W: Size, H: Size}
	single            [256]Set
	near              [4][Cells]Set
	around            [Cells]Set // the neighbours of a cell
	notTop, notBottom Set
	steps             [Cells][4]Cell // left, right, up, down, as the original lists them; NoCell beyond the edge
)

func init() {
	for c := range Cell(Cells) {
		if c < 64 {
			single[c] = Set{lo: 1 << c}
		} else {
			single[c] = Set{hi: 1 << (c - 64)}
		}
		All.add(c)
		switch y := c.Y(); {
		case y < homeRows:
			Homes[Blue].add(c)
		case y >= Size-homeRows:
			Homes[Red].add(c)
		default:
			Middle.add(c)
		}
		if c.Y() > 0 {
			notTop.add(c)
		}
		if c.Y() < Size-1 {
			notBottom.add(c)
		}
	}
	for c := range Cell(Cells) {
		for i, d := range [4]grid.Dir{grid.West, grid.East, grid.North, grid.South} {
			steps[c][i] = CellAt(c.Point().Add(d.Delta()))
		}
		near[0][c], around[c] = single[c], single[c].Neighbours()
		for r := 1; r < len(near); r++ {
			near[r][c] = near[r-1][c].Or(near[r-1][c].Neighbours())
		}
	}
}
