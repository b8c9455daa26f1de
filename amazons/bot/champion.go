package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
)

// Champion grows a tree best first, as AlphaZero's search does (PUCT), with Lieberum's evaluation in place of the network. A
// turn is two plies of the tree, a queen's move and an arrow, which keeps nodes narrow: some 80 moves and 25 arrows instead
// of 2000 turns, and arrows are only looked at behind queen's moves that are worth it. A node that is proven won or lost is
// never visited again. Late in the game it first tries to solve the position exactly (endgame.go).
type Champion struct {
	Limit  Limit
	Chance *rand.Rand

	Measured int // positions, over all moves

	worth
}

// Constants found by matches of the champion with itself; README.md lists them.
const (
	explore     = 0.6  // weight of a child's share against its mean value
	halfway     = 12.0 // squares of advantage that are worth half of a certain win
	temperature = 0.15 // how strongly shares favour children that measure well
	solveBelow  = 14   // free contested squares from which on solving is tried
)

// twig is a node of the tree. Values are between -1 (lost) and 1 (won) for the seat that made the step to the node.
type twig struct {
	from, to amazons.Square // the queen's move, or in to the arrow's target
	proven   int8           // 1: won for the seat that made the step, -1: lost, 0: open
	share    float32        // of its siblings' visits that it deserves at first sight
	visits   int32
	sum      float64
	children []twig
}

// Move thinks until the limit and plays the most visited steps, or proven ones.
func (b *Champion) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	if contestedFree(p).Len() <= solveBelow {
		if s, ok := Solve(p, b.solveNodes(ctx)); ok {
			b.solved(s.Value)
			return s.Best[b.Chance.IntN(len(s.Best))], ctx.Err()
		}
	}
	stop := b.Limit.start(ctx)
	root := &twig{}
	used := b.addQueens(root, p)
	for i := range root.children {
		root.children[i].sum += float64(0.01 * b.Chance.Float64()) // no two games alike
	}
	for !stop(used) && root.proven == 0 {
		used += b.grow(root, p)
	}
	b.Measured += used
	queen := root.favourite()
	if queen.proven != 0 {
		b.solved(int(queen.proven))
	} else {
		b.thinks((queen.mean() + 1) / 2)
	}
	if len(queen.children) == 0 {
		b.addArrows(queen, p)
	}
	return amazons.Move{From: queen.from, To: queen.to, Arrow: queen.favourite().to}, ctx.Err()
}

// solveNodes bounds the solver to about a third of the thinking time. It visits some 300,000 positions a second.
func (b *Champion) solveNodes(ctx context.Context) int {
	if deadline, ok := ctx.Deadline(); ok {
		return int(time.Until(deadline).Seconds() * 100_000)
	}
	return b.Limit.Nodes / 3
}

// grow walks from the root to a leaf, gives it children and brings the best of their values back. It returns the number of
// positions measured.
func (b *Champion) grow(root *twig, p amazons.Position) (measured int) {
	var path [2*amazons.Squares + 2]*twig
	node, depth := root, 0
	path[0] = root
	for len(node.children) > 0 {
		node = node.promising()
		depth++
		path[depth] = node
		if depth%2 == 0 {
			p = p.Play(amazons.Move{From: path[depth-1].from, To: path[depth-1].to, Arrow: node.to})
		}
	}
	// At even depths a queen is to move, by the opponent of the seat that shot last. At odd ones the same seat shoots that
	// just moved its queen.
	if depth%2 == 0 {
		measured = b.addQueens(node, p)
	} else {
		measured = b.addArrows(node, p)
	}
	value := -1.0 // for the seat that acts at the leaf: stuck, unless there is a child
	for i := range node.children {
		value = max(value, node.children[i].sum)
	}
	for ; depth >= 0; depth-- {
		n := path[depth]
		sign := int8(1)
		if depth%2 == 0 {
			sign = -1
		}
		n.proven = sign * n.outcome()
		value *= float64(sign)
		if n.proven != 0 {
			value = float64(n.proven)
		}
		n.visits++
		n.sum += value
	}
	return measured
}

