package bot

import "github.com/gridiron-games/gridiron/tron"

// arena is a position unpacked for search. It follows the game's own rules, but plays cycles in place and takes them back. Only
// the lead of Blue is kept of the scores: nothing else decides a game. Cell i is column i%width of row i/width; area walls close
// the board, so a step from a cell that a bike can be in never leaves it.
type arena struct {
	cells     [tron.MaxCells]tron.Cell
	free      [mostLines]uint32 // the same board as bits: the empty cells of each line
	places    [tron.MaxCells]place
	lines     int
	width     int
	size      int // cells of the board
	step      [tron.Directions]int16
	constants tron.Constants
	first     tron.Seat
	arenaState
}

// place is where the bit of a cell is. Lines run along the shorter side of the board: as it has at most 1024 cells and no side is
// shorter than three, a line has at most 32 cells and there are at most 341 lines.
type place struct {
	line uint16
	bit  uint32
}

const mostLines = tron.MaxCells / 3

// arenaState is the part of an arena that is small enough to be saved and brought back.
type arenaState struct {
	riders [2]rider // by seat
	lead   int32    // Blue's points less Yellow's
	left   int32    // cycles that may still be played
	over   bool
	walls  uint64 // hash of the cells; everything else is mixed in by key
}

// rider is a bike in an arena.
type rider struct {
	health, cooldown, remaining int32
	at                          int16
	direction                   tron.Direction
	crashed                     bool
}

// ride is a command in an arena: 0 straight on, 1 turn right, 2 turn left; with rideBreaker the wall breaker is switched on.
type ride uint8

const rideBreaker ride = 4

// saved is what is needed to take a cycle back.
type saved struct {
	arenaState
	from, to         [2]int16
	fromCell, toCell [2]tron.Cell
}

// load unpacks a position.
func (a *arena) load(p *tron.Position) {
	a.width = p.Size().W
	p.AppendCells(a.cells[:0])
	w := int16(a.width)
	a.step = [tron.Directions]int16{tron.Up: -w, tron.Right: 1, tron.Down: w, tron.Left: -1}
	a.constants, a.first = p.Constants(), p.First()
	a.arenaState = arenaState{
		lead: int32(p.Score(tron.Blue) - p.Score(tron.Yellow)),
		left: int32(max(a.constants.MaxCycles, 1) - p.Cycle()),
		over: p.Over(),
	}
	height := p.Size().H
	a.size, a.lines, a.free = a.width*height, max(a.width, height), [mostLines]uint32{}
	for i := range a.size {
		line, bit := i/a.width, i%a.width
		if a.width > height {
			line, bit = bit, line
		}
		a.places[i] = place{uint16(line), 1 << bit}
		if a.cells[i] == tron.Empty {
			a.free[line] |= 1 << bit
		}
		a.walls ^= cellKeys[i][a.cells[i]]
	}
	for s := range a.riders {
		b := p.Bike(tron.Seat(s))
		a.riders[s] = rider{
			health: int32(b.Health), cooldown: int32(b.Cooldown), remaining: int32(b.Remaining),
			at: int16(b.At.Y*a.width + b.At.X), direction: b.Direction, crashed: b.Crash != tron.NoCrash,
		}
	}
}

// set changes a cell.
func (a *arena) set(at int16, c tron.Cell) {
	a.walls ^= cellKeys[at][a.cells[at]] ^ cellKeys[at][c]
	a.put(at, c)
}

// put changes a cell, but not the hash.
func (a *arena) put(at int16, c tron.Cell) {
	if old := a.cells[at]; old != c {
		a.cells[at] = c
		if old == tron.Empty || c == tron.Empty {
			place := &a.places[at]
			a.free[place.line] ^= place.bit
		}
	}
}

// leadOf returns the lead of a seat in points.
func (a *arena) leadOf(s tron.Seat) int32 {
	if s == tron.Yellow {
		return -a.lead
	}
	return a.lead
}

// apart returns how many steps the bikes are from each other on an empty board.
func (a *arena) apart() int32 {
	width := int16(a.width)
	x, y := a.riders[0].at%width-a.riders[1].at%width, a.riders[0].at/width-a.riders[1].at/width
	return int32(max(x, -x) + max(y, -y))
}

// way returns the direction of a bike after a ride.
func (r *rider) way(m ride) tron.Direction {
	return (r.direction + [4]tron.Direction{0, 1, 3, 0}[m&3]) % tron.Directions
}

// command returns the ride of a seat as a command.
func (a *arena) command(s tron.Seat, m ride) tron.Command {
	c := tron.Straight
	if m&3 != 0 {
		c = tron.Turn(a.riders[s].way(m))
	}
	if m&rideBreaker != 0 {
		c = c.ThenBreaker()
	}
	return c
}

