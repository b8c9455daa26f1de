// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
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
		return batch.Shape{
			Actions: p.Cells() * sarena.Directions, Codes: []int{planes, p.Rows(), p.Columns()},
			Scalars: []string{"turns", "seat", "chips", "marked"},
			Legend: "planes: 0 height, 1-4 chips from the lowest as lower+4*upper face (1 own, 2 enemy, 3 grey), 5 arrow cells; " +
				"actions: 4*(row*columns+column) + 0 up, 1 left, 2 right, 3 down",
		}
	},
	See: see, Legal: legal, Act: act, Path: path,
	Final: func(r turn.Referee[sarena.View, sarena.Move], seat int, v *sarena.View) {
		*v = r.(*referee.Referee).View()
		v.Position = v.Position.WithSide(sarena.Seat(seat))
	},
}

func see(v *sarena.View, _ []int16, codes []uint8, scalars []int16) {
	// This is v.Percepts without copying the board.
	p := &v.Position
	red := p.Side() == sarena.Red
	cells := p.Cells()
	arrows := p.Arrows()
	plane := func(k int) []uint8 { return codes[k*cells:][:cells:cells] }
	heights, marks := plane(planeHeight), plane(planeArrow)
	first, second, third, fourth := plane(planeChips), plane(planeChips+1), plane(planeChips+2), plane(planeChips+3)
	for c := range heights {
		pile := p.Pile(sarena.Cell(c))
		if red {
			pile = pile.Invert()
		}
		heights[c] = uint8(pile.Height())
		first[c], second[c] = uint8(pile.Chip(0)), uint8(pile.Chip(1))
		third[c], fourth[c] = uint8(pile.Chip(2)), uint8(pile.Chip(3))
		marks[c] = uint8(arrows >> (c & 63) & 1)
	}
	scalars[0], scalars[1] = int16(v.Turns), int16(p.Side())
	score := p.Score()
	scalars[2], scalars[3] = int16(score.Chips), int16(score.Marked)
	if red {
		scalars[2], scalars[3] = -scalars[2], -scalars[3]
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
