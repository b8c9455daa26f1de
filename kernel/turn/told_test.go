package turn_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// listener notes what it is told, in the order in which the players are told.
type listener struct {
	playerFunc
	game   turn.Game
	result *turn.Result
	told   *[]string
	name   string
	fails  error
	asked  int
}

func (l *listener) Open(_ context.Context, g turn.Game) error { l.game = g; return l.fails }
func (l *listener) End(r *turn.Result)                        { l.result = r; *l.told = append(*l.told, l.name) }
func (l *listener) Worth() (float64, bool)                    { return -0.5, true }
func (l *listener) Exact() bool                               { return true }
func (l *listener) Close() error                              { *l.told = append(*l.told, "closed"); return nil }
func (l *listener) Asked(context.Context, []turn.Question[int]) error {
	l.asked++
	return nil
}
func (l *listener) Answered([]turn.Question[int], []turn.Answer[int]) error { return nil }

// TestPlayersAreTold checks what players learn of the game and of its end, the winner first.
func TestPlayersAreTold(t *testing.T) {
	for _, tt := range []struct {
		winner int
		order  string
	}{{0, "a b"}, {1, "b a"}, {turn.Draw, "a b"}} {
		var told []string
		a, b := &listener{playerFunc: echo, told: &told, name: "a"}, &listener{playerFunc: echo, told: &told, name: "b"}
		want := turn.Result{Winner: tt.winner, Reason: "why", Detail: "how", Plies: 2, Score: map[string]int{"a": 1}}
		loop := turn.Loop[int, int]{
			Referee: &ending{count{limit: 2}, want},
			Players: []turn.Player[int, int]{a, turn.Wrapped[int, int]{Player: b}},
			Game:    turn.Game{ID: "g", Seats: []string{"x", "y"}, Budget: timer.Control{Move: time.Hour}},
			Budgets: []timer.Control{{Move: time.Minute}, {Game: time.Minute}},
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(told, " "); got != tt.order {
			t.Errorf("told of the end: %s, want %s", got, tt.order)
		}
		for seat, l := range []*listener{a, b} {
			if diff := cmp.Diff(&want, l.result); diff != "" {
				t.Errorf("seat %d was told (-want +got):\n%s", seat, diff)
			}
			if l.game.Seat != seat || l.game.ID != "g" || l.game.Budget != loop.Budgets[seat] {
				t.Errorf("seat %d was told of the game %+v", seat, l.game)
			}
		}
		if a.asked != 2 || b.asked != 0 {
			t.Errorf("the players saw %d and %d questions, want 2, and none inside another", a.asked, b.asked)
		}
	}
}

// TestWrappers asks a player through functions, and one that is nothing but a player.
func TestWrappers(t *testing.T) {
	var told []string
	l := &listener{playerFunc: echo, told: &told, name: "end"}
	w := turn.Wrapped[int, int]{Player: l}
	if worth, ok := w.Worth(); worth != -0.5 || !ok || !w.Exact() || !turn.Exact(l) {
		t.Error(worth, ok)
	}
	turn.Close(l)
	turn.Close(echo)
	if worth, ok := turn.Worth(echo); worth != 0 || ok || turn.Exact(echo) || turn.Exact(hopeful{echo}) {
		t.Error("a player without a value has one")
	}
	if w.End(nil); strings.Join(told, " ") != "closed end" {
		t.Errorf("told %q", told)
	}
}

// TestNotStarted has a player that cannot be started: it is not asked, and its fault is short.
func TestNotStarted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		long := strings.Repeat("x\n", 900)
		for _, fails := range []error{errors.New(long), turn.Faultf(turn.Gone, "%s", long)} {
			asked := false
			l := &listener{told: &told, fails: fails, playerFunc: func(context.Context, int) (int, string, error) {
				asked = true
				return 0, "", nil
			}}
			var seen []turn.Answer[int]
			loop := turn.Loop[int, int]{
				Referee: &count{limit: 4}, Players: []turn.Player[int, int]{l, echo}, Game: turn.Game{Budget: timer.Control{Move: 2 * time.Hour}},
				Observers: []turn.Observer[int, int]{&stepper{}, answersTo{&seen}}, // slow enough to see whether it is asked
			}
			if err := loop.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			a := seen[0]
			if f := a.Fault; f == nil || f.Kind == turn.Crashed || len(f.Detail) != 500 || strings.Contains(f.Detail, "\n") || asked {
				t.Errorf("fault %+v, asked %v", f, asked)
			}
		}
	})
}

// watcher breaks a game off.
type watcher struct{ asked, answered error }

func (w watcher) Asked(context.Context, []turn.Question[int]) error { return w.asked }
func (w watcher) Answered([]turn.Question[int], []turn.Answer[int]) error {
	return w.answered
}