// play plays a cycle (R3); takeBack undoes it.
func (a *arena) play(moves [2]ride) (m saved) {
	m.arenaState = a.arenaState
	for s := range a.riders {
		a.steer(tron.Seat(s), moves[s])
	}
	for _, s := range [2]tron.Seat{a.first, a.first ^ 1} {
		at := a.riders[s].at
		m.from[s], m.fromCell[s] = at, a.cells[at]
		a.set(at, tron.Wall(s))
	}
	for s := range a.riders {
		r := &a.riders[s]
		r.at += a.step[r.direction]
		m.to[s], m.toCell[s] = r.at, a.cells[r.at]
	}
	a.left--
	blue, yellow := a.riders[tron.Blue].at, a.riders[tron.Yellow].at
	if blue == yellow || blue == m.from[tron.Yellow] && yellow == m.from[tron.Blue] {
		a.riders[tron.Blue].crashed, a.riders[tron.Yellow].crashed = true, true
	} else {
		a.collide(tron.Blue)
		a.collide(tron.Yellow)
	}
	a.over = a.left <= 0 || a.riders[tron.Blue].crashed || a.riders[tron.Yellow].crashed
	return m
}

// takeBack undoes a cycle.
func (a *arena) takeBack(m *saved) {
	for s := range m.to {
		a.put(m.to[s], m.toCell[s])
	}
	second, first := a.first^1, a.first
	a.put(m.from[second], m.fromCell[second])
	a.put(m.from[first], m.fromCell[first])
	a.arenaState = m.arenaState
}

// drive moves the bike of a seat as if the other one stood still.
func (a *arena) drive(s tron.Seat, m ride) {
	r := &a.riders[s]
	a.steer(s, m)
	a.set(r.at, tron.Wall(s))
	r.at += a.step[r.direction]
	if r.crashed = r.at == a.riders[s^1].at; !r.crashed {
		a.collide(s)
	}
}

// steer applies a ride and lets the timers run (R4, R5).
func (a *arena) steer(s tron.Seat, m ride) {
	r := &a.riders[s]
	r.direction = r.way(m)
	if m&rideBreaker != 0 && r.cooldown <= 0 {
		r.cooldown, r.remaining = int32(a.constants.WallBreakerCooldown), int32(a.constants.WallBreakerDuration)+1
	}
	if r.cooldown > 0 {
		r.cooldown--
	}
	if r.remaining > 0 {
		r.remaining--
	}
}

// collide judges what is in the cell that a bike has moved to (R7, R8, R9).
func (a *arena) collide(s tron.Seat) {
	r := &a.riders[s]
	c := a.cells[r.at]
	sign := int32(1 - 2*int(s)) // a point of this seat in Blue's lead
	switch {
	case c == tron.Empty:
		return
	case c == tron.AreaWall:
		r.crashed = true
		a.lead += sign * int32(a.constants.AreaWallCrash)
		return
	case r.remaining <= 0:
		if r.health--; r.health == 0 {
			r.crashed = true
			if c == tron.Wall(s) {
				a.lead += sign * int32(a.constants.OwnWallCrash)
			} else {
				a.lead += sign * int32(a.constants.EnemyWallCrash)
			}
			return
		}
	}
	a.set(r.at, tron.Empty)
	if c == tron.BlueWall {
		a.lead -= int32(a.constants.WallScore)
	} else {
		a.lead += int32(a.constants.WallScore)
	}
}

// rides lists the rides that a careful driver considers: into empty cells; into walls of the seats with the breaker, switched on
// now if it is off and ready, else at the cost of a health that is not the last one; and into a crash only if that wins, or
// nothing else is left. The cell of the other bike counts as a wall of its seat, which it is about to be. There are one to three.
func (a *arena) rides(s tron.Seat, dst *[3]ride) []ride {
	r, enemy := &a.riders[s], &a.riders[s^1]
	n := 0
	lead := a.leadOf(s)
	breaks := r.remaining > 1
	ready := r.cooldown <= 0 && a.constants.WallBreakerDuration > 0
	for m := range ride(3) {
		at := r.at + a.step[r.way(m)]
		c := a.cells[at]
		if c == tron.Empty && at == enemy.at {
			c = tron.Wall(s ^ 1)
		}
		switch {
		case c == tron.Empty || c != tron.AreaWall && breaks:
		case c == tron.AreaWall:
			if lead+int32(a.constants.AreaWallCrash) <= 0 {
				continue
			}
		case ready:
			m |= rideBreaker
		case r.health == 1 && lead+int32(a.crashScore(s, c)) <= 0:
			continue
		}
		dst[n] = m
		n++
	}
	if n > 0 {
		return dst[:n]
	}
	*dst = [3]ride{0, 1, 2}
	return dst[:]
}

// crashScore is what the last health costs on a wall.
func (a *arena) crashScore(s tron.Seat, c tron.Cell) int {
	if c == tron.Wall(s) {
		return a.constants.OwnWallCrash
	}
	return a.constants.EnemyWallCrash
}
