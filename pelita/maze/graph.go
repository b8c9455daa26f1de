package maze

import "github.com/gridiron-games/gridiron/pelita"

// graph is the free cells of a board, in the order in which the original visits them.
type graph struct {
	*board
	nodes []pelita.Cell
	known []bool // by index

	// State of the search for cut nodes, by index.
	found  []int // when a node was met, from 1; 0: not yet
	low    []int // the earliest node that can be reached from below
	parent []int
	cutter []int // the nearest cut node that separates a node from the root; -1: none
	order  []pelita.Cell
}

func newGraph(b *board) *graph {
	n := len(b.cell)
	g := &graph{
		board: b, known: make([]bool, n),
		found: make([]int, n), low: make([]int, n), parent: make([]int, n), cutter: make([]int, n),
	}
	g.build()
	return g
}

// build collects the nodes: by x and y, each followed by its neighbours.
func (g *graph) build() {
	clear(g.known)
	g.nodes = g.nodes[:0]
	add := func(c pelita.Cell) {
		if i := g.index(c); !g.known[i] {
			g.known[i] = true
			g.nodes = append(g.nodes, c)
		}
	}
	for x := 1; x < g.w-1; x++ {
		for y := 1; y < g.h-1; y++ {
			c := pelita.Cell{X: x, Y: y}
			if !g.free(c) {
				continue
			}
			add(c)
			for _, d := range scanOrder {
				if n := c.Add(d); g.free(n) {
					add(n)
				}
			}
		}
	}
}

// degree counts the neighbours of a node.
func (g *graph) degree(c pelita.Cell) (n int) {
	for _, d := range pathOrder {
		if g.free(c.Add(d)) {
			n++
		}
	}
	return n
}

// deadEnd returns the first node with one neighbour.
func (g *graph) deadEnd() (pelita.Cell, bool) {
	for _, c := range g.nodes {
		if g.degree(c) == 1 {
			return c, true
		}
	}
	return pelita.Cell{}, false
}

// openChambers opens walls until there is no cell whose removal would cut off others.
func (b *board) openChambers(chance Chance) {
	g := newGraph(b)
	for {
		cut, found := g.cutNode()
		if !found {
			return
		}
		walls := g.wallsAround(g.smallestPart(cut))
		if len(walls) == 0 { // the original fails here
			return
		}
		b.put(walls[chance.Below(len(walls))], ' ')
		g.build()
	}
}

// cutNode returns the cell that the original's search for a smallest cut ends with. The search begins at the first node v of the
// smallest degree. For each other node, in the order of a set, it looks for a node that cuts that node off from v, and the last
// one found counts. If v itself cuts its neighbours off from each other, v is returned.
func (g *graph) cutNode() (pelita.Cell, bool) {
	v := g.nodes[0]
	for _, c := range g.nodes {
		if g.degree(c) < g.degree(v) {
			v = c
		}
	}
	if branches := g.search(v); branches > 1 {
		return v, true
	}
	some := false
	for _, c := range g.nodes {
		some = some || g.cutter[g.index(c)] >= 0
	}
	if !some {
		return v, false
	}
	var all pelita.Set
	for _, c := range g.nodes {
		all.Add(c)
	}
	var near []pelita.Cell
	for _, d := range pathOrder {
		if n := v.Add(d); g.free(n) {
			near = append(near, n)
		}
	}
	others := all.Minus(near)
	others = others.Minus([]pelita.Cell{v})
	cut := -1
	for _, w := range others.Append(nil) {
		if c := g.cutter[g.index(w)]; c >= 0 {
			cut = c
		}
	}
	return pelita.Cell{X: cut / g.h, Y: cut % g.h}, cut >= 0
}

// search does a depth-first search from root and finds, for each node, the nearest cut node on the way to the root (Tarjan 1972).
// It returns the number of branches at the root.
func (g *graph) search(root pelita.Cell) (branches int) {
	clear(g.found)
	g.order = g.order[:0]
	g.parent[g.index(root)] = -1
	g.visit(root)
	for _, c := range g.order[1:] {
		i := g.index(c)
		p := g.parent[i]
		switch {
		case p == g.index(root):
			branches++
			g.cutter[i] = -1
		case g.low[i] >= g.found[p]:
			g.cutter[i] = p
		default:
			g.cutter[i] = g.cutter[p]
		}
	}
	g.cutter[g.index(root)] = -1
	return branches
}

func (g *graph) visit(c pelita.Cell) {
	i := g.index(c)
	g.order = append(g.order, c)
	g.found[i] = len(g.order)
	g.low[i] = g.found[i]
	for _, d := range pathOrder {
		n := c.Add(d)
		if !g.free(n) {
			continue
		}
		j := g.index(n)
		switch {
		case g.found[j] == 0:
			g.parent[j] = i
			g.visit(n)
			g.low[i] = min(g.low[i], g.low[j])
		case j != g.parent[i]:
			g.low[i] = min(g.low[i], g.found[j])
		}
	}
}

// smallestPart returns the smallest part of the graph without cut, the first if there are several, in the order of a set that was
// filled breadth first.
func (g *graph) smallestPart(cut pelita.Cell) []pelita.Cell {
	g.put(cut, '#')
	defer g.put(cut, ' ')
	clear(g.known)
	var best, queue []pelita.Cell
	for _, start := range g.nodes {
		if start == cut || g.known[g.index(start)] {
			continue
		}
		queue = append(queue[:0], start)
		g.known[g.index(start)] = true
		for i := 0; i < len(queue); i++ {
			for _, d := range pathOrder {
				if n := queue[i].Add(d); g.free(n) && !g.known[g.index(n)] {
					g.known[g.index(n)] = true
					queue = append(queue, n)
				}
			}
		}
		if best == nil || len(queue) < len(best) {
			best = append(best[:0], queue...)
		}
	}
	var set pelita.Set
	for _, c := range best {
		set.Add(c)
	}
	return set.Append(best[:0])
}

// wallsAround lists the walls beside cells that may be opened, each once.
func (g *graph) wallsAround(cells []pelita.Cell) (walls []pelita.Cell) {
	clear(g.known)
	for _, c := range cells {
		for _, d := range wallsOrder {
			n := c.Add(d)
			if i := g.index(n); !g.known[i] {
				g.known[i] = true
				if !g.free(n) && g.inside(n) {
					walls = append(walls, n)
				}
			}
		}
	}
	return walls
}
