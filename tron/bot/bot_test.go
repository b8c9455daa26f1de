package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tron"
)

// story plays a bot against Fill for some cycles and returns its commands.
func story(t *testing.T, d driver, cycles int) string {
	t.Helper()
	_, positions := starts(t)
	p := positions[0]
	enemy := &Fill{Chance: rand.New(rand.NewPCG(9, 9))}
	d.Initialize(tron.View{Position: p, Seat: tron.Yellow})
	var commands []string
	for range cycles {
		if p.Over() {
			break
		}
		var both [2]tron.Command
		both[tron.Blue] = decide(t, enemy, tron.View{Position: p, Seat: tron.Blue}, 0)
		both[tron.Yellow] = decide(t, d, tron.View{Position: p, Seat: tron.Yellow}, 0)
		commands = append(commands, both[tron.Yellow].String())
		p.Step(both)
	}
	return strings.Join(commands, " ")
}

func TestBotsAreRepeatable(t *testing.T) {
	for name, deal := range bots {
		t.Run(name, func(t *testing.T) {
			seeded := func(seed uint64) driver { return deal(rand.New(rand.NewPCG(seed, 1))) }
			first := story(t, seeded(7), 25)
			if again := story(t, seeded(7), 25); again != first {
				t.Errorf("the same seed played another game:\n%s\n%s", first, again)
			}
			for seed := uint64(8); story(t, seeded(seed), 25) == first; seed++ {
				if seed == 20 {
					t.Errorf("12 other seeds played the same game:\n%s", first)
					break
				}
			}
		})
	}
}

// Bots answer in any position, on odd boards and in hopeless places too.
func TestBotsAnswerEverywhere(t *testing.T) {
	for _, board := range []string{
		"###\n#*#\n###",
		"####\n#BY#\n####",
		"blue health=1\n#####\n#BbY#\n#####",
		"blue dir=left on=#\n######\n#bB#Y#\n######",
		"blue remaining=3 cooldown=9\nyellow score=40\n#######\n#Byb.Y#\n#bbb..#\n#######",
		"cycle=299/300\n######\n#B..Y#\n######",
		"#####..\n#B.Y#..\n#####..",
		"cycle=7/1000000 health=1000000 breaker=1000000/1000000 wall=100 crash=-1000000/-1000000/1000000\n" +
			"blue score=900000000 cooldown=1000000\n#####\n#B.Y#\n#####",
		"cycle=0/1 health=0 breaker=0/9 wall=7 crash=5/6/7\n######\n#By.Y#\n######",
	} {
		p, err := tron.ParsePosition(board)
		if err != nil {
			t.Fatal(err)
		}
		everyone := maps.Clone(bots)
		maps.Copy(everyone, sparring)
		for name, deal := range everyone {
			for _, s := range [...]tron.Seat{tron.Blue, tron.Yellow} {
				d := deal(rand.New(rand.NewPCG(1, 1)))
				w := tron.View{Position: p, Seat: s}
				d.Initialize(w)
				if _, err := d.Decide(t.Context(), w); err != nil {
					t.Errorf("%s on\n%s%v", name, board, err)
				}
			}
		}
	}
}

func TestBotsStopInTime(t *testing.T) {
	_, positions := starts(t)
	const budget = 200 * time.Millisecond
	for name, deal := range bots {
		d := deal(rand.New(rand.NewPCG(1, 1)))
		w := tron.View{Position: positions[0], Seat: tron.Blue}
		d.Initialize(w)
		gametest.InTime(t, name, budget, func(ctx context.Context) error {
			_, err := d.Decide(ctx, w)
			return err
		})
		cancelled, stop := context.WithCancel(t.Context())
		stop()
		if _, err := d.Decide(cancelled, w); err == nil {
			t.Errorf("%s plays on after it was cancelled", name)
		}
	}
}

// The ladder must not lose its steps by accident. README.md has the measured matches.
func TestLadder(t *testing.T) {
	gametest.Long(t, "plays matches between the bots")
	brief := func(c *rand.Rand) driver { return &Champion{Nodes: 1000, Chance: c} }
	for _, tt := range []struct {
		name          string
		first, second func(*rand.Rand) driver
		games         int
		least         float64 // points
	}{
		{"rules against random", bots["rules"], bots["random"], 32, 29},
		{"minimax6 against rules", bots["minimax6"], bots["rules"], 32, 18},
		{"fill against minimax6", bots["fill"], bots["minimax6"], 32, 18},
		{"voronoi against fill", bots["voronoi"], bots["fill"], 32, 24},
		{"genetic against rules", bots["genetic"], bots["rules"], 8, 5},
		{"solo12 against fill", bots["solo12"], bots["fill"], 4, 3},
		{"a brief champion against greedy", brief, sparring["greedy"], 4, 3},
		{"a brief champion against fill", brief, bots["fill"], 4, 3},
	} {
		if m := play(t, 0, tt.games, tt.first, tt.second, 0); m.points() < tt.least {
			t.Errorf("%s: %v of %d points, want at least %v", tt.name, m.points(), tt.games, tt.least)
		}
	}
}

