package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unsafe"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/reantics"
)

// bundled are the names of the bundled bots.
var bundled = []string{"random", "greedy", "rush", "defender", "learner", "champion"}

func pairOf(name string, seed uint64) [2]player {
	return [2]player{makers[name](rand.New(rand.NewPCG(seed, 0))), makers[name](rand.New(rand.NewPCG(seed, 1)))}
}

func TestBotsPlayLegallyAndRepeatably(t *testing.T) {
	for _, name := range bundled {
		t.Run(name, func(t *testing.T) {
			for _, rules := range []reantics.Rules{reantics.Manual, reantics.Original} {
				first := playGame(t, t.Context(), rules, pairOf(name, 7))
				if again := playGame(t, t.Context(), rules, pairOf(name, 7)); again != first {
					t.Errorf("%v: the same seed played another game:\n%s\n%s", rules, first.text, again.text)
				}
				if other := playGame(t, t.Context(), rules, pairOf(name, 8)); other.text == first.text {
					t.Errorf("%v: another seed played the same game:\n%s", rules, first.text)
				}
			}
		})
	}
}

// crowded is a position in which both sides have much to do.
const crowded = `playing blue manual
	0 .  .  .  ^  Q  .  .  .  .  .
	1 .  W  ;  .  .  .  .  @  .  .
	2 .  ;  .  D  ;  W  .  .  .  .
	3 .  S  .  .  .  S  .  .  %  .
	4 .  .  .  .  .  w  .  .  .  .
	5 .  .  R  .  .  .  s  .  .  .
	6 .  .  %  .  .  .  .  .  .  .
	7 .  .  .  .  .  .  .  R  w  .
	8 .  .  .  .  r  .  @  .  .  d
	9 .  .  .  .  .  .  .  ^q .  .
	blue food 5
	red food 5`

