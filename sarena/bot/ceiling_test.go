package bot

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/sarena"
)

var ceiling = flag.Int("ceiling", 12, "`NUMBER` of boards for TestCeiling; each fifth may take minutes")

// TestCeiling solves positions of the middle of a game and counts how often the champion finds a turn that keeps their value. They
// come from games of the champion with little thought after six random turns; 14 to 18 piles are left. TRIALS.md has the table of
// 1,000 boards.
func TestCeiling(t *testing.T) {
	gametest.Slow(t)
	efforts := []int{100, 1_000, 10_000, 100_000, 200_000}
	type tally struct{ boards, best, kept int }
	table := map[[2]int]*tally{}
	count := func(left, nodes int, best, kept bool) {
		for _, key := range [][2]int{{left, nodes}, {0, nodes}} {
			if table[key] == nil {
				table[key] = &tally{}
			}
			table[key].boards++
			table[key].best += map[bool]int{true: 1}[best]
			table[key].kept += map[bool]int{true: 1}[kept]
		}
	}
	var slowest time.Duration
	for n := 0; n < *ceiling; n++ {
		p, left := middle(t, uint64(n))
		began := time.Now()
		s, err := Solve(t.Context(), p)
		slowest = max(slowest, time.Since(began))
		if err != nil {
			t.Fatal(err)
		}
		for _, nodes := range efforts {
			b := Champion{NodesPerMove: nodes}
			m, err := b.Move(context.Background(), sarena.View{Position: p})
			if err != nil {
				t.Fatal(err)
			}
			best := slices.Contains(s.Best, m)
			kept := best
			if !best {
				after, err := Solve(t.Context(), p.Play(m))
				if err != nil {
					t.Fatal(err)
				}
				kept = cmp.Compare(after.Value, 0) == cmp.Compare(s.Value, 0)
			}
			count(left, nodes, best, kept)
		}
	}
	var text strings.Builder
	for _, nodes := range efforts {
		fmt.Fprintf(&text, "\n| %d |", nodes)
		for _, left := range []int{18, 17, 16, 15, 14, 0} {
			if c := table[[2]int{left, nodes}]; c != nil {
				fmt.Fprintf(&text, " %.1f, %.1f (%d) |", 100*float64(c.best)/float64(c.boards), 100*float64(c.kept)/float64(c.boards), c.boards)
			}
		}
	}
	t.Logf("per cent best, result kept (boards), by piles left; slowest solved in %v:%s", slowest, &text)
	if all := table[[2]int{0, efforts[len(efforts)-1]}]; all.kept*10 < all.boards*9 {
		t.Errorf("%d of %d turns keep the result: want nine tenths", all.kept, all.boards)
	}
}

// middle returns a position with 14 to 18 piles, and the number of them.
func middle(t *testing.T, seed uint64) (p sarena.Position, piles int) {
	t.Helper()
	chance := dice{rand.New(rand.NewPCG(seed, 9))}
	want := 14 + int(seed%5)
	for {
		p = sarena.Draw(chance)
		b := Champion{NodesPerMove: 300}
		for turn := 0; !p.Over(); turn++ {
			piles = 0
			for c := range sarena.Cell(p.Cells()) {
				if p.Pile(c) != 0 {
					piles++
				}
			}
			if piles == want {
				return p, piles
			}
			if turn < 6 {
				p = p.Play(p.RandomMove(chance))
				continue
			}
			m, err := b.Move(t.Context(), sarena.View{Position: p})
			if err != nil {
				t.Fatal(err)
			}
			p = p.Play(m)
		}
	}
}
