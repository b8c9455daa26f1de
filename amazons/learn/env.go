// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
	"encoding/binary"
	"math/bits"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// The codes of a square, as the seat to move sees it.
const (
	codeFree    uint8 = iota
	codeOwn           // a queen of the seat to move
	codeEnemy         // a queen of the other seat
	codeRemoved       // shot away
	codeOutside       // the board is smaller
	codeChosen        // the queen that moves, where she stands now
)

// scalars of an observation.
const (
	scalarPhase = iota
	scalarFrom
	scalarTo
	scalarTurns
	scalarSeat
	scalarRange
	scalarSize
	scalarCount
)

// Env is the game as learning programs see it: a turn is three actions, as in OpenSpiel.
//
// Codes are one for each square, [10, 10], first the column (A is 0) and then the row, on smaller boards too: 0 free, 1 a
// queen of the seat to move, 2 one of the other, 3 shot away, 4 outside of the board, 5 the queen that was chosen, where she
// stands now.
//
// Scalars: phase (0 a queen is wanted, 1 her landing square, 2 the square she shoots at), from and to (chosen squares as
// actions, -1 if not yet), turns (played before this one), seat (0 red, 1 blue), arrow_range (0: as far as the board goes) and
// size (squares a side).
//
// Actions: a square as 10*column + row, which is its index in the array of codes.
var Env = &batch.Spaces[amazons.View, amazons.Move]{
	Shape: func(*amazons.View) batch.Shape {
		return batch.Shape{
			Actions: amazons.Squares, Codes: []int{amazons.MaxSize, amazons.MaxSize},
			Largest: []int{int(codeChosen)},
			Scalars: []batch.Scalar{
				{Name: "phase", High: 2, Kind: batch.Choice, What: "0 a queen is wanted, 1 her landing square, 2 the square she shoots at"},
				{Name: "from", Low: -1, High: amazons.Squares - 1, Kind: batch.Place, What: "the square of the chosen queen, -1 if not yet"},
				{Name: "to", Low: -1, High: amazons.Squares - 1, Kind: batch.Place, What: "the square that was chosen for her, -1 if not yet"},
				{Name: "turns", High: amazons.Squares - 2, What: "played before this one"},
				{Name: "seat", High: 1, What: "0 red, 1 blue"},
				{Name: "arrow_range", High: amazons.MaxRange, What: "squares that an arrow flies; 0: as far as the board goes"},
				{Name: "size", Low: amazons.MinSize, High: amazons.MaxSize, What: "squares a side"},
			},
			Legend: "0 free, 1 own queen, 2 enemy queen, 3 removed, 4 outside, 5 the queen that moves; the index is 10*column+row",
			Meanings: []batch.Meaning{{From: 0, To: amazons.Squares - 1, Step: 1,
				What: "the square 10*column+row (A1 is 0, A2 is 1): the queen that moves, then where she lands, then where her arrow does"}},
			Planes: []batch.Plane{
				is("own", codeOwn, "a queen of the seat to move"),
				is("enemy", codeEnemy, "a queen of the other seat"),
				is("removed", codeRemoved, "shot away"),
				is("outside", codeOutside, "the board is smaller"),
				is("chosen", codeChosen, "the queen that moves, where she stands now"),
				{Name: "from", What: "the square from which she moves", At: []string{"from"}},
			},
		}
	},
	See: see, Next: next, Legal: legal, Act: act, Path: path,
	Final: func(r turn.Referee[amazons.View, amazons.Move], seat int, q *amazons.View) {
		game := r.(*referee.Referee)
		last, turns := game.Last()
		*q = amazons.View{Position: game.Position().WithSide(amazons.Seat(seat)), Turns: turns, Last: last}
	},
	Again: func(r turn.Referee[amazons.View, amazons.Move]) func() {
		game := r.(*referee.Referee)
		first := *game
		return func() { *game = first }
	},
	Copy: func(to, from turn.Referee[amazons.View, amazons.Move]) bool {
		*to.(*referee.Referee) = *from.(*referee.Referee)
		return true
	},
	Opponent: "alphabeta:level=1",
	League:   []batch.Rival{{Player: "random", Weight: 2}, {Player: "alphabeta:level=1", Weight: 2}, {Player: "greedy", Weight: 1}},
}