func position(t *testing.T, text string) reantics.Position {
	t.Helper()
	p, err := reantics.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBotsStopInTime(t *testing.T) {
	const budget = 200 * time.Millisecond
	p := position(t, crowded)
	for _, name := range bundled {
		gametest.InTime(t, name, budget, func(ctx context.Context) error {
			m, err := makers[name](rand.New(rand.NewPCG(1, 1))).Move(ctx, p.View())
			if p.Check(m) != reantics.Legal {
				t.Errorf("%s plays %v (%v)", name, m, p.Check(m))
			}
			return err
		})
	}
	cancelled, stop := context.WithCancel(t.Context())
	stop()
	if _, err := (&Champion{Chance: rand.New(rand.NewPCG(1, 1))}).Move(cancelled, p.View()); err == nil {
		t.Error("the champion plays on after it was cancelled")
	}
}

// Every bot finds an answer wherever a game can be: in the middle of a turn, with a building gone, without workers or food.
func TestBotsInOddPositions(t *testing.T) {
	for _, text := range []string{crowded, `playing red original
		.  .  .  .  .  .  .  .  .  .
		.  .  ^  .  .  .  .  .  .  .
		.  .  .  .  .  .  .  .  .  .
		.  .  .  .  .  .  .  .  .  .
		.  .  .  .  .  .  .  .  .  .
		.  .  .  .  Q  .  .  .  .  .
		.  .  .  .  S  .  .  .  .  .
		.  .  .  .  .  .  .  .  .  .
		.  .  .  .  .  .  .  .  ^  .
		.  .  .  .  .  .  .  .  .  q
		red food 3`} {
		p := position(t, text)
		for _, name := range bundled {
			b := makers[name](rand.New(rand.NewPCG(1, 1)))
			m, err := b.Move(t.Context(), p.View())
			if p.Side() == reantics.Red {
				m = m.Turned()
			}
			if rule := p.Check(m); rule != reantics.Legal || err != nil {
				t.Errorf("%s plays %v: %v, %v", name, m, rule, err)
			}
		}
	}
	p := reantics.Start(reantics.Manual)
	p.Place(reantics.Points(nil, reantics.At(2, 2), reantics.At(4, 1), reantics.At(0, 0)))
	for _, name := range bundled {
		cells, err := makers[name](rand.New(rand.NewPCG(1, 1))).Place(t.Context(), p.View())
		if rule := p.CheckPlacement(reantics.Points(nil, cells...)); rule != reantics.Legal || err != nil {
			t.Errorf("%s goes on with the placement %v: %v, %v", name, cells, rule, err)
		}
	}
}

// The champion sees what wins at once, and does not walk past it.
func TestChampionWins(t *testing.T) {
	for name, text := range map[string]string{
		"by the queen": `playing blue manual
			.  .  .  ^Q .  .  .  @W .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  S  .  D  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  @w .  q  .  .  ^  .  .
			.  .  .  .  .  .  .  .  .  .
			red ants Q48/6`,
		"by the food": `playing red manual
			.  .  .  ^Q .  .  .  @W .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  .  .  .  .  .  .  .  .
			.  .  w  .  .  .  .  .  .  .
			.  .  @  .  .  .  .  ^q .  .
			.  .  .  .  .  .  .  .  .  .
			red food 10 ants W27/4+`,
	} {
		p := position(t, text)
		b := &Champion{Chance: rand.New(rand.NewPCG(1, 1))}
		side := p.Side()
		for p.Side() == side {
			v := p.View()
			m, err := b.Move(t.Context(), v)
			if err != nil {
				t.Fatal(err)
			}
			see := func(c reantics.Cell) reantics.Cell {
				if side == reantics.Red {
					return c.Turned()
				}
				return c
			}
			if side == reantics.Red {
				m = m.Turned()
			}
			p.Step(m)
			if targets := p.AppendTargets(nil); p.Attacker() != reantics.NoCell {
				for i := range targets {
					targets[i] = see(targets[i])
				}
				c, _ := b.Attack(t.Context(), p.View(), see(p.Attacker()), targets)
				p.Attack(see(c))
			}
			if _, over := p.Outcome(); over {
				break
			}
		}
		if o, _ := p.Outcome(); o.Winner != int(side) {
			t.Errorf("%s: %+v\n%v", name, o, &p)
		}
	}
}

// The order of strength must not change by accident. README.md has the long matches.
func TestLadder(t *testing.T) {
	gametest.Long(t, "plays matches between the bots")
	for _, tt := range []struct {
		first, second string
		games, least  int
	}{
		{"greedy", "random", 20, 18},
		{"rush", "random", 20, 18},
		{"defender", "random", 20, 18},
		{"rush", "greedy", 20, 15},
		{"greedy", "defender", 20, 15},
		{"rush", "defender", 40, 22},
		{"learner", "random", 20, 18},
		{"learner", "greedy", 20, 15},
		{"champion", "random", 20, 20},
		{"champion", "greedy", 20, 19},
		{"champion", "rush", 20, 17}, // at width 8; README.md has width 32
		{"champion", "defender", 20, 19},
		{"champion", "learner", 20, 19},
	} {
		for _, rules := range []reantics.Rules{reantics.Manual, reantics.Original} {
			won, why := match(t, tt.first, tt.second, tt.games, rules)
			if won[0] < tt.least || won[2] > 0 {
				t.Errorf("%v: %s won %d of %d games against %s, %d draws, want at least %d and no draw: %v",
					rules, tt.first, won[0], tt.games, tt.second, won[2], tt.least, why)
			}
		}
	}
}

// The ways of a terrain against their definition: no step makes a way shorter than it says, and one does not make it longer.
func TestTerrain(t *testing.T) {
	p := position(t, crowded)
	ground := (*terrain)(nil).look(&p)
	for a := range reantics.Cell(reantics.Cells) {
		for b := range reantics.Cell(reantics.Cells) {
			least := far
			for _, n := range reantics.AppendAdjacent(nil, a) {
				least = min(least, int(ground.walk[n][b])+p.EnterCost(n, false))
			}
			if a == b {
				least = 0
			}
			if int(ground.walk[a][b]) != least {
				t.Fatalf("from %v to %v is %d, want %d", a, b, ground.walk[a][b], least)
			}
		}
		for s := reantics.Blue; s <= reantics.Red; s++ {
			home := min(ground.walk[a][p.Hill(s)], ground.walk[a][p.Tunnel(s)])
			round := far
			for _, f := range p.FoodList() {
				round = min(round, int(ground.walk[a][f])+int(ground.home[s][f]))
			}
			if ground.home[s][a] != home || int(ground.round[s][a]) != round {
				t.Fatalf("from %v home %d, want %d; round %d, want %d", a, ground.home[s][a], home, ground.round[s][a], round)
			}
		}
	}
	if again := ground.look(&p); again != ground {
		t.Error("the same terrain is worked out twice")
	}
}

// The champion hunts an enemy without fighters that would win the race for food; one behind a wall is assumed to build a worker.
func TestHunt(t *testing.T) {
	const even = `playing blue manual
		0 .  .  .  .  Q  .  .  .  .  .
		1 .  .  ^W .  .  .  .  @W .  .
		2 .  .  .  .  .  .  .  .  .  .
		3 .  .  %  .  .  .  .  %  .  .
		4 .  .  .  .  .  .  .  .  .  .
		5 .  .  .  .  .  .  .  .  .  .
		6 ;  ;  ;  ;  ;  ;  ;  ;  ;  .
		7 .  .  %  .  .  .  .  %  .  .
		8 .  .  .  .  .  q  .  .  .  .
		9 .  .  @w .  .  .  .  ^w .  .
		blue food 1
		red food 1`
	for _, c := range []struct {
		name, from, to string
		hunts          bool
	}{
		{"a wall", "", "", true},
		{"a wall and a fighter", "q  .  .", "q  s  .", false},
		{"a wall and no food", "red food 1", "red food 0", false},
		{"two pieces of grass in a column", ";  .\n\t\t7 .  .", ".  .\n\t\t7 .  ;", false},
		{"a gap and a third worker", ";  .\n\t\t7 .", ".  .\n\t\t7 w", true},
	} {
		text := strings.Replace(even, c.from, c.to, 1)
		if text == even && c.from != "" {
			t.Fatalf("%s: %q is not there", c.name, c.from)
		}
		for _, text := range []string{text, flipped(text)} { // the hunter is Blue, then Red
			p := position(t, text)
			v := p.View().Position
			w := weigh(nil, &v, (*terrain)(nil).look(&v))
			if hunts := w[p.Side()] == &hunting; hunts != c.hunts {
				t.Errorf("%s: the champion hunts as %v is %t, want %t", c.name, p.Side(), hunts, c.hunts)
			}
		}
	}
}

// flipped returns the text of a position with the seats swapped: its rows from the last to the first, all in the other case.
func flipped(text string) string {
	rows := strings.Split(text, "\n")
	board := rows[1:11]
	slices.Reverse(board)
	for i, row := range board {
		board[i] = strconv.Itoa(i) + strings.TrimLeft(row, "\t")[1:]
	}
	other := func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}
	text = strings.Map(other, strings.Join(board, "\n"))
	return strings.NewReplacer("blue", "red", "red", "blue").Replace(rows[0] + "\n" + text + "\n" + strings.Join(rows[11:], "\n"))
}

