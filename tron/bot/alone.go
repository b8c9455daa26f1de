package bot

import (
	"math"

	"github.com/gridiron-games/gridiron/tron"
)

// While the bikes are far apart, neither can do anything about the other for some cycles, and each has to find a way between
// its own walls. So the champion looks at its own lines only, by Solo with its own prices: about twice as far for the same
// number of cycles.

const (
	farApart    = 10 // steps between the bikes
	aloneGlance = 64 // calls between looks at the clock
)

// aloneKeys tell positions in which only one seat drives from the others in a table.
var aloneKeys = [2]uint64{0x5bd1e995a3c59ac3, 0x2545f4914f6cdd1d}

// alonePrices are those that the champion's do not replace: a win is one for the search, whatever the other bike is worth.
var alonePrices = prices{end: 2 * won}

// prepare prepares for the own lines of a position.
func (s *search) prepare() {
	b := &s.solo
	b.arena, b.raids, b.table, b.prices, b.measured = &s.arena, &s.appraiser, s.table, &alonePrices, true
	b.measure(s.seat)
	b.clock = nil
	counted, calls := b.Measured, 0
	b.stop = func() bool {
		s.nodes += b.Measured - counted
		counted = b.Measured
		if s.limit > 0 && s.nodes >= s.limit {
			s.nodes, s.done = s.limit, true
		}
		if calls++; calls%aloneGlance == 0 && s.stop() {
			s.done = true
		}
		return s.done
	}
}

// alone returns the value of an own ride if the other bike stands still: the exact one if it is above alpha.
func (s *search) alone(m ride, depth int, alpha int32) int32 {
	other, floor := int(s.bike(&s.arena, s.seat^1)), math.MinInt32
	if alpha > math.MinInt32 {
		floor = int(alpha) + other + 1
	}
	s.solo.horizon = depth
	return int32(s.solo.after(s.seat, m, depth, floor) - other)
}

// remembered returns what the best line is worth, as value does, and puts it into the table.
func (b *Solo) remembered(s tron.Seat, depth, floor int) int {
	key, hint := b.arena.key()^aloneKeys[s], unheard
	if known := b.table.look(key); known.bound != 0 {
		hint = known.best
		if int(known.depth) == depth && (known.bound == exact || int(known.value) < floor) {
			return int(known.value)
		}
	}
	top, best := b.best(s, depth, floor, hint)
	if b.stop() {
		return top
	}
	found := entry{int32(top), uint8(depth), exact, best}
	if top < floor {
		found.bound = upper
	}
	b.table.store(key, found)
	return top
}

// gap returns how many steps the bikes are from each other; walls of the seats count as ground.
func (a *arena) gap() int { return int(a.steps(a.riders[0].at)[a.riders[1].at]) }

// steps returns how many steps each cell is from one, tron.MaxCells if it cannot be reached; walls of the seats count as ground.
func (a *arena) steps(from int16) *[tron.MaxCells]int16 {
	var steps [tron.MaxCells]int16
	for i := range steps {
		steps[i] = tron.MaxCells
	}
	steps[from] = 0
	todo := []int16{from}
	for i := 0; i < len(todo); i++ {
		here := todo[i]
		for _, step := range a.step {
			next := here + step
			if next >= 0 && int(next) < a.size && a.cells[next] != tron.AreaWall && steps[next] == tron.MaxCells {
				steps[next] = steps[here] + 1
				todo = append(todo, next)
			}
		}
	}
	return &steps
}

// clock has the points that a seat gains in the next cycles if nobody disturbs it.
type clock [deepest]int32

const (
	clockAhead = patience // cycles that are foretold
	clockDepth = 4        // cycles of the guesses
	clockShare = 16       // one in so many of the cycles of a decision may be spent on it
)

// foretell sets the clock of the other seat: its bike drives as the most probable model guesses, and the own bike stands
// still. A raid of the own bike takes cycles, and a lead that the other seat takes back in them is none. What it loses again
// is not foretold: nobody should count on that.
func (s *search) foretell(g *foresight) {
	a, enemy, limit := s.arena, s.seat.Other(), s.nodes+s.limit/clockShare
	stop := func() bool { return s.limit > 0 && s.nodes >= limit || s.spent() }
	s.solo.clock = new(clock)
	a.lead = 0 // so that nobody ends the game
	gained := int32(0)
	for i := 0; i < clockAhead && a.left > 0 && !a.riders[enemy].crashed; i++ {
		m, ok := g.likely(&a, clockDepth, stop)
		if !ok {
			return
		}
		a.drive(enemy, m)
		a.left--
		if lead := a.leadOf(enemy); lead > gained {
			s.solo.clock[i], gained = lead-gained, lead
		}
	}
}
