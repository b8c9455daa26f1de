package amazons

import "math/bits"

// Seat is a player's side: Red or Blue.
type Seat uint8

// The two seats; Red moves first (R2).
const (
	Red Seat = iota
	Blue
)

// Other returns the opponent.
func (s Seat) Other() Seat { return s ^ 1 }

// String returns red or blue.
func (s Seat) String() string { return [2]string{"red", "blue"}[s&1] }

// Position is the whole state between two turns. It is a value: copy it with =, compare it with ==, use it as a map key. The zero
// value is not a position; get one from [Start] or [ParsePosition].
type Position struct {
	queens  [2]Set // by seat
	removed Set    // the squares shot away
	size    uint8
	side    Seat
	arrow   Range
}

// Start returns the starting position of the 10x10 game (R1).
func Start() Position {
	return Position{
		queens: [2]Set{
			SetOf(SquareAt(0, 3), SquareAt(3, 0), SquareAt(6, 0), SquareAt(9, 3)),
			SetOf(SquareAt(0, 6), SquareAt(3, 9), SquareAt(6, 9), SquareAt(9, 6)),
		},
		size: MaxSize,
	}
}

// Size returns the number of squares per side, MinSize to MaxSize.
func (p Position) Size() int { return int(p.size) }

// Side returns the seat to move.
func (p Position) Side() Seat { return p.side }

// WithSide returns p with another seat to move.
func (p Position) WithSide(s Seat) Position {
	p.side = s & 1
	return p
}

// ArrowRange returns the largest number of squares that an arrow flies (R13); 0 means no limit, as in the usual game.
func (p Position) ArrowRange() Range { return p.arrow }

// WithArrowRange returns p with arrows that fly at most r squares, r at most MaxRange; 0 means no limit.
func (p Position) WithArrowRange(r Range) Position {
	p.arrow = min(r, MaxRange)
	return p
}

// Shots returns the squares that a queen can shoot at from s, where she has landed, when the squares of occupied block the arrow;
// occupied must not have the square that she left (R7). Unlike Reach, it keeps to the range of arrows.
func (p Position) Shots(s Square, occupied Set) Set { return p.arrow.Shots(s, occupied) }

// Queens returns the squares of a seat's queens.
func (p Position) Queens(s Seat) Set { return p.queens[s&1] }

// Removed returns the squares that were shot away. Their number is the number of turns played, if the game began without removed
// squares.
func (p Position) Removed() Set { return p.removed }

// Free returns the empty squares.
func (p Position) Free() Set { return all.Minus(p.Blocked()) }

// Blocked returns every square that stops a queen and an arrow: queens, removed squares, and the squares that a smaller board
// lacks.
func (p Position) Blocked() Set {
	return p.queens[Red].Or(p.queens[Blue]).Or(p.removed).Or(outside[p.size])
}

// Hash mixes the whole position into 64 bits. Equal positions have equal hashes on every machine; a release that changes Position
// may change them.
func (p Position) Hash() uint64 {
	h := uint64(p.arrow)<<16 | uint64(p.size)<<8 | uint64(p.side)
	for _, s := range [...]Set{p.queens[Red], p.queens[Blue], p.removed} {
		h = mix(h^s.lo, 0x9e3779b97f4a7c15)
		h = mix(h^s.hi, 0xd1342543de82ef95)
	}
	return h
}

// mix folds the 128-bit product, as wyhash does. An odd multiplier keeps different words apart.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^b, b)
	return hi ^ lo ^ a
}

// View is what a seat sees when it is asked to move: everything.
type View struct {
	Position Position
	Turns    int  // turns played before this one
	Last     Move // the opponent's last turn; means nothing when Turns is 0
}

// Moves returns the legal answers, in the order of AppendMoves.
func (v View) Moves() []Move { return v.Position.AppendMoves(nil) }
