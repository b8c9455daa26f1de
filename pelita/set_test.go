package pelita_test

import (
	"math/rand/v2"
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
