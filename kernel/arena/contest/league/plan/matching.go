package plan

import (
	"math"
	"slices"
)

// pool holds the teams to be paired in a round of swiss, the best first.
type pool struct {
	teams  []int
	points func(team int) float64
	met    func(a, b int) int
	bye    func(team int) bool // whether it had one
}

// swissRound pairs all teams, one of which has a bye if their number is odd; bye is -1 if not.
//
// It goes from the top of the table down, as people do: each team gets the opponent that the rules prefer among those that leave
// the others pairable with as few repeated matches as are possible at all. A maximum matching in the graph of the teams that have
// not met (J. Edmonds, Paths, trees, and flowers, 1965) shows whether an opponent does, so that no pairing is ever taken back.
func swissRound(p *pool) (list [][2]int, bye int) {
	g := newGraph(len(p.teams), func(a, b int) bool { return p.met(p.teams[a], p.teams[b]) == 0 })
	g.match()
	field := make([]int, len(p.teams)) // vertices, which are places in the table
	for i := range field {
		field[i] = i
	}
	bye = -1
	if len(field)%2 == 1 {
		at := p.chooseBye(g)
		bye = p.teams[at]
		g.remove(at)
		field = slices.Delete(field, at, at+1)
	}
	repeats := g.free() / 2
	for len(field) > 0 {
		for _, at := range p.preferences(field) {
			a, b := field[0], field[at]
			again := btoi(!g.edge[a][b])
			before := g.mates()
			g.remove(a, b)
			if g.free()/2 <= repeats-again {
				list = append(list, [2]int{p.teams[a], p.teams[b]})
				field = slices.Concat(field[1:at], field[at+1:])
				repeats -= again
				break
			}
			g.restore(before, a, b)
		}
	}
	return list, bye
}

// chooseBye returns the index of the team that gets the bye: among those that have had none, or else among all, the lowest of
// those whose absence forces the fewest repeated matches.
func (p *pool) chooseBye(g *graph) int {
	best, least, had := -1, math.MaxInt, true
	for at := len(p.teams) - 1; at >= 0; at-- {
		again := p.bye(p.teams[at])
		if again && !had {
			continue
		}
		before := g.mates()
		g.remove(at)
		repeats := g.free() / 2
		g.restore(before, at)
		if repeats < least || had && !again {
			best, least, had = at, repeats, again
		}
		if least == 0 && !had {
			break
		}
	}
	return best
}

// preferences returns the indices in field of the opponents of its first team, the best first: those it has met least often, then
// those with the nearest points. Among teams with as many points as itself it meets the first of the lower half, then the ones
// nearest to that, so that the best of a group meet late; below its group it meets the best.
func (p *pool) preferences(field []int) []int {
	team := p.teams[field[0]]
	own := p.points(team)
	group := 1
	for group < len(field) && p.points(p.teams[field[group]]) == own {
		group++
	}
	cost := make([][3]float64, len(field))
	list := make([]int, 0, len(field)-1)
	for at := 1; at < len(field); at++ {
		far := float64(at)
		if at < group {
			far = math.Abs(float64(at-group/2)) - float64(0.25*float64(btoi(at > group/2))) // of two equally far, the lower
		}
		other := p.teams[field[at]]
		cost[at] = [3]float64{float64(p.met(team, other)), own - p.points(other), far}
		list = append(list, at)
	}
	slices.SortStableFunc(list, func(a, b int) int { return slices.Compare(cost[a][:], cost[b][:]) })
	return list
}

// graph is a graph with a maximum matching, by Edmonds' algorithm: from each free vertex an alternating tree grows until it meets
// another free one; odd circles are shrunk into their base.
type graph struct {
	edge   [][]bool
	gone   []bool // removed
	mate   []int  // -1 is free
	parent []int  // in the tree, of the vertices at an odd distance
	base   []int  // of the circle that a vertex was shrunk into
	even   []bool
	queue  []int
}

