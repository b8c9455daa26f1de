package turn_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// We say when we begin and end to wait: for the start of each player, and for answers without a limit.
func TestWaits(t *testing.T) {
	for _, tt := range []struct {
		budgets []timer.Control
		want    string
	}{
		{nil, "(start 0) (start 1) (0 ask 0) (1 ask 1) (0 ask 2) (1 ask 3)"},
		{[]timer.Control{{}, {Move: time.Hour}}, "(start 0) (start 1) (0 ask 0) ask 1 (0 ask 2) ask 3"},
	} {
		var got []string
		asked := playerFunc(func(_ context.Context, q int) (int, string, error) {
			got = append(got, fmt.Sprint("ask ", q))
			return q, "", nil
		})
		loop := turn.Loop[int, int]{
			Referee: &count{limit: 4}, Players: []turn.Player[int, int]{punctual{asked}, punctual{asked}}, Budgets: tt.budgets,
			Observers: []turn.Observer[int, int]{answersTo{new([]turn.Answer[int])}},
			Waits: func(seat int, opening bool) func() {
				got = append(got, map[bool]string{true: "(start", false: "("}[opening], fmt.Sprint(seat))
				return func() { got = append(got, ")") }
			},
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("( ", "(", " )", ")").Replace(strings.Join(got, " "))
		if text != tt.want {
			t.Errorf("budgets %v: %s, want %s", tt.budgets, text, tt.want)
		}
	}
}

// A player that writes no line for ten questions, in ten seconds at least, is not asked again, unless it has a budget. Lines
// that it wrote before the game do not count.
func TestSilentPlayersAreNotAskedAgain(t *testing.T) {
	for _, tt := range []struct {
		budget timer.Control
		took   time.Duration
		asked  int
	}{{timer.Control{}, time.Second, 10}, {timer.Control{}, 999 * time.Millisecond, 11}, {timer.Control{Move: time.Hour}, time.Second, 15}} {
		synctest.Test(t, func(t *testing.T) {
			p := &speaker{quiet: func(int) (bool, bool) { time.Sleep(tt.took); return true, false }}
			p.lines.Add(5)
			var answers []turn.Answer[int]
			loop := turn.Loop[int, int]{
				Referee: &count{limit: 30}, Players: []turn.Player[int, int]{p, echo}, Budgets: []timer.Control{tt.budget, {}},
				Observers: []turn.Observer[int, int]{answersTo{&answers}},
			}
			if err := loop.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if p.asked != tt.asked || !answers[0].Fault.Silent {
				t.Errorf("%v, silent for %v each: asked %d times, want %d; the first answer is %+v", tt.budget, tt.took, p.asked, tt.asked, answers[0].Fault)
			}
			const again = "it was not asked again: it wrote no line for 10 questions in a row"
			if f := answers[28].Fault; f.Kind != turn.Late || (f.Detail == again) != (tt.asked < 15) {
				t.Errorf("%v: the last fault is %v", tt.budget, f)
			}
		})
	}
}

// The wait for a patient player ends also when nobody watches.
func TestPatienceWithoutObservers(t *testing.T) {
	game := &count{limit: 2, got: make([]string, 0, 2)}
	loop := turn.Loop[int, int]{Referee: game, Players: []turn.Player[int, int]{&patient{playerFunc: sleeper}, echo}}
	if err := loop.Run(t.Context()); err != nil || strings.Join(game.got, " ") != "late 1" {
		t.Errorf("%v, %v: want late 1", game.got, err)
	}
}

// cancelling is a silent player: the game is cancelled while it gets more time.
type cancelling struct {
	*speaker
	cancel context.CancelFunc
}

func (c cancelling) Listen(context.Context, int) bool { c.cancel(); return false }

func TestCancelledWhileListening(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := cancelling{&speaker{quiet: func(int) (bool, bool) { return true, false }}, cancel}
	loop := turn.Loop[int, int]{Referee: &count{limit: 6}, Players: []turn.Player[int, int]{p, echo}}
	if err := loop.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v: want that the game was cancelled", err)
	}
}

// Who never started is missing, with the reason.
func TestMissing(t *testing.T) {
	loop := turn.Loop[int, int]{Referee: &count{limit: 2}, Players: []turn.Player[int, int]{opener{}, echo}}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if f := loop.Missing(0); f == nil || f.Kind != turn.NeverStarted || loop.Missing(1) != nil {
		t.Errorf("missing: %v and %v, want the first, never started", f, loop.Missing(1))
	}
}

// What the answers alone leave in doubt is settled by Miss: the seat has lost by default, and has a fault if it had none.
func TestDoubtful(t *testing.T) {
	silent := turn.Answer[int]{Fault: &turn.Fault{Kind: turn.Late, Silent: true}, Took: time.Second}
	quick, good := silent, turn.Answer[int]{Took: time.Second}
	quick.Took = 0
	times := func(n int, a turn.Answer[int]) []turn.Answer[int] { return slices.Repeat([]turn.Answer[int]{a}, n) }
	for _, tt := range []struct {
		name  string
		first []turn.Answer[int] // of seat 0
		other turn.Answer[int]   // of seat 1, each time
		want  string             // who is in doubt, who has lost
	}{
		{"never asked", nil, good, "false false []"},
		{"three, never anything else", times(3, silent), good, "true false []"},
		{"three after an answer", append(times(1, good), times(3, silent)...), good, "false false []"},
		{"nine after an answer, in no time", append(times(1, good), times(9, quick)...), good, "false false []"},
		{"ten after an answer, in no time", append(times(1, good), times(10, quick)...), good, "true false []"},
		{"ten after an answer", append(times(1, good), times(10, silent)...), good, "false false [0]"},
		{"nine, an answer, nine, after an answer", slices.Concat(times(1, good), times(9, silent), times(1, good), times(9, silent)), good, "false false []"},
	} {
		var answers []turn.Answer[int]
		for _, a := range tt.first {
			answers = append(answers, a, tt.other)
		}
		c := turn.Count[int, int](&count{limit: len(answers)}, 2)
		if _, err := turn.Walk(c, answers, nil); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(c.Doubtful(0), c.Doubtful(1), c.Defaults()); got != tt.want {
			t.Errorf("%s: doubtful and defaults %s, want %s", tt.name, got, tt.want)
		}
	}
	// Both are silent, and answer once in between.
	c := turn.Count[int, int](&count{together: true, limit: 2 * 20}, 2)
	both := slices.Concat(times(2, good), times(18, silent), times(2, good), times(18, silent))
	if _, err := turn.Walk(c, both, nil); err != nil || len(c.Defaults()) > 0 {
		t.Errorf("%v, lost by default: %v; want nobody", err, c.Defaults())
	}
	wrote := turn.Faultf(turn.Late, "it wrote no line")
	c = turn.Count[int, int](&count{limit: 0}, 2)
	c.Miss(1, wrote)
	c.Miss(1, turn.Faultf(turn.Gone, "twice"))
	if got := fmt.Sprint(c.Wrongs[0], c.Wrongs[1], c.Defaults()); got != "[] [{late 1 0 was late (it wrote no line) was late (it wrote no line)}] [1]" {
		t.Errorf("missed: %s", got)
	}
}
