package bot

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/amazons"
)

// MCTS is Monte-Carlo tree search (UCT) as Kloetzer, Iida and Bouzy fitted it to the Amazons in 2007: a turn is two plies of
// the tree, a queen's move and an arrow, and a playout is a few random turns whose end is judged by an evaluation instead of
// being played out.
type MCTS struct {
	Limit  Limit
	Chance *rand.Rand

	Measured int // positions, over all moves

	worth
}

const (
	playoutTurns = 4   // random turns before a playout is judged
	uctC         = 0.3 // how much unexplored children are worth
	wideEnough   = 12  // visits before a node gets children: until then its playouts start from it
)

// leaf is a node of the tree.
type leaf struct {
	square   amazons.Square // arrived at: the queen's new square, or the arrow's target
	from     amazons.Square // the queen's old square
	visits   float64
	sum      float64 // of results in [0, 1] for the seat that made the step to here
	children []leaf
}

// Move grows the tree until the limit and plays the most visited queen's move with its most visited arrow.
func (b *MCTS) Move(ctx context.Context, p amazons.Position) (amazons.Move, error) {
	root := &leaf{}
	root.addQueens(p)
	stop := b.Limit.start(ctx)
	n := 0
	for ; !stop(n); n++ {
		b.descend(root, p)
	}
	b.Measured += n
	queen := root.mostVisited()
	b.thinks(queen.sum / max(1, queen.visits))
	if len(queen.children) == 0 {
		queen.addArrows(p)
	}
	return amazons.Move{From: queen.from, To: queen.square, Arrow: queen.mostVisited().square}, ctx.Err()
}

// descend walks from a node where p's seat is to move down to a leaf, plays out and counts the result on the way back. It
// returns the result for the seat to move.
func (b *MCTS) descend(n *leaf, p amazons.Position) float64 {
	if len(n.children) == 0 {
		if n.visits < wideEnough || p.Stuck() {
			return b.playout(p)
		}
		n.addQueens(p)
	}
	queen := n.choose()
	var result float64 // for the seat to move, which makes both steps
	if len(queen.children) == 0 && queen.visits < wideEnough {
		targets := p.Shots(queen.square, p.Blocked().Minus(amazons.SetOf(queen.from)))
		arrow := targets.Nth(b.Chance.IntN(targets.Len()))
		result = 1 - b.playout(p.Play(amazons.Move{From: queen.from, To: queen.square, Arrow: arrow}))
	} else {
		if len(queen.children) == 0 {
			queen.addArrows(p)
		}
		arrow := queen.choose()
		result = 1 - b.descend(arrow, p.Play(amazons.Move{From: queen.from, To: queen.square, Arrow: arrow.square}))
		arrow.visits++
		arrow.sum += result
	}
	queen.visits++
	queen.sum += result
	return result
}

// playout plays a few random turns and judges where they lead: 1 is a win for the seat to move at p.
func (b *MCTS) playout(p amazons.Position) float64 {
	side := p.Side()
	for range playoutTurns {
		if p.Stuck() {
			break
		}
		p.Make(p.RandomSteps(b.Chance))
	}
	value := 0.0
	if !p.Stuck() {
		value = 1 / (2 + math.Expm1(-lieberum.value(measure(p))/8)) // not Exp, whose last bit depends on the processor
	}
	if p.Side() != side {
		value = 1 - value
	}
	return value
}

// choose is UCB1: the child with the best mean and a bonus for those that were tried less. Untried ones come first.
func (n *leaf) choose() *leaf {
	total := 0.0
	for i := range n.children {
		total += n.children[i].visits
	}
	logTotal := math.Log1p(total)
	best, top := &n.children[0], math.Inf(-1)
	for i := range n.children {
		c := &n.children[i]
		if c.visits == 0 {
			return c
		}
		if u := c.sum/c.visits + float64(uctC*math.Sqrt(logTotal/c.visits)); u > top {
			best, top = c, u
		}
	}
	return best
}

func (n *leaf) mostVisited() *leaf {
	best := &n.children[0]
	for i := range n.children {
		if n.children[i].visits > best.visits {
			best = &n.children[i]
		}
	}
	return best
}

func (n *leaf) addQueens(p amazons.Position) {
	blocked := p.Blocked()
	for queens := p.Queens(p.Side()); !queens.Empty(); queens = queens.Rest() {
		for to := amazons.Reach(queens.First(), blocked); !to.Empty(); to = to.Rest() {
			n.children = append(n.children, leaf{from: queens.First(), square: to.First()})
		}
	}
}

func (n *leaf) addArrows(p amazons.Position) {
	for to := p.Shots(n.square, p.Blocked().Minus(amazons.SetOf(n.from))); !to.Empty(); to = to.Rest() {
		n.children = append(n.children, leaf{from: n.from, square: to.First()})
	}
}