func is(name string, code uint8, what string) batch.Plane { return batch.Is(name, 0, 0xff, code, what) }

func see(v *amazons.View, made []int16, codes []uint8, scalars []int16) {
	p := &v.Position
	side := p.Side()
	own0, own1 := p.Queens(side).Words()
	enemy0, enemy1 := p.Queens(side.Other()).Words()
	gone0, gone1 := p.Removed().Words()
	off0, off1 := p.Blocked().Words()
	// The bits of the codes: a removed square has those of both seats.
	low0, low1, middle0, middle1 := own0|gone0, own1|gone1, enemy0|gone0, enemy1|gone1
	off0, off1 = off0&^(low0|middle0), off1&^(low1|middle1)
	for k := range amazons.Squares / 8 {
		binary.LittleEndian.PutUint64(codes[8*k:], eight(low0, middle0, off0))
		if low0, middle0, off0 = low0>>8, middle0>>8, off0>>8; k == 7 {
			low0, middle0, off0 = low1, middle1, off1
		}
	}
	const left = amazons.Squares / 8 * 8
	binary.LittleEndian.PutUint32(codes[left:], uint32(eight(low0, middle0, off0)))
	scalars = scalars[:scalarCount]
	scalars[scalarPhase], scalars[scalarFrom], scalars[scalarTo] = 0, -1, -1
	scalars[scalarTurns], scalars[scalarSeat] = int16(v.Turns), int16(side)
	scalars[scalarRange], scalars[scalarSize] = int16(p.ArrowRange()), int16(p.Size())
	for n := range made {
		next(v, made[:n+1], codes, scalars)
	}
}

// next shows one more chosen square. When a turn begins, it writes everything again, because the other side sees it.
func next(v *amazons.View, made []int16, codes []uint8, scalars []int16) {
	switch len(made) {
	case 0:
		see(v, nil, codes, scalars)
		return
	case 1:
		scalars[scalarFrom] = made[0]
	default:
		scalars[scalarTo] = made[1]
		codes[made[0]] = codeFree
	}
	scalars[scalarPhase] = int16(len(made))
	codes[made[len(made)-1]] = codeChosen
}

// eight makes the codes of the eight lowest squares from their three bits.
func eight(low, middle, high uint64) uint64 {
	return spread[low&0xff] | spread[middle&0xff]<<1 | spread[high&0xff]<<2
}

// spread puts eight bits into eight bytes.
var spread = func() (table [256]uint64) {
	for bits := range table {
		for i := range 8 {
			table[bits] |= uint64(bits>>i&1) << (8 * i)
		}
	}
	return table
}()

func legal(v *amazons.View, made []int16, dst []int16) []int16 {
	p := &v.Position
	blocked := p.Blocked()
	var targets amazons.Set
	switch len(made) {
	case 0:
		targets = p.Queens(p.Side()).And(p.Free().Neighbours())
	case 1:
		targets = amazons.Reach(amazons.Square(made[0]), blocked)
	default:
		targets = p.Shots(amazons.Square(made[1]), blocked.Minus(amazons.SetOf(amazons.Square(made[0]))))
	}
	low, high := targets.Words()
	for ; low != 0; low &= low - 1 {
		dst = append(dst, int16(bits.TrailingZeros64(low)))
	}
	for ; high != 0; high &= high - 1 {
		dst = append(dst, int16(64+bits.TrailingZeros64(high)))
	}
	return dst
}

func act(v *amazons.View, made []int16) (m amazons.Move, done bool) {
	p := &v.Position
	from := amazons.Square(made[0])
	m = amazons.Move{From: from, To: from, Arrow: from} // not legal, whatever the other actions are
	if len(made) == 1 {
		return m, !p.Queens(p.Side()).Has(from) || amazons.SetOf(from).Neighbours().And(p.Free()).Empty()
	}
	m.To = amazons.Square(made[1])
	m.Arrow = m.To
	if len(made) == 2 {
		return m, !amazons.Reaches(from, m.To, p.Blocked())
	}
	m.Arrow = amazons.Square(made[2])
	return m, true
}

func path(_ *amazons.View, m amazons.Move, dst []int16) []int16 {
	if m.From >= amazons.Squares || m.To >= amazons.Squares || m.Arrow >= amazons.Squares {
		return dst
	}
	return append(dst, int16(m.From), int16(m.To), int16(m.Arrow))
}
