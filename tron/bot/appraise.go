package bot

import (
	"math/bits"

	"github.com/gridiron-games/gridiron/tron"
)

// appraiser says what a position is worth while the game goes on.
type appraiser struct {
	duration int // cycles of the breaker that are looked at
	// By seat, cycles with the breaker on, cell and direction: the most that can be broken from there, in quarters of a wall.
	catch [2][mostCatch + 1][tron.MaxCells][tron.Directions]int16
	hunt  [2][tron.MaxCells]int16 // by seat: the best raid that can be driven to, less the way there, in hundredths of a wall
	open  [2][tron.MaxCells]int16 // the same if own walls on the way cost nothing
	best  [2]int16                // by seat: the most in hunt
	todo  []int16
	flood flood
}

// worths are what matters, in hundredths of a wall.
type worths struct {
	draw     int32 // what a draw costs
	second   int32 // the last health but one
	health   int32 // each one above that
	cooldown int32 // a cycle that the breaker still needs
	on       int32 // a cycle in which the breaker is on
	catch    int32 // a quarter of a wall that can be broken in these cycles
	hunt     int16 // a wall that can be broken by the next raid
	step     int16 // a step on the way there
	barrier  int16 // a wall of its own on the way there
	trapped  int32 // a cell of room that is missing to last until the breaker is ready
	narrow   int32 // a cell of room that is missing to enough
	enough   int32 // cells of room
	decided  int32 // a lead with which an area wall ends the game
	soon     int32 // each cycle that a wall of the other seat is broken earlier in a line, or one of its own later
	press    int32 // a step that the bikes are nearer than reach, while the seat that searches leads: a crash of both would win
	reach    int32 // steps
}

// worth was found by matches and, all that is about the breaker, from results of games; README.md has both.
var worth = worths{
	draw: 2000, second: 1000, health: 350, cooldown: 35, on: 30, catch: 10, hunt: 70, step: 17, barrier: 150,
	trapped: 60, narrow: 20, enough: 40, decided: 1500, soon: 4,
	press: 40, reach: 24,
}

const (
	point     = 100   // a wall
	mostCatch = 8     // cycles with the breaker on that are looked at
	patience  = 36    // cycles before the end, in which raids lose their worth
	nowhere   = -1000 // hunt of a cell from which there is nothing to break
	autumn    = 60    // cycles before the end, in which health loses its worth
	quarter   = 4     // of a wall, in catch
	plenty    = 100   // more health, cooldown or room than this makes no difference
	farAhead  = 5000
)

// points returns the lead of a seat in hundredths of a wall, with a bound so that odd constants do no harm.
func (e *appraiser) points(a *arena, s tron.Seat) int32 {
	lead := a.leadOf(s)
	if w := int32(max(a.constants.WallScore, -a.constants.WallScore)); w > 1 && lead != 0 {
		lead = lead/w + int32(sign(int(lead)))
	}
	return point * max(-farAhead, min(lead, farAhead))
}

// survey looks at the walls of both seats: what can each seat break from where? Walls that are built or broken later in a search
// are not in it.
func (e *appraiser) survey(a *arena) {
	e.duration = max(1, min(a.constants.WallBreakerDuration, mostCatch))
	for s := range e.catch {
		for k := 1; k <= e.duration; k++ {
			for i := range a.size {
				if a.cells[i] != tron.AreaWall {
					e.raid(a, tron.Seat(s), k, i)
				}
			}
		}
		e.best[s] = e.spread(a, tron.Seat(s), &e.hunt[s], worth.barrier)
		e.spread(a, tron.Seat(s), &e.open[s], 0)
	}
}

// raid fills catch of a cell for k cycles from that for k-1.
func (e *appraiser) raid(a *arena, s tron.Seat, k, cell int) {
	var ahead [tron.Directions]int16
	for d, step := range a.step {
		at := cell + int(step)
		if at < 0 || at >= a.size || a.cells[at] == tron.AreaWall {
			continue
		}
		switch {
		case a.cells[at] == tron.Wall(s.Other()) || at == int(a.riders[s.Other()].at):
			ahead[d] = quarter
		case a.cells[at] == tron.Wall(s):
			ahead[d] = -quarter
		}
		if k > 1 {
			ahead[d] += e.catch[s][k-1][at][d]
		}
	}
	for d := range ahead {
		e.catch[s][k][cell][d] = max(0, ahead[d], ahead[(d+1)%tron.Directions], ahead[(d+3)%tron.Directions])
	}
}

