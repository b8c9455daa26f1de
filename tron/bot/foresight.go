package bot

import (
	"math"
	"math/bits"
	"slices"

	"github.com/gridiron-games/gridiron/tron"
)

// foresight guesses what the enemy's bike will do. It has models of the enemy: Solo with its own prices and Solo with the
// champion's, both with every taste, Fill, a bot that drives for territory, and one that drives at the other bike. Each has a
// chance, by how well it explains this game. Most bots drive like one of them as long as the bikes are apart.
type foresight struct {
	models [kinds]model
	solos  [asked]Solo
	seat   tron.Seat                            // of the enemy
	facing tron.Direction                       // of its bike at the decision
	cycle  int                                  // of the decision
	known  map[uint64]guessed                   // by key: the guesses of this decision
	ground ground                               // for the model that drives for territory
	steps  [tron.MaxCells]*[tron.MaxCells]int16 // for the one that drives at the bike: arena.steps from cells that it was in
}

// model is a way in which the enemy may drive, and how well that fitted.
type model struct {
	belief int32  // evidence for the model and, negative, against it
	fit    int32  // 0 for the best model; -n for one that is 2^n times less probable by what it foresaw
	choice choice // foreseen at the root, not compared yet
}

// choice has a bit for each ride among which a model chooses at random. It is 0 if it was not asked.
type choice uint8

// The bots that are asked. A search of the first two stands for ten models: careful ones and then bold ones, which do not avoid
// cells where the bikes could meet, one of each taste.
const (
	likeSolo = iota
	likeRaider
	likeFill
	likeTerritory
	likeChaser
	asked

	searched   = 2 * int(tastes)     // models of a search
	ofSearches = likeFill * searched // those of both; where the models of the other bots that are asked begin
	kinds      = ofSearches + asked - likeFill
)

// span returns where the models of a bot that is asked begin and end.
func span(i int) (from, to int) {
	if i < likeFill {
		return i * searched, (i + 1) * searched
	}
	return ofSearches + i - likeFill, ofSearches + i - likeFill + 1
}

// beside returns, for each model, another one: a turn that both foresaw says less.
func beside(i int) int {
	switch {
	case i < searched:
		return i + searched
	case i < ofSearches:
		return i - searched
	}
	return 0
}

// rareness are halvings of the chances of models, before they have foreseen anything. TRIALS.md says how they were chosen.
var rareness = func() (list [kinds]int32) {
	for i := range ofSearches {
		if i >= int(tastes) {
			list[i]++
		}
		if i%int(tastes) != int(comfort) {
			list[i] += 2
		}
	}
	for _, i := range []int{likeTerritory, likeChaser} {
		from, _ := span(i)
		list[from] = 1
	}
	return list
}()

// guessed are guesses that looked some cycles ahead.
type guessed struct {
	choices [kinds]choice
	cycles  int8
}

// shares are the chances of the models, in 1024ths, if one of them is right.
type shares [kinds]int32

const whole = 1024

const (
	foreseen     = 5   // cycles of a line in which the enemy drives as guessed
	guessFarther = 2   // cycles that the enemy is supposed to look ahead of what is left of the search
	guessDepth   = 12  // cycles that it looks ahead at most
	untrusted    = 6   // cycles of the search with which guesses become no deeper as long as they are not trusted
	doubted      = 3   // the same for the model that is believed less
	mostBelief   = 400 // so that a bot that changes its ways is noticed
	noTrust      = 30  // belief up to which guesses are not trusted
	fullTrust    = 150 // belief with which they have the usual trust
	usualTrust   = 84  // percent
	sure         = 360 // belief with which they are trusted most
	mostTrusted  = 97  // percent
	rare         = 40  // so much more evidence Solo with the champion's prices needs, since few bots are like it
)

// Evidence for a model, or against it, in hundredths: about the logarithm of how much more probable it is if the enemy drives
// like the model than if not. Nearly every bot drives straight on most of the time, and where both models turn, others do, too.
const (
	straightRight, straightWrong = 5, -40
	turnRight, turnWrong         = 60, -200
	bothRight                    = 30 // a turn that another model foresaw, too
)

// Powers of two by which a model is less probable than the one that explains the game best.
const (
	wrongHalvings = 3  // after one wrong guess that the other one had right
	mostHalvings  = 4  // of a model that may be right
	worstFit      = 14 // so that a bot that changes its ways is noticed
)

