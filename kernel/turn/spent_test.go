package turn_test

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// inside is a player in this process.
type inside struct{ playerFunc }

func (inside) Local() {}

// worker stands for a player in another process; the test sets its processor time.
type worker struct {
	playerFunc
	spent *atomic.Int64
}

func (w worker) Spent() (time.Duration, bool) { return time.Duration(w.spent.Load()), true }

// played plays a game of two answers with a budget of processor time for the first seat, and returns its answer.
func played(t *testing.T, p turn.Player[int, int], budget timer.Control) turn.Answer[int] {
	t.Helper()
	budget.Processor = true
	return firstAnswer(t, p, budget)
}

func firstAnswer(t *testing.T, p turn.Player[int, int], budget timer.Control) turn.Answer[int] {
	t.Helper()
	var answers []turn.Answer[int]
	loop := turn.Loop[int, int]{
		Referee: &count{limit: 2}, Players: []turn.Player[int, int]{p, echo}, Budgets: []timer.Control{budget, {}},
		Observers: []turn.Observer[int, int]{answersTo{&answers}},
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return answers[0]
}

// TestProcessorTime has players rest and work: only work is counted, however busy the machine is.
func TestProcessorTime(t *testing.T) {
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	budget := timer.Control{Move: 50 * time.Millisecond}
	rest := inside{func(context.Context, int) (int, string, error) {
		time.Sleep(200 * time.Millisecond)
		return 7, "", nil
	}}
	if a := played(t, rest, budget); a.Fault != nil || a.Value != 7 || a.Took > 50*time.Millisecond {
		t.Errorf("a player that rests for 200 ms: %+v", a)
	}
	work := inside{func(ctx context.Context, _ int) (int, string, error) {
		for ctx.Err() == nil { // soon after the budget, in the bot's own processor time
		}
		return 0, "", ctx.Err()
	}}
	a := played(t, work, budget)
	if a.Fault == nil || a.Fault.Kind != turn.Late || !strings.Contains(a.Fault.Detail, "of processor time") || a.Took < 50*time.Millisecond {
		t.Errorf("a player that works without an end: %+v, %v", a, a.Fault)
	}
	punctual := inside{func(ctx context.Context, _ int) (int, string, error) {
		for near := 0; near < 10; near++ { // checks in a row: others may run between the two calls of a check
			if until, ok := ctx.Deadline(); ok && time.Until(until) >= 20*time.Millisecond {
				near = 0
			}
		}
		return 5, "", nil
	}}
	if a := played(t, punctual, timer.Control{Move: time.Second}); a.Fault != nil || a.Took < 500*time.Millisecond {
		t.Errorf("a player that works until shortly before the end of its time: %+v", a)
	}
	if a := played(t, rest, timer.Control{Game: 50 * time.Millisecond}); a.Fault != nil {
		t.Errorf("a player that rests, with a clock for the game: %+v", a)
	}
}

// TestHeldUp has players in this process answer after a budget of wall time: one that has worked for less was held up by the
// machine.
func TestHeldUp(t *testing.T) {
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	budget := timer.Control{Move: 50 * time.Millisecond}
	held := inside{func(ctx context.Context, _ int) (int, string, error) {
		<-ctx.Done()
		time.Sleep(200 * time.Millisecond)
		return 7, "", ctx.Err()
	}}
	if a := firstAnswer(t, held, budget); a.Fault != nil || a.Value != 7 || a.Took < 250*time.Millisecond {
		t.Errorf("a player that was held up: %+v", a)
	}
	if a := firstAnswer(t, held, timer.Control{Game: 50 * time.Millisecond}); a.Fault == nil || a.Fault.Kind != turn.Late {
		t.Errorf("a player that was held up until behind its clock for the game: %+v", a)
	}
	work := inside{func(context.Context, int) (int, string, error) {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		thread := cpu.This()
		base, _ := thread.Spent()
		for spent := base; spent < base+2*budget.Move; spent, _ = thread.Spent() {
		}
		return 7, "", nil
	}}
	if a := firstAnswer(t, work, budget); a.Fault == nil || a.Fault.Kind != turn.Late {
		t.Errorf("a player that works for twice its budget: %+v", a)
	}
}

// TestWorkedTooLong has a player in this process work for longer than its budget while the machine is not held up, because the time
// of this test only passes when everybody waits: it is late.
func TestWorkedTooLong(t *testing.T) {
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	synctest.Test(t, func(t *testing.T) {
		p := inside{func(ctx context.Context, _ int) (int, string, error) {
			thread := cpu.This()
			base, _ := thread.Spent()
			for spent := base; spent-base <= 110*time.Millisecond; {
				spent, _ = thread.Spent()
			}
			<-ctx.Done()
			return 7, "", ctx.Err()
		}}
		if a := firstAnswer(t, p, timer.Control{Move: 100 * time.Millisecond}); a.Fault == nil || a.Fault.Kind != turn.Late {
			t.Errorf("a player that worked for longer than its budget: %+v", a)
		}
	})
}

// TestBusyInside has a player in this process still think about its first answer when the time for the second one is over: it is
// late, and is not asked for that any more.
func TestBusyInside(t *testing.T) {
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		p := inside{func(_ context.Context, q int) (int, string, error) {
			asked++
			time.Sleep(14 * time.Second) // longer than is waited for a player that is held up
			return q, "", nil
		}}
		game := &count{limit: 4, got: make([]string, 0, 4)}
		loop := turn.Loop[int, int]{Referee: game, Players: []turn.Player[int, int]{p, echo}, Game: turn.Game{Budget: timer.Control{Move: time.Second}}}
		if err := loop.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(game.got, " "); got != "late 1 late 3" || asked != 1 {
			t.Errorf("answers %q, asked %d times, want %q, asked once", got, asked, "late 1 late 3")
		}
	})
}

