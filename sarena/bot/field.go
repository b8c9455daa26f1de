package bot

import (
	"math/bits"

	"github.com/gridiron-games/gridiron/sarena"
)

// heap is the part of a pile that matters for the rest of the game: five small numbers in 13 bits. The order of the chips inside
// no longer matters, so piles that were built in different ways become equal, and so do their positions.
//
//	bits 0-1 lowest face, 2-3 highest face, 4-6 height, 7-9 chips with yellow on a face, 10-12 chips with red on one
type heap uint16

const (
	heapKinds = 1 << 13
	heapShape = 1<<7 - 1 // faces and height: the only parts that the evaluation uses
)

func heapOf(p sarena.Pile) heap {
	if p == 0 {
		return 0
	}
	return heap(p.Bottom()) | heap(p.Top())<<2 | heap(p.Height())<<4 |
		heap(p.Count(sarena.YellowFace))<<7 | heap(p.Count(sarena.RedFace))<<10
}

func (h heap) height() int { return int(h >> 4 & 7) }

// turn turns it over.
func (h heap) turn() heap { return h&^15 | h>>2&3 | h&3<<2 }

// on puts h on top of g: the numbers add up, the lowest face is that of g and the highest that of h.
func (h heap) on(g heap) heap { return h&^3 + g&^12 }

// final is the value of a heap at the end: 1024 times the chips owned (R10) plus the marked ones of them (R11), for Yellow.
var final = func() (table [heapKinds]int32) {
	for h := range heap(heapKinds) {
		switch sarena.Face(h >> 2 & 3) {
		case sarena.YellowFace:
			table[h] = int32(h.height())<<10 + int32(h>>7&7)
		case sarena.RedFace:
			table[h] = -int32(h.height())<<10 - int32(h>>10&7)
		}
	}
	return table
}()

// scoreOf is the score of the game whose heaps add up to total.
func scoreOf(total int32) int {
	chips := (total + 512) >> 10
	if chips != 0 {
		return int(chips)
	}
	return int(total)
}

// terrain is the part of a board that does not change.
type terrain struct {
	all, arrows       sarena.Set
	notFirst, notLast sarena.Set
	columns           uint8
	steps             [sarena.Directions]int8
	beside            [sarena.MaxCells]sarena.Set
	ground            [sarena.MaxCells]uint16 // 0 or groundArrow

	size      int // cells
	images    int // symmetries that are used: at least 1
	image     [sarena.Symmetries][sarena.MaxCells]uint8
	backwards [sarena.Symmetries][sarena.MaxCells]uint8
	weights   [sarena.Symmetries][sarena.MaxCells]uint64 // of the hash
}

// symmetricCells is the largest board on which positions are looked up by their mirror images, too. On larger boards there are so
// many different chips that mirror images do not occur.
const symmetricCells = 25

func newTerrain(p sarena.Position) *terrain {
	t := &terrain{arrows: p.Arrows(), size: p.Cells(), columns: uint8(p.Columns())}
	t.steps = [...]int8{sarena.Up: -int8(t.columns), sarena.Left: -1, sarena.Right: 1, sarena.Down: int8(t.columns)}
	for c := range sarena.Cell(p.Cells()) {
		i, j := p.Place(c)
		t.all |= sarena.SetOf(c)
		if t.arrows.Has(c) {
			t.ground[c] = groundArrow
		}
		if i > 0 {
			t.join(c, p.At(i-1, j))
		}
		if j > 0 {
			t.join(c, p.At(i, j-1))
			t.notFirst |= sarena.SetOf(c)
			t.notLast |= sarena.SetOf(c - 1)
		}
	}
	var weights [sarena.MaxCells]uint64
	seed := uint64(0x9e3779b97f4a7c15)
	for c := range weights {
		// splitmix64 (Steele, Lea and Flood, 2014)
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		weights[c] = z ^ z>>31
	}
	for s := range sarena.Symmetry(sarena.Symmetries) {
		if s > 0 && (p.Cells() > symmetricCells || !p.Keeps(s)) {
			continue
		}
		for c := range sarena.Cell(p.Cells()) {
			at := p.Image(s, c)
			t.image[t.images][c] = uint8(at)
			t.backwards[t.images][at] = uint8(c)
			t.weights[t.images][c] = weights[at]
		}
		t.images++
	}
	return t
}

func (t *terrain) join(a, b sarena.Cell) {
	t.beside[a] |= sarena.SetOf(b)
	t.beside[b] |= sarena.SetOf(a)
}

// field is a position as the search keeps it: changed in place, with everything that depends on all cells kept up to date.
type field struct {
	*terrain
	heaps   [sarena.MaxCells]heap
	heights [sarena.Height + 1]sarena.Set
	total   int32   // of final
	outlook twofold // of the evaluation, for Yellow
	hashes  [sarena.Symmetries]uint64
	red     bool // Red is to move

	_ [120]byte // 384 bytes in all, so that the fields of two threads have no line of the processor's cache in common
}

