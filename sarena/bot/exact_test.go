package bot

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/sarena"
)

// What champion calls exact is what the solver finds.
func TestExactIsWhatTheSolverFinds(t *testing.T) {
	gametest.Slow(t)
	chance := dice{rand.New(rand.NewPCG(5, 5))}
	exact := 0
	for range 100 {
		p := smallBoard(chance)
		if p.Over() {
			continue
		}
		b := Champion{NodesPerMove: 3000}
		if _, err := b.Move(t.Context(), sarena.View{Position: p}); err != nil {
			t.Fatal(err)
		}
		if !b.Exact() {
			continue
		}
		exact++
		s, err := Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if p.Side() == sarena.Red {
			s.Value = -s.Value
		}
		want := map[bool]float64{true: 1}[s.Value > 0]
		if s.Value == 0 {
			want = 0.5
		}
		if worth, known := b.Worth(); !known || worth != want {
			t.Errorf("%v: worth %g, known %t, want %g", p, worth, known, want)
		}
	}
	if exact < 30 {
		t.Errorf("%d of 100 small boards are exact", exact)
	}
}

// Fields that share a line of the processor's cache cost two threads a third of their speed.
func TestFieldsApart(t *testing.T) {
	if size := unsafe.Sizeof(field{}); size%128 != 0 {
		t.Errorf("a field has %d bytes, want a multiple of 128", size)
	}
}
