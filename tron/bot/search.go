package bot

import (
	"math"

	"github.com/gridiron-games/gridiron/tron"
)

// search looks at the commands of both seats by the exact rules, cycle by cycle, deeper and deeper. A cycle is two plies: the own
// ride, then the enemy's, as if it had seen it. That is a little pessimistic, but what is safe in it is safe. A line of rides
// that the enemy probably takes is looked at, too, and counts with its chance.
type search struct {
	arena
	appraiser
	table   *table
	seat    tron.Seat
	stop    func() bool
	limit   int // cycles that may be looked at; 0: as many as there is time for
	nodes   int // cycles looked at
	done    bool
	top     int32                                    // the value of the best ride in the deepest search
	guess   *foresight                               // what the enemy probably does; nil: nobody knows
	trust   int32                                    // percent: the chance of each guess
	distant bool                                     // the bikes are far apart: only own lines are searched
	solo    Solo                                     // searches own lines
	history [2][tron.MaxCells][tron.Directions]int32 // by seat, cell and direction: squared depths of the loops that it ended
}

// Bounds of a search. A value beyond won is that of a game that is over.
const (
	won     = 1_000_000
	likely  = 2500 // a win that only the foreseen rides allow, and, negative, a loss that they prevent
	oneStep = 1000 // more for a win that comes a cycle earlier, or a loss that comes a cycle later
	deepest = 60   // cycles
	unheard = ride(255)
	glance  = 256 // cycles between looks at the clock
)

// begin prepares for a position.
func (s *search) begin(p *tron.Position, seat tron.Seat) {
	s.arena.load(p)
	s.survey(&s.arena)
	s.seat, s.nodes, s.done = seat, 0, false
	if s.distant = s.gap() >= farApart; s.distant {
		s.prepare()
	}
	for i := range s.history {
		for j := range s.history[i] {
			for k := range s.history[i][j] {
				s.history[i][j][k] /= 8 // what was good in the last cycle is a hint still
			}
		}
	}
}

// deepen searches the rides of the root one cycle deeper at a time, until it is stopped, and returns the best. The rides are put
// into order: the best of one depth is the first to be looked at in the next.
func (s *search) deepen(rides []ride) (best ride, depth int) {
	best = rides[0]
	var share shares
	if s.guess != nil {
		share = s.guess.shares()
	}
	for depth = 1; depth <= min(deepest, int(s.left)); depth++ {
		top, found := int32(math.MinInt32), best
		if s.guess != nil && depth <= guessDepth-guessFarther {
			s.guess.expect(&s.arena, depth, s.spent)
		}
		for i, m := range rides {
			value := s.hope(m, depth, 0, share, top)
			if s.done {
				break
			}
			if value > top {
				top, found = value, m
				copy(rides[1:i+1], rides[:i])
				rides[0] = m
			}
		}
		// What the deepest search has found so far is better than the result of the one before, unless it is a loss: the enemy
		// may not see it.
		if top > -won {
			best = found
		}
		if top > math.MinInt32 {
			s.top = top
		}
		if s.done || top >= won || top <= -won {
			break
		}
	}
	return best, depth
}

// hope returns the value of an own ride in the given cycle of the search, the exact one if it is above alpha: the mean of what it
// is worth if the enemy drives as foreseen, for which the chance is trust, and if it answers best. Where the models of the enemy
// foresee several rides, the first of the two is a mean, too.
func (s *search) hope(m ride, depth, cycle int, share shares, alpha int32) int32 {
	if s.distant {
		return s.alone(m, depth, alpha)
	}
	if cycle >= foreseen || s.trust == 0 {
		return s.answer(m, depth, alpha, math.MaxInt32)
	}
	if s.spent() {
		return 0
	}
	replies, n := s.guess.replies(&s.arena, depth, share, s.spent)
	if n == 0 {
		return 0
	}
	chances := int64(0)
	for _, r := range replies[:n] {
		chances += int64(r.chance)
	}
	unit, open := 100*chances, int64(s.trust)*chances // weights: of everything, and of the replies that were not searched yet
	others := unit - open                             // and of the best answer
	sum, low := int64(0), int64(likely)               // low is the worst so far, and the best answer is not better
	cut := n > 1 && alpha >= -likely && alpha < likely
	for _, r := range replies[:n] {
		weight := int64(s.trust) * int64(r.chance)
		open -= weight
		floor := int64(alpha)
		if cut { // where the mean is alpha if the replies to come are worth the most
			missing := int64(alpha)*unit - sum - open*likely
			if floor = missing/(weight+others) - 1; floor > low {
				floor = max(low, (missing-others*low)/weight-1)
			}
		}
		var both [2]ride
		both[s.seat], both[s.seat^1] = m, r.ride
		before := s.play(both)
		soon := s.sooner(&before, depth)
		floor = max(floor, math.MinInt32)
		value := added(s.hopeful(depth-1, cycle+1, r.share, added(int32(floor), -soon)), soon)
		s.takeBack(&before)
		if s.done || n == 1 && value <= alpha {
			return value // the best answer is worth no more to the seat
		}
		good := int64(max(-likely, min(value, likely)))
		if cut && good <= floor {
			return alpha
		}
		sum += weight * good
		low = min(low, good)
	}
	high := int32(sum / (unit - others))
	floor := alpha
	if high > max(alpha, -likely) {
		floor = int32(max((int64(max(alpha, -won))*unit-sum)/others-1, -10*won)) // where the mean is alpha
	}
	worst := s.answer(m, depth, floor, math.MaxInt32)
	if bad := max(worst, -likely); bad < high {
		return int32((sum + others*int64(bad)) / unit)
	}
	return worst
}

