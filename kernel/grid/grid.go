// Package grid is the one coordinate system of all gridiron games.
//
// The origin is the top left cell, x grows to the right and y grows downwards, both from 0. Other spellings (A-J by
// 0-9, row and column) exist only in a game's notation.
package grid

// Point is a cell, or the difference of two cells.
type Point struct{ X, Y int }

// Add returns p moved by q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Size is the number of columns (W) and rows (H) of a board.
type Size struct{ W, H int }

// Contains reports whether p is a cell of a board of this size.
func (s Size) Contains(p Point) bool { return 0 <= p.X && p.X < s.W && 0 <= p.Y && p.Y < s.H }

// Dir is one of the eight directions along rows, columns and diagonals, clockwise from North.
type Dir uint8

// The eight directions. North is up on the screen: towards smaller y.
const (
	North Dir = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
)

// Dirs is the number of directions: Dir counts from 0 to Dirs-1.
const Dirs = 8

var deltas = [Dirs]Point{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

// Delta returns the step of one cell in direction d.
func (d Dir) Delta() Point { return deltas[d] }

// Ray appends to dst the cells that lie in direction d of p, nearest first, up to the edge of the board; p itself is
// not among them.
func (s Size) Ray(dst []Point, p Point, d Dir) []Point {
	for p = p.Add(deltas[d]); s.Contains(p); p = p.Add(deltas[d]) {
		dst = append(dst, p)
	}
	return dst
}
