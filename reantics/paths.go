package reantics

// The functions in this file, in utils.go and in next.go give the same answers as those of the original's AIPlayerUtils, in the
// same order, for bots that are translated from Python; the original names are in the comments. Like the original's, they work on
// the [View] of a seat.

// AppendAdjacent appends the neighbours of c to dst: left, right, up, down (listAdjacent).
func AppendAdjacent(dst []Cell, c Cell) []Cell {
	if c >= Cells {
		return dst
	}
	for _, q := range steps[c] {
		if q != NoCell {
			dst = append(dst, q)
		}
	}
	return dst
}

// AppendAttackable appends the cells at most distance steps away from c, without c, ascending (listAttackable).
func AppendAttackable(dst []Cell, c Cell, distance int) []Cell {
	for q := range Cell(Cells) {
		if q != c && Distance(c, q) <= distance {
			dst = append(dst, q)
		}
	}
	return dst
}

// AppendReachable appends the neighbours of c without an ant whose cost of entering is at most movement: left, right, up, down
// (listReachableAdjacent).
func (p *Position) AppendReachable(dst []Cell, c Cell, movement int, ignoresGrass bool) []Cell {
	if c >= Cells {
		return dst
	}
	occupied := p.occupied[Blue].Or(p.occupied[Red])
	for _, q := range steps[c] {
		if q != NoCell && !occupied.Has(q) && p.EnterCost(q, ignoresGrass) <= movement {
			dst = append(dst, q)
		}
	}
	return dst
}

// AppendMovementPaths appends every path from c that costs at most movement, 0 to 3, with the original's duplicates and in its
// order (listAllMovementPaths): all paths of one step, then for each of these the result of this function from there, and last c
// alone. It ignores that queens must stay out of the middle.
func (p *Position) AppendMovementPaths(dst []Move, c Cell, movement int, ignoresGrass bool) []Move {
	if movement <= 0 || c >= Cells {
		return dst
	}
	w := walker{free: All.Minus(p.occupied[Blue]).Minus(p.occupied[Red])}
	if !ignoresGrass {
		w.costly = p.grass
	}
	return w.append(dst, Walk(c), c, min(movement, MaxPath-1))
}

// walker lists paths as the original does.
type walker struct{ free, costly Set }

// cost returns the movement that a step onto c takes; if an ant is there, more than any ant has.
func (w *walker) cost(c Cell) int {
	switch {
	case c == NoCell || !w.free.Has(c):
		return MaxPath
	case w.costly.Has(c):
		return grassCost
	}
	return 1
}

// append appends the paths that continue path from its last cell c.
func (w *walker) append(dst []Move, path Move, c Cell, movement int) []Move {
	shift := 8 * path.Len()
	var costs [4]int
	for i, q := range steps[c] {
		if costs[i] = w.cost(q); costs[i] <= movement {
			dst = append(dst, (path+1<<countShift)|Move(q)<<shift)
		}
	}
	for i, q := range steps[c] {
		if left := movement - costs[i]; left > 0 {
			dst = w.append(dst, (path+1<<countShift)|Move(q)<<shift, q, left)
		}
	}
	return append(dst, path)
}

// StepsToReach returns the cost of a way from a to b that counts grass but ignores ants, or -1 if one of them is not a cell
// (stepsToReach). It repeats an inaccuracy of the original: a cell for which a cheaper way is found later keeps its place in the
// queue, so the answer can be too high.
func (p *Position) StepsToReach(a, b Cell) int {
	if a >= Cells || b >= Cells {
		return -1
	}
	var cost [Cells]int16 // 1 more than the cost, 0: not seen
	var queue [Cells]Cell
	cost[a], queue[0] = 1, a
	for head, tail := 0, 1; head < tail; head++ {
		c := queue[head]
		if c == b {
			break
		}
		for _, q := range steps[c] {
			if q == NoCell {
				continue
			}
			next := cost[c] + int16(p.EnterCost(q, false))
			if cost[q] == 0 {
				queue[tail] = q
				tail++
			} else if next >= cost[q] {
				continue
			}
			cost[q] = next
		}
	}
	return int(cost[b]) - 1
}

// PathToward returns a path of the ant on a towards b for at most movement, a included (createPathToward). The ant on a decides
// whether grass counts; a may also be empty.
func (p *Position) PathToward(a, b Cell, movement int) []Cell {
	ant, _, ok := p.AntAt(a)
	path, _ := p.FindPath(a, b, movement, ok && p.rules.Stats(ant.Type).IgnoresGrass)
	return path
}

// FindPath returns the path from a of cost at most movement that ends nearest to b by [Distance], a included, and that
// distance; of equal ones the first that the original finds (findPathRecursive). For ants that are not queens it is legal.
func (p *Position) FindPath(a, b Cell, movement int, ignoresGrass bool) ([]Cell, int) {
	d := Distance(a, b)
	if d == 0 || movement == 0 {
		return []Cell{a}, d
	}
	best, nearest := []Cell{a}, d
	var buffer [4]Cell
	for _, q := range p.AppendReachable(buffer[:0], a, movement, ignoresGrass) {
		path, left := p.FindPath(q, b, movement-p.EnterCost(q, ignoresGrass), ignoresGrass)
		if left < nearest {
			best, nearest = append([]Cell{a}, path...), left
			if left == 0 || left == d-movement {
				break
			}
		}
	}
	return best, nearest
}

// QueenMayWalk reports whether no cell of a path is in the middle rows (isPathOkForQueen).
func QueenMayWalk(path ...Cell) bool {
	for _, c := range path {
		if Middle.Has(c) {
			return false
		}
	}
	return true
}