// outcome is what is proven for the seat that acts at a node with its children known: it wins with one winning child and
// loses when all lose.
func (n *twig) outcome() int8 {
	outcome := int8(-1)
	for i := range n.children {
		outcome = max(outcome, n.children[i].proven)
	}
	return outcome
}

// promising returns the child to visit next: the one with the best mean value, with a bonus for a large share and few visits.
func (n *twig) promising() *twig {
	var chosen *twig
	top := math.Inf(-1)
	bonus := explore * math.Sqrt(float64(n.visits)+1)
	for i := range n.children {
		c := &n.children[i]
		if c.proven != 0 {
			continue
		}
		if u := (c.sum + float64(bonus*float64(c.share))) / float64(c.visits); u > top {
			chosen, top = c, u
		}
	}
	return chosen
}

// mean is the value of a node to the seat that made the step to it, from -1 to 1.
func (n *twig) mean() float64 {
	if n.proven != 0 {
		return float64(n.proven)
	}
	return n.sum / float64(n.visits)
}

// favourite returns the child to play: a proven win, or else the most visited one that is not lost.
func (n *twig) favourite() *twig {
	var chosen *twig
	top := math.Inf(-1)
	for i := range n.children {
		c := &n.children[i]
		rating := float64(c.visits) + c.sum/float64(c.visits) + float64(1e9*float64(c.proven))
		if rating > top {
			chosen, top = c, rating
		}
	}
	return chosen
}

// addQueens gives a node a child for every queen's move and returns their number.
func (b *Champion) addQueens(n *twig, p amazons.Position) int {
	mine, theirs := p.Queens(p.Side()), p.Queens(p.Side().Other())
	free, blocked := p.Free(), p.Blocked()
	for queens := mine; !queens.Empty(); queens = queens.Rest() {
		from := amazons.SetOf(queens.First())
		for landings := amazons.Reach(queens.First(), blocked); !landings.Empty(); landings = landings.Rest() {
			to := amazons.SetOf(landings.First())
			t := measureFor(mine.Minus(from).Or(to), theirs, free.Minus(to).Or(from), arrowToCome)
			n.add(queens.First(), landings.First(), lieberum.value(t))
		}
	}
	n.deal()
	return len(n.children)
}

// addArrows gives a node, whose queen has moved, a child for every target and returns their number.
func (b *Champion) addArrows(n *twig, p amazons.Position) int {
	from, to := amazons.SetOf(n.from), amazons.SetOf(n.to)
	mine, theirs := p.Queens(p.Side()).Minus(from).Or(to), p.Queens(p.Side().Other())
	free := p.Free().Minus(to).Or(from)
	for targets := p.Shots(n.to, p.Blocked().Minus(from)); !targets.Empty(); targets = targets.Rest() {
		t := measureFor(theirs, mine, free.Minus(amazons.SetOf(targets.First())), firstMove)
		n.add(n.from, targets.First(), -lieberum.value(t))
	}
	n.deal()
	return len(n.children)
}

// add adds a child; its measured value counts as one visit.
func (n *twig) add(from, to amazons.Square, squares float64) {
	value := squares / (halfway + math.Abs(squares))
	n.children = append(n.children, twig{from: from, to: to, visits: 1, sum: value})
}

// deal gives fresh children their shares: a softmax of their values.
func (n *twig) deal() {
	top, total := math.Inf(-1), 0.0
	for i := range n.children {
		top = max(top, n.children[i].sum)
	}
	for i := range n.children {
		share := math.Exp((n.children[i].sum - top) / temperature)
		n.children[i].share = float32(share)
		total += share
	}
	for i := range n.children {
		n.children[i].share /= float32(total)
	}
}