// TestNoTimeToAsk asks a player in this process although its time is over before that: this is not its doing.
func TestNoTimeToAsk(t *testing.T) {
	asked := make(chan bool, 1)
	p := inside{func(context.Context, int) (int, string, error) {
		asked <- true
		return 7, "", nil
	}}
	firstAnswer(t, p, timer.Control{Move: 1})
	select {
	case <-asked:
	case <-time.After(time.Minute):
		t.Error("it was not asked")
	}
}

// TestProcessorTimeOfPrograms has programs that report how much they worked.
func TestProcessorTimeOfPrograms(t *testing.T) {
	spent := &atomic.Int64{}
	spent.Store(int64(time.Hour)) // in earlier games
	lazy := worker{func(context.Context, int) (int, string, error) {
		spent.Add(int64(30 * time.Millisecond))
		time.Sleep(200 * time.Millisecond)
		return 3, "", nil
	}, spent}
	budget := timer.Control{Move: 50 * time.Millisecond}
	if a := played(t, lazy, budget); a.Fault != nil || a.Value != 3 || a.Took != 30*time.Millisecond {
		t.Errorf("a player that works for 30 ms: %+v", a)
	}
	diligent := worker{func(ctx context.Context, _ int) (int, string, error) {
		spent.Add(int64(80 * time.Millisecond))
		<-ctx.Done()
		return 0, "", ctx.Err()
	}, spent}
	if a := played(t, diligent, budget); a.Fault == nil || a.Fault.Kind != turn.Late || a.Took != 80*time.Millisecond {
		t.Errorf("a player that works for 80 ms: %+v", a)
	}
	// A game that is broken off does not wait for the budget.
	ctx, cancel := context.WithCancel(t.Context())
	loop := turn.Loop[int, int]{
		Referee: &count{limit: 2}, Budgets: []timer.Control{{Move: time.Hour, Processor: true}, {}},
		Players: []turn.Player[int, int]{worker{func(ctx context.Context, _ int) (int, string, error) {
			cancel()
			<-ctx.Done()
			return 0, "", ctx.Err()
		}, spent}, echo},
	}
	if err := loop.Run(ctx); err == nil {
		t.Error("a game that was broken off was played to its end")
	}
}