func newField(p sarena.Position, t *terrain) *field {
	f := &field{terrain: t, red: p.Side() == sarena.Red}
	for c := range sarena.Cell(p.Cells()) {
		h := heapOf(p.Pile(c))
		f.heaps[c] = h
		f.heights[h.height()] |= sarena.SetOf(c)
		f.total += final[h]
		for s := range t.images {
			f.hashes[s] += uint64(h) * t.weights[s][c]
		}
	}
	now := f.surroundings()
	for c := range uint8(p.Cells()) {
		f.outlook += f.worth(c, f.heaps[c], &now)
		for s := t.beside[c] >> c << c; s != 0; s = s.Rest() {
			d := uint8(s.First())
			f.outlook += f.edge(c, d, f.heaps[c], f.heaps[d])
		}
	}
	return f
}

// undo is what step changes and back restores.
type undo struct {
	from, to    uint8
	pile, under heap
	total       int32
	outlook     twofold
	heights     [sarena.Height + 1]sarena.Set
}

// turn is a move in one byte: the cell it leaves and its direction.
type turn uint8

const noTurn = turn(0) // cell 0, in the top row, with direction Up: never legal

func (f *field) cells(m turn) (from, to uint8) {
	from = uint8(m & 63)
	return from, uint8(int8(from)+f.steps[m>>6]) & 63
}

// result is the heap that a turn makes of two.
func result(pile, under heap) heap {
	if under == 0 {
		return pile.turn()
	}
	return pile.on(under)
}

// step plays a turn.
func (f *field) step(m turn, u *undo) {
	from, to := f.cells(m)
	pile, under := f.heaps[from], f.heaps[to]
	*u = undo{from, to, pile, under, f.total, f.outlook, f.heights}
	made := result(pile, under)
	a, b := sarena.Set(1)<<from, sarena.Set(1)<<to
	before := f.surroundings()
	f.heights[pile.height()] ^= a
	f.heights[0] ^= a
	f.heights[under.height()] ^= b
	f.heights[made.height()] ^= b
	after := f.surroundings()

	change := f.worth(to, made, &after) - f.worth(from, pile, &before) - f.worth(to, under, &before)
	// No cell is beside both: on squares, two neighbours have no common neighbour.
	besideFrom, besideTo := f.beside[from]&^after.empty&^b, f.beside[to]&^after.empty
	for s := besideFrom; s != 0; s = s.Rest() {
		c := uint8(s.First() & 63)
		h := f.heaps[c]
		change += f.worth(c, h, &after) - f.worth(c, h, &before) - f.edge(from, c, pile, h)
	}
	for s := besideTo; s != 0; s = s.Rest() {
		c := uint8(s.First() & 63)
		h := f.heaps[c]
		change += f.worth(c, h, &after) - f.worth(c, h, &before) + f.edge(to, c, made, h) - f.edge(to, c, under, h)
	}
	f.heaps[from], f.heaps[to] = 0, made
	f.outlook += change - f.edge(from, to, pile, under)
	f.total += final[made] - final[pile] - final[under]
	for s := range f.images {
		w := &f.weights[s]
		f.hashes[s] += (uint64(made)-uint64(under))*w[to] - uint64(pile)*w[from]
	}
	f.red = !f.red
}

// back takes back the turn that step played.
func (f *field) back(u *undo) {
	made := f.heaps[u.to]
	for s := range f.images {
		w := &f.weights[s]
		f.hashes[s] -= (uint64(made)-uint64(u.under))*w[u.to] - uint64(u.pile)*w[u.from]
	}
	f.heaps[u.from], f.heaps[u.to] = u.pile, u.under
	f.total, f.outlook, f.heights = u.total, u.outlook, u.heights
	f.red = !f.red
}

// sources returns the legal turns as sarena.Board does.
func (f *field) sources() [sarena.Directions]sarena.Set {
	h1, h2, h3, h4 := f.heights[1], f.heights[2], f.heights[3], f.heights[4]
	d4 := f.heights[0] & f.arrows
	d3 := d4 | h1
	d2 := d3 | h2
	d1 := d2 | h3
	n := f.columns
	return [sarena.Directions]sarena.Set{
		sarena.Up:    h1&(d1<<n) | h2&(d2<<n) | h3&(d3<<n) | h4&(d4<<n),
		sarena.Left:  (h1&(d1<<1) | h2&(d2<<1) | h3&(d3<<1) | h4&(d4<<1)) & f.notFirst,
		sarena.Right: (h1&(d1>>1) | h2&(d2>>1) | h3&(d3>>1) | h4&(d4>>1)) & f.notLast,
		sarena.Down:  h1&(d1>>n) | h2&(d2>>n) | h3&(d3>>n) | h4&(d4>>n),
	}
}

// key returns the least hash of all images with the number of the image. Equal keys mean equal positions, up to collisions of 64
// bits.
func (f *field) key() (key uint64, image int) {
	key = f.hashes[0]
	for s := 1; s < f.images; s++ {
		if f.hashes[s] < key {
			key, image = f.hashes[s], s
		}
	}
	if f.red {
		key = ^key
	}
	return key, image
}

// over reports whether there is no legal turn.
func (f *field) over() bool {
	h1, h2, h3 := f.heights[1], f.heights[2], f.heights[3]
	if (h1&((h1|h2|h3)<<1)|h2&(h1<<1))&f.notFirst != 0 { // nearly always
		return false
	}
	s := f.sources()
	return s[0]|s[1]|s[2]|s[3] == 0
}

func popcount(s sarena.Set) uint16 { return uint16(bits.OnesCount64(uint64(s))) }
