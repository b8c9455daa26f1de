package bot

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gridiron-games/gridiron/amazons"
)

// twig is a node of the tree. Values are between -1 (lost) and 1 (won) for the seat that made the step to the node.
type twig struct {
	from, to amazons.Square // the queen's move, or in to the arrow's target
	proven   int8           // 1: won for the seat that made the step, -1: lost, 0: open
	busy     bool           // a thread measures its children
	share    float32        // its part of the visits among its siblings, by its first value; they add up to 1
	visits   int32
	sum      float64
	children []twig
}

// way is a path from the root to a leaf.
type way struct {
	nodes [2*amazons.Squares + 2]*twig
	depth int
	p     amazons.Position // at the leaf or, if the leaf is a queen's move, before that move
	sight *sight
}

// walk goes from the root to a leaf.
func (w *way) walk(root *twig, p *amazons.Position) (leaf *twig) {
	node := root
	w.nodes[0], w.depth, w.p = root, 0, *p
	for len(node.children) > 0 {
		node = node.promising()
		w.depth++
		w.nodes[w.depth] = node
		if w.depth%2 == 0 {
			w.p.Make(amazons.Move{From: w.nodes[w.depth-1].from, To: w.nodes[w.depth-1].to, Arrow: node.to})
		}
	}
	return node
}

// expand returns the children of the leaf. At even depths a queen is to move, by the opponent of the seat that shot last. At odd
// depths, the seat that has just moved a queen shoots.
func (w *way) expand() []twig {
	if w.depth%2 == 0 {
		return w.sight.queens(&w.p)
	}
	return w.sight.arrows(w.nodes[w.depth], &w.p)
}

// back carries the best value of the leaf's children back to the root.
func (w *way) back() {
	value := -1.0 // for the seat that acts at the leaf: stuck, unless there is a child
	leaf := w.nodes[w.depth]
	for i := range leaf.children {
		value = max(value, leaf.children[i].sum)
	}
	for depth := w.depth; depth >= 0; depth-- {
		n := w.nodes[depth]
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
}

// count adds to the visits of all nodes of the path, and to their values for the seats that made the steps to them.
func (w *way) count(visits int32, sum float64) {
	for _, n := range w.nodes[:w.depth+1] {
		n.visits += visits
		n.sum += sum
	}
}

// grow walks from the root to a leaf, gives it children and brings the best of their values back. It returns the number of
// positions measured.
func (b *Champion) grow(root *twig, p amazons.Position) (measured int) {
	leaf := b.way.walk(root, &p)
	leaf.children = b.way.expand()
	b.way.back()
	return len(leaf.children)
}

// growTogether grows the tree with the champion's number of threads, until stop, which gets the number of positions measured,
// returns true, or until the root is proven. It returns that number.
func (b *Champion) growTogether(root *twig, p amazons.Position, stop func(measured int) bool) int {
	var tree sync.Mutex
	var measured atomic.Int64
	var end atomic.Bool
	var others sync.WaitGroup
	for range b.Threads - 1 {
		others.Go(func() {
			var w way
			for !end.Load() {
				measured.Add(int64(w.grow(root, &p, &tree)))
			}
		})
	}
	for !end.Load() && !stop(int(measured.Load())) {
		measured.Add(int64(b.way.grow(root, &p, &tree)))
		tree.Lock()
		end.Store(root.proven != 0)
		tree.Unlock()
	}
	end.Store(true)
	others.Wait()
	return int(measured.Load())
}

// grow is the work of one of several threads. While it measures, its path counts as lost, so that the others take other paths.
func (w *way) grow(root *twig, p *amazons.Position, tree *sync.Mutex) (measured int) {
	tree.Lock()
	if root.proven != 0 {
		tree.Unlock()
		return 0
	}
	leaf := w.walk(root, p)
	if leaf.busy {
		tree.Unlock()
		runtime.Gosched()
		return 0
	}
	leaf.busy = true
	w.count(1, -1)
	tree.Unlock()

	children := w.expand()

	tree.Lock()
	defer tree.Unlock()
	w.count(-1, 1)
	leaf.children, leaf.busy = children, false
	w.back()
	return len(children)
}

// outcome returns what is proven for the seat that acts at a node whose children are known: it wins if one child wins, and
// loses if all children lose.
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

// queens returns a node for every queen's move that is seen.
func (s *sight) queens(p *amazons.Position) (list []twig) {
	mine, theirs := p.Queens(p.Side()), p.Queens(p.Side().Other())
	free := p.Free()
	var space [4]space
	all, n := muster(space[0][:0], mine, free), 0
	for _, q := range all {
		n += q.reach.Len()
	}
	list = make([]twig, 0, n)
	for _, q := range all {
		for landings := q.reach; !landings.Empty(); landings = landings.Rest() {
			list = append(list, twig{from: q.at, to: landings.First()})
		}
	}
	list = s.some(list, func(step *twig) int { return length(step.from, step.to) })
	var others, enemies army // after the moved queen has left; most steps close no line of theirs
	last := amazons.Square(amazons.Squares)
	for i := range list {
		n := &list[i]
		if n.from != last {
			last, free = n.from, p.Free().Or(amazons.SetOf(n.from))
			others, enemies = muster(space[0][:0], mine.Minus(amazons.SetOf(last)), free), muster(space[1][:0], theirs, free)
		}
		free := free.Minus(amazons.SetOf(n.to))
		own := others.without(space[2][:0], n.to, free).with(queen{n.to, amazons.Reach(n.to, everywhere.Minus(free))})
		n.measured(lieberum.value(own.measure(enemies.without(space[3][:0], n.to, free), free, arrowToCome)))
	}
	deal(list)
	return list
}

// arrows returns a node for every target that is seen of the queen that has moved to a node.
func (s *sight) arrows(n *twig, p *amazons.Position) (list []twig) {
	from, to := amazons.SetOf(n.from), amazons.SetOf(n.to)
	mine, theirs := p.Queens(p.Side()).Minus(from).Or(to), p.Queens(p.Side().Other())
	free := p.Free().Minus(to).Or(from)
	targets := p.Shots(n.to, p.Blocked().Minus(from))
	list = make([]twig, 0, targets.Len())
	for ; !targets.Empty(); targets = targets.Rest() {
		list = append(list, twig{from: n.from, to: targets.First()})
	}
	list = s.some(list, func(step *twig) int { return length(n.to, step.to) })
	var space [4]space
	own, enemies := muster(space[0][:0], mine, free), muster(space[1][:0], theirs, free)
	for i := range list {
		n := &list[i]
		free := free.Minus(amazons.SetOf(n.to))
		next := enemies.without(space[2][:0], n.to, free)
		n.measured(-lieberum.value(next.measure(own.without(space[3][:0], n.to, free), free, firstMove)))
	}
	deal(list)
	return list
}

// measured notes the value of a new node in squares; it counts as one visit.
func (n *twig) measured(squares float64) {
	n.visits, n.sum = 1, squares/(halfway+math.Abs(squares))
}

// deal gives fresh nodes their shares: a softmax of their values.
func deal(list []twig) {
	top, total := math.Inf(-1), 0.0
	for i := range list {
		top = max(top, list[i].sum)
	}
	for i := range list {
		share := 1 / (1 + math.Expm1((top-list[i].sum)/temperature)) // not Exp, whose last bit depends on the processor
		list[i].share = float32(share)
		total += share
	}
	for i := range list {
		list[i].share /= float32(total)
	}
}
