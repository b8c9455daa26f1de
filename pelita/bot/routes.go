package bot

// routes are the orders in which a team's bots eat the remaining pellets: every pellet is on one of the two. They are improved by
// local search and kept from move to move.
type routes struct {
	g      *ground
	stops  [2][]cell // by bot of the team
	from   [2]cell
	length [2]int
	chance dice
	left   []bool    // memory of update, by cell
	was    [2][]cell // memory of shake
}

// Price of a step of both routes together; a step of the longer one costs routeScale, because the team is done when both are.
const (
	routeScale = 8
	routeSum   = 3
)

func (r *routes) cost() int {
	return routeScale*max(r.length[0], r.length[1]) + routeSum*(r.length[0]+r.length[1])
}

// update sets the cells of the bots and the remaining pellets, and improves the routes with a number of tries.
func (r *routes) update(at [2]cell, food []cell, tries int) {
	if r.left == nil {
		r.left = make([]bool, len(r.g.cells))
	}
	left := r.left
	for _, f := range food {
		left[f] = true
	}
	for k := range r.stops {
		kept := r.stops[k][:0]
		for _, f := range r.stops[k] {
			if left[f] {
				kept = append(kept, f)
				left[f] = false
			}
		}
		r.stops[k] = kept
	}
	r.from = at
	r.measure()
	for _, f := range food { // in the order of the list, so that the same seed is the same route
		if left[f] {
			r.insert(f)
			left[f] = false
		}
	}
	r.improve()
	for range tries {
		r.shake()
	}
}

func (r *routes) measure() {
	for k, stops := range r.stops {
		r.length[k] = 0
		at := r.from[k]
		for _, f := range stops {
			r.length[k] += r.steps(at, f)
			at = f
		}
	}
}

// steps returns the way between two cells; none is the end of a route.
func (r *routes) steps(a, b cell) int {
	if b == none {
		return 0
	}
	return int(r.g.row(b)[a])
}

// around returns the cells before and behind place i of route k, none behind its end.
func (r *routes) around(k, i int) (before, behind cell) {
	before, behind = r.from[k], none
	if i > 0 {
		before = r.stops[k][i-1]
	}
	if i < len(r.stops[k]) {
		behind = r.stops[k][i]
	}
	return before, behind
}

// detour returns how much longer route k gets by a stop at f before place i.
func (r *routes) detour(f cell, k, i int) int {
	before, behind := r.around(k, i)
	return r.steps(before, f) + r.steps(f, behind) - r.steps(before, behind)
}

// price returns the cost with other lengths.
func price(a, b int) int { return routeScale*max(a, b) + routeSum*(a+b) }

// insert puts a pellet where it costs least.
func (r *routes) insert(f cell) {
	bestRoute, bestPlace, bestMore, least := 0, 0, 0, -1
	for k := range r.stops {
		for i := range len(r.stops[k]) + 1 {
			more := r.detour(f, k, i)
			if cost := price(r.length[k]+more, r.length[1-k]); least < 0 || cost < least {
				bestRoute, bestPlace, bestMore, least = k, i, more, cost
			}
		}
	}
	r.put(f, bestRoute, bestPlace, bestMore)
}

func (r *routes) put(f cell, k, i, more int) {
	s := append(r.stops[k], 0)
	copy(s[i+1:], s[i:])
	s[i] = f
	r.stops[k] = s
	r.length[k] += more
}

func (r *routes) remove(k, i int) (f cell) {
	s := r.stops[k]
	f = s[i]
	before, _ := r.around(k, i)
	_, behind := r.around(k, i+1)
	r.length[k] -= r.steps(before, f) + r.steps(f, behind) - r.steps(before, behind)
	copy(s[i:], s[i+1:])
	r.stops[k] = s[:len(s)-1]
	return f
}

// improve moves single pellets and turns parts of routes round while that helps.
func (r *routes) improve() {
	for better := true; better; {
		better = false
		for k := range r.stops {
			for i := 0; i < len(r.stops[k]); i++ {
				before := r.cost()
				f := r.remove(k, i)
				r.insert(f)
				better = better || r.cost() < before
			}
			better = r.turn(k) || better
		}
		better = r.cross() || better
	}
}

// turn turns parts of route k round.
func (r *routes) turn(k int) (better bool) {
	s := r.stops[k]
	for i := 0; i+1 < len(s); i++ {
		for j := i + 1; j < len(s); j++ {
			before, _ := r.around(k, i)
			_, behind := r.around(k, j+1)
			more := r.steps(before, s[j]) + r.steps(s[i], behind) - r.steps(before, s[i]) - r.steps(s[j], behind)
			if more < 0 {
				for a, b := i, j; a < b; a, b = a+1, b-1 {
					s[a], s[b] = s[b], s[a]
				}
				r.length[k] += more
				better = true
			}
		}
	}
	return better
}

// cross swaps the ends of both routes if that helps.
func (r *routes) cross() (better bool) {
	rest := [2]int{r.length[0], r.length[1]} // from place i of route 0, j of route 1
	done := [2]int{}
	for i := 0; i <= len(r.stops[0]); i++ {
		a, c := r.around(0, i)
		restA := rest[0] - done[0] - r.steps(a, c)
		done[1] = 0
		for j := 0; j <= len(r.stops[1]); j++ {
			b, d := r.around(1, j)
			restB := rest[1] - done[1] - r.steps(b, d)
			one := done[0] + r.steps(a, d) + max(0, restB)
			two := done[1] + r.steps(b, c) + max(0, restA)
			if price(one, two) < r.cost() {
				tail := append([]cell(nil), r.stops[0][i:]...)
				r.stops[0] = append(r.stops[0][:i], r.stops[1][j:]...)
				r.stops[1] = append(r.stops[1][:j], tail...)
				r.measure()
				return true
			}
			done[1] += r.steps(b, d)
		}
		done[0] += r.steps(a, c)
	}
	return false
}

// shake moves four pellets to random places, improves the routes, and undoes all that if the routes got worse.
func (r *routes) shake() {
	total := len(r.stops[0]) + len(r.stops[1])
	if total < 4 {
		return
	}
	for k := range r.was {
		r.was[k] = append(r.was[k][:0], r.stops[k]...)
	}
	length, cost := r.length, r.cost()
	var out [4]cell
	first := r.chance.below(total)
	for n := range out {
		i := first
		if n%2 == 1 {
			i = r.chance.below(total - n)
		}
		i %= total - n
		if k := i - len(r.stops[0]); k >= 0 {
			out[n] = r.remove(1, k)
		} else {
			out[n] = r.remove(0, i)
		}
	}
	for _, f := range out {
		k := r.chance.below(2)
		i := r.chance.below(len(r.stops[k]) + 1)
		r.put(f, k, i, r.detour(f, k, i))
	}
	r.improve()
	if r.cost() > cost {
		r.stops, r.was, r.length = r.was, r.stops, length
	}
}
