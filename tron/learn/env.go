// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
	"encoding/binary"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
)

// The bits of a cell's code, from the view of the seat that sees it: two for the walls, and one for each bike.
const (
	codeWalls     uint8 = 3
	codeOwnWall   uint8 = 2
	codeEnemyWall uint8 = 3
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

// bikeScalars is how many numbers there are of one bike.
const bikeScalars = 8

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
	Copy: func(to, from turn.Referee[tron.View, referee.Order]) bool {
		*to.(*referee.Referee) = *from.(*referee.Referee)
		return true
	},
	Opponent: "rules",
	League: []batch.Rival{
		{Player: "random", Weight: 1}, {Player: "fill", Weight: 2},
		{Player: "rules", Weight: 3}, {Player: "minimax6", Weight: 1},
	},
}

func envShape(v *tron.View) batch.Shape {
	size, c := v.Position.Size(), v.Position.Constants()
	cycles := max(1, c.MaxCycles)
	s := batch.Shape{
		Actions: actions, Codes: []int{size.H, size.W}, Largest: []int{int(codeWalls | codeOwnBike | codeEnemyBike)},
		Legend: "0 empty, 1 area wall, 2 own wall, 3 enemy wall, +4 own bike, +8 enemy bike",
		Meanings: batch.Each(straight, "straight on", "right", "left",
			"straight on, and the wall breaker is switched on", "right, with the wall breaker", "left, with the wall breaker"),
		Scalars: []batch.Scalar{
			{Name: "cycle", High: cycles, What: "cycles played"},
			{Name: "max_cycles", High: cycles, What: "cycles after which the map ends the game"},
		},
		Planes: []batch.Plane{
			batch.Is("area", 0, codeWalls, uint8(tron.AreaWall), "an area wall, and what is outside of the map"),
			batch.Is("own_wall", 0, codeWalls, codeOwnWall, "a wall of one's own"),
			batch.Is("enemy_wall", 0, codeWalls, codeEnemyWall, "a wall of the enemy"),
			batch.Has("own_bike", 0, codeOwnBike, "one's own bike, which looks up"),
			batch.Has("enemy_bike", 0, codeEnemyBike, "the enemy's bike"),
		},
		Turned: "direction", Outside: uint8(tron.AreaWall),
	}
	built := cycles * c.WallScore
	low, high := min(0, built), max(0, built) // of the score
	for _, crash := range [...]int{c.AreaWallCrash, c.OwnWallCrash, c.EnemyWallCrash} {
		low, high = min(low, min(0, built)+crash), max(high, max(0, built)+crash)
	}
	health := batch.Scalar{Name: "health", High: max(0, c.InitHealth), What: "walls that the bike can still run into"}
	if c.InitHealth <= 0 { // then walls take health without end
		health.Low, health.High = c.InitHealth-cycles, max(0, c.InitHealth)
	}
	for _, b := range [...]struct {
		prefix, whose string
		course        batch.Kind
	}{{"", "one's own bike", batch.Place}, {"enemy_", "the enemy's bike", batch.Course}} {
		for _, n := range [bikeScalars]batch.Scalar{
			{Name: "x", High: size.W - 1, Kind: batch.Place, What: "column"},
			{Name: "y", High: size.H - 1, Kind: batch.Place, What: "row from the top"},
			{Name: "direction", High: int(tron.Directions) - 1, Kind: b.course, What: "0 up, 1 right, 2 down, 3 left"},
			health,
			{Name: "cooldown", High: max(0, c.WallBreakerCooldown), What: "cycles until the breaker may be switched on"},
			{Name: "remaining", High: max(0, c.WallBreakerDuration+1), What: "1 + cycles in which the breaker is on"},
			{Name: "crash", High: int(tron.IntoEachOther), Kind: batch.Choice, What: "0 none, 1 area, 2 own wall, 3 enemy's wall, 4 bike"},
			{Name: "score", Low: low, High: high, What: "score"},
		} {
			n.Name, n.What = b.prefix+n.Name, n.What+" of "+b.whose
			s.Scalars = append(s.Scalars, n)
		}
	}
	s.Scalars = append(s.Scalars, batch.Scalar{Name: "first", High: 1, What: "1 if one's own bike is handled first"})
	for i := range s.Scalars {
		n := &s.Scalars[i]
		n.Low, n.High = int(batch.Short(n.Low)), int(batch.Short(n.High))
	}
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
	scalars = scalars[:3+2*bikeScalars]
	scalars[0], scalars[1] = batch.Short(p.Cycle()), batch.Short(p.Constants().MaxCycles)
	var b tron.Bike
	seat, code := v.Seat, codeOwnBike
	for at := 2; at < len(scalars)-1; at += bikeScalars {
		p.ReadBike(seat, &b)
		codes[p.Cursor(seat)] |= code
		numbers := scalars[at : at+8 : at+8]
		numbers[0], numbers[1], numbers[2] = int16(b.At.X), int16(b.At.Y), int16(b.Direction)
		numbers[3], numbers[4], numbers[5] = batch.Short(b.Health), batch.Short(b.Cooldown), batch.Short(b.Remaining)
		numbers[6], numbers[7] = int16(b.Crash), batch.Short(p.Score(seat))
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
