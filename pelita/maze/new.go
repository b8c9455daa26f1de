package maze

import (
	"fmt"

	"github.com/gridiron-games/gridiron/pelita"
)

// Problem is the reason why a generator could not make a maze.
type Problem struct {
	Food bool // the numbers of pellets do not fit; otherwise the size is wrong
	Text string
}

func (p *Problem) Error() string { return p.Text }

// maxSide is the largest width and height.
const maxSide = 256

// Generate makes a layout as version 2.7.0 does. The error is a [*Problem].
func Generate(s Size, chance Chance) (string, error) {
	if s.Width < 4 || s.Width%2 != 0 || s.Height < 4 {
		return "", &Problem{Text: fmt.Sprintf("maze of %dx%d: want an even width and at least 4x4", s.Width, s.Height)}
	}
	if s.Width > maxSide || s.Height > maxSide {
		return "", &Problem{Text: fmt.Sprintf("maze of %dx%d: want at most %[3]dx%[3]d", s.Width, s.Height, maxSide)}
	}
	n := &fresh{board: newBoard(s.Width, s.Height)}
	n.frame(chance)
	n.walls(chance)
	n.put(pelita.Cell{X: 1, Y: s.Height - 3}, ' ')
	n.put(pelita.Cell{X: 1, Y: s.Height - 2}, ' ')
	nodes := n.nodes()
	if !n.connected(nodes) {
		return "", &Problem{Text: fmt.Sprintf("maze of %dx%d: it falls into parts", s.Width, s.Height)}
	}
	if err := n.scatterNew(s, nodes, n.chambers(nodes), chance); err != nil {
		return "", err
	}
	return n.finish(), nil
}

// fresh is a maze of version 2.7.0 in the making: its left half.
type fresh struct {
	*board
	gaps    []pelita.Cell // in the border
	bridges map[pelita.Cell]pelita.Cell
}

// frame builds the outer walls and the border with its gaps; each of which leads to the mirror image of a gap.
func (n *fresh) frame(chance Chance) {
	half := n.w / 2
	for x := range half {
		n.put(pelita.Cell{X: x}, '#')
		n.put(pelita.Cell{X: x, Y: n.h - 1}, '#')
	}
	for y := range n.h {
		n.put(pelita.Cell{Y: y}, '#')
	}
	border := half - 1
	for y := 1; y < n.h-1; y++ {
		n.put(pelita.Cell{X: border, Y: y}, '#')
	}
	n.bridges = map[pelita.Cell]pelita.Cell{}
	for _, y := range chance.Sample((n.h-2)/2, n.h/4) {
		upper, lower := pelita.Cell{X: border, Y: y + 1}, pelita.Cell{X: border, Y: n.h - 2 - y}
		n.bridges[upper], n.bridges[lower] = lower, upper
		for _, c := range []pelita.Cell{upper, lower} {
			n.put(c, ' ')
			n.gaps = append(n.gaps, c)
		}
	}
}

// task is a part of the maze that may be split by a wall, corners included.
type task struct {
	low, high pelita.Cell
	gaps      int
	vertical  bool
}

func swapped(c pelita.Cell) pelita.Cell { return pelita.Cell{X: c.Y, Y: c.X} }

// walls splits the half by walls with gaps.
func (n *fresh) walls(chance Chance) {
	stack := []task{{pelita.Cell{}, pelita.Cell{X: n.w/2 - 1, Y: n.h - 1}, max(1, n.h/4), false}}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		// In the wall's own coordinates, it has one x.
		turn := func(c pelita.Cell) pelita.Cell { return c }
		if !t.vertical {
			turn = swapped
		}
		low, high := turn(t.low), turn(t.high)
		long, wide := high.X-low.X+1, high.Y-low.Y+1
		if long < 5 && wide < 5 || long < 5+chance.Below(3) {
			continue
		}
		at := low.X + 2 + chance.Below(long-4)
		first, last := turn(pelita.Cell{X: at, Y: low.Y}), turn(pelita.Cell{X: at, Y: high.Y})
		margin := func(c pelita.Cell) int {
			if n.free(c) {
				return 2
			}
			return 1
		}
		from, to := low.Y+margin(first), high.Y-margin(last)
		count := max(0, to-from+1)
		for _, i := range chance.Sample(count, max(0, count-t.gaps)) {
			n.put(turn(pelita.Cell{X: at, Y: from + i}), '#')
		}
		gaps := max(1, t.gaps/2)
		stack = append(stack, task{t.low, last, gaps, !t.vertical}, task{first, t.high, gaps, !t.vertical})
	}
}

// around returns the neighbours of a cell in the left half, also over a bridge.
func (n *fresh) around(c pelita.Cell) (cells []pelita.Cell) {
	for _, d := range pathOrder {
		if to := c.Add(d); 0 <= to.X && to.X < n.w/2 && 0 <= to.Y && to.Y < n.h && n.free(to) {
			cells = append(cells, to)
		}
	}
	return cells
}