// watch compares the last guesses with what the enemy did.
func (g *foresight) watch(w *tron.View) {
	way := choice(0) // the ride that it took
	if g.seat == w.Seat.Other() && g.cycle+1 == w.Position.Cycle() {
		for m := range ride(3) {
			if r := (rider{direction: g.facing}); r.way(m) == w.Position.Bike(g.seat).Direction {
				way = 1 << m
			}
		}
	}
	best := int32(math.MinInt32)
	for i := range g.models {
		m := &g.models[i]
		if m.choice != 0 && way != 0 {
			right, turns, equals := m.choice&way != 0, m.choice&1 == 0, bits.OnesCount8(uint8(m.choice))
			change := int32(0)
			switch {
			case turns && !right:
				change = turnWrong
			case !right:
				change = straightWrong
			case equals > 1: // it would have been right by chance
			case turns && g.models[beside(i)].choice == m.choice:
				change = bothRight
			case turns:
				change = turnRight
			default:
				change = straightRight
			}
			m.belief = max(-mostBelief, min(m.belief+change, mostBelief))
			if right {
				m.fit -= int32(equals - 1) // half as probable if it chose between two
			} else {
				m.fit -= wrongHalvings
			}
		}
		best = max(best, m.fit)
	}
	for i := range g.models {
		m := &g.models[i]
		m.fit = max(m.fit-best, -worstFit)
		m.choice = 0
	}
}

// shares returns the chances of the models, by how well they explain this game. A model that hardly can be right has none.
func (g *foresight) shares() (s shares) {
	sum := int32(0)
	for i := range g.models {
		if halvings := rareness[i] - g.models[i].fit; halvings <= mostHalvings {
			s[i] = whole >> halvings
			sum += s[i]
		}
	}
	for i := range s {
		s[i] = s[i] * whole / sum
	}
	return s
}

// begin prepares for a decision against a seat; prices are the champion's for the position.
func (g *foresight) begin(enemy tron.Seat, cycle int, prices *appraiser) {
	g.seat, g.cycle = enemy, cycle
	if g.known == nil {
		g.known = map[uint64]guessed{}
	}
	clear(g.known)
	g.solos[likeSolo].prices, g.solos[likeRaider].prices, g.solos[likeRaider].raids = &usual, &usual, prices
}

// Worth of a wall to a territorial bot, in cells of territory.
const (
	territoryWall    = 15 // of the other seat
	territoryBarrier = 30 // of its own
)

// territorial returns the rides of the enemy that leave it the most territory, and the other bike the least, which counts twice.
func (g *foresight) territorial(a *arena, dst *[3]ride) []ride {
	g.ground.share(a)
	best, top, r := dst[:0], math.MinInt, &a.riders[g.seat]
	var list [3]ride
	for _, m := range a.rides(g.seat, &list) {
		to := r.at + a.step[r.way(m)]
		if a.cells[to] == tron.AreaWall { // it wins
			return append(dst[:0], m)
		}
		cells := g.ground.territoryAfter(g.seat, int(to))
		value := cells[g.seat] - 2*cells[g.seat.Other()]
		switch a.cells[to] {
		case tron.Wall(g.seat):
			value -= territoryBarrier
		case tron.Wall(g.seat.Other()):
			value += territoryWall
		}
		best, top = among(best, m, value, top)
	}
	return best
}

// breaking is what a wall that costs a point or a health counts, in steps, to a bot that drives at the other bike: more than any
// way is long.
const breaking = tron.MaxCells

// chasing returns the rides of the enemy that bring it nearest to the other bike.
func (g *foresight) chasing(a *arena, dst *[3]ride) []ride {
	best, top, r := dst[:0], math.MinInt, &a.riders[g.seat]
	prey := a.riders[g.seat.Other()].at
	if g.steps[prey] == nil {
		g.steps[prey] = a.steps(prey)
	}
	var list [3]ride
	for _, m := range a.rides(g.seat, &list) {
		to := r.at + a.step[r.way(m)]
		cell := a.cells[to]
		if cell == tron.AreaWall { // it wins
			return append(dst[:0], m)
		}
		value := -int(g.steps[prey][to])
		if cell == tron.Wall(g.seat) || cell != tron.Empty && r.remaining <= 1 && m&rideBreaker == 0 {
			value -= breaking
		}
		best, top = among(best, m, value, top)
	}
	return best
}

// expect makes the guesses that watch compares, with depth cycles left to search.
func (g *foresight) expect(a *arena, depth int, stop func() bool) {
	var list [3]ride
	if len(a.rides(g.seat, &list)) < 2 {
		return
	}
	share := g.shares()
	g.facing = a.riders[g.seat].direction
	for i := range asked {
		from, to := span(i)
		limit := doubted
		switch some := share.some(i); {
		case some && g.trust() > 0:
			limit = depth
		case some:
			limit = untrusted
		}
		if depth > limit && g.models[from].choice != 0 {
			continue // it has looked as far as it may
		}
		var choices [kinds]choice
		g.ask(a, i, farther(a, min(depth, limit)), stop, &choices)
		if stop() {
			return
		}
		for k := from; k < to; k++ {
			g.models[k].choice = choices[k]
		}
	}
}

// some reports whether a model of a bot that is asked has a share.
func (s *shares) some(i int) bool {
	from, to := span(i)
	return slices.Max(s[from:to]) > 0
}

