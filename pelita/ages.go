package pelita

import (
	"math"
	"math/bits"
	"slices"
)

// Aged is a pellet in the shadow of a ghost, and the number of turns of its team for which it has been there.
type Aged struct {
	Cell Cell
	Age  int
}

// aged is Aged with the number of the cell.
type aged struct {
	cell uint16
	age  int32
}

// ages are a team's pellets in the shadow, in the order in which they came into it. Two ghosts shade at most 26 cells; there are
// more entries only because pellets that were eaten keep theirs.
type ages struct {
	first [32]aged
	n     int    // of first that are used
	more  []aged // never changed, only replaced
}

func (a *ages) len() int { return a.n + len(a.more) }

func (a *ages) at(i int) aged {
	if i < a.n {
		return a.first[i]
	}
	return a.more[i-a.n]
}

func (a *ages) equal(b *ages) bool {
	return a.n == b.n && slices.Equal(a.first[:a.n], b.first[:b.n]) && slices.Equal(a.more, b.more)
}

// restart empties a, and returns its former content: the caller may read first in order while it adds others.
func (a *ages) restart() (first, more []aged) {
	first, more = a.first[:a.n], a.more
	a.n = 0
	if more != nil {
		a.more = nil
	}
	return first, more
}

// grow makes the pellets in the shadow one turn older, removes them from dark, and forgets the other pellets. A pellet that was
// eaten keeps its age.
func (a *ages) grow(food *Pellets, dark *shadow) {
	first, more := a.restart()
	for _, list := range [2][]aged{first, more} {
		for _, one := range list {
			switch {
			case dark.take(one.cell):
				one.age++
			case food.at(one.cell):
				continue
			}
			a.add(one)
		}
	}
}

// drop forgets a pellet.
func (a *ages) drop(cell uint16) {
	first, more := a.restart()
	for _, list := range [2][]aged{first, more} {
		for _, one := range list {
			if one.cell != cell {
				a.add(one)
			}
		}
	}
}

// add adds a pellet. After grow and drop, the memory of more belongs to this position alone, until the position is copied.
func (a *ages) add(one aged) {
	if a.n < len(a.first) && len(a.more) == 0 {
		a.first[a.n] = one
		a.n++
		return
	}
	a.more = append(a.more, one)
}

// Ages returns a team's pellets in the shadow, in the order in which they came into it.
func (p *Position) Ages(seat Seat) []Aged {
	a := &p.ages[seat&1]
	list := make([]Aged, a.len())
	for i := range list {
		one := a.at(i)
		list[i] = Aged{p.Maze.At(int(one.cell)), int(one.age)}
	}
	return list
}

// SetAges sets the ages of a team's pellets, for games that come from a file. The cells must be on the board.
func (p *Position) SetAges(seat Seat, list []Aged) {
	var a ages
	for _, one := range list {
		a.add(aged{uint16(p.Maze.Index(one.Cell)), int32(min(max(one.Age, 0), math.MaxInt32))})
	}
	p.ages[seat&1] = a
}

// AppendShaded appends the cells of Ages to dst: the shaded pellets that a team is shown.
func (p *Position) AppendShaded(dst []Cell, seat Seat) []Cell {
	a := &p.ages[seat&1]
	for i := range a.len() {
		dst = append(dst, p.Maze.At(int(a.at(i).cell)))
	}
	return dst
}

// Age counts the turns that pellets of the team spend in the shadow of its ghosts (R11). Pellets that come into the shadow are
// added in the order of the pellets.
func (p *Position) Age(seat Seat) {
	food, ages := &p.Food[seat], &p.ages[seat]
	var dark shadow
	for bot := range 2 {
		if i := seat.Bot(bot); p.IsGhost(i) {
			dark.add(p.Maze.shadow[p.Version][p.Maze.Index(p.Bots[i])], food)
		}
	}
	if ages.len() > 0 {
		ages.grow(food, &dark)
	}
	var room [len(ages.first)]uint16
	fresh := room[:0]
	for _, rest := range dark.patches[:dark.n] {
		for ; rest.mask != 0; rest.mask &= rest.mask - 1 {
			fresh = append(fresh, uint16(rest.word<<6+bits.TrailingZeros64(rest.mask)))
		}
	}
	if len(fresh) > 1 {
		slot := func(cell uint16) int { return food.set.find(p.Maze.At(int(cell))) }
		slices.SortFunc(fresh, func(a, b uint16) int { return slot(a) - slot(b) })
	}
	for _, cell := range fresh {
		ages.add(aged{cell, 1})
	}
}

// shadow is the pellets in the shadow of a team's ghosts, as words of bits, each listed once. The shadow of a ghost covers at
// most five columns, each in at most two words.
type shadow struct {
	patches [2 * 5 * 2]patch
	n       int
}

// add adds the pellets in the shadow of a ghost.
func (s *shadow) add(cells []patch, food *Pellets) {
next:
	for _, next := range cells {
		next.mask &= food.has[next.word]
		if next.mask == 0 {
			continue
		}
		for i := range s.patches[:s.n] {
			if s.patches[i].word == next.word {
				s.patches[i].mask |= next.mask
				continue next
			}
		}
		s.patches[s.n] = next
		s.n++
	}
}

// take removes a pellet and reports whether it was there.
func (s *shadow) take(cell uint16) bool {
	for i := range s.patches[:s.n] {
		if s.patches[i].word == int(cell>>6) {
			bit := uint64(1) << (cell & 63)
			found := s.patches[i].mask & bit
			s.patches[i].mask &^= bit
			return found != 0
		}
	}
	return false
}

// Fades reports whether a pellet of a team will be relocated within three rounds if its ghost stays (R11).
func (p *Position) Fades(seat Seat, c Cell) bool {
	const soon = 6 // turns of the team
	a := &p.ages[seat&1]
	for i := range a.len() {
		if one := a.at(i); int(one.cell) == p.Maze.Index(c) && one.age+soon > MaxFoodAge {
			return !p.AllowCamping
		}
	}
	return false
}

// InShadow reports whether a cell is in the shadow of a ghost of a team (R11).
func (p *Position) InShadow(seat Seat, c Cell) bool {
	for bot := range 2 {
		if bot := seat.Bot(bot); p.IsGhost(bot) && c.Distance(p.Bots[bot]) <= p.Version.Shadow() {
			return true
		}
	}
	return false
}