// nodes lists the free cells of the left half that have a free neighbour, ascending.
func (n *fresh) nodes() (cells []pelita.Cell) {
	for x := range n.w / 2 {
		for y := range n.h {
			if c := (pelita.Cell{X: x, Y: y}); n.free(c) && len(n.around(c)) > 0 {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// connected reports whether a path joins all nodes. Bridges do not count.
func (n *fresh) connected(nodes []pelita.Cell) bool {
	if len(nodes) == 0 {
		return false
	}
	seen := make([]bool, len(n.cell))
	seen[n.index(nodes[0])] = true
	queue := []pelita.Cell{nodes[0]}
	for i := 0; i < len(queue); i++ {
		for _, c := range n.around(queue[i]) {
			if !seen[n.index(c)] {
				seen[n.index(c)] = true
				queue = append(queue, c)
			}
		}
	}
	return len(queue) == len(nodes)
}

// chambers marks the cells of parts with one entrance that no gap touches: those of biconnected components without a gap.
func (n *fresh) chambers(nodes []pelita.Cell) []bool {
	s := &blocks{
		fresh: n, found: make([]int, len(n.cell)), low: make([]int, len(n.cell)),
		main: make([]bool, len(n.cell)), other: make([]bool, len(n.cell)),
	}
	for _, c := range nodes {
		if s.found[n.index(c)] == 0 {
			s.visit(c, pelita.Cell{X: -1})
		}
	}
	for i := range s.other {
		s.other[i] = s.other[i] && !s.main[i]
	}
	starts := n.starts()
	s.other[n.index(starts[0])], s.other[n.index(starts[2])] = false, false
	return s.other
}

// blocks finds biconnected components (Hopcroft and Tarjan 1973).
type blocks struct {
	*fresh
	found, low  []int
	clock       int
	edges       [][2]pelita.Cell
	main, other []bool // cells of components with and without a gap
}

func (s *blocks) visit(c, parent pelita.Cell) {
	i := s.index(c)
	s.clock++
	s.found[i], s.low[i] = s.clock, s.clock
	near := s.around(c)
	if to, ok := s.bridges[c]; ok && to.Distance(c) != 1 && to != c {
		near = append(near, to)
	}
	for _, to := range near {
		j := s.index(to)
		switch {
		case to == parent:
		case s.found[j] == 0:
			mark := len(s.edges)
			s.edges = append(s.edges, [2]pelita.Cell{c, to})
			s.visit(to, c)
			s.low[i] = min(s.low[i], s.low[j])
			if s.low[j] >= s.found[i] {
				s.component(s.edges[mark:])
				s.edges = s.edges[:mark]
			}
		case s.found[j] < s.found[i]:
			s.edges = append(s.edges, [2]pelita.Cell{c, to})
			s.low[i] = min(s.low[i], s.found[j])
		}
	}
}

// component handles the edges of one component.
func (s *blocks) component(edges [][2]pelita.Cell) {
	into := s.other
	for _, e := range edges {
		for _, c := range e {
			if _, isGap := s.bridges[c]; isGap {
				into = s.main
			}
		}
	}
	for _, e := range edges {
		for _, c := range e {
			into[s.index(c)] = true
		}
	}
}

// scatterNew puts the pellets on the board: some in chambers, as many as fit, and the others elsewhere.
func (n *fresh) scatterNew(s Size, nodes []pelita.Cell, chamber []bool, chance Chance) error {
	starts := n.starts()
	var trapped, open []pelita.Cell
	for _, c := range nodes {
		_, isGap := n.bridges[c]
		switch {
		case isGap || c == starts[0] || c == starts[2]:
		case chamber[n.index(c)]:
			trapped = append(trapped, c)
		default:
			open = append(open, c)
		}
	}
	if s.Trapped > s.Total {
		return &Problem{true, fmt.Sprintf("%d pellets in chambers of %d in all: want at most as many", s.Trapped, s.Total)}
	}
	if room := len(trapped) + len(open); s.Total > room || s.Trapped < 0 {
		return &Problem{true, fmt.Sprintf("%d:%d pellets: this maze has room for 0 to %d", s.Trapped, s.Total, room)}
	}
	// pick puts k pellets on the cells and returns the cells that are left.
	pick := func(cells []pelita.Cell, k int) (left []pelita.Cell, put int) {
		if k >= len(cells) {
			for _, c := range cells {
				n.put(c, '.')
			}
			return nil, len(cells)
		}
		for _, i := range chance.Sample(len(cells), k) {
			n.put(cells[i], '.')
		}
		for _, c := range cells {
			if n.at(c) != '.' {
				left = append(left, c)
			}
		}
		return left, k
	}
	left, first := pick(trapped, s.Trapped)
	_, second := pick(open, s.Total-first)
	if rest := s.Total - first - second; rest > 0 {
		pick(left, rest)
	}
	return nil
}
