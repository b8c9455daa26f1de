package bot

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/matches"
)

// usualNodes is how many positions the champion measures for a move without a clock.
var usualNodes = Levels[len(Levels)-1].Nodes

// population is who plays matches: the bundled bots with their parameters.
var population = map[string]func(*rand.Rand) mover{
	"random":            func(c *rand.Rand) mover { return &Random{Chance: c} },
	"random:by=steps":   func(c *rand.Rand) mover { return RandomSteps{Chance: c} },
	"greedy":            func(c *rand.Rand) mover { return &Greedy{Chance: c} },
	"mcts":              func(c *rand.Rand) mover { return &MCTS{Limit: Limit{Nodes: 20_000}, Chance: c} },
	"champion":          func(c *rand.Rand) mover { return champion(c, 1) },
	"alphabeta:level=1": level(1), "alphabeta:level=2": level(2), "alphabeta:level=3": level(3), "alphabeta:level=4": level(4),
}

// clocked is who plays with -match-budget, too: without a clock both are the champion.
var clocked = map[string]func(*rand.Rand) mover{
	"champion:threads=2": func(c *rand.Rand) mover { return champion(c, 2) },
	"predecessor":        func(c *rand.Rand) mover { return &predecessor{champion(c, 1)} },
}

func champion(c *rand.Rand, threads int) *Champion {
	return &Champion{Limit: Limit{Nodes: cmp.Or(*matches.Nodes, usualNodes)}, Threads: threads, Chance: c}
}

// predecessor is the champion of commit e802812: with a clock, too, it begins each turn from nothing.
type predecessor struct{ *Champion }

func (b *predecessor) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	b.kept = nil
	return b.Champion.Move(ctx, p)
}

func level(n int) func(*rand.Rand) mover {
	return func(c *rand.Rand) mover {
		b := AlphaBetaLevels[n-1]
		b.Chance = c
		return &b
	}
}

// playMatch plays a game between two of the population, after two random turns, and returns the points of the first.
func playMatch(t testing.TB, game int, first, second string) float64 {
	seed := uint64(game)
	if *matches.HeldOut {
		seed += 1 << 20
	}
	start := rand.New(rand.NewPCG(seed/2, 3))
	p := amazons.Start()
	for range 2 {
		p = p.Play(p.RandomSteps(start))
	}
	players := [2]mover{population[first](rand.New(rand.NewPCG(seed, 1))), population[second](rand.New(rand.NewPCG(seed, 2)))}
	if game%2 == 1 {
		slices.Reverse(players[:])
	}
	for !p.Stuck() {
		ctx, cancel := t.Context(), func() {}
		if *matches.Budget > 0 {
			ctx, cancel = context.WithTimeout(ctx, *matches.Budget)
		}
		m, err := players[p.Side()].Move(ctx, p)
		cancel()
		if rule := p.Check(m); err != nil || rule != amazons.Legal {
			t.Errorf("%s against %s, game %d: %v plays %v: %v, %v", first, second, game, p, m, rule, err)
			return 0
		}
		p = p.Play(m)
	}
	if int(p.Side().Other()) == game%2 {
		return 1
	}
	return 0
}

// TestMatches measures; README.md has its figures.
func TestMatches(t *testing.T) {
	gametest.Slow(t)
	if *matches.Budget > 0 {
		maps.Copy(population, clocked)
	}
	matches.Run(t, matches.Field[struct{}]{
		Names: slices.Collect(maps.Keys(population)), Control: fmt.Sprintf("%d positions", cmp.Or(*matches.Nodes, usualNodes)),
		Play: func(first, second string, game int) (points float64, _ struct{}) {
			return playMatch(t, game, first, second), struct{}{}
		},
	})
}