// spread fills hunt from the best catches outwards, with a price for each own wall on the way, and returns the most in it.
func (e *appraiser) spread(a *arena, s tron.Seat, hunt *[tron.MaxCells]int16, barrier int16) (best int16) {
	e.todo = e.todo[:0]
	for i := range a.size {
		if hunt[i] = nowhere; a.cells[i] == tron.AreaWall {
			continue
		}
		most := int16(0)
		for d := range a.step {
			most = max(most, e.catch[s][e.duration][i][d])
		}
		if most > 0 {
			if hunt[i] = most * worth.hunt / quarter; a.cells[i] == tron.Wall(s) {
				hunt[i] -= barrier
			}
			best = max(best, hunt[i])
			e.todo = append(e.todo, int16(i))
		}
	}
	for i := 0; i < len(e.todo); i++ {
		here := e.todo[i]
		for _, step := range a.step {
			next, value := here+step, hunt[here]-worth.step
			if next < 0 || int(next) >= a.size || a.cells[next] == tron.AreaWall {
				continue
			}
			if a.cells[next] == tron.Wall(s) {
				value -= barrier
			}
			if value > hunt[next] {
				hunt[next] = value
				e.todo = append(e.todo, next)
			}
		}
	}
	return best
}

// appraise returns the worth of a position to a seat.
func (e *appraiser) appraise(a *arena, s tron.Seat) int32 {
	return e.points(a, s) + e.ahead(a, s, 0, 0) + e.bike(a, s) - e.bike(a, s^1)
}

// soon returns what is added to the points of a seat that drives into a cell with depth cycles left to search, this one included.
// A search of fixed depth sees no difference between a raid now and one later. With it, what can be broken is not put off.
func (a *arena) soon(s tron.Seat, cell tron.Cell, depth int) int32 {
	if a.constants.WallScore > 0 {
		switch cell {
		case tron.Wall(s):
			return -worth.soon * int32(depth-1)
		case tron.Wall(s.Other()):
			return worth.soon * int32(depth-1)
		}
	}
	return 0
}

// ahead returns what the lead of a seat is worth beside its points, or no less than what it can be worth after some cycles, with
// the walls that the seat breaks in them.
func (e *appraiser) ahead(a *arena, s tron.Seat, cycles, walls int32) (value int32) {
	lead, cash := a.leadOf(s)+walls*int32(max(a.constants.WallScore, 0)), int32(-a.constants.AreaWallCrash)
	if lead > cash {
		value += worth.decided
	} else if lead < -cash {
		value -= worth.decided
	}
	if lead > 0 {
		value += worth.press * max(0, worth.reach-max(0, a.apart()-cycles))
	}
	return value
}

// bike returns what a bike is worth to its own seat.
func (e *appraiser) bike(a *arena, s tron.Seat) int32 {
	r := &a.riders[s]
	left := min(a.left, plenty)
	health := e.health(r)
	cooldown := min(r.cooldown, left)
	raid := int32(e.hunt[s][r.at]) - worth.cooldown*cooldown
	if r.remaining > 1 {
		on := min(int(r.remaining-1), e.duration)
		raid += worth.on*int32(on) + worth.catch*int32(e.catch[s][on][r.at][r.direction])
	}
	value := health*min(left, autumn)/autumn + raid*min(left, patience)/patience
	need := min(cooldown-max(r.remaining-1, 0)+3, left)
	some := min(worth.enough, left)
	room := e.flood.room(a, r.at, max(need, some))
	return value - worth.trapped*max(need-room, 0) - worth.narrow*max(some-room, 0)
}

// health returns what the health of a bike is worth.
func (e *appraiser) health(r *rider) int32 {
	return worth.second*min(max(r.health-1, 0), 1) + worth.health*min(max(r.health-2, 0), plenty)
}

// most returns no less than what a bike can be worth to its seat after some cycles, with the walls that it breaks in them and
// some cycles left then.
func (e *appraiser) most(a *arena, s tron.Seat, cycles, walls, left int32) int32 {
	r := &a.riders[s]
	waning, health := min(left, patience), min(left, autumn)
	hunt := min(int32(e.best[s]), int32(e.open[s][r.at])+int32(worth.step)*cycles) * waning / patience
	price := worth.health * health / autumn
	if r.health > plenty {
		price = 0
	}
	raid := a.spoils(r, cycles, walls, price, (worth.on+quarter*worth.catch)*waning/patience+1, worth.cooldown*waning/patience)
	return e.health(r)*health/autumn + hunt + raid + 2 // rounding: they are not rounded together
}

