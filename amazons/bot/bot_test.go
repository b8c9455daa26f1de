package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

type mover interface {
	Move(context.Context, amazons.Position) (amazons.Move, error)
}

// bots are all bundled bots with few nodes, fresh for each game.
func bots(seed uint64) map[string]mover {
	chance := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
	all := map[string]mover{
		"random": &Random{Chance: chance()}, "random by steps": RandomSteps{chance()}, "greedy": &Greedy{Chance: chance()},
		"mcts": &MCTS{Limit: Limit{Nodes: 300}, Chance: chance()}, "champion": &Champion{Limit: Limit{Nodes: 1000}, Chance: chance()},
	}
	for i, level := range AlphaBetaLevels[:2] {
		level.Chance = chance()
		all[fmt.Sprintf("alphabeta level %d", i+1)] = &level
	}
	return all
}

// playOut plays a bot against itself and returns the turns.
func playOut(t *testing.T, b mover, p amazons.Position) string {
	t.Helper()
	var turns []string
	for !p.Stuck() {
		m, err := b.Move(t.Context(), p)
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if rule := p.Check(m); rule != amazons.Legal {
			t.Fatalf("%v: %v: %v", p, m, rule)
		}
		turns = append(turns, m.String())
		p = p.Play(m)
	}
	return strings.Join(turns, " ")
}

func TestBotsPlayLegallyAndRepeatably(t *testing.T) {
	gametest.Slow(t)
	small, err := amazons.ParsePosition("1BB1/B2B/R2R/1RR1 b")
	if err != nil {
		t.Fatal(err)
	}
	for name := range bots(0) {
		t.Run(name, func(t *testing.T) {
			playOut(t, bots(1)[name], small)
			playOut(t, bots(1)[name], small.WithArrowRange(1))           // R13
			playOut(t, bots(1)[name], amazons.Start().WithArrowRange(3)) // R13
			first := playOut(t, bots(7)[name], amazons.Start())
			if again := playOut(t, bots(7)[name], amazons.Start()); again != first {
				t.Errorf("the same seed played another game:\n%s\n%s", first, again)
			}
			if other := playOut(t, bots(8)[name], amazons.Start()); other == first {
				t.Errorf("another seed played the same game:\n%s", first)
			}
		})
	}
}

func TestBotsStopInTime(t *testing.T) {
	for name, b := range bots(1) {
		gametest.InTime(t, name, 200*time.Millisecond, func(ctx context.Context) error {
			_, err := b.Move(ctx, amazons.Start())
			return err
		})
		cancelled, stop := context.WithCancel(t.Context())
		stop()
		if _, err := b.Move(cancelled, amazons.Start()); err == nil {
			t.Errorf("%s plays on after it was cancelled", name)
		}
	}
}

