package bot

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/gridiron-games/gridiron/sarena"
)

// search is alpha-beta on a field, for champion and for Solve.
type search struct {
	f     *field
	table table
	plies []ply
	nodes int                  // turns played
	stop  func(nodes int) bool // asked every clockNodes nodes
	over  bool                 // stop returned true: values have no meaning any more

	prospect prospect
	history  [2][256]int32 // by seat: how often a turn was better than all others
}

const (
	clockNodes = 1024
	infinity   = 1 << 20
	// won is added to the score of a finished game that is not drawn, so that a win by one chip is worth more than any outlook.
	won = 1 << 16
	// toTheEnd is the depth of a search without horizon; no outlook enters its value.
	toTheEnd = 100
)

// ply is the memory of one level of the tree.
type ply struct {
	undo    undo
	turns   [4 * sarena.MaxCells]turn
	rating  [4 * sarena.MaxCells]int32
	first   int // place of the highest rating
	killers [2]turn
}

func newSearch(t table) *search { return &search{table: t, plies: make([]ply, sarena.TurnLimit)} }

// reset sets a position up. The table keeps what it knows.
func (s *search) reset(f *field, stop func(int) bool) {
	s.f, s.stop, s.over, s.nodes = f, stop, false, 0
	for i := range s.plies {
		s.plies[i].killers = [2]turn{}
	}
	for side := range s.history {
		for i := range s.history[side] {
			s.history[side][i] /= 8
		}
	}
}

// finished is the value of a finished game for the side to move.
func (f *field) finished() int {
	v := scoreOf(f.total)
	switch {
	case v > 0:
		v += won
	case v < 0:
		v -= won
	}
	if f.red {
		return -v
	}
	return v
}

// scoreFrom takes the value of a finished game back to its score.
func scoreFrom(value int) int {
	switch {
	case value > won/2:
		return value - won
	case value < -won/2:
		return value + won
	}
	return value
}

// value returns what the position is worth to the side to move: exact between alpha and beta, a bound outside of them.
func (s *search) value(depth, height, alpha, beta int) int {
	f := s.f
	if depth <= 0 || height >= len(s.plies)-1 {
		if f.over() {
			return f.finished()
		}
		return f.evaluate()
	}
	sources := f.sources()
	if sources[0]|sources[1]|sources[2]|sources[3] == 0 {
		return f.finished()
	}
	if depth == 1 { // a look-up in the table would take longer than the search
		if busy(&sources) {
			return s.leaf(&s.plies[height], alpha, beta, &sources)
		}
		top, _ := s.walk(depth, height, alpha, beta, &sources, noTurn)
		return top
	}
	key, image := f.key()
	first := noTurn
	if e, ok := s.table.look(key); ok {
		if int(e.depth) >= depth {
			v := int(e.value)
			if e.bound == 0 || e.bound > 0 && v >= beta || e.bound < 0 && v <= alpha {
				return v
			}
		}
		first = f.fromImage(e.best, image)
	}
	top, best := s.walk(depth, height, alpha, beta, &sources, first)
	if s.over {
		return 0
	}
	s.table.store(key, entry{int32(top), int8(depth), bound(top, alpha, beta), f.toImage(best, image)})
	return top
}

func bound(v, alpha, beta int) int8 {
	switch {
	case v <= alpha:
		return -1
	case v >= beta:
		return 1
	}
	return 0
}

// walk tries the turns of a position, the most promising first: the best one of an earlier search, those that were best in
// sibling positions, and only then all others, which cost time to list.
func (s *search) walk(depth, height, alpha, beta int, sources *[sarena.Directions]sarena.Set, first turn) (top int, best turn) {
	p := &s.plies[height]
	early := [...]turn{first, p.killers[0], p.killers[1]}
	next := depth - 1
	if depth >= toTheEnd || forced(sources) { // a forced turn costs nothing
		next = depth
	}
	top = -infinity
	listed := 0
	for i, k := 0, 0; ; k++ {
		var m turn
		switch {
		case k < len(early):
			m = early[k]
			if !sources[m>>6].Has(sarena.Cell(m&63)) || slices.Contains(early[:k], m) {
				continue
			}
			sources[m>>6] ^= 1 << (m & 63) // not to be listed again
		case k == len(early):
			if depth == 1 || depth >= toTheEnd {
				listed = s.list(p, sources)
			} else {
				listed, top = s.weigh(p, sources, top, futile(depth, alpha, beta, sources))
			}
			if listed == 0 {
				return top, best
			}
			m = p.turns[p.first]
			p.swap(0, p.first)
		case k < len(early)+listed:
			m = p.pick(k-len(early), listed)
		default:
			return top, best
		}
		s.play(m, &p.undo)
		v := s.answer(depth, next, height, max(alpha, top), beta, i)
		s.f.back(&p.undo)
		i++
		if s.over {
			return top, best
		}
		if v > top {
			top, best = v, m
			if v >= beta {
				s.reward(p, m, depth)
				return top, best
			}
		}
	}
}

// forced reports whether there is one turn only.
func forced(sources *[sarena.Directions]sarena.Set) bool {
	all := sources[0] | sources[1] | sources[2] | sources[3]
	return all.Rest() == 0 && sources[0].Len()+sources[1].Len()+sources[2].Len()+sources[3].Len() == 1
}

