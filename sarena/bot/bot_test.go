package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
)

// bots are all bundled bots with few nodes, fresh for each game.
func bots(seed uint64) map[string]mover {
	return map[string]mover{
		"random": &Random{Chance: rand.New(rand.NewPCG(seed, 1))}, "fast": &Fast{}, "base": Base, "basic": Basic, "ours": Ours,
		"simple": Simple, "super": &Super{Depth: 2}, "champion": &Champion{NodesPerMove: 1000, tableBits: 10},
	}
}

func drawn(seed uint64) sarena.Position { return sarena.Draw(dice{rand.New(rand.NewPCG(seed, 3))}) }

func parse(t testing.TB, text string) sarena.Position {
	t.Helper()
	p, err := sarena.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// playOut plays a bot against itself and returns the turns.
func playOut(t *testing.T, b mover, p sarena.Position) string {
	t.Helper()
	var turns []string
	for step := 1; !p.Over() && step <= sarena.TurnLimit; step++ {
		m, err := b.Move(t.Context(), sarena.View{Position: p, Step: step, Turns: step - 1})
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if rule := p.Check(m); rule != sarena.Legal {
			t.Fatalf("%v: %v: %v", p, m, rule)
		}
		turns = append(turns, m.String())
		p = p.Play(m)
	}
	return strings.Join(turns, " ")
}

func TestBotsPlayLegallyAndRepeatably(t *testing.T) {
	for name := range bots(0) {
		t.Run(name, func(t *testing.T) {
			first := playOut(t, bots(7)[name], drawn(7))
			if again := playOut(t, bots(7)[name], drawn(7)); again != first {
				t.Errorf("the same seed played another game:\n%s\n%s", first, again)
			}
			for _, text := range []string{"+YN .NR", ".RY +YN + +NR .YN", "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN r", "+YN + +RN"} {
				if name != "super" {
					playOut(t, bots(1)[name], parse(t, text))
				}
			}
		})
	}
	large := strings.TrimSuffix(strings.Repeat("+YN .NR ", 32), " ")
	for _, text := range []string{large, strings.ReplaceAll(large, " ", "/"), strings.TrimSuffix(strings.Repeat("+NRYN . +RY .NN/.YN +NY .NR +RN/", 4), "/")} {
		playOut(t, &Champion{NodesPerMove: 300, tableBits: 10}, parse(t, text))
	}
	_, err := (&Super{}).Move(t.Context(), sarena.View{Position: parse(t, "+YN .NR")})
	if err == nil || err.Error() != "super plays on 6x6 cells, not on 1x2" {
		t.Errorf("super on a board of 1x2: %v", err)
	}
}

func TestBotsStopInTime(t *testing.T) {
	gametest.Slow(t)
	all := bots(1)
	all["super by the clock"], all["champion by the clock"] = &Super{}, &Champion{}
	deep, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := (Planner{Plan{Value: Outlook}}).Move(deep, sarena.View{Position: drawn(1)}); err == nil || time.Since(began) > 20*time.Second {
		t.Errorf("a search to the end of the game that was cancelled took %v, error %v", time.Since(began), err)
	}
	const budget = 300 * time.Millisecond
	for name, b := range all {
		gametest.InTime(t, name, budget, func(ctx context.Context) error {
			_, err := b.Move(ctx, sarena.View{Position: drawn(1), Step: 1})
			return err
		})
		cancelled, stop := context.WithCancel(t.Context())
		stop()
		if _, err := b.Move(cancelled, sarena.View{Position: drawn(1), Step: 1}); err == nil {
			t.Errorf("%s plays on after it was cancelled", name)
		}
	}
}

// Who has a credit for the whole game must still have some of it at the end. The clock goes on by 4 ms whenever it is read, so that
// neither a slow machine nor a busy one makes a difference.
func TestBotsKeepCredit(t *testing.T) {
	at := time.Unix(0, 0)
	pace := timer.Pace{Now: func() time.Time { at = at.Add(4 * time.Millisecond); return at }}
	for name, b := range map[string]mover{"super": &Super{pace: pace}, "champion": &Champion{pace: pace}} {
		credit := 2.0
		p := drawn(5)
		for step := 1; !p.Over(); step++ {
			began := at
			m, err := b.Move(t.Context(), sarena.View{Position: p, Step: step, Turns: step - 1, Timed: true, Credit: credit})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			credit -= at.Sub(began).Seconds() / 2 // it plays both seats
			p = p.Play(m)
		}
		if credit <= 0 {
			t.Errorf("%s ends the game with a credit of %.3f s of 2", name, credit)
		}
	}
}

// facts returns the fields of the lines of a file in testdata.
func facts(t *testing.T, name string) (list [][]string) {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Split(strings.TrimSpace(line), "; "))
		}
	}
	return list
}

