// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
	"encoding/binary"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/referee"
)

// Planes of the codes: the height of a pile, then its chips from the lowest, then the arrows.
const (
	planeHeight = 0
	planeChips  = 1
	planeArrow  = planeChips + sarena.Height
	planes      = planeArrow + 1
)

// Env is the game as learning programs see it, as the original shows it: each seat sees itself as Yellow (R15).
//
// Codes are [6, rows, columns]. Plane 0 is the height of a pile, 0 to 4. Planes 1 to 4 are its chips from the lowest: 0 none,
// otherwise lower + 4*upper face, a face being 1 one's own, 2 the opponent's, 3 grey. Plane 5 is 1 for an arrow cell.
//
// Scalars: turns (played before this one), seat (0 yellow, 1 red), chips and marked (the two stages of counting, one's own
// minus the opponent's).
//
// Actions: 4 * cell + direction of the pile that moves, where a cell is row*columns + column and a direction 0 up, 1 left, 2
// right, 3 down.
var Env = &batch.Spaces[sarena.View, sarena.Move]{
	Shape: func(v *sarena.View) batch.Shape {
		p := &v.Position
		most := 0 // chips
		for c := range p.Cells() {
			most += p.Pile(sarena.Cell(c)).Height()
		}
		most = max(most, p.Cells()) // as in the usual start
		return batch.Shape{
			Actions: p.Cells() * sarena.Directions, Codes: []int{planes, p.Rows(), p.Columns()},
			Largest: []int{sarena.Height, chips, chips, chips, chips, 1},
			Scalars: []batch.Scalar{
				{Name: "turns", High: sarena.TurnLimit, Unit: usualTurns, What: "played before this one"},
				{Name: "seat", High: 1, What: "0 yellow, 1 red"},
				{Name: "chips", Low: -most, High: most, What: "the first stage of counting, one's own minus the opponent's"},
				{Name: "marked", Low: -most, High: most, What: "the second stage, one's own minus the opponent's"},
			},
			Planes:   seen,
			Legend:   "planes: 0 height, 1-4 chips from the lowest as lower+4*upper face (1 own, 2 enemy, 3 grey), 5 arrow cells",
			Meanings: meanings(p.Cells()),
		}
	},
	See: see, Legal: legal, Act: act, Path: path,
	Final: func(r turn.Referee[sarena.View, sarena.Move], seat int, v *sarena.View) {
		*v = r.(*referee.Referee).View()
		v.Position = v.Position.WithSide(sarena.Seat(seat))
	},
	Copy: func(to, from turn.Referee[sarena.View, sarena.Move]) bool {
		*to.(*referee.Referee) = *from.(*referee.Referee)
		return true
	},
	Winner:   func(r turn.Referee[sarena.View, sarena.Move]) int { return r.(*referee.Referee).Winner() },
	Opponent: "base",
	League: []batch.Rival{
		{Player: "random", Weight: 1}, {Player: "base", Weight: 2},
		{Player: "basic", Weight: 1}, {Player: "ours", Weight: 1},
	},
}

// meanings are those of the actions on a board of so many cells.
func meanings(cells int) []batch.Meaning {
	const moves = "the pile in the cell action//4, row*columns+column, moves "
	list := make([]batch.Meaning, sarena.Directions)
	texts := [...]string{sarena.Up: moves + "up", sarena.Left: moves + "left", sarena.Right: moves + "right", sarena.Down: moves + "down"}
	for d := range list {
		list[d] = batch.Meaning{From: d, To: (cells-1)*sarena.Directions + d, Step: sarena.Directions, What: texts[d]}
	}
	return list
}

const (
	chips      = int(sarena.GreyFace) * 5 // the largest code of a chip
	usualTurns = 45                       // the longest game on the usual board (R12)
)

