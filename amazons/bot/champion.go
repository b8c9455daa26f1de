package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/amazons"
)

// Champion grows a tree best first, as AlphaZero's search does (PUCT), with Lieberum's evaluation in place of the network. A turn
// is two plies of the tree, a queen's move and an arrow, which keeps nodes narrow: some 80 moves and 25 arrows instead of 2000
// turns, and arrows are tried only after promising queen's moves. A node that is proven won or lost is never visited again. Late
// in the game it first tries to solve the position exactly (endgame.go).
//
// With a clock it keeps the part of the tree below the turns that were played. Without one it starts again for every move, so
// that a move depends only on the position, the number of nodes and the seed.
type Champion struct {
	Limit   Limit
	Threads int // number of threads that grow the tree at the same time when there is a clock; below 1 counts as 1
	Chance  *rand.Rand

	Measured int // positions, over all moves

	kept   *twig            // the tree below the last turn, with a clock
	behind amazons.Position // the position of kept
	size   int              // upper limit of the nodes in kept
	way    way

	worth
}

// Constants found by matches of the champion with itself; README.md lists the matches.
const (
	explore     = 0.6  // weight of a child's share relative to its mean value
	halfway     = 12.0 // lead in squares that is worth half of a certain win
	temperature = 0.15 // how strongly shares favour children with high values
	solveBelow  = 14   // number of free contested squares at or below which solving is tried

	largest = 8_000_000 // nodes of a tree, some 400 MB
)

// Move thinks until the limit and plays the most visited steps, or proven ones.
func (b *Champion) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	if contestedFree(p).Len() <= solveBelow {
		if s, ok := solve(p, b.Limit.third(ctx)); ok {
			b.solved(s.Value)
			return s.Best[b.Chance.IntN(len(s.Best))], ctx.Err()
		}
	}
	stop := b.Limit.start(ctx)
	_, clocked := ctx.Deadline()
	clocked = clocked && b.way.sight == nil // a level grows what it counts, and no more
	root, used := b.root(p, clocked)
	for i := range root.children {
		root.children[i].sum += float64(0.01 * b.Chance.Float64()) // so that games differ
	}
	if clocked {
		used += b.growTogether(root, p, func(grown int) bool { return stop(used+grown) || b.size+used+grown >= largest })
		b.Limit.pace.Over() // how long the other threads took to end
	} else {
		for !stop(used) && root.proven == 0 {
			used += b.grow(root, p)
		}
	}
	b.Measured += used
	queen := root.favourite()
	if queen.proven != 0 {
		b.solved(int(queen.proven))
	} else {
		b.thinks((queen.mean() + 1) / 2)
	}
	if len(queen.children) == 0 {
		queen.children = b.way.sight.arrows(queen, &p)
	}
	arrow := queen.favourite()
	m := amazons.Move{From: queen.from, To: queen.to, Arrow: arrow.to}
	if clocked {
		kept := *arrow // a copy, so that its siblings can be freed
		b.kept, b.behind, b.size = &kept, p.Play(m), b.size+used
	}
	return m, ctx.Err()
}

// root returns the node of a position, with children, and how many positions were measured for it.
func (b *Champion) root(p amazons.Position, clocked bool) (root *twig, measured int) {
	kept := b.kept
	b.kept = nil
	if clocked && kept != nil && b.size < largest/2 {
		for i := range kept.children {
			queen := &kept.children[i]
			for k := range queen.children {
				arrow := &queen.children[k]
				if len(arrow.children) > 0 && b.behind.Play(amazons.Move{From: queen.from, To: queen.to, Arrow: arrow.to}) == p {
					root := *arrow
					return &root, 0
				}
			}
		}
	}
	b.size = 0
	root = &twig{children: b.way.sight.queens(&p)}
	return root, len(root.children)
}
