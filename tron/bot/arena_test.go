package bot

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tron"
)

// The arena is compared with the rules: the same commands lead to the same cells, bikes, lead and end, and taking a cycle back
// restores the arena.
func TestArenaFollowsTheRules(t *testing.T) {
	_, positions := starts(t)
	odd, err := tron.ParsePosition("cycle=0/40 health=0 breaker=3/5 wall=2 crash=-3/4/-5\nyellow dir=left on=b\nblue on=b\n" +
		"#######\n#.....#\n#..*..#\n#.....#\n#######")
	if err != nil {
		t.Fatal(err)
	}
	positions = append(positions, odd)
	chance := rand.New(rand.NewPCG(8, 8))
	for game := range 400 {
		p := positions[game%len(positions)]
		for !p.Over() {
			var a arena
			a.load(&p)
			var moves [2]ride
			var both [2]tron.Command
			for s := range both {
				moves[s] = [...]ride{0, 1, 2, 4, 5, 6}[chance.IntN(6)]
				ahead := look(&p, tron.Seat(s))
				for i := range ahead.directions { // long games: not into area walls if there is another way
					if ahead.cells[moves[s]&3] == tron.AreaWall {
						moves[s] = moves[s]&rideBreaker | ride(i)
					}
				}
				both[s] = a.command(tron.Seat(s), moves[s])
			}
			blue, yellow := p.Bike(tron.Blue).At, p.Bike(tron.Yellow).At
			dx, dy := blue.X-yellow.X, blue.Y-yellow.Y
			if got, want := a.apart(), max(dx, -dx)+max(dy, -dy); int(got) != want {
				t.Fatalf("game %d: bikes at %v and %v are %d steps apart, want %d", game, blue, yellow, got, want)
			}
			before := a
			m := a.play(moves)
			p.Step(both)
			var want arena
			want.load(&p)
			if a != want {
				t.Fatalf("game %d, %v: the arena is\n%+v\n, the rules say\n%+v\n%s", game, both, a.arenaState, want.arenaState, p)
			}
			a.takeBack(&m)
			if a != before {
				t.Fatalf("game %d, %v: taking back does not restore the arena", game, both)
			}
		}
	}
}

// Room is compared with its definition, a walk step by step, on boards that are wide, high, and at the limits of both.
func TestRoom(t *testing.T) {
	gametest.Slow(t)
	_, positions := starts(t)
	for _, size := range [...][2]int{{341, 3}, {3, 341}, {32, 32}, {33, 31}} {
		inner := "#" + strings.Repeat(".", size[0]-2) + "#\n"
		edge := strings.Repeat("#", size[0]) + "\n"
		rows := []byte(edge + strings.Repeat(inner, size[1]-2) + edge)
		rows[len(edge)+1], rows[len(rows)-len(edge)-3] = 'B', 'Y'
		p, err := tron.ParsePosition(string(rows))
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}
	chance := rand.New(rand.NewPCG(3, 3))
	for i := range positions {
		var a arena
		a.load(&positions[i])
		size := positions[i].Size()
		for round := range 200 {
			for range 4 {
				at := int16(chance.IntN(size.W * size.H))
				if a.cells[at] != tron.AreaWall {
					a.set(at, [...]tron.Cell{tron.Empty, tron.BlueWall, tron.YellowWall}[chance.IntN(3)])
				}
			}
			from := a.riders[round%2].at
			reached := map[int16]bool{from: true}
			for todo := []int16{from}; len(todo) > 0; todo = todo[1:] {
				for _, step := range a.step {
					if at := todo[0] + step; a.cells[at] == tron.Empty && !reached[at] {
						reached[at] = true
						todo = append(todo, at)
					}
				}
			}
			var f flood
			limit := 1 + chance.IntN(mostRoom)
			if got, want := f.room(&a, from, int32(limit)), int32(min(len(reached)-1, limit)); got != want {
				t.Fatalf("board %d (%v), round %d: room %d up to %d, want %d", i, size, round, got, limit, want)
			}
			var g ground
			g.load(&positions[i])
			for at := range g.cells {
				g.cells[at] = a.cells[at]
			}
			for from := range int16(a.size) {
				if a.cells[from] != tron.Empty || from == a.riders[0].at || from == a.riders[1].at || chance.IntN(20) > 0 {
					continue
				}
				if got, want := f.whole(&a, from), g.room(int(from)); got != want {
					t.Fatalf("board %d (%v), round %d: %d cells from %d, want %d", i, size, round, got, from, want)
				}
			}
		}
	}
}

// The best raid from a cell is the one that begins there or the best one from a cell beside it, less the step; where an own wall
// stands, less what it costs to get through, also if the raid begins right there.
func TestHunt(t *testing.T) {
	_, positions := starts(t)
	chance := rand.New(rand.NewPCG(5, 5))
	for i := range positions {
		var a arena
		a.load(&positions[i])
		cells := positions[i].Size().W * positions[i].Size().H
		for range 100 {
			if at := int16(chance.IntN(cells)); a.cells[at] != tron.AreaWall {
				a.set(at, tron.Wall(tron.Seat(chance.IntN(2))))
			}
		}
		var e appraiser
		e.survey(&a)
		for s := range tron.Seat(2) {
			for at := range int16(cells) {
				if a.cells[at] == tron.AreaWall {
					continue
				}
				want := int16(nowhere)
				if most := slices.Max(e.catch[s][e.duration][at][:]); most > 0 {
					want = most * worth.hunt / quarter
				}
				for _, step := range a.step {
					want = max(want, e.hunt[s][at+step]-worth.step)
				}
				if a.cells[at] == tron.Wall(s) {
					want -= worth.barrier
				}
				if got := e.hunt[s][at]; got != max(want, nowhere) {
					t.Fatalf("board %d, %v at %d: %d, want %d", i, s, at, got, want)
				}
			}
		}
	}
}

func BenchmarkArena(b *testing.B) {
	p, err := tron.ParsePosition("#######\n#B....#\n#.....#\n#....Y#\n#######")
	if err != nil {
		b.Fatal(err)
	}
	var a arena
	a.load(&p)
	for b.Loop() {
		m := a.play([2]ride{0, 0})
		a.takeBack(&m)
	}
}

// At older commits, a benchmark called Room measures the look-up of a flood that was counted before: the two must not be compared.
func BenchmarkFlood(b *testing.B) {
	_, positions := starts(b)
	var a arena
	a.load(&positions[0])
	var f flood
	for b.Loop() {
		f.room(&a, a.riders[0].at, 40)
	}
}
