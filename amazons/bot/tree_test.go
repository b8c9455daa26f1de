package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// With a clock the champion goes on with what it grew behind the turns that were played, by one thread and by several. A machine
// that is too busy for a tree of two turns gets more time.
func TestKeptTree(t *testing.T) {
	gametest.Slow(t)
	for threads := 1; threads <= 3; threads++ {
		used := 0
		for budget := 100 * time.Millisecond; used == 0 && budget < 30*time.Second; budget *= 4 {
			used = keptTrees(t, threads, budget)
		}
		if used == 0 {
			t.Errorf("%d threads: no tree was used again", threads)
		}
	}
}

// keptTrees plays some turns and returns how often the champion went on with a tree.
func keptTrees(t *testing.T, threads int, budget time.Duration) (used int) {
	t.Helper()
	b := Champion{Threads: threads, Chance: rand.New(rand.NewPCG(1, 2))}
	p := amazons.Start()
	for ply := range 8 {
		before := b.kept
		if ply > 0 && before == nil {
			t.Fatalf("%d threads: nothing is kept after ply %d", threads, ply)
		}
		if root, measured := b.root(p, true); ply > 0 && measured == 0 {
			used++
			if root.visits < 2 {
				t.Errorf("%d threads: the kept root has %d visits", threads, root.visits)
			}
		}
		b.kept = before
		p = p.Play(decide(t, &b, p, budget))
		if b.behind != p {
			t.Fatalf("%d threads: the tree of another position is kept", threads)
		}
		reply, ok := turnBelow(b.kept)
		if !ok {
			break
		}
		p = p.Play(reply) // the other seat plays what the champion thinks is best
	}
	return used
}

func decide(t *testing.T, b *Champion, p amazons.Position, budget time.Duration) amazons.Move {
	t.Helper()
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(budget))
	defer cancel()
	m, _ := b.Move(ctx, p) // an error says that the machine was too slow
	if rule := p.Check(m); rule != amazons.Legal {
		t.Fatalf("%v in %v: %v", m, p, rule)
	}
	return m
}

// turnBelow is the best turn from a node; false: none was searched to its arrow.
func turnBelow(n *twig) (m amazons.Move, ok bool) {
	if len(n.children) == 0 || len(n.favourite().children) == 0 {
		return m, false
	}
	queen := n.favourite()
	return amazons.Move{From: queen.from, To: queen.to, Arrow: queen.favourite().to}, true
}

// Several threads prove who wins, and stop then: the seat to move has six free squares of its own, the other one has three.
func TestThreadsProve(t *testing.T) {
	gametest.Slow(t)
	p, err := amazons.ParsePosition("B1xxx/2xxx/xxxxx/R3x/3xx r")
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 2, 4} {
		b := Champion{Threads: threads, Chance: rand.New(rand.NewPCG(3, 4))}
		root := &twig{children: (*sight)(nil).queens(&p)}
		measured := b.growTogether(root, p, func(measured int) bool { return measured > 5_000_000 })
		if root.proven != -1 { // for the other seat, as at every node after its step
			t.Errorf("%d threads: proven %d after %d positions, want that the seat to move wins", threads, root.proven, measured)
		}
	}
}

// What several threads measure in the same time: compare the positions a second of threads=1 and threads=2.
func BenchmarkChampion(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			c := Champion{Threads: threads, Chance: rand.New(rand.NewPCG(5, 6))}
			began := time.Now()
			for b.Loop() {
				ctx, cancel := context.WithDeadline(b.Context(), time.Now().Add(300*time.Millisecond))
				c.kept = nil
				c.Move(ctx, amazons.Start())
				cancel()
			}
			b.ReportMetric(float64(c.Measured)/time.Since(began).Seconds(), "positions/s")
		})
	}
}

// Queens whose lines a step does not close are not looked at again. All values are those of the position measured from nothing.
func TestValuesOfSteps(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	var s *sight
	for range 20 {
		for p := amazons.Start(); !p.Stuck(); p = p.Play(p.RandomSteps(chance)) {
			mine, theirs := p.Queens(p.Side()), p.Queens(p.Side().Other())
			for _, step := range s.queens(&p) {
				from, to := amazons.SetOf(step.from), amazons.SetOf(step.to)
				mine, free := mine.Minus(from).Or(to), p.Free().Minus(to).Or(from)
				var want twig
				want.measured(lieberum.value(measureFor(mine, theirs, free, arrowToCome)))
				if step.sum != want.sum {
					t.Fatalf("%v, %v to %v: %v, want %v", p, step.from, step.to, step.sum, want.sum)
				}
				if chance.IntN(20) > 0 {
					continue
				}
				for _, shot := range s.arrows(&step, &p) {
					want.measured(-lieberum.value(measureFor(theirs, mine, free.Minus(amazons.SetOf(shot.to)), firstMove)))
					if shot.sum != want.sum {
						t.Fatalf("%v, %v to %v, arrow to %v: %v, want %v", p, step.from, step.to, shot.to, shot.sum, want.sum)
					}
				}
			}
		}
	}
}