// TestObserverEndsTheGame has an error of an observer end the game, and a cause of its context.
func TestObserverEndsTheGame(t *testing.T) {
	stop := errors.New("stop")
	run := func(ctx context.Context, players []turn.Player[int, int], w watcher) (int, error) {
		game := &count{limit: 4, got: make([]string, 0, 8)}
		loop := turn.Loop[int, int]{Referee: game, Players: players, Observers: []turn.Observer[int, int]{w}}
		err := loop.Run(ctx)
		return game.plies, err
	}
	both := []turn.Player[int, int]{echo, echo}
	if plies, err := run(t.Context(), both, watcher{asked: stop}); plies != 0 || !errors.Is(err, stop) {
		t.Errorf("%d plies, %v, want none and the error", plies, err)
	}
	if plies, err := run(t.Context(), both, watcher{answered: stop}); plies != 1 || !errors.Is(err, stop) {
		t.Errorf("%d plies, %v, want one and the error", plies, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	leaving := playerFunc(func(context.Context, int) (int, string, error) { cancel(stop); return 0, "", errors.New("torn") })
	if plies, err := run(ctx, []turn.Player[int, int]{leaving, echo}, watcher{}); plies != 0 || !errors.Is(err, stop) {
		t.Errorf("%d plies, %v, want none and the cause", plies, err)
	}
	ctx, cancel2 := context.WithCancel(t.Context())
	last := playerFunc(func(context.Context, int) (int, string, error) { cancel2(); return 0, "", nil })
	if plies, err := run(ctx, []turn.Player[int, int]{last, echo}, watcher{}); plies != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d plies, %v, want none: the answer came with the end of the game", plies, err)
	}
}

// TestFaultHasNoValue checks what the referee gets of a player that fails: only its fault, and the stack of a panic.
func TestFaultHasNoValue(t *testing.T) {
	for _, p := range []turn.Player[int, int]{
		playerFunc(func(context.Context, int) (int, string, error) { return 9, "nine", errors.New("broken") }), panicker,
	} {
		a := firstAnswer(t, p, timer.Control{})
		if a.Value != 0 || a.Say != "" || a.Fault == nil || a.Fault.Kind != turn.Crashed || a.Worth != nil {
			t.Errorf("%+v", a)
		}
		if isPanic := strings.HasPrefix(a.Fault.Detail, "panic: "); isPanic != (len(a.Fault.Stack) > 0) {
			t.Errorf("%q has a stack of %d bytes", a.Fault.Detail, len(a.Fault.Stack))
		}
	}
}

// TestTook has the time of answers measured where it matters: with a budget, or when somebody watches.
func TestTook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, p := range []turn.Player[int, int]{slow, punctual{slow}} {
			for _, budget := range []timer.Control{{}, {Move: time.Minute}} {
				if a := firstAnswer(t, p, budget); a.Took != 2*time.Second || a.Fault != nil {
					t.Errorf("%+v, want 2 s", a)
				}
			}
		}
		for _, p := range []turn.Player[int, int]{slow, punctual{slow}} {
			a := firstAnswer(t, p, timer.Control{Move: 1500 * time.Millisecond})
			if a.Fault == nil || a.Fault.Kind != turn.Late || a.Took < 1500*time.Millisecond {
				t.Errorf("%+v, want late", a)
			}
		}
		if a := firstAnswer(t, punctual{slow}, timer.Control{Move: time.Second}); a.Fault.Detail != "answered after 2s" {
			t.Errorf("%+v, want that it answered", a.Fault)
		}
		// What goes wrong after the deadline is lateness; an error of its own, in time, is not.
		torn := playerFunc(func(ctx context.Context, _ int) (int, string, error) { <-ctx.Done(); return 0, "", errors.New("torn") })
		for _, p := range []turn.Player[int, int]{torn, punctual{torn}} {
			if a := firstAnswer(t, p, timer.Control{Move: time.Second}); a.Fault.Kind != turn.Late || a.Fault.Detail != "no answer within 1s" {
				t.Errorf("%+v, want late", a.Fault)
			}
		}
		if a := firstAnswer(t, punctual{broken}, timer.Control{Move: time.Minute}); a.Fault.Kind != turn.Crashed {
			t.Errorf("%+v", a.Fault)
		}
		time.Sleep(time.Hour)
	})
}

// TestEndWaitsForThoughts tells nobody of the end who is still thinking a second later.
func TestEndWaitsForThoughts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		slowly := &listener{playerFunc: deaf, told: &told, name: "deaf"}
		soon := &listener{told: &told, name: "soon", playerFunc: func(ctx context.Context, _ int) (int, string, error) {
			<-ctx.Done()
			time.Sleep(500 * time.Millisecond)
			return 0, "", ctx.Err()
		}}
		loop := turn.Loop[int, int]{
			Referee: &count{together: true, limit: 2}, Players: []turn.Player[int, int]{slowly, soon},
			Game: turn.Game{Budget: timer.Control{Move: time.Second}},
		}
		began := time.Now()
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); !slices.Equal(told, []string{"soon"}) || took != 2*time.Second {
			t.Errorf("told %q after %v, want only the one that returned, after 2 s", told, took)
		}
		time.Sleep(2 * time.Hour)
	})
}

// TestContextEnds ends the context of a question when it is answered: what a player has started with it ends, too.
func TestContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen context.Context
		keeper := playerFunc(func(ctx context.Context, q int) (int, string, error) {
			if seen != nil && seen.Err() == nil && q > 0 {
				t.Error("the context of a question goes on after its answer")
			}
			seen = ctx
			return q, "", nil
		})
		shared := &turn.Shared[int, int]{Horizon: 5}
		shared.Begin(keeper, timer.Control{Game: time.Hour})
		if _, _, err := shared.Answer(t.Context(), 0); err != nil || seen.Err() == nil {
			t.Errorf("%v; the share of a clock goes on after the answer", err)
		}
		loop := turn.Loop[int, int]{
			Referee: &count{limit: 4}, Players: []turn.Player[int, int]{keeper, echo}, Game: turn.Game{Budget: timer.Control{Move: time.Hour}},
		}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, p := range []turn.Player[int, int]{keeper, punctual{keeper}, inside{keeper}, worker{keeper, new(atomic.Int64)}, shared} {
			for _, processor := range []bool{false, true} {
				firstAnswer(t, p, timer.Control{Move: time.Hour, Processor: processor})
				synctest.Wait()
				if !errors.Is(seen.Err(), context.Canceled) {
					t.Errorf("%T, processor time %v: the context of a question that is answered has the error %v", p, processor, seen.Err())
				}
			}
		}
	})
}