// What the original's players choose, as Yellow and, with the colours exchanged, as Red.
func TestChoiceFacts(t *testing.T) {
	players := map[string]mover{"fast": &Fast{}, "base": Base, "ours": Ours, "simple": Simple}
	for _, fact := range facts(t, "choices.txt") {
		p := parse(t, fact[0])
		super := newSuperState(p)
		if got := fmt.Sprint(Outlook(p)); got != fact[1] || super.outlook != Outlook(p) {
			t.Errorf("%v: outlook %s and %d, want %s", p, got, super.outlook, fact[1])
		}
		for _, choice := range strings.Fields(fact[2]) {
			name, want, _ := strings.Cut(choice, "=")
			want, sawEnd := strings.CutSuffix(want, "*")
			b := players[name]
			depth, isSuper := strings.CutPrefix(name, "super:")
			for _, v := range []sarena.View{{Position: p, Step: 1}, {Position: p.Invert().WithSide(sarena.Red), Step: 2}} {
				s := &Super{}
				if isSuper {
					s.Depth, _ = strconv.Atoi(depth)
					b = s
				}
				m, err := b.Move(t.Context(), v)
				if err != nil || m.String() != want || isSuper && s.SawEnd() != sawEnd {
					t.Errorf("%v: %s plays %v (saw an end: %v), %v, want %s", v.Position, name, m, s.SawEnd(), err, choice)
				}
			}
		}
	}
}

func TestEndgameFacts(t *testing.T) {
	plan := Plan{Value: scoreValue}
	for _, fact := range facts(t, "endgames.txt") {
		p := parse(t, fact[0])
		c := AlphaBeta(plan, p)
		if diff := cmp.Diff(fact[1:4], []string{fmt.Sprint(c.Value), c.Move.String(), fmt.Sprint(c.Nodes)}); diff != "" {
			t.Errorf("%v: alpha-beta's score, turn and nodes (-want +got):\n%s", p, diff)
		}
		if full, _ := strconv.Atoi(fact[4]); full < 5000 {
			if c := Minimax(plan, p); fmt.Sprint(c.Value, c.Move, c.Nodes) != fmt.Sprintf("%s %s %d", fact[1], fact[2], full) {
				t.Errorf("%v: minimax: %v, want %v", p, c, fact[1:])
			}
		}
		s, err := Solve(t.Context(), p)
		if err != nil || fmt.Sprint(s.Value) != fact[1] || s.Best[0].String() != fact[2] {
			t.Errorf("Solve(%v) = %v, %v, want %v", p, s, err, fact[1:3])
		}
	}
}

// The small board that the original ships is a draw.
func TestSolveSmallBoard(t *testing.T) {
	p := parse(t, "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN")
	s, err := Solve(t.Context(), p)
	if want := "[0010 0102 1110 1121 1202 2010 2021 2221]"; err != nil || s.Value != 0 || fmt.Sprint(s.Best) != want {
		t.Errorf("Solve = %v, %v, want the score 0 by %s", s, err, want)
	}
	if s, err := Solve(t.Context(), parse(t, "+YN .")); err != nil || s.Value != -0 || len(s.Best) != 0 {
		t.Errorf("a finished game is solved as %v, %v", s, err)
	}
	if _, err := Solve(t.Context(), parse(t, "+YN + .")); !errors.Is(err, errEndless) {
		t.Errorf("R12 an endless board is solved with the error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, drawn(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled search ends with %v", err)
	}
}

// smallBoard is a random board of a few cells without arrow cells side by side.
func smallBoard(chance dice) sarena.Position {
	for {
		p, err := sarena.New(1+chance.IntN(3), 2+chance.IntN(2))
		if err != nil {
			panic(err)
		}
		for c := range sarena.Cell(p.Cells()) {
			var chips []sarena.Chip
			for range chance.IntN(3) {
				face := func() sarena.Face { return sarena.Face(1 + chance.IntN(3)) }
				chips = append(chips, sarena.ChipOf(face(), face()))
			}
			pile, _ := sarena.PileOf(chips...)
			p.Put(c, chance.IntN(2) == 0, pile)
		}
		if !p.Endless() && !p.Over() {
			return p.WithSide(sarena.Seat(chance.IntN(2)))
		}
	}
}