func newGraph(n int, edge func(a, b int) bool) *graph {
	g := &graph{
		edge: make([][]bool, n), gone: make([]bool, n), mate: make([]int, n),
		parent: make([]int, n), base: make([]int, n), even: make([]bool, n),
	}
	for a := range n {
		g.mate[a] = -1
		g.edge[a] = make([]bool, n)
		for b := range n {
			g.edge[a][b] = a != b && edge(a, b)
		}
	}
	return g
}

// match makes the matching a maximum one.
func (g *graph) match() {
	for a := range g.mate { // first a greedy matching: then few searches are left
		for b := 0; b < len(g.mate) && g.mate[a] < 0 && !g.gone[a]; b++ {
			if g.mate[b] < 0 && g.edge[a][b] && !g.gone[b] {
				g.mate[a], g.mate[b] = b, a
			}
		}
	}
	for root := range g.mate {
		if g.mate[root] < 0 && !g.gone[root] {
			g.flip(g.search(root))
		}
	}
}

// free returns the number of vertices without a mate.
func (g *graph) free() (n int) {
	for v, mate := range g.mate {
		n += btoi(mate < 0 && !g.gone[v])
	}
	return n
}

// remove takes vertices out of the graph.
func (g *graph) remove(vertices ...int) {
	for _, v := range vertices {
		if g.mate[v] >= 0 {
			g.mate[g.mate[v]] = -1
		}
		g.mate[v], g.gone[v] = -1, true
	}
	g.match()
}

func (g *graph) mates() []int { return slices.Clone(g.mate) }

// restore puts removed vertices back, with the matching from before their removal.
func (g *graph) restore(mates []int, vertices ...int) {
	for _, v := range vertices {
		g.gone[v] = false
	}
	g.mate = mates
}

// flip exchanges what is matched and what is not along the path from a free vertex to the root; -1: there is no path.
func (g *graph) flip(end int) {
	for end >= 0 {
		above := g.parent[end]
		next := g.mate[above]
		g.mate[end], g.mate[above] = above, end
		end = next
	}
}

// search grows a tree from a free vertex. It returns the free vertex that was met, -1 if there is none.
func (g *graph) search(root int) int {
	for v := range g.mate {
		g.parent[v], g.base[v], g.even[v] = -1, v, false
	}
	g.even[root] = true
	g.queue = append(g.queue[:0], root)
	for len(g.queue) > 0 {
		v := g.queue[0]
		g.queue = g.queue[1:]
		for to, near := range g.edge[v] {
			switch {
			case !near || g.gone[to]:
			case g.base[v] == g.base[to] || g.mate[v] == to:
			case to == root || g.mate[to] >= 0 && g.parent[g.mate[to]] >= 0:
				g.shrink(v, to)
			case g.parent[to] < 0:
				g.parent[to] = v
				if g.mate[to] < 0 {
					return to
				}
				g.even[g.mate[to]] = true
				g.queue = append(g.queue, g.mate[to])
			}
		}
	}
	return -1
}

// shrink shrinks the circle that an edge between two even vertices closes into one vertex.
func (g *graph) shrink(v, to int) {
	base := g.common(v, to)
	inside := make([]bool, len(g.mate))
	g.mark(inside, v, base, to)
	g.mark(inside, to, base, v)
	for i := range g.base {
		if inside[g.base[i]] {
			g.base[i] = base
			if !g.even[i] {
				g.even[i] = true
				g.queue = append(g.queue, i)
			}
		}
	}
}

// mark marks the circle from a vertex up to its base, and turns its parents so that the path may also go round the other way.
func (g *graph) mark(inside []bool, v, base, child int) {
	for g.base[v] != base {
		inside[g.base[v]], inside[g.base[g.mate[v]]] = true, true
		g.parent[v] = child
		child = g.mate[v]
		v = g.parent[g.mate[v]]
	}
}

// common returns the lowest base above two even vertices.
func (g *graph) common(a, b int) int {
	above := make([]bool, len(g.mate))
	for {
		a = g.base[a]
		above[a] = true
		if g.mate[a] < 0 {
			break
		}
		a = g.parent[g.mate[a]]
	}
	for {
		b = g.base[b]
		if above[b] {
			return b
		}
		b = g.parent[g.mate[b]]
	}
}