// Wall is called once for a player that has wall time because its processor time is not known.
func TestWallTime(t *testing.T) {
	var walls []int
	loop := turn.Loop[int, int]{
		Referee: &count{limit: 4}, Players: []turn.Player[int, int]{echo, echo}, Wall: func(seat int) { walls = append(walls, seat) },
		Budgets: []timer.Control{{Move: time.Minute, Processor: true}, {Move: time.Minute}},
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(walls) != 1 || walls[0] != 0 {
		t.Errorf("wall time of seats %v, want that of the first one, once", walls)
	}
	loop.Players = []turn.Player[int, int]{worker{echo, new(atomic.Int64)}, echo}
	loop.Referee, walls = &count{limit: 4}, nil
	if err := loop.Run(t.Context()); err != nil || len(walls) > 0 {
		t.Errorf("%v, wall time of seats %v, want of none: it is known how much the first one works", err, walls)
	}
}

// counting is a worker that counts how often it is asked for its processor time.
type counting struct {
	worker
	calls *atomic.Int64
}

func (c counting) Spent() (time.Duration, bool) { c.calls.Add(1); return c.worker.Spent() }

// TestWatch looks at the processor time of a player often enough, but not all the time, and gives up on one that does nothing.
func TestWatch(t *testing.T) {
	for _, tt := range []struct {
		name         string
		budget, uses time.Duration // uses is its processor time from after on
		after, until time.Duration // until is when it is late
		calls        int64
		detail       string
	}{
		{"all at once", time.Second, time.Second, 21 * time.Millisecond, 30 * time.Millisecond, 8, "no answer within 1s of processor time"},
		{"a short budget", 8 * time.Millisecond, 8 * time.Millisecond, 2500 * time.Microsecond, 4 * time.Millisecond, 8, "no answer within 8ms of processor time"},
		{"more than that", 8 * time.Millisecond, 9 * time.Millisecond, 0, 2 * time.Millisecond, 8, "no answer within 9ms of processor time"},
		{"nothing", time.Second, 0, 0, 20*time.Second + 10*time.Millisecond, 3000, "no answer within 20s, in which it worked for 0s"},
		{"a little", 50 * time.Millisecond, 20 * time.Millisecond, 0, 10510 * time.Millisecond, 3000, "no answer within 11s, in which it worked for 20ms"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				spent, calls := new(atomic.Int64), new(atomic.Int64)
				var counts bool
				p := counting{worker{func(ctx context.Context, _ int) (int, string, error) {
					counts = turn.CountsWork(ctx) && ctx.Value(nameKey{}) == "test"
					time.Sleep(tt.after)
					spent.Add(int64(tt.uses))
					<-ctx.Done()
					return 0, "", ctx.Err()
				}, spent}, calls}
				began := time.Now()
				var answers []turn.Answer[int]
				loop := turn.Loop[int, int]{
					Referee: &count{limit: 1}, Players: []turn.Player[int, int]{p, echo}, Observers: []turn.Observer[int, int]{answersTo{&answers}},
					Game: turn.Game{Budget: timer.Control{Move: tt.budget, Processor: true}},
				}
				if err := loop.Run(context.WithValue(t.Context(), nameKey{}, "test")); err != nil {
					t.Fatal(err)
				}
				took, f := time.Since(began), answers[0].Fault
				if f == nil || f.Detail != tt.detail || took > tt.until || took < tt.until-10*time.Millisecond || calls.Load() > tt.calls || !counts {
					t.Errorf("%v after %v, asked %d times, counts work: %v", f, took, calls.Load(), counts)
				}
			})
		})
	}
	if turn.CountsWork(t.Context()) {
		t.Error("any context counts work")
	}
}

// nameKey is the key of a value in the context of a game.
type nameKey struct{}
