package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/tron"
)

// Solo searches all lines of its own, many cycles deep, by the exact rules, as if the enemy's bike stood still. It knows what a
// wall, a health, the breaker's cooldown, a lack of room and each kind of crash cost, and so finds its way out of most pockets.
type Solo struct {
	Depth  int  // cycles to look ahead
	Bold   bool // it does not avoid cells where the bikes could meet
	Chance *rand.Rand

	Measured int // cycles, over all decisions
	own      arena
	arena    *arena // in which it drives: own, or that of another bot
	flood    flood
	far      [tron.MaxCells]int16 // steps from a cell to the nearest wall of the other seat; walls of the seats count as ground
	todo     []int16
	measured bool // far is that of this search
	stop     func() bool
	prices   *prices // nil: usual
	taste    taste
	raids    *appraiser // what the end of a line is worth, with the raids that can be driven to; nil: Solo's own prices
	table    *table     // of the champion, to whom the lead at the end of a line is worth more than its points; nil: none
	clock    *clock     // what the other seat gains meanwhile; nil: nothing, and the game goes on at the end of a line
	horizon  int        // cycles of a line, with a clock
}

// prices are what matters to Solo, in hundredths of a point.
type prices struct {
	health   int
	cooldown int // a cycle that the breaker still needs
	room     int // each cell of room that it has less than enough at the end of a line
	enough   int // cells
	danger   int // driving where the enemy may drive in the same cycle
	end      int // a game won; a lost one costs as much
}

// usual are the prices of solo12.
var usual = prices{health: 1000, cooldown: 20, room: 30, enough: 30, danger: 3000, end: 100_000}

// taste says which of the rides that are worth the same a bot takes.
type taste int

const (
	comfort  taste = iota // those that Fill likes best
	whatever              // all of them, by chance
	first                 // straight on before right before left
	last                  // the other way round
	absolute              // up before right before down before left
	tastes
)

const (
	soloPoint = 100

	distant    = 1 << 14 // steps
	farsighted = 6       // cycles of a search from which on it is worth the time to measure distances
)

// Initialize has nothing to prepare.
func (b *Solo) Initialize(tron.View) {}

// Decide deepens the search as far as Depth, or as time allows. Of equals it takes the one that Fill would take,
// unless it has another taste.
func (b *Solo) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	b.own.load(&w.Position)
	if b.prices == nil {
		b.prices = &usual
	}
	b.arena = &b.own
	b.stop = stopper(ctx, 256)
	last := min(b.Depth, int(b.arena.left))
	first := 1
	if _, clocked := ctx.Deadline(); !clocked {
		first = last
	}
	var best []ride
	for depth := first; depth <= last; depth++ {
		var list [3]ride
		found := b.choose(w.Seat, depth, &list)
		if b.stop() && len(best) > 0 {
			break
		}
		best = slices.Clone(found)
	}
	return b.arena.command(w.Seat, best[b.Chance.IntN(len(best))]), ctx.Err()
}

// choose returns the rides that begin the best lines; the arena is the same afterwards.
func (b *Solo) choose(s tron.Seat, depth int, dst *[3]ride) []ride {
	var careful, bold [3]ride
	rides, others := b.choices(s, depth, &careful, &bold)
	if b.Bold {
		rides = others
	}
	return dst[:copy(dst[:], b.tasted(s, rides, b.taste))]
}

// choices returns all rides that begin the best lines, for a bot that keeps out of the other bike's way and for a bold one.
func (b *Solo) choices(s tron.Seat, depth int, dst, boldDst *[3]ride) (careful, bold []ride) {
	if b.measured = depth >= farsighted; b.measured {
		b.measure(s)
	}
	careful, bold = dst[:0], boldDst[:0]
	top, boldTop := math.MinInt+b.prices.danger, math.MinInt+b.prices.danger
	var list [3]ride
	for _, m := range b.arena.rides(s, &list) {
		danger := b.danger(s, m)
		value := b.after(s, m, depth, min(top+danger, boldTop))
		careful, top = among(careful, m, value-danger, top)
		bold, boldTop = among(bold, m, value, boldTop)
	}
	return careful, bold
}