// The solver against plain minimax on random small boards, all best turns and symmetric boards included.
func TestSolveAgreesWithItsDefinition(t *testing.T) {
	chance := dice{rand.New(rand.NewPCG(3, 3))}
	plan := Plan{Value: scoreValue}
	for range 300 {
		p := smallBoard(chance)
		if p.CountMoves() > 9 {
			continue
		}
		value := Minimax(plan, p).Value
		var best []sarena.Move
		for _, m := range p.AppendMoves(nil) {
			if Minimax(plan, p.Play(m)).Value == value {
				best = append(best, m)
			}
		}
		s, err := Solve(t.Context(), p)
		if err != nil || s.Value != value || !slices.Equal(s.Best, best) {
			t.Fatalf("Solve(%v) = %+v, %v, want %d by %v", p, s, err, value, best)
		}
	}
}

// A field changed in place must be the field made anew after every turn, whatever the board.
func TestFieldLaws(t *testing.T) {
	chance := dice{rand.New(rand.NewPCG(4, 4))}
	for game := range 60 {
		p := drawn(uint64(game))
		if game%2 == 1 {
			p = smallBoard(chance)
		}
		f := newField(p, newTerrain(p))
		for !p.Over() {
			for _, m := range p.AppendMoves(nil) {
				before := *f
				var x prospect
				x.look(f)
				from, to := f.cells(f.turnOf(p, m))
				x.leave(f, from)
				expected := x.value(f, to)
				var u undo
				f.step(f.turnOf(p, m), &u)
				if v := -f.evaluate(); v != expected {
					t.Fatalf("%v: %v is worth %d, expected %d", p, m, v, expected)
				}
				if after := newField(p.Play(m), f.terrain); *f != *after {
					t.Fatalf("%v: %v leads to\n%+v, want\n%+v", p, m, f, after)
				}
				if sources := f.sources(); f.over() != p.Play(m).Over() || f.over() != (sources == [4]sarena.Set{}) {
					t.Fatalf("%v: over after %v is %v", p, m, f.over())
				}
				f.back(&u)
				if *f != before {
					t.Fatalf("%v: %v taken back leads to\n%+v, want\n%+v", p, m, f, before)
				}
			}
			p = p.Play(p.RandomMove(chance))
			f = newField(p, f.terrain)
			if f.over() && f.finished() != 0 && scoreFrom(f.finished()) != p.Score().Value()*int(1-2*int(p.Side())) {
				t.Fatalf("%v is worth %d, score %d", p, f.finished(), p.Score().Value())
			}
			inverted := newField(p.Invert(), f.terrain)
			if inverted.outlook != -f.outlook || inverted.total != -f.total {
				t.Fatalf("%v: with colours exchanged it is worth %d and %d", p, f.outlook, inverted.outlook)
			}
		}
	}
}

// turnOf is the search's spelling of a move.
func (f *field) turnOf(p sarena.Position, m sarena.Move) turn {
	from, to := p.At(m.I1, m.J1), p.At(m.I2, m.J2)
	for d, step := range f.steps {
		if int(from)+int(step) == int(to) {
			return turn(from) | turn(d)<<6
		}
	}
	panic("no turn")
}

// A leaf is worth what a search finds that plays its turns.
func TestLeaf(t *testing.T) {
	chance := dice{rand.New(rand.NewPCG(5, 5))}
	s := newSearch(newTable(10))
	for game := range 60 {
		for p := drawn(uint64(game)); ; p = p.Play(p.RandomMove(chance)) {
			s.reset(newField(p, newTerrain(p)), func(int) bool { return false })
			sources := s.f.sources()
			if !busy(&sources) {
				break
			}
			got := s.leaf(&s.plies[0], -infinity, infinity, &sources)
			if want, _ := s.choice(1, noTurn, s.f.sources()); got != want {
				t.Fatalf("%v: a leaf is worth %d, want %d", p, got, want)
			}
			if bound := s.leaf(&s.plies[0], got-1, got, &sources); bound < got {
				t.Fatalf("%v: a leaf that is worth %d does not reach that", p, got)
			}
		}
	}
}

