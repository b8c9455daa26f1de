package referee_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// script is a bot that plays turns from a list and then returns the zero Move and err.
type script struct {
	turns []string
	err   error
}

func (s *script) Move(context.Context, amazons.Position) (amazons.Move, error) {
	if len(s.turns) == 0 {
		return amazons.Move{}, s.err
	}
	m, err := amazons.ParseMove(s.turns[0])
	s.turns = s.turns[1:]
	return m, err
}

func start(t *testing.T, text string) amazons.Position {
	t.Helper()
	p, err := amazons.ParseDiagram(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const room = `
	r
	. x . .
	R x . B
	. x . .
	. x . .`

func TestResult(t *testing.T) {
	const red, blue = 0, 1
	for _, tt := range []struct {
		name      string
		board     string
		red, blue script
		want      turn.Result
	}{
		{
			"R9 who cannot move has lost", "r\n R . x x\n x x x x\n x x x x\n x x x B",
			script{turns: []string{"A3B3A3"}}, script{},
			turn.Result{Winner: red, Reason: "stuck", Detail: "is stuck", Plies: 1},
		},
		{
			"R11 an illegal turn loses", room,
			script{turns: []string{"A2C2C3"}}, script{},
			turn.Result{Winner: blue, Reason: "illegal", Detail: "played the illegal turn A2C2C3: the queen's path is blocked (R5)"},
		},
		{
			"R11 a crash loses", room,
			script{turns: []string{"A2A3A2"}}, script{err: errors.New("division by zero")},
			turn.Result{Winner: red, Reason: "crashed", Detail: "crashed (division by zero)", Plies: 1},
		},
		{
			"R11 an answer that is none loses", room,
			script{err: turn.Faultf(turn.Garbled, "hello")}, script{},
			turn.Result{Winner: blue, Reason: "garbled", Detail: "garbled its answer (hello)"},
		},
		{
			"R11 a lost connection loses", room,
			script{err: turn.Faultf(turn.Gone, "")}, script{},
			turn.Result{Winner: blue, Reason: "gone", Detail: "is gone"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := referee.New(start(t, tt.board))
			loop := turn.Loop[amazons.View, amazons.Move]{
				Referee: r, Players: []turn.Player[amazons.View, amazons.Move]{referee.Player(&tt.red), referee.Player(&tt.blue)},
			}
			if err := loop.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, r.Result()); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if questions := r.Ask(); len(questions) != 0 {
				t.Errorf("the game is over, but %v is asked", questions)
			}
		})
	}
}

func TestSeatsAlternateAndSeeTheLastTurn(t *testing.T) {
	r := referee.New(amazons.Start())
	first := r.Ask()[0]
	if first.Seat != 0 || first.Ask.Turns != 0 {
		t.Errorf("R2 RED is asked first, got seat %d after %d turns", first.Seat, first.Ask.Turns)
	}
	m, err := amazons.ParseMove("D0D4J4")
	if err != nil {
		t.Fatal(err)
	}
	r.Answer([]turn.Answer[amazons.Move]{{Value: m}})
	second := r.Ask()[0]
	want := turn.Question[amazons.View]{Seat: 1, Ask: amazons.View{Position: amazons.Start().Play(m), Turns: 1, Last: m}}
	if second != want {
		t.Errorf("the second question is %v, want %v", second, want)
	}
}

// trivial plays the same two turns for ever: it is here to measure the loop alone.
type trivial struct{}

func (trivial) Move(_ context.Context, p amazons.Position) (amazons.Move, error) {
	queens := p.Queens(p.Side()).And(p.Free().Neighbours())
	from := queens.First()
	to := amazons.SetOf(from).Neighbours().And(p.Free()).First()
	return amazons.Move{From: from, To: to, Arrow: from}, nil
}

func playTrivial(tb testing.TB) int {
	r := referee.New(amazons.Start())
	loop := turn.Loop[amazons.View, amazons.Move]{
		Referee: r, Players: []turn.Player[amazons.View, amazons.Move]{referee.Player(trivial{}), referee.Player(trivial{})},
	}
	if err := loop.Run(context.Background()); err != nil {
		tb.Fatal(err)
	}
	return r.Result().Plies
}

func TestATurnDoesNotAllocate(t *testing.T) {
	plies := playTrivial(t)
	// Setting a game up allocates a little; forty turns and more must not add to it.
	if n := testing.AllocsPerRun(100, func() { playTrivial(t) }); n > 12 || plies < 30 {
		t.Errorf("%v allocations in a game of %d turns, want 12 to set it up and none a turn", n, plies)
	}
}

// BenchmarkLoop is a game of two trivial bots through the loop and the referee.
func BenchmarkLoop(b *testing.B) {
	b.ReportAllocs()
	turns := 0
	for b.Loop() {
		turns += playTrivial(b)
	}
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkTwoGames plays games on all cores at the same time; compare its turns/s with BenchmarkLoop's.
func BenchmarkTwoGames(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			playTrivial(b)
		}
	})
	b.ReportMetric(float64(b.N*playTrivial(b))/b.Elapsed().Seconds(), "turns/s")
}
