package referee

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
)

func parse(t *testing.T, text string) sarena.Position {
	t.Helper()
	p, err := sarena.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answer gives the referee one answer.
func answer(t *testing.T, r *Referee, a turn.Answer[sarena.Move]) {
	t.Helper()
	if len(r.Ask()) != 1 {
		t.Fatal("nobody is asked")
	}
	r.Answer([]turn.Answer[sarena.Move]{a})
}

func TestResults(t *testing.T) {
	for _, tt := range []struct {
		name, position string
		want           turn.Result
	}{
		{"R10 who owns more", "+NYRY . +NR", turn.Result{Winner: 0, Reason: sarena.Chips, Detail: "owns 1 chips against 2",
			Score: map[string]int{"yellow": 2, "yellow_marked": 2, "red": 1, "red_marked": 1, "score": 1}}},
		{"R10 grey belongs to nobody", "+NNNNNN . +NR", turn.Result{Winner: 1, Reason: sarena.Chips, Detail: "owns 0 chips against 1",
			Score: map[string]int{"yellow": 0, "yellow_marked": 0, "red": 1, "red_marked": 1, "score": -1}}},
		{"R11 the tie-break", "+NNNY . +YRNR", turn.Result{Winner: 1, Reason: sarena.TieBreak, Detail: "owns as many chips, but 1 with its colour against 2",
			Score: map[string]int{"yellow": 2, "yellow_marked": 1, "red": 2, "red_marked": 2, "score": -1}}},
		{"R11 a draw", "+NNNY . +NNNR", turn.Result{Winner: turn.Draw, Reason: sarena.Tie, Detail: "both own 2 chips, 1 of them with their colour",
			Score: map[string]int{"yellow": 2, "yellow_marked": 1, "red": 2, "red_marked": 1, "score": 0}}},
		{"R12 turns are left", ". +NYRY .NR", turn.Result{Winner: 0, Reason: Cap, Detail: "owns 1 chips against 2 after 200 turns",
			Score: map[string]int{"yellow": 2, "yellow_marked": 2, "red": 1, "red_marked": 1, "score": 1}}},
	} {
		r := New(parse(t, tt.position))
		r.endless, r.turns = true, sarena.TurnLimit
		if len(r.Ask()) > 0 {
			t.Errorf("%s: somebody is asked", tt.name)
		}
		tt.want.Plies = r.turns
		if diff := cmp.Diff(tt.want, r.Result()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestOrder: R2.
func TestOrder(t *testing.T) {
	for _, tt := range []struct {
		start string
		step  int
	}{{"+NN .NY +NR/.NR +NN .NY/+NY .NR +NN", 1}, {"+NN .NY +NR/.NR +NN .NY/+NY .NR +NN r", 2}} {
		r := New(parse(t, tt.start))
		var last sarena.Move
		for n := range 5 {
			q := r.Ask()[0]
			if q.Ask.Step != tt.step+n || q.Seat != 1-q.Ask.Step%2 || q.Ask.Turns != n || n > 0 && q.Ask.Last != last {
				t.Errorf("turn %d from %s: seat %d, %+v", n, tt.start, q.Seat, q.Ask)
			}
			last = q.Ask.Position.AppendMoves(nil)[0]
			answer(t, r, turn.Answer[sarena.Move]{Value: last})
		}
	}
}

// TestFailures: R13.
func TestFailures(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer turn.Answer[sarena.Move]
		reason string
		detail string
	}{
		{"illegal", turn.Answer[sarena.Move]{Value: sarena.Move{I1: 0, J1: 0, I2: 2, J2: 2}}, Illegal,
			"played the illegal turn 0022: a pile moves to a cell beside it, along its row or column (R4)"},
		{"off the board", turn.Answer[sarena.Move]{Value: sarena.Move{I1: -1}}, Illegal, "played the illegal turn -1,0,0,0: a cell is not on this board (R3)"},
		{"late", turn.Answer[sarena.Move]{Fault: turn.Faultf(turn.Late, "no answer within 1s")}, "late", "was late (no answer within 1s)"},
	} {
		r := New(parse(t, "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN"))
		answer(t, r, turn.Answer[sarena.Move]{Value: sarena.Move{I1: 0, J1: 0, I2: 0, J2: 1}})
		answer(t, r, tt.answer)
		want := turn.Result{Winner: 0, Reason: tt.reason, Detail: tt.detail, Plies: 1, Score: map[string]int{"score": 1}}
		if diff := cmp.Diff(want, r.Result()); diff != "" || len(r.Ask()) > 0 {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

type first struct{}

func (first) Move(_ context.Context, v sarena.View) (sarena.Move, error) {
	return v.Position.AppendMoves(nil)[0], nil
}

// TestEndless: R12. A game on two arrow cells side by side ends after the limit; on other boards there is no limit.
func TestEndless(t *testing.T) {
	for start, want := range map[string]int{"+NY +": sarena.TurnLimit, ".NY .YN": 1} {
		r := New(parse(t, start))
		loop := turn.Loop[sarena.View, sarena.Move]{
			Game: turn.Game{Seats: Seats}, Referee: r, Players: []turn.Player[sarena.View, sarena.Move]{Player(first{}), Player(first{})},
		}
		if err := loop.Run(t.Context()); err != nil || r.Result().Plies != want {
			t.Errorf("%s: %d plies, %v, want %d", start, r.Result().Plies, err, want)
		}
	}
}

// TestNoAllocation: a ply of the referee does not allocate.
func TestNoAllocation(t *testing.T) {
	start := parse(t, "+NY +")
	r := New(start)
	answers := []turn.Answer[sarena.Move]{{}}
	moves := make([]sarena.Move, 0, 8)
	if n := testing.AllocsPerRun(100, func() {
		r.turns = 0
		q := r.Ask()
		answers[0].Value = q[0].Ask.Position.AppendMoves(moves)[0]
		r.Answer(answers)
	}); n != 0 {
		t.Errorf("%g allocations a ply", n)
	}
}