// duel plays games with swapped seats after two random turns and returns the first bot's wins.
func duel(t *testing.T, games int, first, second func(*rand.Rand) mover) (wins int) {
	t.Helper()
	for g := range games {
		chance := rand.New(rand.NewPCG(uint64(g), 2))
		p := amazons.Start()
		for range 2 {
			p = p.Play(p.RandomSteps(chance))
		}
		players := [2]mover{first(chance), second(chance)}
		for !p.Stuck() {
			m, err := players[(int(p.Side())+g)%2].Move(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			p = p.Play(m)
		}
		if (int(p.Side().Other())+g)%2 == 0 {
			wins++
		}
	}
	return wins
}

// The ladder must not lose its steps by accident. README.md has the measured matches.
func TestLadder(t *testing.T) {
	gametest.Long(t, "plays matches between the bots")
	random := func(c *rand.Rand) mover { return &Random{Chance: c} }
	greedy := func(c *rand.Rand) mover { return &Greedy{Chance: c} }
	level := func(n int) func(*rand.Rand) mover {
		return func(c *rand.Rand) mover {
			b := AlphaBetaLevels[n-1]
			b.Chance = c
			return &b
		}
	}
	champion := func(c *rand.Rand) mover { return &Champion{Limit: Limit{Nodes: 40_000}, Chance: c} }
	for _, tt := range []struct {
		name          string
		first, second func(*rand.Rand) mover
		games, least  int
	}{
		{"greedy against random", greedy, random, 10, 9},
		{"alphabeta level 1 against greedy", level(1), greedy, 20, 11},
		{"alphabeta level 2 against level 1", level(2), level(1), 20, 11},
		{"alphabeta level 3 against level 2", level(3), level(2), 12, 7},
		{"champion against greedy", champion, greedy, 6, 5},
		{"champion against alphabeta level 3", champion, level(3), 6, 4},
	} {
		if wins := duel(t, tt.games, tt.first, tt.second); wins < tt.least {
			t.Errorf("%s: %d of %d games won, want at least %d", tt.name, wins, tt.games, tt.least)
		}
	}
}

func TestSolveFacts(t *testing.T) {
	content, err := os.ReadFile("testdata/endgames.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		field := strings.Split(strings.TrimSpace(line), "; ")
		p, err := amazons.ParsePosition(field[0])
		if err != nil {
			t.Fatal(err)
		}
		s, ok := Solve(p, 1_000_000)
		if !ok {
			t.Errorf("%v is not solved within 1,000,000 nodes", p)
			continue
		}
		var best []string
		for _, m := range s.Best {
			best = append(best, m.String())
		}
		if diff := cmp.Diff(field[1:], []string{fmt.Sprint(s.Value), strings.Join(best, " ")}); diff != "" {
			t.Errorf("%v: value and best turns (-want +got):\n%s", p, diff)
		}
	}
}

// solvePlain is Solution.Value by its definition, for tiny positions.
func solvePlain(p amazons.Position) int {
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		return -1 - alonePlain(p.ArrowRange(), p.Queens(p.Side().Other()), p.Free())
	}
	top := -infinity
	for _, m := range moves {
		top = max(top, -solvePlain(p.Play(m)))
	}
	return top
}

// alonePlain is the greatest number of turns that queens can make with nobody else moving.
func alonePlain(arrow amazons.Range, queens, free amazons.Set) int {
	most := 0
	for rest := queens; !rest.Empty(); rest = rest.Rest() {
		from := amazons.SetOf(rest.First())
		for landings := amazons.Slide(from, free); !landings.Empty(); landings = landings.Rest() {
			to := amazons.SetOf(landings.First())
			after := free.Or(from).Minus(to)
			for shots := amazons.Slide(to, after).And(arrow.Within(landings.First())); !shots.Empty(); shots = shots.Rest() {
				most = max(most, 1+alonePlain(arrow, queens.Minus(from).Or(to), after.Minus(amazons.SetOf(shots.First()))))
			}
		}
	}
	return most
}

// The solver against its definition on random small boards with few empty squares, every third with a limited range (R13).
func TestSolveAgreesWithItsDefinition(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 3))
	for n := range 600 {
		cells := []byte(strings.Repeat("R", 1+chance.IntN(2)) + strings.Repeat("B", 1+chance.IntN(2)) + strings.Repeat(".", 2+chance.IntN(4)))
		cells = append(cells, strings.Repeat("x", 16-len(cells))...)
		chance.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		p, err := amazons.ParseDiagram(fmt.Sprintf("%c\n%s\n%s\n%s\n%s", "rb"[chance.IntN(2)], cells[:4], cells[4:8], cells[8:12], cells[12:]))
		if err != nil {
			t.Fatal(err)
		}
		p = p.WithArrowRange([...]amazons.Range{0, 0, 1, 0, 0, 2}[n%6])
		s, ok := Solve(p, 100_000)
		if want := solvePlain(p); !ok || s.Value != want {
			t.Errorf("Solve(%v) = %d, %v, want %d", p, s.Value, ok, want)
		}
		for _, m := range s.Best {
			if v := -solvePlain(p.Play(m)); v != s.Value {
				t.Errorf("%v: best turn %v has the value %d, not %d", p, m, v, s.Value)
			}
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	p := amazons.Start()
	b.ReportAllocs()
	for b.Loop() {
		measure(p)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}
