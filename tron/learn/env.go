// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
	"encoding/binary"
	"math"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// The bits of a cell's code for the bikes in it, from the view of the seat that sees it.
const (
	codeOwnBike   uint8 = 4
	codeEnemyBike uint8 = 8
)

// actions: the direction by quarter turns clockwise, and the wall breaker.
const (
	straight = iota
	right
	left
	breaker // added to one of the directions
	actions = 2 * breaker
)

// bikeScalars are the numbers of one bike.
var bikeScalars = []string{"x", "y", "direction", "health", "cooldown", "remaining", "crash", "score"}

// Env is the game as learning programs see it.
//
// Codes are one for each cell, [rows, columns]: 0 empty, 1 an area wall, 2 a wall of one's own, 3 one of the enemy; 4 more
// where one's own bike is, 8 more where the enemy's is.
//
// Scalars: cycle and max_cycles (of the map); then of one's own bike and, as enemy_..., of the other: x, y (cells, from the
// top left), direction (0 up, 1 right, 2 down, 3 left), health, cooldown and remaining (cycles of the breaker), crash (0 none,
// 1 area, 2 own wall, 3 enemy's wall, 4 bike) and score; first is 1 if one's own bike is handled first (R3). A number beyond
// 16 bits is shown as the nearest one within.
//
// Actions: 0 straight on, 1 right, 2 left; 3, 4 and 5 the same with the wall breaker, legal when its cooldown is 0. An action
// that is not legal has the effect that it has in the rules: the breaker stays off.
var Env = &batch.Spaces[tron.View, referee.Order]{
	Together: true,
	Shape:    envShape,
	See:      see,
	Next:     next,
	Legal:    legal,
	Act:      act,
	Path:     path,
	Final: func(r turn.Referee[tron.View, referee.Order], seat int, q *tron.View) {
		*q = tron.View{Position: *r.(*referee.Referee).Position(), Seat: tron.Seat(seat)}
	},
	Winner: func(r turn.Referee[tron.View, referee.Order]) int {
		o, _ := r.(*referee.Referee).Position().Outcome()
		return o.Winner
	},
	Again: func(r turn.Referee[tron.View, referee.Order]) func() {
		game := r.(*referee.Referee)
		first := *game.Position()
		return func() { game.Restart(&first) }
	},
}

func envShape(v *tron.View) batch.Shape {
	size := v.Position.Size()
	s := batch.Shape{
		Actions: actions, Codes: []int{size.H, size.W}, Scalars: []string{"cycle", "max_cycles"},
		Legend: "codes: 0 empty, 1 area wall, 2 own wall, 3 enemy wall, +4 own bike, +8 enemy bike; " +
			"actions: 0 straight, 1 right, 2 left, +3 with the wall breaker",
	}
	s.Scalars = append(s.Scalars, bikeScalars...)
	for _, name := range bikeScalars {
		s.Scalars = append(s.Scalars, "enemy_"+name)
	}
	s.Scalars = append(s.Scalars, "first")
	return s
}

func see(v *tron.View, _ []int16, codes []uint8, scalars []int16) {
	p := &v.Position
	swap := walls(v.Seat)
	for n := 0; n < len(codes); n += 64 {
		low, high := p.Word(n / 64)
		low ^= high & swap
		if rest := codes[n:]; len(rest) >= 64 {
			unpack((*[64]uint8)(rest), low, high)
		} else {
			var last [64]uint8
			unpack(&last, low, high)
			copy(rest, last[:])
		}
	}
	numbers(v, codes, scalars)
}

// next writes the cells that a cycle has changed: those that the bikes left, and those that they are in now.
func next(v *tron.View, _ []int16, codes []uint8, scalars []int16) {
	p := &v.Position
	swap, size := walls(v.Seat), p.Size()
	for s := range tron.Seat(2) {
		here := p.Cursor(s)
		was := here - [...]int{tron.Up: -size.W, tron.Right: 1, tron.Down: size.W, tron.Left: -1}[p.Heading(s)]
		for _, i := range [...]int{was, here} {
			low, high := p.Word(i / 64)
			low, high = low>>(i&63)&1, high>>(i&63)&1
			codes[i] = uint8(low ^ high&swap | high<<1)
		}
	}
	numbers(v, codes, scalars)
}