// spoils returns no less than what a bike breaks in some cycles, no more than the given number of walls, and the state of its
// breaker after them are worth. A cycle with the breaker on is worth on, and one that it still needs costs wait. The breaker
// breaks all walls, unless a wall is worth more than a health.
func (a *arena) spoils(r *rider, cycles, walls, health, on, wait int32) int32 {
	wall := point * int32(max(a.constants.WallScore, 0))
	duration, cooldown := int32(a.constants.WallBreakerDuration), int32(max(a.constants.WallBreakerCooldown, 1))
	if wall > health || on > wall {
		return wall*walls + on*duration
	}
	remaining, need := max(r.remaining-1, 0), max(r.cooldown, 0)
	broken := min(remaining, walls)
	top := wall*broken + on*max(remaining-cycles, 0) - wait*max(need-cycles, 0)
	use := cycles - need // cycles for which the breaker can be switched on again
	switch {
	case use <= 0:
	case use >= cooldown:
		top = max(top, wall*min(broken+(use/cooldown+1)*duration, walls)+on*duration)
	default: // as soon as possible, or as late as breaks as many walls
		for _, n := range [2]int32{use, max(1, min(use, walls-broken))} {
			top = max(top, wall*min(broken+min(duration, n), walls)+on*max(duration-n, 0)-wait*(cooldown-n))
		}
	}
	return top
}

// flood counts room, a line of the board at a time.
type flood struct {
	left  [mostLines]uint32 // empty cells that were not reached yet
	queue [256]struct {     // lines to look at
		line  int32
		seeds uint32 // cells that can be reached from the line beside it
	}
	todo  []uint16          // lines to look at, for whole
	seeds [mostLines]uint32 // by line, for whole
}

// room returns the number of empty cells that can be reached from a cell, but no more than limit, and never more than mostRoom.
func (f *flood) room(a *arena, from int16, limit int32) int32 {
	limit = min(limit, mostRoom)
	copy(f.left[:a.lines], a.free[:a.lines])
	start := a.places[from]
	f.left[start.line] |= start.bit
	f.queue[0].line, f.queue[0].seeds = int32(start.line), start.bit
	n := int32(-1) // from itself is no room
	for i, end := uint8(0), uint8(1); i != end; i++ {
		line := f.queue[i].line
		free := f.left[line]
		reached := f.queue[i].seeds & free
		if reached == 0 {
			continue
		}
		reached = runs(reached, free)
		f.left[line] = free &^ reached
		if n += int32(bits.OnesCount32(reached)); n >= limit {
			return limit
		}
		for _, beside := range [2]int32{line - 1, line + 1} {
			if seeds := reached & f.left[beside]; seeds != 0 {
				f.queue[end].line, f.queue[end].seeds = beside, seeds
				end++
			}
		}
	}
	return n
}

// whole returns the number of empty cells that can be reached from an empty cell, itself included. Bikes count as walls.
func (f *flood) whole(a *arena, from int16) (n int) {
	copy(f.left[:a.lines], a.free[:a.lines])
	for _, r := range a.riders {
		place := &a.places[r.at]
		f.left[place.line] &^= place.bit
	}
	start := &a.places[from]
	f.todo = append(f.todo[:0], start.line)
	f.seeds[start.line] = start.bit
	for len(f.todo) > 0 {
		line := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		reached := runs(f.seeds[line]&f.left[line], f.left[line])
		f.seeds[line] = 0
		f.left[line] &^= reached
		n += bits.OnesCount32(reached)
		for _, beside := range [2]uint16{line - 1, line + 1} {
			if seeds := reached & f.left[beside]; seeds != 0 {
				if f.seeds[beside] == 0 {
					f.todo = append(f.todo, beside)
				}
				f.seeds[beside] |= seeds
			}
		}
	}
	return n
}

// runs returns the runs of cells of which one was reached.
func runs(reached, free uint32) uint32 {
	reached |= (free + reached) ^ free // to the end of each run of empty cells: what is added carries through it
	reached &= free
	run := free // to its beginning: the cells that begin a run of 1, 2, 4, 8 and 16 empty ones
	reached |= run & (reached >> 1)
	run &= run >> 1
	reached |= run & (reached >> 2)
	run &= run >> 2
	reached |= run & (reached >> 4)
	run &= run >> 4
	reached |= run & (reached >> 8)
	run &= run >> 8
	return reached | run&(reached>>16)
}

// mostRoom is as far as room counts: each line that is looked at has a new cell and puts at most two into the queue.
const mostRoom = 120