func TestSettle(t *testing.T) {
	p := reantics.Start(reantics.Manual)
	chance := rand.New(rand.NewPCG(5, 5))
	p.Place(reantics.Points(nil, settle(&p, chance)...))
	p.Place(reantics.Points(nil, settle(&p, chance)...))
	food := settle(&p, chance)
	free := reantics.Homes[reantics.Red].Minus(p.Built())
	ground := (*terrain)(nil).look(&p)
	for _, f := range food {
		for rest := free.Minus(reantics.SetOf(food...)); !rest.Empty(); rest = rest.Rest() {
			if ground.home[reantics.Red][rest.First()] > ground.home[reantics.Red][f]+1 {
				t.Errorf("food on %v, but %v is farther from Red's buildings", f, rest.First())
			}
		}
	}
	if len(food) != 2 || slices.Contains(food[1:], food[0]) {
		t.Errorf("food on %v", food)
	}
}

// Several threads judge a turn as one does: what each turn is worth does not depend on who finds it.
func TestThreads(t *testing.T) {
	p := position(t, crowded)
	ground := (*terrain)(nil).look(&p)
	judge := func(threads int) (values []int, measured int) {
		w := newWatch(t.Context(), &timer.Pace{})
		first := &searcher{w: pair{&tuned, &tuned}, ground: ground, over: w.over}
		turns := first.turns(&p, 12)
		values, known := newCrew(first, w, threads).judge(turns, 12)
		if len(values) != 12 || slices.Contains(known, false) {
			t.Fatalf("%d threads judge %v, %v of 12 turns", threads, values, known)
		}
		return values, first.measured
	}
	values, measured := judge(1)
	for threads := 2; threads <= 4; threads++ {
		if others, n := judge(threads); !slices.Equal(others, values) || n != measured {
			t.Errorf("%d threads judge %v by %d positions, want %v by %d", threads, others, n, values, measured)
		}
	}
}

// Who is told to stop while others judge knows nothing of the turns that are left.
func TestThreadsStop(t *testing.T) {
	p := position(t, crowded)
	ctx, cancel := context.WithCancel(t.Context())
	w := newWatch(ctx, &timer.Pace{})
	first := &searcher{w: pair{&tuned, &tuned}, ground: (*terrain)(nil).look(&p), over: w.over}
	turns := first.turns(&p, 12)
	cancel()
	w.over()
	if _, known := newCrew(first, w, 3).judge(turns, 12); slices.Contains(known, true) {
		t.Errorf("turns are judged behind the end: %v", known)
	}
}

// What several threads measure in the same time: compare the positions a second of threads=1 and threads=2.
func BenchmarkChampion(b *testing.B) {
	p, err := reantics.ParsePosition(crowded)
	if err != nil {
		b.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as the program does
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			c := Champion{Threads: threads, Chance: rand.New(rand.NewPCG(5, 6))}
			began := time.Now()
			for b.Loop() {
				ctx, cancel := context.WithDeadline(b.Context(), time.Now().Add(300*time.Millisecond))
				c.plan = nil
				c.Move(ctx, p.View())
				cancel()
			}
			b.ReportMetric(float64(c.Measured)/time.Since(began).Seconds(), "positions/s")
		})
	}
}

func BenchmarkValue(b *testing.B) {
	p, err := reantics.ParsePosition(crowded)
	if err != nil {
		b.Fatal(err)
	}
	ground := (*terrain)(nil).look(&p)
	b.ReportAllocs()
	same := pair{&tuned, &tuned}
	for b.Loop() {
		same.value(&p, ground, reantics.Blue)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

// Searchers that share a line of the processor's cache cost two threads a third of their speed.
func TestSearchersApart(t *testing.T) {
	if size := unsafe.Sizeof(searcher{}); size%128 != 0 {
		t.Errorf("a searcher has %d bytes, want a multiple of 128", size)
	}
}
