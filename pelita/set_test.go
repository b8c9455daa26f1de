package pelita_test

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

// The order of CPython 3.11: list({(1, 1), (2, 3), ...}) after these additions.
func TestR14OrderOfSmallSets(t *testing.T) {
	var s pelita.Set
	for _, c := range []pelita.Cell{at(4, 0), at(22, 9), at(25, 3), at(29, 15)} {
		s.Add(c)
	}
	want := []pelita.Cell{at(29, 15), at(4, 0), at(25, 3), at(22, 9)}
	if diff := cmp.Diff(want, s.Append(nil)); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	s.Remove(at(29, 15))
	s.Remove(at(22, 9))
	s.Add(at(23, 7))
	s.Remove(at(4, 0))
	s.Add(at(9, 2))
	want = []pelita.Cell{at(23, 7), at(25, 3), at(9, 2)}
	if diff := cmp.Diff(want, s.Append(nil)); diff != "" {
		t.Errorf("order after removals (-want +got):\n%s", diff)
	}
	// {...} - {(11, 11)}: a set of four is not yet so much larger than one of one that it is copied.
	var four pelita.Set
	for _, c := range []pelita.Cell{at(25, 13), at(11, 11), at(23, 2), at(28, 3)} {
		four.Add(c)
	}
	rest := four.Minus([]pelita.Cell{at(11, 11)})
	want = []pelita.Cell{at(23, 2), at(25, 13), at(28, 3)}
	if diff := cmp.Diff(want, rest.Append(nil)); diff != "" {
		t.Errorf("order of a difference (-want +got):\n%s", diff)
	}
}

func TestHashOfTuples(t *testing.T) {
	for cell, want := range map[pelita.Cell]int64{
		at(0, 0): -8458139203682520985, at(1, 0): -5164621852614943976, at(31, 15): 8459395579154524766, at(-1, -1): 960947337673586213,
	} {
		if got := int64(pelita.HashCell(cell)); got != want {
			t.Errorf("hash of %v: %d, want %d", cell, got, want)
		}
	}
}

// checkSet does the same operations on a set and on a map, which must hold the same cells, and checks the laws of copies.
func checkSet(t *testing.T, ops []byte) {
	var s pelita.Set
	cells := map[pelita.Cell]bool{}
	for i, op := range ops {
		c := at(int(op>>2), i%7)
		switch op % 4 {
		case 0, 1:
			s.Add(c)
			cells[c] = true
		case 2:
			s.Remove(c)
			delete(cells, c)
		default:
			s.Recopy()
			again := s.Clone()
			if again.Recopy() {
				t.Fatalf("after %d operations: a copy of a copy has another order", i+1)
			}
		}
		if s.Len() != len(cells) {
			t.Fatalf("after %d operations: %d cells, want %d", i+1, s.Len(), len(cells))
		}
	}
	list := s.Append(nil)
	for _, c := range list {
		if !cells[c] || !s.Has(c) {
			t.Fatalf("%v is in the list of a set that does not have it", c)
		}
	}
	if len(list) != len(cells) {
		t.Fatalf("a list of %d cells of a set of %d", len(list), len(cells))
	}
	var none pelita.Set
	if u := s.Union(&none); u.Len() != s.Len() {
		t.Fatalf("s | {} has %d cells, s has %d", u.Len(), s.Len())
	}
	if rest := s.Minus(list); rest.Len() != 0 {
		t.Fatalf("s - s has %d cells", rest.Len())
	}
}

func TestSetLaws(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		ops := make([]byte, chance.IntN(400))
		for i := range ops {
			ops[i] = byte(chance.Uint32())
		}
		checkSet(t, ops)
	}
}

func FuzzSet(f *testing.F) {
	f.Add([]byte{0, 4, 8, 2, 3, 12, 16, 20, 24, 3})
	f.Fuzz(checkSet)
}