// ask fills in the guesses of the models of a bot, as if the other bike stood still where it is now. They mean nothing if it was
// stopped.
func (g *foresight) ask(a *arena, i, cycles int, stop func() bool, choices *[kinds]choice) {
	solo := &g.solos[i]
	solo.arena, solo.stop = a, stop
	var list, boldList [3]ride
	from, to := span(i)
	switch i {
	case likeFill:
		choices[from] = oneOf(solo.fill(g.seat, &list))
	case likeTerritory:
		choices[from] = oneOf(g.territorial(a, &list))
	case likeChaser:
		choices[from] = oneOf(g.chasing(a, &list))
	default:
		careful, bold := solo.choices(g.seat, cycles, &list, &boldList)
		middle := from + int(tastes)
		same := slices.Equal(careful, bold)
		g.taste(solo, careful, choices[from:middle])
		if same {
			copy(choices[middle:to], choices[from:middle])
		} else {
			g.taste(solo, bold, choices[middle:to])
		}
	}
}

// taste fills in the guesses of the models that choose among rides which are worth the same to them.
func (g *foresight) taste(solo *Solo, rides []ride, choices []choice) {
	for i := len(choices) - 1; i >= 0; i-- { // comfort is the last: it changes the list
		choices[i] = oneOf(solo.tasted(g.seat, rides, taste(i)))
	}
}

// oneOf is the choice between some rides.
func oneOf(rides []ride) (c choice) {
	for _, m := range rides {
		c |= 1 << (m & 3)
	}
	return c
}

// guesses asks each model that has a share, with depth cycles left to search. They are not whole, and mean nothing, if it was
// stopped.
func (g *foresight) guesses(a *arena, depth int, share *shares, stop func() bool) (list [kinds]choice, whole bool) {
	key, cycles := a.key(), farther(a, depth)
	known := g.known[key]
	if int(known.cycles) != cycles {
		known = guessed{cycles: int8(cycles)}
	}
	changed := false
	for i := range asked {
		if from, _ := span(i); !share.some(i) || known.choices[from] != 0 {
			continue
		}
		g.ask(a, i, cycles, stop, &known.choices)
		if stop() {
			return known.choices, false
		}
		changed = true
	}
	if changed {
		g.known[key] = known
	}
	return known.choices, true
}

// reply is a ride that the enemy may take.
type reply struct {
	ride   ride
	chance int32  // in 1024ths
	share  shares // of the models that would take it
}

// replies returns the rides that the enemy takes if the models have the given shares, the most probable first. There are none if
// it was stopped.
func (g *foresight) replies(a *arena, depth int, share shares, stop func() bool) (list [3]reply, n int) {
	var dst [3]ride
	rides := a.rides(g.seat, &dst)
	if len(rides) == 1 {
		list[0] = reply{rides[0], whole, share}
		return list, 1
	}
	all, ok := g.guesses(a, depth, &share, stop)
	if !ok {
		return list, 0
	}
	for _, m := range rides {
		r := reply{ride: m}
		for i, c := range share {
			if all[i]>>(m&3)&1 != 0 {
				r.share[i] = c / int32(bits.OnesCount8(uint8(all[i])))
				r.chance += r.share[i]
			}
		}
		if r.chance == 0 {
			continue
		}
		for i := range r.share {
			r.share[i] = r.share[i] * whole / r.chance
		}
		k := n
		for ; k > 0 && r.chance > list[k-1].chance; k-- {
			list[k] = list[k-1]
		}
		list[k] = r
		n++
	}
	return list, n
}

// likely returns a ride that the most probable model takes; ok is false if it was stopped.
func (g *foresight) likely(a *arena, depth int, stop func() bool) (m ride, ok bool) {
	share := g.shares()
	best := slices.Index(share[:], slices.Max(share[:]))
	share = shares{}
	share[best] = whole
	replies, n := g.replies(a, depth, share, stop)
	return replies[0].ride, n > 0
}

// farther returns how many cycles a guess looks ahead.
func farther(a *arena, depth int) int { return min(depth+guessFarther, guessDepth, int(a.left)) }

func never() bool { return false }

// trust returns how far the guesses can be relied on, in percent. Bots that are guessed badly, such as the champion itself, take
// advantage of one that relies on it. Nor is a chaser relied on, whatever the evidence: it is a model so that the champion does
// not meet such a bot head-on where another model would give way.
func (g *foresight) trust() int32 {
	belief, share := int32(-mostBelief), g.shares()
	chaser, _ := span(likeChaser)
	for i := range chaser {
		if share[i] == 0 { // it may have been right often, but others explain the game much better
			continue
		}
		b := g.models[i].belief
		if i >= searched && i < ofSearches {
			b -= rare
		}
		belief = max(belief, b)
	}
	if belief > fullTrust {
		return min(usualTrust+(mostTrusted-usualTrust)*(belief-fullTrust)/(sure-fullTrust), mostTrusted)
	}
	return max(0, usualTrust*(belief-noTrust)/(fullTrust-noTrust))
}
