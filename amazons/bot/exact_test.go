package bot_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/bot"
)

// What champion calls exact is what the solver finds, and an estimate is never called so.
func TestExactIsWhatTheSolverFinds(t *testing.T) {
	exact, estimated := 0, 0
	for seed := range uint64(4) {
		chance := rand.New(rand.NewPCG(seed, 1))
		p, err := amazons.ParsePosition("1B1B1/B3B/5/R3R/1R1R1 r")
		if err != nil {
			t.Fatal(err)
		}
		for {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			b := bot.Champion{Limit: bot.Limit{Nodes: 600}, Chance: chance}
			if _, err := b.Move(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			worth, known := b.Worth()
			switch {
			case !known:
				t.Errorf("%v: no worth", p)
			case !b.Exact():
				estimated++
			default:
				s, solved := bot.Solve(p, 5_000)
				if !solved { // the tree proved it
					break
				}
				exact++
				if want := map[bool]float64{true: 1}[s.Value > 0]; worth != want {
					t.Errorf("%v: exact worth %g, want %g", p, worth, want)
				}
			}
			p = p.Play(moves[chance.IntN(len(moves))])
		}
	}
	if exact < 10 || estimated < 1 {
		t.Errorf("%d positions exact, %d estimated", exact, estimated)
	}
}
