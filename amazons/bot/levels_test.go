package bot

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
)

// With an hour to think, a level plays what it plays without a clock and measures as many positions; no level measures more than
// the next one.
func TestLevelsAreBounded(t *testing.T) {
	hour, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	p := amazons.Start()
	for i := range len(Levels) - 1 {
		var moves [2]amazons.Move
		var measured [2]int
		for k, ctx := range []context.Context{t.Context(), hour} {
			b := Levels[i].Champion(rand.New(rand.NewPCG(1, 1)))
			m, err := b.Move(ctx, p)
			if rule := p.Check(m); err != nil || rule != amazons.Legal {
				t.Fatalf("level %d plays %v: %v, %v", i+1, m, rule, err)
			}
			moves[k], measured[k] = m, b.Measured
		}
		if moves[0] != moves[1] || measured[0] != measured[1] || Levels[i].Nodes > Levels[i+1].Nodes {
			t.Errorf("level %d plays %v and, with an hour, %v, for which it measures %d positions; it has %d, and the next one %d",
				i+1, moves[0], moves[1], measured, Levels[i].Nodes, Levels[i+1].Nodes)
		}
	}
}

// Of 20 steps, a sight of 2.25 is two and, one time of four, three; those of one square are seen about twice as often as those of two.
// Who sees everything draws nothing.
func TestSome(t *testing.T) {
	s := &sight{2.25, rand.New(rand.NewPCG(1, 2))}
	var seen, near int
	for range 4000 {
		list := make([]twig, 20)
		for i := range list {
			list[i].from = amazons.Square(i)
		}
		for _, step := range s.some(list, func(t *twig) int { return 1 + int(t.from)%2 }) {
			seen++
			near += 1 - int(step.from)%2
		}
	}
	if seen < 8900 || seen > 9100 || near*10 < seen*6 || near*10 > seen*7 {
		t.Errorf("%d of %d steps that were seen are near: want about two thirds of 9000", near, seen)
	}
	list := make([]twig, 20)
	for _, s := range []*sight{nil, {0, nil}, {1000, rand.New(rand.NewPCG(1, 3))}} {
		if got := s.some(list, func(*twig) int { return 1 }); len(got) != len(list) {
			t.Errorf("%+v: %d of %d steps", s, len(got), len(list))
		}
	}
}
