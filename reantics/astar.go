package reantics

// node is an entry of the original's open list.
type node struct {
	cell   Cell
	parent int // index in the list of all nodes, -1 for the start
	g, f   int
}

// AStarPath returns the first cells of a path for the ant on a to b (aStarSearchPath): the ant's own cell, then at most as many
// cells as its movement, never b itself. It is empty if a is b. It reports false if there is no path, which is always so if b is
// occupied, and if no ant is on a, where the original stops with an error. Grass that slows the ant counts as one step like any
// other cell, but an ant that cannot pay for it does not enter.
//
// Among equal paths, the result repeats the original's choices: it looks for the node with the least f, but takes the first open
// node on the same cell.
func (p *Position) AStarPath(a, b Cell) ([]Cell, bool) {
	ant, _, ok := p.AntAt(a)
	if !ok || b >= Cells {
		return nil, false
	}
	if a == b {
		return nil, true
	}
	s := p.rules.Stats(ant.Type)
	length := s.Movement + 1
	nodes := []node{{a, -1, 0, Distance(a, b)}}
	open := []int{0}
	var closed Set
	for len(open) > 0 {
		at := cheapest(nodes, open)
		current := open[at]
		open = append(open[:at], open[at+1:]...)
		n := nodes[current]
		if closed.Has(n.cell) {
			continue
		}
		var buffer [4]Cell
		for _, q := range p.AppendReachable(buffer[:0], n.cell, length, s.IgnoresGrass) {
			if q == b {
				return wayTo(nodes, current, length), true
			}
			f := n.g + 1 + Distance(q, b)
			if i := firstOn(nodes, open, q); i >= 0 && nodes[open[i]].f < f {
				continue
			}
			open = append(open, len(nodes))
			nodes = append(nodes, node{q, current, n.g + 1, f})
		}
		closed.add(n.cell)
	}
	return nil, false
}

// cheapest returns the index in open of the first node on the cell of the first node with the least f.
func cheapest(nodes []node, open []int) int {
	best := open[0]
	for _, i := range open[1:] {
		if nodes[i].f < nodes[best].f {
			best = i
		}
	}
	return firstOn(nodes, open, nodes[best].cell)
}

// firstOn returns the index in open of the first node on a cell, or -1.
func firstOn(nodes []node, open []int, c Cell) int {
	for i, n := range open {
		if nodes[n].cell == c {
			return i
		}
	}
	return -1
}

// wayTo returns the cells from the start to a node, cut to length.
func wayTo(nodes []node, i, length int) []Cell {
	way := make([]Cell, nodes[i].g+1)
	for ; i >= 0; i = nodes[i].parent {
		way[nodes[i].g] = nodes[i].cell
	}
	return way[:min(length, len(way))]
}
