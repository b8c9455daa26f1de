package bot

import (
	"slices"

	"github.com/gridiron-games/gridiron/amazons"
)

// The endgame solver. Late in a game the board falls apart into regions: king-connected sets of squares that are not removed.
// Queens belong to the region that they are in, because a queen is a movable wall. A region with queens of one colour is private:
// all that matters about it is how many turns its owner can make there, its fill. Only contested regions need a search.

// Solution is the exact result of a position, margin included.
type Solution struct {
	// Value is the result for the seat to move: with best play it wins and can make Value-1 further turns alone when the opponent
	// is stuck, or, if Value is negative, it loses and the opponent can make -Value-1. Both play first for the win and then for
	// this margin; the loser's queens stay where they are.
	Value   int
	Best    []amazons.Move // all turns that reach Value, ascending
	Winning []amazons.Move // all turns that win, ascending
	Nodes   int            // positions searched
}

// Solve solves p exactly if that takes no more than the given number of positions, and reports whether it did.
func Solve(p amazons.Position, nodes int) (Solution, bool) {
	return solve(p, func(searched int) bool { return searched > nodes })
}

// solve solves p, unless stop, which gets the number of positions searched so far, returns true.
func solve(p amazons.Position, stop func(searched int) bool) (Solution, bool) {
	s := newSolver(stop, p.ArrowRange())
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		value := s.value(stateOf(s, p), -infinity, infinity)
		return Solution{Value: value, Nodes: s.nodes}, !s.spent
	}
	after := make([]state, len(moves))
	for i, m := range moves {
		after[i] = stateOf(s, p.Play(m))
	}
	// First the value, with a narrowing window; then all turns that reach it, with empty windows.
	solution := Solution{Value: -infinity}
	for _, i := range s.order(after) {
		v := -s.value(after[i], -infinity, -solution.Value)
		solution.Value = max(solution.Value, v)
	}
	for i, m := range moves {
		if -s.value(after[i], -solution.Value, -solution.Value+1) >= solution.Value {
			solution.Best = append(solution.Best, m)
		}
		if -s.value(after[i], -1, 0) > 0 {
			solution.Winning = append(solution.Winning, m)
		}
	}
	solution.Nodes = s.nodes
	return solution, !s.spent
}

const infinity = 200 // above every value

// state is a position with its private regions replaced by their fills, seen by the seat to move.
type state struct {
	mine, theirs, free amazons.Set // of the contested regions
	my, their          int         // turns left in private regions
}

type area struct{ queens, free amazons.Set }

type bounds struct {
	low, high int16
	best      state // the successor that was best, tried first next time
}

type solver struct {
	arrow amazons.Range
	stop  func(searched int) bool
	nodes int
	spent bool
	table map[state]bounds
	fills map[area]int
}

func newSolver(stop func(searched int) bool, arrow amazons.Range) *solver {
	return &solver{arrow: arrow, stop: stop, table: map[state]bounds{}, fills: map[area]int{}}
}

func (s *solver) visit() bool {
	s.nodes++
	s.spent = s.spent || s.stop(s.nodes)
	return !s.spent
}

func stateOf(s *solver, p amazons.Position) state {
	return s.settle(state{mine: p.Queens(p.Side()), theirs: p.Queens(p.Side().Other()), free: p.Free()})
}

// contestedFree returns the free squares of regions with queens of both colours.
func contestedFree(p amazons.Position) (free amazons.Set) {
	rest := p.Queens(amazons.Red).Or(p.Queens(amazons.Blue)).Or(p.Free())
	for reds := p.Queens(amazons.Red); !reds.Empty(); reds = reds.And(rest) {
		region := connected(amazons.SetOf(reds.First()), rest)
		rest = rest.Minus(region)
		if !region.And(p.Queens(amazons.Blue)).Empty() {
			free = free.Or(region.And(p.Free()))
		}
	}
	return free
}

// settle splits the contested part of a state into regions and turns those that have become private into fills.
func (s *solver) settle(st state) state {
	rest := st.mine.Or(st.theirs).Or(st.free)
	contested := amazons.Set{}
	for queens := st.mine.Or(st.theirs); !queens.Empty(); queens = queens.Minus(contested).And(rest) {
		region := connected(amazons.SetOf(queens.First()), rest)
		rest = rest.Minus(region)
		mine, theirs, free := st.mine.And(region), st.theirs.And(region), st.free.And(region)
		switch {
		case free.Empty():
		case theirs.Empty():
			st.my += s.fill(area{mine, free})
		case mine.Empty():
			st.their += s.fill(area{theirs, free})
		default:
			contested = contested.Or(region)
			continue
		}
	}
	st.mine, st.theirs, st.free = st.mine.And(contested), st.theirs.And(contested), st.free.And(contested)
	return st
}

// connected grows a set within another, king's step by king's step.
func connected(seed, within amazons.Set) amazons.Set {
	for {
		grown := seed.Or(seed.Neighbours().And(within))
		if grown == seed {
			return seed
		}
		seed = grown
	}
}