// Mirror images of a position have one key, and the turn that is kept for it fits each of them.
func TestImages(t *testing.T) {
	p := parse(t, "+NN .NY +NR/.NR +NN .NY/+NY .NR +RN")
	terrain := newTerrain(p)
	if terrain.images != 8 {
		t.Fatalf("%d images of the 3x3 board, want 8", terrain.images)
	}
	f := newField(p, terrain)
	key, image := f.key()
	for s := range sarena.Symmetry(sarena.Symmetries) {
		g := newField(p.Transform(s), terrain)
		other, otherImage := g.key()
		if other != key {
			t.Errorf("symmetry %d changes the key", s)
		}
		for _, m := range p.AppendMoves(nil) {
			kept := f.toImage(f.turnOf(p, m), image)
			i1, j1 := p.Place(p.Image(s, p.At(m.I1, m.J1)))
			i2, j2 := p.Place(p.Image(s, p.At(m.I2, m.J2)))
			if want := (sarena.Move{I1: i1, J1: j1, I2: i2, J2: j2}); g.move(p, g.fromImage(kept, otherImage)) != want {
				t.Errorf("symmetry %d: %v becomes %v, want %v", s, m, g.move(p, g.fromImage(kept, otherImage)), want)
			}
		}
	}
	if red := newField(p.WithSide(sarena.Red), terrain); red.hashes != f.hashes {
		t.Error("the hashes depend on who is to move")
	} else if other, _ := red.key(); other == key {
		t.Error("the key does not depend on who is to move")
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	p := drawn(2)
	s := newSearch(newTable(12))
	f := newField(p, newTerrain(p))
	never := func(int) bool { return false }
	if n := testing.AllocsPerRun(5, func() {
		s.reset(f, never)
		s.choice(3, noTurn, s.f.sources())
	}); n > 10 { // the runtime allocates now and then; a search has thousands of nodes
		t.Errorf("%v allocations in a search, want none", n)
	}
}

// The ladder must not lose its steps by accident. README.md has the measured matches.
func TestLadder(t *testing.T) {
	gametest.Long(t, "plays matches between the bots")
	for _, tt := range []struct {
		pair          string
		boards, least int // points, two for a win
	}{
		{"base,random", 10, 30},
		{"ours,base", 10, 24},
		{"super:2,ours", 10, 30},
		{"alphabeta,ours", 10, 34},
		{"super:3,super:2", 10, 22},
		{"super:4,alphabeta", 10, 26},
		{"champion:2000,super:2", 10, 30},
		{"champion:20000,super:3", 8, 26},
		{"champion:20000,champion:500", 10, 26},
	} {
		a, b, _ := strings.Cut(tt.pair, ",")
		first, err := parseContender(a)
		if err != nil {
			t.Fatal(err)
		}
		second, err := parseContender(b)
		if err != nil {
			t.Fatal(err)
		}
		won, drawn, lost := match(t, tt.boards, 2, first, second)
		t.Logf("%s: %d won, %d drawn, %d lost", tt.pair, won, drawn, lost)
		if 2*won+drawn < tt.least {
			t.Errorf("%s: %d won, %d drawn, %d lost, want %d points", tt.pair, won, drawn, lost, tt.least)
		}
	}
}

// BenchmarkSearch is champion's alpha-beta on five positions of a game.
func BenchmarkSearch(b *testing.B) {
	var positions []sarena.Position
	chance := dice{rand.New(rand.NewPCG(6, 6))}
	p := drawn(6)
	for turns := range 20 {
		if turns%4 == 0 {
			positions = append(positions, p)
		}
		p = p.Play(p.RandomMove(chance))
	}
	c := &Champion{NodesPerMove: 500_000}
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range positions {
			if _, err := c.Move(context.Background(), sarena.View{Position: p}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(c.Nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// Several threads share a table: the turns are legal, and all threads search.
func TestThreads(t *testing.T) {
	b := &Champion{Threads: 3}
	p, others := drawn(5), 0
	for range 6 {
		ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(100*time.Millisecond))
		m, _ := b.Move(ctx, sarena.View{Position: p}) // an error says that the machine was too slow
		cancel()
		if !slices.Contains(p.AppendMoves(nil), m) {
			t.Fatalf("%v is not legal in\n%v", m, p)
		}
		p = p.Play(m)
		for _, s := range b.helpers {
			others += s.nodes
		}
	}
	if others == 0 {
		t.Error("the other threads have searched nothing")
	}
}

// What several threads search in the same time: compare the nodes a second of threads=1 and threads=2.
func BenchmarkChampion(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			c := &Champion{Threads: threads}
			p := drawn(5)
			began := time.Now()
			for b.Loop() {
				ctx, cancel := context.WithDeadline(b.Context(), time.Now().Add(300*time.Millisecond))
				c.Move(ctx, sarena.View{Position: p})
				cancel()
			}
			b.ReportMetric(float64(c.Nodes)/time.Since(began).Seconds(), "nodes/s")
		})
	}
}