// These positions are small enough to see the best group: the minimax breaks a wall of the enemy rather than one of its own.
func TestMinimaxTakesTheBestGroup(t *testing.T) {
	for _, tt := range []struct{ name, board, want string }{
		{"breaker on: the enemy's wall", "blue remaining=4 cooldown=9\n#######\n#.B.b.#\n#.y..Y#\n#######", "D"},
		{"breaker off: the empty cell", "blue cooldown=9\n#######\n#.By..#\n#....Y#\n#######", "D"},
		{"boxed in: the breaker, and the enemy's wall", "#######\n#.Bb..#\n#.y..Y#\n#######", "DA"},
	} {
		p, err := tron.ParsePosition(tt.board)
		if err != nil {
			t.Fatal(err)
		}
		b := &Minimax{Depth: 6, Chance: rand.New(rand.NewPCG(1, 1))}
		c, err := b.Decide(t.Context(), tron.View{Position: p, Seat: tron.Blue})
		if err != nil || c.String() != tt.want {
			t.Errorf("%s: %v, %v, want %s", tt.name, c, err, tt.want)
		}
	}
}

// The champion sees ends of the game that it can force, and those that it must avoid. Each case lists the right commands; any of
// them will do.
func TestChampionSeesTheEnd(t *testing.T) {
	const corridor = "#######\n#B...Y#\n#######"
	const exit = "#######\n#B...Y#\n#.#####\n#.....#\n#######"
	for _, tt := range []struct{ name, board, want string }{
		{"behind, with a way out of a corridor", "yellow score=1\n" + exit, "D"},
		{"ahead by more than an area wall costs", "blue score=25\n" + exit, "U"},
		{"ahead in a corridor: a crash of both wins", "blue score=1\n" + corridor, "- D"},
		{"the enemy's wall, with the breaker", "blue remaining=4 cooldown=9\n#######\n#.B.b.#\n#.y..Y#\n#######", "D"},
	} {
		p, err := tron.ParsePosition(tt.board)
		if err != nil {
			t.Fatal(err)
		}
		b := &Champion{Nodes: 5000, Chance: rand.New(rand.NewPCG(1, 1))}
		w := tron.View{Position: p, Seat: tron.Blue}
		b.Initialize(w)
		c, err := b.Decide(t.Context(), w)
		if err != nil || !slices.Contains(strings.Fields(tt.want), c.String()) {
			t.Errorf("%s: %v, %v, want one of %s", tt.name, c, err, tt.want)
		}
	}
}

// With one thread the same node count gives the same move, whatever was searched before; with more, and a clock, it is a legal
// one.
func TestChampionThreads(t *testing.T) {
	gametest.Slow(t)
	_, positions := starts(t)
	w := tron.View{Position: positions[0], Seat: tron.Yellow}
	var first tron.Command
	for i := range 3 {
		b := &Champion{Nodes: 3000, Threads: 1 + i, Chance: rand.New(rand.NewPCG(1, 1))}
		c, err := b.Decide(t.Context(), w)
		if i == 0 {
			first = c
		}
		if err != nil || c != first || b.Measured != 3000 {
			t.Errorf("threads %d without a deadline: %v, %d nodes, %v, want %v and 3000", 1+i, c, b.Measured, err, first)
		}
	}
	b := &Champion{Threads: 3, Chance: rand.New(rand.NewPCG(1, 1))}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	b.Initialize(w)
	c, err := b.Decide(ctx, w)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) { // a busy machine may be late
		t.Error(err)
	}
	if w.Position.Check(w.Seat, c) != tron.Legal {
		t.Errorf("%v", c)
	}
}