// answer returns the value of the turn at place i, which has been played. All but the first are expected to be no better than
// low, and are searched at first only as far as it takes to see that.
func (s *search) answer(depth, next, height, low, beta, i int) int {
	if i == 0 {
		return -s.value(next, height+1, -beta, -low)
	}
	reduced := next
	if depth < toTheEnd {
		reduced -= reduction(depth, i)
	}
	v := -s.value(reduced, height+1, -low-1, -low)
	if v > low && reduced < next {
		v = -s.value(next, height+1, -low-1, -low)
	}
	if v > low && v < beta {
		v = -s.value(next, height+1, -beta, -low)
	}
	return v
}

// reduction returns by how many turns the turn at place i is searched less deeply at first.
func reduction(depth, i int) int {
	if depth < 3 || i < 4 {
		return 0
	}
	return min(depth-2, bits.Len(uint(i))*bits.Len(uint(depth))/4)
}

func (s *search) play(m turn, u *undo) {
	s.f.step(m, u)
	s.count()
}

// count counts a turn and asks stop every clockNodes turns.
func (s *search) count() {
	if s.nodes++; s.nodes%clockNodes == 0 && s.stop(s.nodes) {
		s.over = true
	}
}

// reward remembers a turn after which the others need not be searched.
func (s *search) reward(p *ply, m turn, depth int) {
	p.kill(m)
	depth = min(depth, 20)
	h := &s.history[s.seat()][m]
	*h += int32(depth*depth) - *h*int32(depth*depth)/historyMost
}

const historyMost = 1 << 14

func (p *ply) kill(m turn) {
	if p.killers[0] != m {
		p.killers[0], p.killers[1] = m, p.killers[0]
	}
}

func (s *search) seat() int {
	if s.f.red {
		return 1
	}
	return 0
}

// list writes the turns of sources with their ratings to p and returns their number.
func (s *search) list(p *ply, sources *[sarena.Directions]sarena.Set) (n int) {
	f := s.f
	history := &s.history[s.seat()]
	sign := int32(1)
	if f.red {
		sign = -1
	}
	highest := int32(math.MinInt32)
	for all := sources[0] | sources[1] | sources[2] | sources[3]; all != 0; all = all.Rest() {
		from := uint8(all.First() & 63)
		pile := f.heaps[from]
		loss := f.quick(from, pile)
		for d := range sources {
			if sources[d]>>from&1 == 0 {
				continue
			}
			m := turn(from) | turn(d)<<6
			to := uint8(int8(from)+f.steps[d&3]) & 63
			under := f.heaps[to]
			r := history[m] + sign*(f.quick(to, result(pile, under))-f.quick(to, under)-loss)
			p.turns[n&255], p.rating[n&255] = m, r
			if r > highest {
				highest, p.first = r, n
			}
			n++
		}
	}
	return n
}

// quick estimates what a heap is worth on a cell, regardless of the cells beside it.
func (f *field) quick(c uint8, h heap) int32 {
	return quick[uint16(h&heapShape)|f.ground[c&63]>>6&128]
}

// pick brings the best of the turns from place i on to place i.
func (p *ply) pick(i, n int) turn {
	best := i
	for j := i + 1; j < n; j++ {
		if p.rating[j&255] > p.rating[best&255] {
			best = j
		}
	}
	p.swap(i, best)
	return p.turns[i]
}

func (p *ply) swap(i, j int) {
	p.turns[i], p.turns[j] = p.turns[j], p.turns[i]
	p.rating[i], p.rating[j] = p.rating[j], p.rating[i]
}

// toImage and fromImage translate a turn between the board and one of its images.
func (f *field) toImage(m turn, image int) turn   { return f.translate(m, &f.image[image], image) }
func (f *field) fromImage(m turn, image int) turn { return f.translate(m, &f.backwards[image], image) }

func (f *field) translate(m turn, cells *[sarena.MaxCells]uint8, image int) turn {
	if image == 0 || m == noTurn {
		return m
	}
	from, to := f.cells(m)
	from, to = cells[from], cells[to]
	for d, step := range f.steps {
		if uint8(int8(from)+step) == to {
			return turn(from) | turn(d)<<6
		}
	}
	return noTurn
}

// choice returns the best of some turns at a depth with its value. If the search was stopped it is the best of those that were
// searched, noTurn if there is none.
func (s *search) choice(depth int, first turn, sources [sarena.Directions]sarena.Set) (value int, best turn) {
	return s.walk(depth, 0, -infinity, infinity, &sources, first)
}

// all returns the value of a position to the end of the game and all turns that keep it, in the order of the list of turns.
func (s *search) all() (value int, best []turn) {
	sources := s.f.sources()
	p := &s.plies[0]
	n := s.list(p, &sources)
	value = -infinity
	for i := range n {
		m := p.pick(i, n)
		s.play(m, &p.undo)
		v := -infinity
		if i > 0 {
			v = -s.value(toTheEnd, 1, -value, -value+1) // is it as good?
		}
		if i == 0 || v >= value {
			v = -s.value(toTheEnd, 1, -infinity, -value) // is it better?
		}
		s.f.back(&p.undo)
		switch {
		case s.over:
			return 0, nil
		case v > value:
			value, best = v, []turn{m}
		case v == value:
			best = append(best, m)
		}
	}
	slices.SortFunc(best, func(a, b turn) int { // by cell, then by direction
		return cmp.Compare(bits.RotateLeft8(uint8(a), 2), bits.RotateLeft8(uint8(b), 2))
	})
	return value, best
}
