package sarena

import (
	"fmt"
	"math/bits"
)

// Seat is a player's side: Yellow or Red.
type Seat uint8

// The two seats; Yellow moves first (R2).
const (
	Yellow Seat = iota
	Red
)

// Other returns the opponent.
func (s Seat) Other() Seat { return s ^ 1 }

// Face returns the face that counts for s.
func (s Seat) Face() Face { return YellowFace + Face(s) }

// String returns yellow or red.
func (s Seat) String() string { return [2]string{"yellow", "red"}[s&1] }

// Position is the whole state between two turns. It is a value: copy it with =, compare it with ==, use it as a map key. The zero
// value is not a position; get one from [Draw], [ParsePosition] or [New].
type Position struct {
	piles         [MaxCells]Pile
	arrows        Set
	rows, columns uint8
	side          Seat
}

// New returns an empty board of plain cells with Yellow to move. It is an error if a board of that size has no cell or more
// than MaxCells.
func New(rows, columns int) (Position, error) {
	if rows < 1 || columns < 1 || rows > MaxCells || columns > MaxCells || rows*columns > MaxCells {
		return Position{}, fmt.Errorf("a board of %d rows and %d columns: want 1 to %d cells", rows, columns, MaxCells)
	}
	return Position{rows: uint8(rows), columns: uint8(columns)}, nil
}

// Rows returns the number of rows.
func (p Position) Rows() int { return int(p.rows) }

// Columns returns the number of columns.
func (p Position) Columns() int { return int(p.columns) }

// Cells returns the number of cells.
func (p Position) Cells() int { return int(p.rows) * int(p.columns) }

// Side returns the seat to move.
func (p Position) Side() Seat { return p.side }

// WithSide returns p with another seat to move.
func (p Position) WithSide(s Seat) Position {
	p.side = s & 1
	return p
}

// At returns the cell in a row and a column, both from 0, which must be on the board.
func (p Position) At(row, column int) Cell { return Cell(row*int(p.columns) + column) }

// Place returns the row and the column of a cell.
func (p Position) Place(c Cell) (row, column int) {
	return int(c / Cell(p.columns)), int(c % Cell(p.columns))
}

// Pile returns the pile on a cell of the board.
func (p Position) Pile(c Cell) Pile { return p.piles[c&63] }

// Piles returns the piles of four cells from c, a multiple of 4: 16 bits each, the first in the lowest; 0 beyond the board.
func (p Position) Piles(c Cell) uint64 {
	q := p.piles[c&60:][:4:4]
	return uint64(q[0]) | uint64(q[1])<<16 | uint64(q[2])<<32 | uint64(q[3])<<48
}

// Arrows returns the arrow cells.
func (p Position) Arrows() Set { return p.arrows }

// Put makes c, a cell of the board, an arrow cell or a plain one with a pile on it.
func (p *Position) Put(c Cell, arrow bool, pile Pile) {
	p.piles[c&63] = pile
	p.arrows &^= SetOf(c)
	if arrow {
		p.arrows |= SetOf(c)
	}
}

// Endless reports whether two arrow cells are side by side. Only on such a board can a game last for ever: a pile can be turned
// back and forth between them (R12).
func (p Position) Endless() bool {
	b := NewBoard(p)
	return p.arrows&(p.arrows<<1&b.notFirst|p.arrows<<p.columns) != 0
}

// Invert returns the position with yellow and red exchanged on all faces (R15). The side to move stays the same.
func (p Position) Invert() Position {
	for c := range p.Cells() {
		p.piles[c&63] = p.piles[c&63].Invert()
	}
	return p
}

// Chance is a source of random draws: Below returns an integer from 0 to n-1, n at least 1.
type Chance interface{ Below(n int) int }

// Draw returns a start position (R1): 36 chips, one on each cell of the 6x6 board, first shuffled and then each turned over or
// not. A Chance that draws as Python's random does gives the board that the original draws with the same seed.
func Draw(chance Chance) Position {
	var chips [36]Chip
	for i := range chips {
		switch {
		case i < 6:
			chips[i] = ChipOf(YellowFace, RedFace)
		case i < 18:
			chips[i] = ChipOf(YellowFace, GreyFace)
		case i < 30:
			chips[i] = ChipOf(RedFace, GreyFace)
		default:
			chips[i] = ChipOf(GreyFace, GreyFace)
		}
	}
	for i := len(chips) - 1; i > 0; i-- {
		j := chance.Below(i + 1)
		chips[i], chips[j] = chips[j], chips[i]
	}
	p := Position{rows: 6, columns: 6, arrows: standardArrows}
	for i, c := range chips {
		p.piles[i] = Pile([2]Chip{ChipOf(c.Upper(), c.Lower()), c}[chance.Below(2)&1])
	}
	return p
}

// standardArrows are the cells (i, j) of a 6x6 board with i+j even.
const standardArrows = 0b101010_010101_101010_010101_101010_010101

// Score is how far Yellow is ahead of Red in the two stages of counting.
type Score struct {
	Chips  int // stage 1 (R10): chips in yellow-topped piles minus chips in red-topped piles
	Marked int // stage 2 (R11): the same count of only those chips that have their owner's colour on a face
}

// Value returns the one number that the original calls the score: stage 2 if stage 1 is a tie.
func (s Score) Value() int {
	if s.Chips != 0 {
		return s.Chips
	}
	return s.Marked
}

// Winner returns the seat that is ahead; decided is false if neither is.
func (s Score) Winner() (winner Seat, decided bool) {
	if s.Value() < 0 {
		return Red, true
	}
	return Yellow, s.Value() > 0
}

// Score counts the position, whether the game is over or not.
func (p Position) Score() (s Score) {
	for _, pile := range p.piles[:p.Cells()] {
		top := pile.Top()
		if sign := top.Sign(); sign != 0 {
			s.Chips += sign * pile.Height()
			s.Marked += sign * pile.Count(top)
		}
	}
	return s
}

// Hash mixes the whole position into 64 bits. Equal positions have equal hashes on every machine; a release that changes Position
// may change them.
func (p Position) Hash() uint64 {
	h := uint64(p.arrows)<<24 ^ uint64(p.rows)<<16 ^ uint64(p.columns)<<8 ^ uint64(p.side)
	for c := 0; c < p.Cells(); c += 4 {
		q := p.piles[c : c+4 : c+4]
		h = mix(h^(uint64(q[0])|uint64(q[1])<<16|uint64(q[2])<<32|uint64(q[3])<<48), 0x9e3779b97f4a7c15)
	}
	return h
}

// mix folds the 128-bit product, as wyhash does. An odd multiplier keeps different words apart.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^b, b)
	return hi ^ lo ^ a
}

// View is what a seat sees when it is asked to move.
type View struct {
	Position Position
	Step     int     // number of this turn: Yellow's are odd and begin with 1, Red's are even
	Turns    int     // turns played before this one; Step-1 unless the game began with Red's turn
	Last     Move    // the opponent's last turn; means nothing when Turns is 0
	Timed    bool    // the seat has a credit of time for the whole game
	Credit   float64 // what is left of it, in seconds
}

// Moves returns the legal answers, in the order of AppendMoves.
func (v View) Moves() []Move { return v.Position.AppendMoves(nil) }

// Percepts returns the board as the original shows it to the seat to move (R15): every player sees itself as Yellow, and Yellow
// is to move. Turns need no translation.
func (v View) Percepts() Position {
	if v.Position.side == Yellow {
		return v.Position
	}
	return v.Position.Invert().WithSide(Yellow)
}
