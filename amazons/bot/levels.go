package bot

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/amazons"
)

// Level is how well a level of the champion sees. The weaker ones miss most of what is possible, and the far sooner than the
// near.
type Level struct {
	// Steps is how many queen's moves are seen at a node of the tree, and how many arrows after one, from 1; 2.3 is two or, three
	// times of ten, three. Those a square away are twice as likely to be seen as those two squares away. 0: all.
	Steps float64
	Nodes int // positions to measure for a move, with a clock, too
}

// Levels are the levels of the champion by strength, the weakest first; the last is the champion itself.
var Levels = [...]Level{
	{1.4, 1}, {1.63, 1}, {1.82, 1}, {2.14, 1}, {2.68, 1}, {3.45, 1}, {4.63, 1}, {6.6, 1}, {9.8, 1}, {19.5, 1}, {40, 46},
	{40, 144}, {40, 338}, {40, 812}, {40, 1_800}, {40, 3_800}, {0, 6_300}, {0, 12_000}, {0, 22_500}, {0, 40_000},
}

// Champion returns the champion with the sight of a level below the last one. With a clock it thinks no more than without one.
func (l Level) Champion(chance *rand.Rand) *Champion {
	b := &Champion{Limit: Limit{Nodes: l.Nodes, MaxNodes: l.Nodes}, Chance: chance}
	b.way.sight = &sight{l.Steps, chance}
	return b
}

// sight is what a level sees in one game; nil sees everything.
type sight struct {
	steps  float64
	chance *rand.Rand
}

// some returns those steps of a list that are seen, given how many squares long each is.
func (s *sight) some(list []twig, length func(*twig) int) []twig {
	if s == nil || s.steps == 0 {
		return list
	}
	n := int(s.steps)
	if s.chance.Float64() < s.steps-float64(n) {
		n++
	}
	if n >= len(list) {
		return list
	}
	for i := range list {
		list[i].sum = float64(s.chance.Float64() * float64(length(&list[i])))
	}
	slices.SortFunc(list, func(a, b twig) int { return cmp.Compare(a.sum, b.sum) })
	return list[:n]
}

func length(from, to amazons.Square) int {
	return max(abs(from.Column()-to.Column()), abs(from.Row()-to.Row()))
}

func abs(n int) int { return max(n, -n) }
