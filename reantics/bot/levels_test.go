package bot

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"
)

// A level looks at no more positions than the champion does without a clock, with an hour to think, too.
func TestLevelsAreBounded(t *testing.T) {
	p := position(t, crowded)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	champion := &Champion{Chance: rand.New(rand.NewPCG(1, 1))}
	if _, err := champion.Move(t.Context(), p.View()); err != nil {
		t.Fatal(err)
	}
	for i := range Levels {
		b := Levels[i].Champion(rand.New(rand.NewPCG(1, 1)))
		if _, err := b.Move(ctx, p.View()); err != nil || b.Measured > champion.Measured {
			t.Errorf("level %d: %d positions, %v, want at most %d", i+1, b.Measured, err, champion.Measured)
		}
	}
}

// What a level does not see is not there, but that an ant may stay always is; who sees everything draws nothing.
func TestSight(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	list := func() []seed { return []seed{{}, {act: action{move: 1}}, {act: action{move: 2}}} }
	ids := func() []uint8 { return []uint8{4, 5, 6} }
	for _, c := range []struct{ percent, ants, seeds int }{{0, 0, 1}, {100, 3, 3}} {
		s := &sight{&Level{Ants: c.percent, Looks: c.percent}, chance}
		if c.percent == 100 {
			s.chance = nil
		}
		if ants, seeds := len(s.ants(ids())), len(s.seeds(list())); ants != c.ants || seeds != c.seeds {
			t.Errorf("%d %%: %d ants and %d moves, want %d and %d", c.percent, ants, seeds, c.ants, c.seeds)
		}
	}
	half, ants, seeds := &sight{&Level{Ants: 50, Looks: 50}, chance}, 0, 0
	for range 100 {
		ants += len(half.ants(ids()))
		seeds += len(half.seeds(list()))
	}
	if ants < 120 || ants > 180 || seeds < 170 || seeds > 230 {
		t.Errorf("50 %%: %d ants and %d moves in 100 turns, want about 150 and 200", ants, seeds)
	}
}