// among adds a ride to the best ones, which are worth top, if it is one of them.
func among(best []ride, m ride, value, top int) ([]ride, int) {
	switch {
	case value > top:
		return append(best[:0], m), value
	case value == top:
		return append(best, m), top
	}
	return best, top
}

// tasted keeps those of the rides that a taste chooses among.
func (b *Solo) tasted(s tron.Seat, rides []ride, t taste) []ride {
	switch t {
	case comfort:
		return b.comfortable(s, rides)
	case first:
		return rides[:1]
	case last:
		return rides[len(rides)-1:]
	case absolute:
		top := 0
		for i, m := range rides {
			if r := &b.arena.riders[s]; r.way(m) < r.way(rides[top]) {
				top = i
			}
		}
		return rides[top : top+1]
	}
	return rides
}

// comfortable keeps those of the rides that Fill likes best.
func (b *Solo) comfortable(s tron.Seat, rides []ride) []ride {
	if len(rides) == 1 {
		return rides
	}
	n, top := 0, 0
	for _, m := range rides {
		comfort := b.comfort(s, m)
		if comfort > top {
			top, n = comfort, 0
		}
		if comfort == top {
			rides[n] = m
			n++
		}
	}
	return rides[:n]
}

// fill returns the rides among which Fill would choose; walls of the other seat it likes better than its own.
func (b *Solo) fill(s tron.Seat, dst *[3]ride) []ride {
	n, top := 0, 0
	r := &b.arena.riders[s]
	var list [3]ride
	for _, m := range b.arena.rides(s, &list) {
		value := 2 * b.comfort(s, m)
		if value == 0 && b.arena.cells[r.at+b.arena.step[r.way(m)]] != tron.Wall(s) {
			value = 1
		}
		if value > top {
			top, n = value, 0
		}
		if value == top {
			dst[n] = m
			n++
		}
	}
	return dst[:n]
}

// after returns the value of a ride: that of the best line that begins with it. It may return anything below floor when that is
// where the value is.
func (b *Solo) after(s tron.Seat, m ride, depth, floor int) int {
	a, r := b.arena, &b.arena.riders[s]
	b.Measured++
	before, lead, left, from, under := *r, a.lead, a.left, r.at, a.cells[r.at]
	to := from + a.step[r.way(m)]
	cell := a.cells[to]
	a.drive(s, m)
	if b.clock != nil {
		a.left--
		a.lead -= b.clock[b.horizon-depth] * int32(1-2*int(s))
	}
	soon := 0
	if b.table != nil && !r.crashed {
		soon = int(a.soon(s, cell, depth))
	}
	value := b.value(s, depth, floor-soon) + soon
	a.set(to, cell)
	a.set(from, under)
	*r, a.lead, a.left = before, lead, left
	return value
}

// value returns what the best line is worth, depth-1 more cycles from here.
func (b *Solo) value(s tron.Seat, depth, floor int) int {
	a, r := b.arena, &b.arena.riders[s]
	lead := int(a.leadOf(s))
	points := soloPoint * lead
	if b.table != nil {
		points = int(b.raids.points(a, s)) // with a bound
	}
	most := points + b.most(s, int32(depth-1))
	ends := a.constants.AreaWallCrash          // added to the lead when the game ends
	if b.clock != nil && int(a.left) < depth { // the game ends with the line
		ends = max(ends, 0)
	}
	switch {
	case r.at == a.riders[s^1].at: // it will not stand there
		return -b.prices.end
	case r.crashed:
		return points + (b.prices.end+soloPoint*depth)*sign(2*lead-1)
	case most < floor && lead+depth+ends <= 0:
		return most
	case depth == 1 && b.clock != nil && a.left <= 0:
		return points + b.prices.end*sign(lead)
	case depth == 1 || b.stop():
		return points + b.bike(s)
	}
	if b.table != nil && depth > 2 { // the last cycles are searched again in less time than they are looked up
		return b.remembered(s, depth, floor)
	}
	top, _ := b.best(s, depth, floor, unheard)
	return top
}

