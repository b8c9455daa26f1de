package bot

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/sarena"
)

// With an hour to think, a level plays what it plays without a clock, in a whole game, and searches no more than its turns and
// a third of them, which the search for the end may take first.
func TestLevelsAreBounded(t *testing.T) {
	hour, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for i := range len(Levels) - 1 {
		bots := []*Champion{Levels[i].Champion(rand.New(rand.NewPCG(1, 1))), Levels[i].Champion(rand.New(rand.NewPCG(1, 1)))}
		for p := sarena.Draw(dice{rand.New(rand.NewPCG(1, 2))}); !p.Over(); {
			var moves []sarena.Move
			for k, ctx := range []context.Context{t.Context(), hour} {
				before := bots[k].Nodes
				m, err := bots[k].Move(ctx, sarena.View{Position: p})
				if err != nil || p.Check(m) != sarena.Legal || bots[k].Nodes-before > Levels[i].Nodes*4/3+clockNodes {
					t.Fatalf("level %d plays %v after %d turns: %v; it has %d", i+1, m, bots[k].Nodes-before, err, Levels[i].Nodes)
				}
				moves = append(moves, m)
			}
			if moves[0] != moves[1] {
				t.Fatalf("level %d plays %v and, with an hour, %v", i+1, moves[0], moves[1])
			}
			p = p.Play(moves[0])
		}
	}
}
