package pelita

import (
	"math/bits"
	"slices"
)

// Set is a set of cells that is iterated in the order of CPython's set of the tuples (x, y). Bots that draw from a list of
// pellets depend on that order. Coordinates are from 0 to 32,767. The zero value is an empty set. A copy with = shares the table;
// see Clone.
//
// The model is that of CPython 3.8 and 3.10 to 3.13: open addressing over a table of a power of two slots, with linear probes of
// 9 slots, deleted entries that keep their slot, and hashes of tuples by xxHash (Objects/setobject.c, tupleobject.c).
type Set struct {
	slots []int32 // empty, deleted, or a packed cell
	used  int     // cells
	fill  int     // slots that are not empty
}

const (
	emptySlot   = -1
	deletedSlot = -2
	smallest    = 8 // slots
	probes      = 9
)

func pack(c Cell) int32        { return int32(c.X)<<16 | int32(c.Y) }
func unpack(packed int32) Cell { return Cell{int(packed >> 16), int(packed & 0xffff)} }

// HashCell is CPython's hash((x, y)) as an unsigned number. The hash of -1 is -2 there, every other number is its own.
func HashCell(c Cell) uint64 {
	const (
		p1 = 11400714785074694791
		p2 = 14029467366897019727
		p5 = 2870177450012600261
	)
	acc := uint64(p5)
	for _, v := range [2]int{c.X, c.Y} {
		if v == -1 {
			v = -2
		}
		acc += uint64(v) * p2
		acc = bits.RotateLeft64(acc, 31) * p1
	}
	acc += 2 ^ (p5 ^ 3527539)
	if acc == 1<<64-1 {
		return 1546275796
	}
	return acc
}

// Len returns the number of cells in s.
func (s *Set) Len() int { return s.used }

// Has reports whether c is in s.
func (s *Set) Has(c Cell) bool { return s.find(c) >= 0 }

// Append appends the cells of s to dst in their order.
func (s *Set) Append(dst []Cell) []Cell {
	for _, packed := range s.slots {
		if packed >= 0 {
			dst = append(dst, unpack(packed))
		}
	}
	return dst
}

// Clone returns a set with a table of its own and the same slots, so that its order is the same, now and later.
func (s *Set) Clone() Set {
	return Set{slots: append([]int32(nil), s.slots...), used: s.used, fill: s.fill}
}

// table returns the slots; before the first cell, those of an empty set.
func (s *Set) table() []int32 {
	if s.slots == nil {
		s.slots = blank(smallest)
	}
	return s.slots
}

// blank returns an empty table of that size.
func blank(size int) []int32 {
	slots := make([]int32, size)
	for i := range slots {
		slots[i] = emptySlot
	}
	return slots
}

// find returns the slot of c, -1 if c is not in the set.
func (s *Set) find(c Cell) int {
	if s.used == 0 || c.X < 0 || c.Y < 0 || c.X > 0x7fff || c.Y > 0x7fff {
		return -1
	}
	slot, _ := locate(s.slots, c)
	if slot < 0 {
		return -1
	}
	return slot
}

// locate probes for c. If it finds c, it returns its slot. If it finds an empty slot first, slot is -1 minus that slot, and
// deleted is the last deleted slot on the way, -1 if there was none.
func locate(slots []int32, c Cell) (slot, deleted int) {
	key, hash, mask := pack(c), HashCell(c), uint64(len(slots)-1)
	deleted = -1
	for i, perturb := hash&mask, hash; ; i = (i*5 + 1 + perturb) & mask {
		last := i
		if i+probes <= mask {
			last = i + probes
		}
		for at := i; at <= last; at++ {
			switch slots[at] {
			case key:
				return int(at), deleted
			case emptySlot:
				return -1 - int(at), deleted
			case deletedSlot:
				deleted = int(at)
			}
		}
		perturb >>= 5
	}
}

// Add adds c.
func (s *Set) Add(c Cell) {
	slot, deleted := locate(s.table(), c)
	switch {
	case slot >= 0:
	case deleted >= 0:
		s.slots[deleted] = pack(c)
		s.used++
	default:
		s.slots[-1-slot] = pack(c)
		s.used++
		s.fill++
		if s.fill*5 >= (len(s.slots)-1)*3 {
			s.resize(4 * s.used)
		}
	}
}

// Remove removes c. Its slot stays in use until the next resize or copy.
func (s *Set) Remove(c Cell) {
	if slot := s.find(c); slot >= 0 {
		s.slots[slot] = deletedSlot
		s.used--
	}
}

// Equal reports whether two sets have the same cells in the same slots. Their orders then stay equal after the same operations.
func (s *Set) Equal(t *Set) bool {
	fresh := s.fill == 0 && len(s.slots) <= smallest && len(t.slots) <= smallest
	return s.used == t.used && s.fill == t.fill && (fresh || slices.Equal(s.slots, t.slots))
}

// resize moves the cells to a table with more than least slots.
func (s *Set) resize(least int) {
	s.rebuild(sizeAbove(least))
}

func sizeAbove(least int) int {
	size := smallest
	for size <= least {
		size *= 2
	}
	return size
}

// rebuild moves the cells to a new table in the order of their slots. The old one stays unchanged.
func (s *Set) rebuild(size int) {
	old := s.slots
	s.slots = blank(size)
	for _, packed := range old {
		if packed >= 0 {
			s.place(packed)
		}
	}
	s.fill = s.used
}

// place stores a cell that is not yet there in a table without deleted slots.
func (s *Set) place(packed int32) {
	slot, _ := locate(s.slots, unpack(packed))
	s.slots[-1-slot] = packed
}

// copySize returns the size of the table of a copy before cells are added.
func (s *Set) copySize() int {
	if s.used >= 5 { // 5*used >= 3*(smallest-1)
		return sizeAbove(2 * s.used)
	}
	return smallest
}

// Recopy replaces s by the result of set(s) in Python: a copy has no deleted slots and often another order. It reports whether
// anything changed; a copy of a copy never changes. The old table of s stays unchanged for sets that share it.
func (s *Set) Recopy() bool {
	size := s.copySize()
	switch {
	case s.used == 0:
		if s.fill == 0 && len(s.slots) <= smallest {
			return false
		}
		*s = Set{}
		return true
	case size == len(s.slots) && s.fill == s.used:
		return false
	}
	s.rebuild(size)
	return true
}

// Union returns s | t.
func (s *Set) Union(t *Set) Set {
	u := s.Clone()
	u.table()
	u.Recopy()
	if t.used == 0 {
		return u
	}
	if (u.fill+t.used)*5 >= (len(u.slots)-1)*3 {
		u.resize(2 * (u.used + t.used))
	}
	if u.fill == 0 && len(u.slots) == len(t.slots) && t.fill == t.used {
		return t.Clone()
	}
	for _, packed := range t.slots {
		if packed >= 0 {
			u.Add(unpack(packed))
		}
	}
	return u
}

// Minus returns s - t, given the keys of t that are listed. CPython copies s and removes them if s is much larger than t, and
// otherwise adds the remaining cells to an empty set.
func (s *Set) Minus(keys []Cell) Set {
	if s.used>>2 > len(keys) {
		rest := s.Clone()
		rest.table()
		rest.Recopy()
		for _, c := range keys {
			rest.Remove(c)
		}
		return rest
	}
	var rest, drop Set
	for _, c := range keys {
		drop.Add(c)
	}
	for _, packed := range s.slots {
		if packed >= 0 && !drop.Has(unpack(packed)) {
			rest.Add(unpack(packed))
		}
	}
	return rest
}