// sooner returns what is added to the points of the seat because of the walls that were broken in a cycle.
func (s *search) sooner(m *saved, depth int) int32 {
	if s.over {
		return 0
	}
	enemy := s.seat.Other()
	return s.soon(s.seat, m.toCell[s.seat], depth) - s.soon(enemy, m.toCell[enemy], depth)
}

// added adds some points to a value, or to a bound of it, unless that is of a game that is over.
func added(value, points int32) int32 {
	if value <= -won || value >= won {
		return value
	}
	return value + points
}

// hopeful returns the value of the position for the seat when it moves next and the enemy has driven as foreseen: the exact one
// if it is above alpha.
func (s *search) hopeful(depth, cycle int, share shares, alpha int32) int32 {
	if s.over || depth == 0 || cycle >= foreseen {
		return s.own(depth, alpha, math.MaxInt32)
	}
	hint := unheard
	if known := s.table.look(s.key() ^ uint64(s.seat)); known.bound != 0 {
		hint = known.best
	}
	var list [3]ride
	top := int32(math.MinInt32)
	for _, m := range s.ordered(s.seat, hint, &list) {
		top = max(top, s.hope(m, depth, cycle, share, max(alpha, top)))
		if s.done {
			return 0
		}
	}
	return top
}

// spent counts a cycle and reports whether the search has to end.
func (s *search) spent() bool {
	if s.done || s.limit > 0 && s.nodes >= s.limit || s.nodes%glance == 0 && s.stop() {
		s.done = true
		return true
	}
	s.nodes++
	return false
}

// own returns the value of the position for the seat when it moves next: the exact one if it is between alpha and beta.
func (s *search) own(depth int, alpha, beta int32) int32 {
	if s.over {
		return s.ended(depth)
	}
	if depth == 0 {
		return s.appraise(&s.arena, s.seat)
	}
	key, hint := uint64(0), unheard
	if depth > 1 { // the last cycle is searched again in less time than it is looked up
		key = s.key() ^ uint64(s.seat)
		if known := s.table.look(key); known.bound != 0 {
			hint = known.best
			if int(known.depth) == depth && (known.bound == exact || known.bound == lower && known.value >= beta ||
				known.bound == upper && known.value <= alpha) {
				return known.value
			}
		}
	}
	var list [3]ride
	rides := s.ordered(s.seat, hint, &list)
	top, best, floor := int32(math.MinInt32), rides[0], alpha
	for _, m := range rides {
		value := s.answer(m, depth, alpha, beta)
		if s.done {
			return 0
		}
		if value > top {
			top, best = value, m
		}
		if alpha = max(alpha, value); alpha >= beta {
			s.credit(s.seat, m, depth)
			break
		}
	}
	if depth > 1 {
		s.table.store(key, entry{top, uint8(depth), bound(top, floor, beta), best})
	}
	return top
}

func bound(v, alpha, beta int32) uint8 {
	switch {
	case v <= alpha:
		return upper
	case v >= beta:
		return lower
	}
	return exact
}

// answer returns the value of an own ride when the enemy answers best.
func (s *search) answer(m ride, depth int, alpha, beta int32) int32 {
	enemy := s.seat.Other()
	var list [3]ride
	worst := int32(math.MaxInt32)
	for _, reply := range s.ordered(enemy, unheard, &list) {
		if s.spent() {
			return 0
		}
		var both [2]ride
		both[s.seat], both[enemy] = m, reply
		before := s.play(both)
		soon := s.sooner(&before, depth)
		value := added(s.own(depth-1, added(alpha, -soon), added(beta, -soon)), soon)
		s.takeBack(&before)
		worst = min(worst, value)
		if beta = min(beta, value); alpha >= beta {
			s.credit(enemy, reply, depth)
			break
		}
	}
	return worst
}

// credit remembers that a ride was good enough to end a loop.
func (s *search) credit(seat tron.Seat, m ride, depth int) {
	r := &s.riders[seat]
	s.history[seat][r.at][r.way(m)] += int32(depth * depth)
}

// ordered returns the rides of a seat, the promising first: the hint, then by history, walls of its own last.
func (s *search) ordered(seat tron.Seat, hint ride, list *[3]ride) []ride {
	rides := s.rides(seat, list)
	r := &s.riders[seat]
	var rank [3]int32
	for i, m := range rides {
		way := r.way(m)
		rank[i] = s.history[seat][r.at][way]
		if s.cells[r.at+s.step[way]] == tron.Wall(seat) {
			rank[i] -= 1000
		}
		if m == hint {
			rank[i] = math.MaxInt32
		}
		for k := i; k > 0 && rank[k] > rank[k-1]; k-- {
			rank[k], rank[k-1] = rank[k-1], rank[k]
			rides[k], rides[k-1] = rides[k-1], rides[k]
		}
	}
	return rides
}

// ended returns the value of a game that is over with depth cycles left to search: an early win is better than a late one, and a
// late loss better than an early one.
func (s *search) ended(depth int) int32 {
	lead := s.points(&s.arena, s.seat)
	switch {
	case lead > 0:
		return won + oneStep*int32(depth) + lead/point
	case lead < 0:
		return -won - oneStep*int32(depth) + lead/point
	}
	return -worth.draw
}
