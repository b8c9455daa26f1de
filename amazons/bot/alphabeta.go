package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/amazons"
)

// AlphaBeta searches a selected part of the tree with iterative deepening. Every node first measures all its queen's moves and
// keeps the best, then measures those with all their arrows and keeps the best again: two thousand turns shrink to a few dozen. A
// table keeps what is known about a position, so that the next round finds its turns sorted.
type AlphaBeta struct {
	Limit  Limit
	Queens int // queen's moves of a node that are tried with their arrows
	Turns  int // turns that a node searches
	Chance *rand.Rand

	Measured int // positions, over all moves

	table map[amazons.Position]*branch
	used  int // positions measured
	stop  func(measured int) bool

	worth
}

// AlphaBetaLevels are the levels of alphabeta by strength, the weakest first.
var AlphaBetaLevels = []AlphaBeta{
	{Limit: Limit{Nodes: 150, MaxNodes: 150}, Queens: 3, Turns: 10},
	{Limit: Limit{Nodes: 700, MaxNodes: 700}, Queens: 6, Turns: 10},
	{Limit: Limit{Nodes: 10_000, MaxNodes: 10_000}, Queens: 10, Turns: 20},
	{Limit: Limit{Nodes: 50_000}, Queens: 12, Turns: 30},
}

// branch holds what is known about a position: its selected turns, best first, and the result of the deepest search of it.
type branch struct {
	turns []scored
	depth int // of that search, in turns
	value float64
	bound int8 // 0: value is exact, -1: it is at most value, +1: at least
}

type scored struct {
	move  amazons.Move
	value float64 // for the seat that moves
}

const (
	lost        = -1000.0 // for the seat that is stuck; a later loss is better by 1 a turn
	unlimited   = 1e9
	arrowToCome = -0.1 // value of a square that both reach equally soon while one's own arrow is still to be shot
)

// Move deepens until the limit and plays the best turn of the last round.
func (b *AlphaBeta) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	b.table = map[amazons.Position]*branch{}
	b.used, b.stop = 0, b.Limit.start(ctx)
	root := b.branch(p)
	b.advantage(root.turns[0].value)
	for depth := 2; depth <= p.Free().Len(); depth++ {
		// The best turn so far stands first. A round that is broken off may have found a better one already.
		value := b.search(p, depth, -unlimited, unlimited, 0)
		if !b.stop(b.used) {
			b.advantage(value)
		}
		if b.stop(b.used) || math.Abs(value) > -lost/2 {
			break
		}
	}
	b.Measured += b.used
	return root.turns[0].move, ctx.Err()
}

// search returns the value of p for the seat to move: exact between alpha and beta, a bound outside of them.
func (b *AlphaBeta) search(p amazons.Position, depth int, alpha, beta float64, ply int) float64 {
	if p.Stuck() {
		return lost + float64(ply)
	}
	n := b.branch(p)
	if n.depth >= depth && (n.bound == 0 || n.bound > 0 && n.value >= beta || n.bound < 0 && n.value <= alpha) {
		return n.value
	}
	if depth == 1 {
		return n.turns[0].value
	}
	top := math.Inf(-1)
	for i := range n.turns {
		value := -b.search(p.Play(n.turns[i].move), depth-1, -beta, -max(alpha, top), ply+1)
		if b.stop(b.used) {
			return max(top, alpha) // the round is broken off: its value is not used
		}
		if value > top {
			top = value
			better := n.turns[i] // to the front; the others keep their order
			copy(n.turns[1:i+1], n.turns[:i])
			n.turns[0] = better
		}
		if top >= beta {
			break
		}
	}
	n.depth, n.value, n.bound = depth, top, 0
	switch {
	case top <= alpha:
		n.bound = -1
	case top >= beta:
		n.bound = +1
	}
	return top
}

// branch returns what is known about p, and selects its turns if it is new. p must not be stuck.
func (b *AlphaBeta) branch(p amazons.Position) *branch {
	if n, ok := b.table[p]; ok {
		return n
	}
	mine, theirs := p.Queens(p.Side()), p.Queens(p.Side().Other())
	free, blocked := p.Free(), p.Blocked()
	var moves []scored
	for queens := mine; !queens.Empty(); queens = queens.Rest() {
		from := amazons.SetOf(queens.First())
		for landings := amazons.Reach(queens.First(), blocked); !landings.Empty(); landings = landings.Rest() {
			to := amazons.SetOf(landings.First())
			value := lieberum.value(measureFor(mine.Minus(from).Or(to), theirs, free.Minus(to).Or(from), arrowToCome))
			moves = append(moves, scored{amazons.Move{From: queens.First(), To: landings.First()}, value})
		}
	}
	b.used += len(moves)
	n := &branch{}
	for _, m := range best(moves, b.Queens) {
		targets := p.Shots(m.move.To, blocked.Minus(amazons.SetOf(m.move.From)))
		for ; !targets.Empty(); targets = targets.Rest() {
			m.move.Arrow = targets.First()
			after := p
			after.Make(m.move)
			m.value = -lost
			if !after.Stuck() {
				m.value = -lieberum.value(measure(after)) + float64(0.1*b.Chance.Float64()) // so that games differ
			}
			b.used++
			n.turns = append(n.turns, m)
		}
	}
	n.turns = slices.Clone(best(n.turns, b.Turns))
	b.table[p] = n
	return n
}

// best sorts a list, best first and equal ones in their old order, and returns the first n.
func best(list []scored, n int) []scored {
	slices.SortStableFunc(list, func(a, b scored) int {
		switch {
		case a.value > b.value:
			return -1
		case a.value < b.value:
			return 1
		}
		return 0
	})
	return list[:min(n, len(list))]
}
