package amazons

import (
	"math/bits"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Smallest and largest board, in squares per side.
const (
	MinSize = 4
	MaxSize = 10
)

// Square is a square of the largest board: 10*column + row, both from 0. Their order is that of their names (A0, A1, ..., A9, B0,
// ...), on boards of every size.
type Square uint8

// Squares is the number of squares of the largest board; every Square of a position is below it.
const Squares = MaxSize * MaxSize

// SquareAt returns the square in a column and a row, both from 0 and below MaxSize.
func SquareAt(column, row int) Square { return Square(MaxSize*column + row) }

// Column returns the column of s, 0 (A) to 9 (J).
func (s Square) Column() int { return int(s) / MaxSize }

// Row returns the row of s, 0 (bottom) to 9.
func (s Square) Row() int { return int(s) % MaxSize }

// String returns the name of s, such as D0.
func (s Square) String() string { return string([]byte{s.letter(), s.digit()}) }

func (s Square) letter() byte { return 'A' + byte(s)/MaxSize }
func (s Square) digit() byte  { return '0' + byte(s)%MaxSize }

// Set is a set of squares: a value, compared with ==.
type Set struct{ lo, hi uint64 }

// SetOf returns the set of the given squares.
func SetOf(squares ...Square) Set {
	var s Set
	for _, q := range squares {
		s = s.Or(single[q])
	}
	return s
}

// Has reports whether q is in s.
func (s Set) Has(q Square) bool {
	if q < 64 {
		return s.lo>>(q&63)&1 != 0
	}
	return s.hi>>(q&63)&1 != 0
}

// Empty reports whether s has no square.
func (s Set) Empty() bool { return s.lo|s.hi == 0 }

// Len returns the number of squares in s.
func (s Set) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// First returns the lowest square of s, which must not be empty.
func (s Set) First() Square {
	if s.lo != 0 {
		return Square(bits.TrailingZeros64(s.lo))
	}
	return Square(64 + bits.TrailingZeros64(s.hi))
}

// last returns the highest square of s, which must not be empty.
func (s Set) last() Square {
	if s.hi != 0 {
		return Square(127 - bits.LeadingZeros64(s.hi))
	}
	return Square(63 - bits.LeadingZeros64(s.lo))
}

// Words returns the squares of s as bits: square q is bit q of lo, or bit q-64 of hi.
func (s Set) Words() (lo, hi uint64) { return s.lo, s.hi }

// Rest returns s without its lowest square. Together with First it walks a set in ascending order:
//
//	for ; !s.Empty(); s = s.Rest() { use(s.First()) }
func (s Set) Rest() Set {
	if s.lo != 0 {
		return Set{s.lo & (s.lo - 1), s.hi}
	}
	return Set{0, s.hi & (s.hi - 1)}
}

// Nth returns the square of s that has n squares of s below it; n is from 0 to Len()-1.
func (s Set) Nth(n int) Square {
	word, base := s.lo, Square(0)
	if below := bits.OnesCount64(word); n >= below {
		n -= below
		word, base = s.hi, 64
	}
	for ; n > 0; n-- {
		word &= word - 1
	}
	return base + Square(bits.TrailingZeros64(word))
}

// Or returns the squares that are in s or in t.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// And returns the squares that are in s and in t.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Minus returns the squares of s that are not in t.
func (s Set) Minus(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

func (s Set) xor(t Set) Set { return Set{s.lo ^ t.lo, s.hi ^ t.hi} }

// Neighbours returns the squares that a king on a square of s could step to on an empty board of the largest size.
func (s Set) Neighbours() Set {
	column := s.Or(s.shiftUp(1).And(aboveBottom)).Or(s.shiftDown(1).And(belowTop))
	return column.Or(column.shiftUp(MaxSize)).Or(column.shiftDown(MaxSize)).And(all).Minus(s)
}

func (s Set) shiftUp(n uint) Set   { return Set{s.lo << n, s.hi<<n | s.lo>>(64-n)} }
func (s Set) shiftDown(n uint) Set { return Set{s.lo>>n | s.hi<<(64-n), s.hi >> n} }

// Slide returns every square that a queen on a square of from can pass or land on if only the squares of free may be passed or
// landed on: the union of all queen moves from these squares.
func Slide(from, free Set) Set {
	// A step up or to the right raises the square's number by 1, 9, 10 or 11. A step over the upper or lower edge lands in the
	// row at the other edge, so that row is not free for that direction.
	notBottom, notTop := free.And(aboveBottom), free.And(belowTop)
	var reached Set
	for x := from.shiftUp(1).And(notBottom); !x.Empty(); x = x.shiftUp(1).And(notBottom) {
		reached = reached.Or(x)
	}
	for x := from.shiftDown(1).And(notTop); !x.Empty(); x = x.shiftDown(1).And(notTop) {
		reached = reached.Or(x)
	}
	for x := from.shiftUp(10).And(free); !x.Empty(); x = x.shiftUp(10).And(free) {
		reached = reached.Or(x)
	}
	for x := from.shiftDown(10).And(free); !x.Empty(); x = x.shiftDown(10).And(free) {
		reached = reached.Or(x)
	}
	for x := from.shiftUp(11).And(notBottom); !x.Empty(); x = x.shiftUp(11).And(notBottom) {
		reached = reached.Or(x)
	}
	for x := from.shiftDown(11).And(notTop); !x.Empty(); x = x.shiftDown(11).And(notTop) {
		reached = reached.Or(x)
	}
	for x := from.shiftUp(9).And(notTop); !x.Empty(); x = x.shiftUp(9).And(notTop) {
		reached = reached.Or(x)
	}
	for x := from.shiftDown(9).And(notBottom); !x.Empty(); x = x.shiftDown(9).And(notBottom) {
		reached = reached.Or(x)
	}
	return reached
}

// Reach returns the squares that one queen on s can move to, or shoot at, when the squares of occupied block her.
func Reach(s Square, occupied Set) Set {
	var reached Set
	r := &rays[s]
	// Rays that ascend: the first blocker is the lowest one; it hides itself and its own ray.
	for d := range ascending {
		ray := r[d]
		if hit := ray.And(occupied); !hit.Empty() {
			ray = ray.xor(hidden[hit.First()][d])
		}
		reached = reached.Or(ray)
	}
	for d := ascending; d < grid.Dirs; d++ {
		ray := r[d]
		if hit := ray.And(occupied); !hit.Empty() {
			ray = ray.xor(hidden[hit.last()][d])
		}
		reached = reached.Or(ray)
	}
	return reached
}

// Reaches reports whether t is in Reach(s, occupied), in less time.
func Reaches(s, t Square, occupied Set) bool {
	d := lineBetween(s, t)
	if d < 0 {
		return false
	}
	// A square that stops her on the way to t, or on t, is on the ray to t and not behind t.
	return rays[s][d].Minus(rays[t][d]).And(occupied).Empty()
}

// Range is the largest number of squares that an arrow flies from where its queen landed (R13): 1 to 9, or 0 for no limit.
type Range uint8

// MaxRange is the largest Range other than 0; on the largest board it is no limit.
const MaxRange = MaxSize - 1

// Within returns the squares that r lets an arrow from s hit, free or not, on its lines or not.
func (r Range) Within(s Square) Set { return within[r%MaxSize][s] }

// Shots returns the squares that an arrow from s can hit when the squares of occupied block it (R6, R7, R13).
func (r Range) Shots(s Square, occupied Set) Set { return r.limit(s, Reach(s, occupied)) }

// limit removes the squares beyond the arrow's range from those that it could hit. It is small enough to be inlined.
func (r Range) limit(s Square, shots Set) Set {
	if r != 0 {
		shots = shots.And(r.Within(s))
	}
	return shots
}

// rayDirs are the directions in which a ray's squares ascend (the first four), then their opposites.
var rayDirs = [grid.Dirs]grid.Dir{
	grid.North, grid.SouthEast, grid.East, grid.NorthEast,
	grid.South, grid.NorthWest, grid.West, grid.SouthWest,
}

const ascending = 4

// Geometry of the largest board; smaller boards block the squares outside them.
var (
	single      [256]Set                // by Square; longer than the board, so that an index needs no check
	rays        [Squares][grid.Dirs]Set // by rayDirs: the squares from the next one to the edge
	hidden      [Squares][grid.Dirs]Set // the ray and the square itself: what a blocker takes from a ray through it
	outside     [MaxSize + 1]Set        // by size: the squares that a board of that size lacks
	within      [MaxSize][Squares]Set   // by range: the squares within that many king's steps of a square; by 0 all
	all         Set
	aboveBottom Set // all but row 0
	belowTop    Set // all but row 9
)

var boardSize = grid.Size{W: MaxSize, H: MaxSize}

// point and squareOf translate between a square and the kernel's cells, whose y grows downwards.
func (s Square) point() grid.Point        { return grid.Point{X: s.Column(), Y: MaxSize - 1 - s.Row()} }
func squareOf(p grid.Point) Square        { return SquareAt(p.X, MaxSize-1-p.Y) }
func onBoard(s Square, size int) bool     { return s.Column() < size && s.Row() < size }
func lineBetween(a, b Square) (d int)     { return int(lineDir[a][b]) - 1 }
func stepFrom(s Square, d int) grid.Point { return s.point().Add(rayDirs[d].Delta()) }

// lineDir[a][b] is 1 + the index in rayDirs of the direction from a to b, 0 if no line joins them.
var lineDir [Squares][Squares]uint8

func init() {
	for s := range Square(Squares) {
		if s < 64 {
			single[s] = Set{lo: 1 << s}
		} else {
			single[s] = Set{hi: 1 << (s - 64)}
		}
		all = all.Or(single[s])
		if s.Row() > 0 {
			aboveBottom = aboveBottom.Or(single[s])
		}
		if s.Row() < MaxSize-1 {
			belowTop = belowTop.Or(single[s])
		}
		for size := MinSize; size <= MaxSize; size++ {
			if !onBoard(s, size) {
				outside[size] = outside[size].Or(single[s])
			}
		}
	}
	for s := range Square(Squares) {
		for d, dir := range rayDirs {
			for _, p := range boardSize.Ray(nil, s.point(), dir) {
				rays[s][d] = rays[s][d].Or(single[squareOf(p)])
				lineDir[s][squareOf(p)] = uint8(d + 1)
			}
			hidden[s][d] = rays[s][d].Or(single[s])
		}
		within[0][s] = all
		near := single[s]
		for r := 1; r <= MaxRange; r++ {
			near = near.Or(near.Neighbours())
			within[r][s] = near
		}
	}
}