// walls returns the bits, all or none, that exchange the walls of the two seats, so that a seat sees its own as 2.
func walls(s tron.Seat) uint64 { return -uint64(s) }

// numbers writes the bikes into the cells, and the scalars.
func numbers(v *tron.View, codes []uint8, scalars []int16) {
	p := &v.Position
	scalars = scalars[:3+2*len(bikeScalars)]
	scalars[0], scalars[1] = short(p.Cycle()), short(p.Constants().MaxCycles)
	var b tron.Bike
	seat, code := v.Seat, codeOwnBike
	for at := 2; at < len(scalars)-1; at += len(bikeScalars) {
		p.ReadBike(seat, &b)
		codes[p.Cursor(seat)] |= code
		numbers := scalars[at : at+8 : at+8]
		numbers[0], numbers[1], numbers[2] = int16(b.At.X), int16(b.At.Y), int16(b.Direction)
		numbers[3], numbers[4], numbers[5] = short(b.Health), short(b.Cooldown), short(b.Remaining)
		numbers[6], numbers[7] = int16(b.Crash), short(p.Score(seat))
		seat, code = seat.Other(), codeEnemyBike
	}
	scalars[len(scalars)-1] = 0
	if p.First() == v.Seat {
		scalars[len(scalars)-1] = 1
	}
}

// unpack makes codes from two bits per cell. It takes most of the time of a step, so it has no loop.
func unpack(codes *[64]uint8, low, high uint64) {
	binary.LittleEndian.PutUint64(codes[0:8], spread[low&0xff]|spread[high&0xff]<<1)
	binary.LittleEndian.PutUint64(codes[8:16], spread[low>>8&0xff]|spread[high>>8&0xff]<<1)
	binary.LittleEndian.PutUint64(codes[16:24], spread[low>>16&0xff]|spread[high>>16&0xff]<<1)
	binary.LittleEndian.PutUint64(codes[24:32], spread[low>>24&0xff]|spread[high>>24&0xff]<<1)
	binary.LittleEndian.PutUint64(codes[32:40], spread[low>>32&0xff]|spread[high>>32&0xff]<<1)
	binary.LittleEndian.PutUint64(codes[40:48], spread[low>>40&0xff]|spread[high>>40&0xff]<<1)
	binary.LittleEndian.PutUint64(codes[48:56], spread[low>>48&0xff]|spread[high>>48&0xff]<<1)
	binary.LittleEndian.PutUint64(codes[56:64], spread[low>>56&0xff]|spread[high>>56&0xff]<<1)
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

// short returns the 16-bit number that is nearest to n.
func short(n int) int16 { return int16(max(math.MinInt16, min(math.MaxInt16, n))) }

func legal(v *tron.View, _ []int16, dst []int16) []int16 {
	if !v.Position.Ready(v.Seat) {
		return append(dst, straight, right, left)
	}
	return append(dst, straight, right, left, breaker+straight, breaker+right, breaker+left)
}

func act(v *tron.View, made []int16) (o referee.Order, done bool) {
	action := made[len(made)-1]
	direction := v.Position.Heading(v.Seat)
	switch action % breaker {
	case right:
		o.Command = tron.Turn(direction.Clockwise())
	case left:
		o.Command = tron.Turn(direction.Anticlockwise())
	}
	if action >= breaker {
		o.Command = o.ThenBreaker()
	}
	return o, true
}

func path(v *tron.View, o referee.Order, dst []int16) []int16 {
	action := int16(straight)
	if d, ok := o.Turn(); ok {
		switch direction := v.Position.Bike(v.Seat).Direction; d {
		case direction.Clockwise():
			action = right
		case direction.Anticlockwise():
			action = left
		}
	}
	if o.Breaker() {
		action += breaker
	}
	return append(dst, action)
}
