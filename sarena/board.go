package sarena

import "math/bits"

// MaxCells is the number of cells of the largest board.
const MaxCells = 64

// Height is the largest number of chips in a pile (R7).
const Height = 4

// Cell is a cell of a board: columns*row + column, below [Position.Cells].
type Cell uint8

// Set is a set of cells, bit c for cell c.
type Set uint64

// SetOf returns the set of the given cells.
func SetOf(cells ...Cell) (s Set) {
	for _, c := range cells {
		s |= 1 << (c & 63)
	}
	return s
}

// Has reports whether c is in s.
func (s Set) Has(c Cell) bool { return s>>(c&63)&1 != 0 }

// Len returns the number of cells in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest cell of s, which must not be empty.
func (s Set) First() Cell { return Cell(bits.TrailingZeros64(uint64(s))) }

// Rest returns s without its lowest cell. Together with First it walks a set in ascending order:
//
//	for ; s != 0; s = s.Rest() { use(s.First()) }
func (s Set) Rest() Set { return s & (s - 1) }

// Direction is the direction of a move; the order is that in which moves are listed.
type Direction uint8

// The four directions; up is towards row 0.
const (
	Up Direction = iota
	Left
	Right
	Down
	Directions = 4
)

// Face is one side of a chip.
type Face uint8

// The faces. Blank is the face of a missing chip.
const (
	Blank Face = iota
	YellowFace
	RedFace
	GreyFace
)

var faceCodes = [...]int{Blank: 0, YellowFace: 1, RedFace: -1, GreyFace: 2}

// Code returns the number that f has in the original's percepts and files: 1 yellow, -1 red, 2 grey, 0 blank.
func (f Face) Code() int { return faceCodes[f&3] }

// FaceOf returns the face with a code, and whether there is one.
func FaceOf(code int) (Face, bool) {
	for f, c := range faceCodes {
		if c == code {
			return Face(f), true
		}
	}
	return Blank, false
}

// Sign returns 1 for yellow, -1 for red and 0 for grey and blank.
func (f Face) Sign() int { return int(f&1) - int(f>>1) }

// Invert exchanges yellow and red.
func (f Face) Invert() Face {
	if f == YellowFace || f == RedFace {
		return f ^ 3
	}
	return f
}

// Letter returns Y, R or N, and '=' for blank.
func (f Face) Letter() byte { return "=YRN"[f&3] }

// Chip is two faces: the lower one in bits 0 and 1, the upper one in bits 2 and 3.
type Chip uint8

// ChipOf returns a chip that lies with its lower face down.
func ChipOf(lower, upper Face) Chip { return Chip(lower | upper<<2) }

// Lower returns the lower face.
func (c Chip) Lower() Face { return Face(c & 3) }

// Upper returns the upper face.
func (c Chip) Upper() Face { return Face(c >> 2 & 3) }

// Shows reports whether either face is f.
func (c Chip) Shows(f Face) bool { return c.Lower() == f || c.Upper() == f }

// Pile is up to four chips, the bottom one in the lowest four bits. The zero value is an empty cell.
type Pile uint16

// PileOf returns the pile of some chips, the bottom one first; ok is false for more than four chips or a blank face.
func PileOf(chips ...Chip) (p Pile, ok bool) {
	for i, c := range chips {
		if i == Height || c.Lower() == Blank || c.Upper() == Blank {
			return 0, false
		}
		p |= Pile(c) << (4 * i)
	}
	return p, true
}

// Height returns the number of chips.
func (p Pile) Height() int { return (bits.Len16(uint16(p)) + 3) / 4 }

// Chip returns chip k, 0 at the bottom; for an unused slot it is 0.
func (p Pile) Chip(k int) Chip { return Chip(p >> (4 * k) & 15) }

// Top returns the face on top, which decides whose pile it is; Blank for an empty cell.
func (p Pile) Top() Face {
	if p == 0 {
		return Blank
	}
	return Face(p >> (4*p.Height() - 2) & 3)
}

// Bottom returns the face at the bottom, which decides whose pile it is after it is turned over; Blank for an empty cell.
func (p Pile) Bottom() Face { return Face(p & 3) }

// Count returns the number of chips that have f, yellow, red or grey, on either face.
func (p Pile) Count(f Face) int {
	x := uint16(p) ^ uint16(f)*0x5555 // two bits per face: a face that is f is now 0
	is := ^(x | x>>1) & 0x5555
	return bits.OnesCount16((is | is>>2) & 0x1111)
}

// Turn returns the pile turned over: the order of its chips reversed and their faces exchanged (R9).
func (p Pile) Turn() Pile {
	// The faces are in the order of the pile, two bits each, so this reverses the faces of all four slots; the empty slots, which
	// were on top, are then at the bottom and are shifted out.
	x := uint16(p)
	x = x>>8 | x<<8
	x = x>>4&0x0f0f | x&0x0f0f<<4
	x = x>>2&0x3333 | x&0x3333<<2
	return Pile(x >> (16 - 4*p.Height()))
}

// On returns the pile that results when p is put on top of q (R8). Together they must not be higher than four.
func (p Pile) On(q Pile) Pile { return q | p<<(4*q.Height()) }

// Invert exchanges yellow and red on all faces.
func (p Pile) Invert() Pile {
	odd := (p ^ p>>1) & 0x5555 // 1 for every face that is yellow or red
	return p ^ odd ^ odd<<1
}
