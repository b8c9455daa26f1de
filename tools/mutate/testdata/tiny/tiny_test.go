package tiny_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/tools/mutate/testdata/tiny"
)

func TestGrown(t *testing.T) {
	for _, tt := range [][3]int{{1, 2, 8}, {2, 1, 2}, {2, 2, 2}, {1, 7, 2}} {
		if got := tiny.Grown(tt[0], tt[1]); got != tt[2] {
			t.Errorf("Grown(%d, %d) = %d, want %d", tt[0], tt[1], got, tt[2])
		}
	}
}

func TestChecked(t *testing.T) {
	if ok, err := tiny.Checked(1, false); !ok || err != nil {
		t.Error(ok, err)
	}
	if _, err := tiny.Checked(-1, false); err == nil {
		t.Error("-1 is checked")
	}
}

func TestPairs(t *testing.T) {
	a, b, c := tiny.Pairs(1, 2)
	if a.Second != 2 || b.First != 1 || c[0].Second != 2 {
		t.Error(a, b, c)
	}
}

func TestDrained(t *testing.T) {
	if tiny.Drained([]int{1, 2}) != 0 {
		t.Error("something is left")
	}
}