// fill returns the greatest number of turns that the queens of an area can make alone. Every turn uses up one square, so the free
// squares are an upper limit, which good play usually reaches.
func (s *solver) fill(a area) int {
	total := 0
	rest := a.queens.Or(a.free)
	for queens := a.queens; !queens.Empty(); {
		region := connected(amazons.SetOf(queens.First()), rest)
		queens = queens.Minus(region)
		part := area{a.queens.And(region), a.free.And(region)}
		if !part.free.Empty() {
			total += s.fillConnected(part)
		}
	}
	return total
}

func (s *solver) fillConnected(a area) int {
	most := a.free.Len()
	if most == 1 {
		return 1
	}
	if n, ok := s.fills[a]; ok {
		return n
	}
	best := 0
	for queens := a.queens; !queens.Empty() && best < most; queens = queens.Rest() {
		one := amazons.SetOf(queens.First())
		others := a.queens.Minus(one)
		// A king's step and a shot at the square just left keep most squares together, so near squares come first.
		near := one.Neighbours().And(a.free)
		far := amazons.Slide(one, a.free).Minus(near)
		for _, landings := range [...]amazons.Set{near, far} {
			for ; !landings.Empty() && best < most; landings = landings.Rest() {
				to := amazons.SetOf(landings.First())
				free := a.free.Or(one).Minus(to)
				targets := amazons.Slide(to, free).And(s.arrow.Within(landings.First()))
				for _, shots := range [...]amazons.Set{targets.And(one), targets.Minus(one)} {
					for ; !shots.Empty() && best < most; shots = shots.Rest() {
						if !s.visit() {
							return best
						}
						best = max(best, 1+s.fill(area{others.Or(to), free.Minus(amazons.SetOf(shots.First()))}))
					}
				}
			}
		}
	}
	s.fills[a] = best
	return best
}

// value is alpha-beta on Solution.Value: exact between alpha and beta, a bound outside of them.
func (s *solver) value(st state, alpha, beta int) int {
	if st.mine.Empty() && st.theirs.Empty() || st.free.Empty() {
		return score(st.my, st.their)
	}
	if !s.visit() {
		return alpha
	}
	// Every free square of a contested region is worth at most one turn.
	n := st.free.Len()
	high, low := score(st.my+n, st.their), score(st.my, st.their+n)
	known, ok := s.table[st]
	if ok {
		high, low = min(high, int(known.high)), max(low, int(known.low))
	}
	if high <= alpha || high == low {
		return high
	}
	if low >= beta {
		return low
	}
	lower, upper := max(alpha, low), min(beta, high)
	next := s.successors(st)
	if len(next) == 0 { // stuck: the opponent plays on alone, around our queens
		return -(1 + st.their + s.fill(area{st.theirs, st.free}))
	}
	if ok && !known.best.mine.Or(known.best.theirs).Empty() {
		if i := slices.Index(next, known.best); i > 0 {
			next[0], next[i] = next[i], next[0]
		}
	}
	top, bestNext := -infinity, state{}
	for _, after := range next {
		v := -s.value(after, -upper, -max(lower, top))
		if s.spent {
			return alpha
		}
		if v > top {
			top, bestNext = v, after
		}
		if top >= upper {
			break
		}
	}
	entry := bounds{low: int16(low), high: int16(high), best: bestNext}
	if top > lower {
		entry.low = int16(max(low, top))
	}
	if top < upper {
		entry.high = int16(min(high, top))
	}
	s.table[st] = entry
	return top
}

// score is the value when only private regions are left.
func score(my, their int) int {
	if my > their {
		return my - their
	}
	return my - their - 1
}

// successors returns the states after each turn, most promising first. All turns in private regions that do not waste a
// square are the same.
func (s *solver) successors(st state) []state {
	var list []state
	for queens := st.mine; !queens.Empty(); queens = queens.Rest() {
		one := amazons.SetOf(queens.First())
		for landings := amazons.Slide(one, st.free); !landings.Empty(); landings = landings.Rest() {
			to := amazons.SetOf(landings.First())
			free := st.free.Or(one).Minus(to)
			mine := st.mine.Minus(one).Or(to)
			for shots := amazons.Slide(to, free).And(s.arrow.Within(landings.First())); !shots.Empty(); shots = shots.Rest() {
				list = append(list, s.settle(state{
					mine: st.theirs, theirs: mine, free: free.Minus(amazons.SetOf(shots.First())),
					my: st.their, their: st.my,
				}))
			}
		}
	}
	if st.my > 0 {
		list = append(list, state{mine: st.theirs, theirs: st.mine, free: st.free, my: st.their, their: st.my - 1})
	}
	order := s.order(list)
	sorted := make([]state, 0, len(list))
	seen := make(map[state]bool, len(list))
	for _, i := range order {
		if !seen[list[i]] { // different turns often lead to the same state
			seen[list[i]] = true
			sorted = append(sorted, list[i])
		}
	}
	return sorted
}

// order returns the indices of states in which the opponent is to move; those that look worst for the opponent come first.
func (s *solver) order(list []state) []int {
	guess := make([]float64, len(list))
	order := make([]int, len(list))
	for i, st := range list {
		order[i] = i
		guess[i] = float64(st.my - st.their)
		if !st.free.Empty() {
			guess[i] += measureFor(st.mine, st.theirs, st.free, firstMove).t1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case guess[a] < guess[b]:
			return -1
		case guess[a] > guess[b]:
			return 1
		}
		return a - b
	})
	return order
}
