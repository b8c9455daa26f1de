package bot

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/tron"
)

// A level looks at no more cycles than it has, with an hour to think, too, and no level has more than the one above it.
func TestLevelsAreBounded(t *testing.T) {
	_, positions := starts(t)
	w := tron.View{Position: positions[0], Seat: tron.Yellow}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for i := range len(Levels) - 1 {
		l := &Levels[i]
		b := l.Champion(rand.New(rand.NewPCG(1, 1)))
		b.Initialize(w)
		if _, err := b.Decide(ctx, w); err != nil || b.Measured > l.Nodes || l.Nodes > Levels[i+1].Nodes {
			t.Errorf("level %d: %d cycles, %v; it has %d, and the next one %d", i+1, b.Measured, err, l.Nodes, Levels[i+1].Nodes)
		}
	}
}

// A level takes the careful ways of those that it sees, or the others; if it sees none, it may do anything. Who sees everything
// draws nothing.
func TestSeen(t *testing.T) {
	p, err := tron.ParsePosition("#####\n#...#\n#.B.#\n#..Y#\n#####")
	if err != nil {
		t.Fatal(err)
	}
	var a arena
	a.load(&p)
	var list [3]ride
	rides := slices.Clone(a.rides(tron.Blue, &list))[:1] // as if the other two were walls
	found := map[ride]bool{}
	half, none := Level{Looks: 50}, Level{}
	for seed := range uint64(200) {
		chance := rand.New(rand.NewPCG(seed, 1))
		for _, m := range half.seen(&a, tron.Blue, rides, chance) {
			found[m] = true
		}
		if all := none.seen(&a, tron.Blue, rides, chance); len(all) != 1 {
			t.Errorf("who sees nothing chooses among %v, want one", all)
		}
	}
	for m := range ride(3) {
		if !found[m] {
			t.Errorf("ride %d is never taken, want it where it is all that was seen", m)
		}
	}
	if all := (&Level{Looks: 100}).seen(&a, tron.Blue, rides, nil); !slices.Equal(all, rides) {
		t.Errorf("who sees everything has %v, want %v", all, rides)
	}
}