// best returns what the best line is worth, and the ride that it begins with; the hint is looked at first.
func (b *Solo) best(s tron.Seat, depth, floor int, hint ride) (top int, best ride) {
	top = math.MinInt
	var list [3]ride
	rides := b.arena.rides(s, &list)
	if i := slices.Index(rides, hint); i > 0 {
		rides[0], rides[i] = rides[i], rides[0]
	}
	for _, next := range rides {
		if value := b.after(s, next, depth-1, max(floor, top+1)); value > top {
			top, best = value, next
		}
	}
	return top, best
}

// bike returns what the bike of a seat is worth.
func (b *Solo) bike(s tron.Seat) int {
	if b.table != nil {
		return int(b.raids.bike(b.arena, s) + b.raids.ahead(b.arena, s, 0, 0))
	}
	if b.raids != nil {
		return int(b.raids.bike(b.arena, s))
	}
	r := &b.arena.riders[s]
	room := b.flood.room(b.arena, r.at, int32(b.prices.enough))
	return b.prices.health*int(r.health) - b.prices.cooldown*int(r.cooldown) - b.prices.room*(b.prices.enough-int(room))
}

// most returns no less than what the bike of a seat can be worth after some cycles, with the walls that it breaks in them.
func (b *Solo) most(s tron.Seat, cycles int32) int {
	r := &b.arena.riders[s]
	walls := cycles
	if b.measured {
		walls = max(0, min(cycles, cycles+1-int32(b.far[r.at])))
	}
	if b.table != nil {
		soon := worth.soon * walls * (walls - 1) / 2
		left := b.arena.left
		if b.clock != nil {
			left -= cycles
		}
		return int(b.raids.most(b.arena, s, cycles, walls, left) + b.raids.ahead(b.arena, s, cycles, walls) + soon)
	}
	if b.raids != nil {
		return int(b.raids.most(b.arena, s, cycles, walls, b.arena.left))
	}
	spoils := b.arena.spoils(r, cycles, walls, int32(b.prices.health), 0, int32(b.prices.cooldown))
	return b.prices.health*int(r.health) + int(spoils)
}

// measure fills far.
func (b *Solo) measure(s tron.Seat) {
	a := b.arena
	b.todo = b.todo[:0]
	for i, c := range a.cells[:a.size] {
		if b.far[i] = distant; c == tron.Wall(s.Other()) {
			b.far[i] = 0
			b.todo = append(b.todo, int16(i))
		}
	}
	for i := 0; i < len(b.todo); i++ {
		here := b.todo[i]
		for _, step := range a.step {
			if next := here + step; next >= 0 && int(next) < a.size && b.far[next] == distant && a.cells[next] != tron.AreaWall {
				b.far[next] = b.far[here] + 1
				b.todo = append(b.todo, next)
			}
		}
	}
}

// comfort is what Fill thinks of the cell that a ride leads to.
func (b *Solo) comfort(s tron.Seat, m ride) int {
	a, r := b.arena, &b.arena.riders[s]
	to := r.at + a.step[r.way(m)]
	if a.cells[to] != tron.Empty || to == a.riders[s.Other()].at {
		return 0
	}
	walls := 0
	for _, step := range a.step {
		if a.cells[to+step] != tron.Empty {
			walls++
		}
	}
	return 8*b.flood.whole(a, to) + walls
}

// danger is what it costs to drive into a cell that the enemy may drive into as well, unless that wins.
func (b *Solo) danger(s tron.Seat, m ride) int {
	r, enemy := &b.arena.riders[s], &b.arena.riders[s^1]
	at := r.at + b.arena.step[r.way(m)]
	for e := range ride(3) {
		if enemy.at+b.arena.step[enemy.way(e)] == at && b.arena.leadOf(s) <= 0 {
			return b.prices.danger
		}
	}
	return 0
}
