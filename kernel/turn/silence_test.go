package turn_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// speaker stands for a program: the test says which of its questions it leaves without an answer, and when it writes a line.
type speaker struct {
	asked  int
	lines  atomic.Int64
	quiet  func(n int) (late, line bool) // for question n, from 1
	heard  int                           // calls of Listen
	speaks bool                          // it writes a line when it has more time
}

func (s *speaker) Answer(context.Context, int) (int, string, error) {
	s.asked++
	late, line := s.quiet(s.asked)
	if line {
		s.lines.Add(1)
	}
	if late {
		return 0, "", turn.Faultf(turn.Late, "no answer")
	}
	return 1, "", nil
}

func (s *speaker) Lines() int { return int(s.lines.Load()) }

func (s *speaker) Listen(_ context.Context, lines int) bool {
	s.heard++
	return s.speaks
}

// TestSilence has a forgiving referee ask players that are late: who writes nothing at all does not take part.
func TestSilence(t *testing.T) {
	never := func(int) (bool, bool) { return true, false }
	except := func(n int) func(int) (bool, bool) {
		return func(k int) (bool, bool) { return true, k == n }
	}
	for _, test := range []struct {
		name      string
		questions int
		player    *speaker
		heard     int
		missing   bool
		silent    int // answers that are marked
	}{
		{"always silent", 30, &speaker{quiet: never}, 1, true, 30},
		{"silent in a short game", 3, &speaker{quiet: never}, 1, true, 3},
		{"slow, in a short game", 3, &speaker{quiet: never, speaks: true}, 1, false, 3},
		{"slow", 30, &speaker{quiet: never, speaks: true}, 1, false, 30},
		{"late, but it writes", 30, &speaker{quiet: func(int) (bool, bool) { return true, true }}, 0, false, 0},
		{"one line in between", 30, &speaker{quiet: except(15)}, 1, true, 29},
		{"a line near the end", 30, &speaker{quiet: except(25)}, 0, false, 29},
		{"an answer near the end", 30, &speaker{quiet: func(n int) (bool, bool) { return n != 25, n == 25 }}, 0, false, 29},
	} {
		counted := turn.Count[int, int](&count{limit: 2 * test.questions}, 2) // the other seat answers in between
		var answers []turn.Answer[int]
		loop := turn.Loop[int, int]{
			Referee: counted, Players: []turn.Player[int, int]{test.player, echo}, Observers: []turn.Observer[int, int]{answersTo{&answers}},
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		silent := 0
		for _, a := range answers {
			if a.Fault != nil && a.Fault.Silent {
				silent++
			}
		}
		if missing := loop.Missing(0) != nil; missing != test.missing || test.player.heard != test.heard || silent != test.silent {
			t.Errorf("%s: missing %v, %d times listened to, %d silent answers; want %v, %d, %d",
				test.name, missing, test.player.heard, silent, test.missing, test.heard, test.silent)
		}
		if got := counted.Defaults(); len(got) > 0 {
			t.Errorf("%s: the answers alone show %v, but they took no time", test.name, got)
		}
	}
}

// TestDefaults judges answers as records have them.
func TestDefaults(t *testing.T) {
	second := func(f *turn.Fault) turn.Answer[int] { return turn.Answer[int]{Fault: f, Took: time.Second} }
	silent := second(&turn.Fault{Kind: turn.Late, Silent: true})
	late, good := second(&turn.Fault{Kind: turn.Late}), second(nil)
	of := func(kind turn.FaultKind) []turn.Answer[int] {
		return []turn.Answer[int]{good, second(&turn.Fault{Kind: kind})}
	}
	nine, ten := slices.Repeat([]turn.Answer[int]{silent}, 9), slices.Repeat([]turn.Answer[int]{silent}, 10)
	for _, test := range []struct {
		name    string
		answers []turn.Answer[int]
		want    string
	}{
		{"ten", ten, "[0]"},
		{"nine", nine, "[]"},
		{"ten after an answer", append([]turn.Answer[int]{good, good}, ten...), "[0]"},
		{"nine, a line, and nine", slices.Concat(nine, []turn.Answer[int]{late}, nine), "[]"},
		{"nine, an answer, and nine", slices.Concat(nine, []turn.Answer[int]{good}, nine), "[]"},
		{"often late", slices.Repeat([]turn.Answer[int]{late}, 30), "[]"},
		{"never started", of(turn.NeverStarted), "[0]"},
		{"crashed", of(turn.Crashed), "[0]"},
		{"gone", of(turn.Gone), "[0]"},
		{"illegal", of(turn.Illegal), "[]"},
		{"garbled", of(turn.Garbled), "[]"},
	} {
		var answers []turn.Answer[int]
		for _, a := range test.answers {
			answers = append(answers, a, good)
		}
		r := turn.Count[int, int](&count{limit: len(answers)}, 2)
		if _, err := turn.Walk(r, answers, nil); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Defaults()); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// patient is a player that is not waited for for ever.
type patient struct {
	playerFunc
	over int // how often its context was given back
}

func (p *patient) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(20*time.Millisecond, func() { cancel(context.DeadlineExceeded) })
	return ctx, func() {
		p.over++
		timer.Stop()
	}
}

// TestPatience ends the wait for an answer without a budget; a player that has a budget has that.
func TestPatience(t *testing.T) {
	told := false
	p := &patient{playerFunc: func(ctx context.Context, _ int) (int, string, error) {
		_, told = ctx.Deadline()
		<-ctx.Done()
		return 0, "", ctx.Err()
	}}
	if a := firstAnswer(t, p, timer.Control{}); a.Fault == nil || a.Fault.Kind != turn.Late || told || p.over != 1 {
		t.Errorf("a player that waits for ever: %v, told %v, its context was given back %d times, want once", a.Fault, told, p.over)
	}
	slow := &patient{playerFunc: func(context.Context, int) (int, string, error) {
		time.Sleep(100 * time.Millisecond)
		return 7, "", nil
	}}
	if a := firstAnswer(t, slow, timer.Control{Move: time.Hour}); a.Fault != nil || a.Value != 7 {
		t.Errorf("a player with a budget: %v", a.Fault)
	}
}