// TestR14OrderOfCPython compares the order after each of many operations with what a program of the same operations printed in
// CPython 3.11, as checksums of the listed cells.
func TestR14OrderOfCPython(t *testing.T) {
	for _, tt := range []struct {
		seed         uint64
		width, steps int
		want         uint32
	}{
		{1, 3, 400, 0xd2a2b172},
		{2, 5, 600, 0x5d492b7d},
		{3, 9, 2000, 0x32594cb8},
		{4, 32, 3000, 0xf8b4f727},
		{6, 2, 500, 0x58bdc37b}, {7, 4, 2000, 0x5066ef0e},
		{5, 32, 3000, 0xfb9041a0},
	} {
		draw := func(n int) int {
			tt.seed = tt.seed*6364136223846793005 + 1442695040888963407
			return int(tt.seed>>33) % n
		}
		var a, b pelita.Set
		var text []byte
		for range tt.steps {
			op := draw(16)
			c := at(draw(tt.width), draw(tt.width))
			switch {
			case op < 8:
				a = a.Clone()
				a.Add(c)
			case op < 11:
				a = a.Clone()
				a.Remove(c)
			case op == 11:
				before := a
				if changed := a.Recopy(); changed == before.Equal(&a) {
					t.Fatalf("a copy says that it changed: %v", changed)
				}
			case op == 12:
				a = a.Union(&b)
			case op == 13:
				a = a.Minus(b.Append(nil))
			case op == 14:
				a, b = b, a
			default:
				b = a.Union(&b)
			}
			for _, s := range []pelita.Set{a, b} {
				for _, c := range s.Append(nil) {
					text = fmt.Appendf(text, "%d,%d ", c.X, c.Y)
				}
				text = append(text, '\n')
			}
		}
		if got := crc32.ChecksumIEEE(text); got != tt.want {
			t.Errorf("seed %d, cells of %d columns: %08x, want %08x", tt.seed, tt.width, got, tt.want)
		}
	}
}

// Equal sets have the same order after all later operations: deleted slots and the size of the table count.
func TestEqualSets(t *testing.T) {
	set := func(cells ...pelita.Cell) (s pelita.Set) {
		for _, c := range cells {
			s.Add(c)
		}
		return s
	}
	without := func(s pelita.Set, cells ...pelita.Cell) pelita.Set {
		for _, c := range cells {
			s.Remove(c)
		}
		return s
	}
	var none pelita.Set
	large := set(at(1, 1), at(1, 2), at(1, 3), at(1, 4), at(1, 5), at(1, 6))
	for _, tt := range []struct {
		name string
		a, b pelita.Set
		want bool
	}{
		{"two without a cell", none, none.Union(&none), true},
		{"the same cell", set(at(1, 1)), set(at(1, 1)), true},
		{"another cell", set(at(1, 1)), set(at(1, 2)), false},
		{"one more", set(at(1, 1)), set(at(1, 1), at(1, 2)), false},
		{"a deleted cell", without(set(at(1, 1)), at(1, 1)), none, false},
		{"other deleted cells", without(set(at(1, 1)), at(1, 1)), without(set(at(1, 2)), at(1, 2)), false},
		{"a cell and a deleted one", without(set(at(1, 1), at(1, 2)), at(1, 2)), set(at(1, 1)), false},
		{"a large table", without(large.Clone(), at(1, 2), at(1, 3), at(1, 4), at(1, 5), at(1, 6)), set(at(1, 1)), false},
	} {
		if tt.a.Equal(&tt.b) != tt.want || tt.b.Equal(&tt.a) != tt.want {
			t.Errorf("%s: equal %v, want %v", tt.name, !tt.want, tt.want)
		}
	}
	far := at(0x7fff, 0x7fff)
	if s := set(far); !s.Has(far) || s.Has(at(0x8000, 0)) || s.Has(at(0, 0x8000)) || s.Has(at(-1, 0)) {
		t.Error("the largest cell is not in its set, or one outside is")
	}
	four := set(at(1, 1), at(2, 5), at(7, 3), at(4, 9))
	if u := none.Union(&four); !slices.Equal(u.Append(nil), four.Append(nil)) {
		t.Errorf("{} | s is in the order %v, s in %v", u.Append(nil), four.Append(nil))
	}
	if u := none.Union(&none); u.Recopy() {
		t.Error("a copy of a set that never had a cell says that it changed")
	}
	emptied := without(set(at(1, 1)), at(1, 1))
	if !emptied.Recopy() || !emptied.Equal(&none) {
		t.Error("a copy of a set keeps deleted slots")
	}
	emptied = without(large.Clone(), large.Append(nil)...)
	if kept := emptied.Clone(); !emptied.Recopy() || !emptied.Equal(&none) || kept.Equal(&none) || emptied.Recopy() {
		t.Error("a copy of a set without cells is not a new set")
	}
}