// Territory is compared with its definition, by the distances of each seat alone.
func TestTerritory(t *testing.T) {
	_, positions := starts(t)
	for _, p := range positions {
		chance := rand.New(rand.NewPCG(4, 4))
		for range 40 {
			a, b := look(&p, tron.Blue), look(&p, tron.Yellow)
			blue, yellow := a.group(), b.group()
			p.Step([2]tron.Command{blue.commands[chance.IntN(blue.n)], yellow.commands[chance.IntN(yellow.n)]})
		}
		if p.Over() {
			continue
		}
		var g ground
		g.load(&p)
		want := [2]int{}
		far := [2]map[int]int{g.distances(tron.Blue), g.distances(tron.Yellow)}
		for cell, d := range far[0] {
			if e, ok := far[1][cell]; !ok || d < e {
				want[0]++
			}
		}
		for cell, d := range far[1] {
			if e, ok := far[0][cell]; !ok || d < e {
				want[1]++
			}
		}
		if got := g.territory(); got != want {
			t.Errorf("territory %v, want %v in\n%s", got, want, p)
		}
		var a arena
		a.load(&p)
		g.share(&a)
		to := g.heads[tron.Blue] + g.step[p.Bike(tron.Blue).Direction]
		if a.cells[to] == tron.AreaWall {
			continue
		}
		after := g // blue alone has driven on
		after.cells = slices.Clone(g.cells)
		after.cells[g.heads[tron.Blue]], after.cells[to], after.heads[tron.Blue] = tron.BlueWall, tron.Empty, to
		if got, then := g.territoryAfter(tron.Blue, to), after.territory(); got != then {
			t.Errorf("territory %v when blue has driven on, want %v in\n%s", got, then, p)
		}
		if got := g.territory(); got != want {
			t.Errorf("territory %v after a look ahead, want %v as before in\n%s", got, want, p)
		}
	}
}

// distances returns the distance of each empty cell that a seat alone can reach, in steps, worked out the plain way.
func (g *ground) distances(s tron.Seat) map[int]int {
	reached := map[int]int{}
	layer := []int{g.heads[s]}
	for d := 1; len(layer) > 0; d++ {
		var next []int
		for _, here := range layer {
			for _, step := range g.step {
				cell := here + step
				if _, ok := reached[cell]; !ok && g.cells[cell] == tron.Empty && cell != g.heads[0] && cell != g.heads[1] {
					reached[cell] = d
					next = append(next, cell)
				}
			}
		}
		layer = next
	}
	return reached
}

// BenchmarkDepth reports how deep a search of both bikes gets with 40,000 cycles: the mean over positions from games of Fill against Solo.
func BenchmarkDepth(b *testing.B) {
	_, boards := starts(b)
	var list []tron.Position
	for game := range 32 {
		p := boards[game%len(boards)]
		fill := &Fill{Chance: rand.New(rand.NewPCG(uint64(game), 1))}
		solo := &Solo{Depth: 6, Chance: rand.New(rand.NewPCG(uint64(game), 2))}
		for cycle := 0; !p.Over(); cycle++ {
			var both [2]tron.Command
			for s, d := range [2]driver{fill, solo} {
				c, err := d.Decide(b.Context(), tron.View{Position: p, Seat: tron.Seat(s)})
				if err != nil {
					b.Fatal(err)
				}
				both[s] = c
			}
			if cycle == 30+2*game {
				list = append(list, p)
			}
			p.Step(both)
		}
	}
	sum, searches := 0, 0
	for b.Loop() {
		for i := range list {
			s := &search{table: new(table), stop: never, limit: 40_000}
			s.begin(&list[i], tron.Seat(i%2))
			s.distant = false
			var dst [3]ride
			_, depth := s.deepen(s.rides(s.seat, &dst))
			sum += depth
			searches++
		}
	}
	b.ReportMetric(float64(sum)/float64(searches), "cycles-deep")
	b.ReportMetric(float64(len(list)), "positions")
}

// BenchmarkChampion measures how much several threads search in the same time: compare the cycles a second of threads=1 and
// threads=2.
func BenchmarkChampion(b *testing.B) {
	_, boards := starts(b)
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			c := Champion{Threads: threads, Chance: rand.New(rand.NewPCG(5, 6))}
			began := time.Now()
			for b.Loop() {
				ctx, cancel := context.WithDeadline(b.Context(), time.Now().Add(300*time.Millisecond))
				if _, err := c.Decide(ctx, tron.View{Position: boards[0]}); err != nil {
					b.Fatal(err)
				}
				cancel()
			}
			b.ReportMetric(float64(c.Measured)/time.Since(began).Seconds(), "cycles/s")
		})
	}
}
