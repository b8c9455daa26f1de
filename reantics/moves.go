package reantics

// maxPaths is the largest number of paths of one ant: standing still, and up to three steps of a drone, each to one of four
// cells.
const maxPaths = 1 + 4 + 4*4 + 4*4*4

// MaxMoves is an upper limit of the number of legal actions.
const MaxMoves = MaxAnts*maxPaths + Types

// AppendMoves appends every legal action of the seat to move to dst, each once: for every unmoved ant in list order its paths,
// the zero-step path first and every path before those that continue it, steps ascending by cell (left, up, down, right); then
// the ants that can be built, and EndTurn. It ignores a pending attack.
func (p *Position) AppendMoves(dst []Move) []Move {
	free := All.Minus(p.occupied[Blue]).Minus(p.occupied[Red])
	rough := p.grass
	for i := range p.Count(p.side) {
		ant := &p.ants[place(p.side, i)]
		if ant.Moved {
			continue
		}
		dst = appendPaths(dst, ant, free, rough, p.rules)
	}
	return p.appendBuilds(dst)
}

// appendPaths appends the paths of one ant.
func appendPaths(dst []Move, ant *Ant, free, grass Set, rules Rules) []Move {
	s := &stats[rules&1][ant.Type]
	if ant.Type == Queen {
		if Middle.Has(ant.Cell) {
			return dst // R11: even standing still is in the middle
		}
		free = free.Minus(Middle)
	}
	var costly Set // free cells that cost 2
	if !s.IgnoresGrass {
		costly = free.And(grass)
	}
	start := Move(MoveAnt)<<kindShift | 1<<countShift | Move(ant.Cell)
	return appendSteps(append(dst, start), start, ant.Cell, free, costly, s.Movement)
}

// appendSteps appends the continuations of path, which ends on c, with at most left movement.
func appendSteps(dst []Move, path Move, c Cell, free, costly Set, left int) []Move {
	next := around[c].And(free)
	if left == 1 {
		next = next.Minus(costly)
	}
	shift := path >> countShift & 0xff * 8
	path += 1 << countShift
	for ; !next.Empty(); next = next.Rest() {
		q := next.First()
		longer := path | Move(q)<<shift
		dst = append(dst, longer)
		if left > 2 || left == 2 && !costly.Has(q) {
			after := left - 1
			if costly.Has(q) {
				after--
			}
			dst = appendSteps(dst, longer, q, free, costly, after)
		}
	}
	return dst
}

func (p *Position) appendBuilds(dst []Move) []Move {
	hill := p.hill[p.side]
	if hill < Cells && !p.occupied[Blue].Or(p.occupied[Red]).Has(hill) {
		for t := Worker; t <= Ranged; t++ {
			if int(p.stock[p.side]) >= p.rules.Stats(t).Cost {
				dst = append(dst, BuildAnt(hill, t))
			}
		}
	}
	return append(dst, EndTurn)
}

// AppendDestinations appends one move for every cell on which the i-th ant of the seat to move can end, its own cell first, with
// a path of the fewest cells. It appends nothing if the ant has moved.
func (p *Position) AppendDestinations(dst []Move, i int) []Move {
	ant := &p.ants[place(p.side, i)]
	if ant.Moved {
		return dst
	}
	var buffer [maxPaths]Move
	paths := appendPaths(buffer[:0], ant, All.Minus(p.occupied[Blue]).Minus(p.occupied[Red]), p.grass, p.rules)
	var seen Set
	for length := 1; length <= MaxPath; length++ {
		for _, m := range paths {
			if m.Len() == length && !seen.Has(m.To()) {
				seen.add(m.To())
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// AppendBuilds appends the ants that the seat to move can build now.
func (p *Position) AppendBuilds(dst []Move) []Move {
	dst = p.appendBuilds(dst)
	return dst[:len(dst)-1] // all but EndTurn
}