// seen are the planes of networks: a plane for each face of each chip.
var seen = func() (all []batch.Plane) {
	all = append(all, batch.Plane{Name: "height", What: "chips in the pile, divided by 4", Of: planeHeight, Mask: 0xff, Unit: sarena.Height})
	for chip := range sarena.Height {
		for _, face := range [...]struct {
			name  string
			shift int
		}{{"lower", 0}, {"upper", 2}} {
			for code, owner := range [...]string{1: "own", 2: "enemy", 3: "grey"} {
				if owner != "" {
					all = append(all, batch.Is(
						fmt.Sprintf("chip%d_%s_%s", chip+1, face.name, owner), planeChips+chip, 3<<face.shift, uint8(code)<<face.shift,
						fmt.Sprintf("the %s face of chip %d from below is %s", face.name, chip+1, owner)))
				}
			}
		}
	}
	return append(all, batch.Has("arrow", planeArrow, 1, "an arrow cell"))
}()

func see(v *sarena.View, _ []int16, codes []uint8, scalars []int16) {
	// This is v.Percepts without copying the board.
	p := &v.Position
	red := p.Side() == sarena.Red
	cells := p.Cells()
	arrows := p.Arrows()
	plane := func(k int) []uint8 { return codes[k*cells:][:cells:cells] }
	heights, marks := plane(planeHeight), plane(planeArrow)
	first, second, third, fourth := plane(planeChips), plane(planeChips+1), plane(planeChips+2), plane(planeChips+3)
	for c := 0; c < cells; c += 4 {
		piles := p.Piles(sarena.Cell(c))
		if red { // as Pile.Invert
			odd := (piles ^ piles>>1) & 0x5555_5555_5555_5555
			piles ^= odd ^ odd<<1
		}
		put(first, c, pack(piles))
		put(second, c, pack(piles>>4))
		put(third, c, pack(piles>>8))
		put(fourth, c, pack(piles>>12))
		chips := piles | piles>>1
		chips = (chips | chips>>2) & 0x1111_1111_1111_1111 // a bit for each
		chips += chips >> 4
		put(heights, c, pack(chips+chips>>8))
		put(marks, c, uint32(arrows>>c)&15*(1|1<<7|1<<14|1<<21)&0x01010101)
	}
	scalars[0], scalars[1] = int16(v.Turns), int16(p.Side())
	score := p.Score()
	scalars[2], scalars[3] = int16(score.Chips), int16(score.Marked)
	if red {
		scalars[2], scalars[3] = -scalars[2], -scalars[3]
	}
}

// pack makes four bytes of the lowest four bits of four 16-bit numbers.
func pack(x uint64) uint32 {
	x &= 0x000f_000f_000f_000f
	x = (x | x>>8) & 0x0000_ffff_0000_ffff
	return uint32(x | x>>16)
}

// put writes the codes of four cells from c, without those beyond the board.
func put(plane []uint8, c int, four uint32) {
	if rest := plane[c:]; len(rest) >= 4 {
		binary.LittleEndian.PutUint32(rest, four)
	} else {
		copy(rest, binary.LittleEndian.AppendUint32(make([]byte, 0, 4), four))
	}
}

func legal(v *sarena.View, _ []int16, dst []int16) []int16 {
	b := sarena.NewBoard(v.Position)
	for d, from := range b.Sources() {
		for ; from != 0; from = from.Rest() {
			dst = append(dst, int16(from.First())*sarena.Directions+int16(d))
		}
	}
	return dst
}

// steps are the rows and columns by which a pile moves.
var steps = [sarena.Directions][2]int{sarena.Up: {-1, 0}, sarena.Left: {0, -1}, sarena.Right: {0, 1}, sarena.Down: {1, 0}}

func act(v *sarena.View, made []int16) (m sarena.Move, done bool) {
	action := int(made[len(made)-1])
	m.I1, m.J1 = v.Position.Place(sarena.Cell(action / sarena.Directions))
	step := steps[action%sarena.Directions]
	m.I2, m.J2 = m.I1+step[0], m.J1+step[1]
	return m, true
}

func path(v *sarena.View, m sarena.Move, dst []int16) []int16 {
	p := &v.Position
	if m.I1 < 0 || m.J1 < 0 || m.I1 >= p.Rows() || m.J1 >= p.Columns() {
		return dst
	}
	for d, step := range steps {
		if m.I2 == m.I1+step[0] && m.J2 == m.J1+step[1] {
			return append(dst, int16(p.At(m.I1, m.J1))*sarena.Directions+int16(d))
		}
	}
	return dst
}
