package bot

import "github.com/gridiron-games/gridiron/sarena"

// The evaluation of champion: what a pile is worth depends on its faces and height, on its cell, on how many piles beside it
// could join it (either on the other), and on whether it could be turned over. On the standard board, a pile on an arrow cell
// that no other can join does not change for the rest of the game.

// twofold is a pair of values, for a full board (high half) and an empty one (low half), added up together.
type twofold int64

func pair(full, empty int32) twofold { return twofold(full)<<32 + twofold(empty) }

// at mixes the pair: share of 256 for the full board.
func (t twofold) at(share int) int {
	empty := int32(t)
	full := int32((int64(t) - int64(empty)) >> 32)
	return (int(full)*share + int(empty)*(256-share)) >> 8
}

// Index of worth: the shape of a heap, three bits for the piles that can join it, three for the empty arrow cells beside it, one
// for the cell.
const (
	joinersShift = 7
	exitsShift   = 10
	groundShift  = 13
	groundArrow  = 1 << groundShift
	worths       = 1 << 14
)

// surroundings are the sets on which the value of a pile depends.
type surroundings struct {
	joiners [8]sarena.Set // by height: the piles that could join one of that height
	empty   sarena.Set
	exits   sarena.Set // empty arrow cells
}

func (f *field) surroundings() surroundings {
	h := &f.heights
	return surroundings{
		joiners: [8]sarena.Set{1: h[1] | h[2] | h[3], 2: h[1] | h[2], 3: h[1]},
		empty:   h[0],
		exits:   h[0] & f.arrows,
	}
}

// worth is the value for Yellow of a heap on a cell.
func (f *field) worth(c uint8, h heap, s *surroundings) twofold { return worth[f.aspect(c, h, s)] }

// aspect is the index of a heap on a cell in worth.
func (f *field) aspect(c uint8, h heap, s *surroundings) uint16 {
	beside := f.beside[c&63]
	exits := popcount(beside & s.exits)
	joiners := popcount(beside & s.joiners[h>>4&7])
	return (uint16(h&heapShape) | joiners<<joinersShift | exits<<exitsShift | f.ground[c&63]) & (worths - 1)
}

// evaluate is the outlook for the side to move.
func (f *field) evaluate() int {
	share := f.share(0)
	v := f.outlook.at(share)
	if f.red {
		v = -v
	}
	return v + tempo.at(share)
}

// share returns the share of the full board in the weights, from 0 to 256, after the given number of piles have been joined.
func (f *field) share(joined int) int {
	occupied := f.size - f.heights[0].Len() - joined
	return min(max((occupied-fewPiles)*256/(manyPiles-fewPiles), 0), 256)
}

// The numbers of piles on a board that the weights call full, and on one that they call empty.
const (
	manyPiles = 36
	fewPiles  = 12
)

// Numbers of cases that the evaluation distinguishes.
const (
	grounds  = 2
	exitss   = 3
	joinerss = 5
	faces    = 4
)

// parameter returns the index in learned of an aspect, and the factor of its weights: 1, -1 for the same seen from Red's
// side, 0 for a pile that is nobody's.
func parameter(aspect uint16) (index int, sign int32) {
	h := heap(aspect & heapShape)
	top, bottom := sarena.Face(h>>2&3), sarena.Face(h&3)
	sign = 1
	if top == sarena.RedFace || top == sarena.GreyFace && bottom == sarena.RedFace {
		top, bottom, sign = top.Invert(), bottom.Invert(), -1
	}
	exits, joiners := min(int(aspect>>exitsShift&7), exitss-1), int(aspect>>joinersShift&7)
	if h.height() < 1 || h.height() > sarena.Height || joiners >= joinerss {
		return 0, 0
	}
	var face int
	switch {
	case top == sarena.YellowFace && bottom == sarena.YellowFace:
	case top == sarena.YellowFace && bottom == sarena.GreyFace:
		face = 1
	case top == sarena.YellowFace && bottom == sarena.RedFace:
		face = 2
	case top == sarena.GreyFace && bottom == sarena.YellowFace:
		face = 3
	default:
		return 0, 0
	}
	ground := int(aspect / groundArrow)
	return (((ground*exitss+exits)*joinerss+joiners)*sarena.Height+h.height()-1)*faces + face, sign
}

// pairing returns the index in paired of two piles side by side, the one on the arrow cell first, and the factor of its weights;
// a pair without weights, such as piles that cannot join, has the factor 0.
func pairing(a, b heap) (index int, sign int32) {
	if a.height() == 0 || b.height() == 0 || a.height()+b.height() > sarena.Height {
		return 0, 0
	}
	number := func(invert bool) int {
		n := 0
		for _, h := range [...]heap{a, b} {
			for _, face := range [...]sarena.Face{sarena.Face(h >> 2 & 3), sarena.Face(h & 3)} {
				if face == sarena.Blank {
					return -1
				}
				if invert {
					face = face.Invert()
				}
				n = 3*n + int(face) - 1
			}
		}
		return n
	}
	n, inverse := number(false), number(true)
	sign = 1
	if n == inverse || n < 0 {
		return 0, 0
	}
	if inverse < n {
		n, sign = inverse, -1
	}
	return (n*3+a.height()-1)*3 + b.height() - 1, sign
}

const pairings = 81 * 9

// edge is the value for Yellow of two heaps on cells side by side, in addition to the value of each alone.
func (f *field) edge(c, d uint8, h, g heap) twofold {
	if a, b := f.ground[c&63], f.ground[d&63]; a < b || a == b && c > d {
		h, g = g, h
	}
	return edges[uint16(h&heapShape)<<7|uint16(g&heapShape)]
}

var (
	worth [worths]twofold  // by aspect
	quick [256]int32       // by shape and ground
	edges [1 << 14]twofold // by two shapes
)

func init() {
	for a := range worth {
		index, sign := parameter(uint16(a))
		worth[a] = pair(sign*learned[index][0], sign*learned[index][1])
	}
	for i := range edges {
		index, sign := pairing(heap(i>>7), heap(i&heapShape))
		edges[i] = pair(sign*paired[index][0], sign*paired[index][1])
	}
	for i := range quick {
		quick[i] = int32(worth[i&heapShape|2<<joinersShift|i>>7*groundArrow].at(128))
	}
}
