package turn

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// Worker is a player that works in another process. A budget of processor time counts what its program, and what the program
// started, use from the question to the answer. Players that are neither Worker nor Local have wall time.
type Worker interface {
	// Spent returns how much processor time the program has used since it was started; ok is false if that is not known. It is
	// called from other goroutines, also while the player answers.
	Spent() (spent time.Duration, ok bool)
}

// The most wall time that a player that works too little gets in all: with a budget of processor time alone it could sleep
// forever.
const (
	idleFactor = 10
	idleExtra  = 10 * time.Second
)

// working is the context of a question with a budget of processor time. It is done when the player has used the budget.
type working struct {
	context.Context               // of the game
	budget          time.Duration // processor time
	began           time.Time
	spent           func() (time.Duration, bool) // of a Worker; nil: meter
	before          time.Duration                // Spent at the beginning
	meter           meter                        // of a Local

	done, stop chan struct{}
	once       sync.Once
	mu         sync.Mutex
	err        error
}

// measured reports whether the processor time of a player can be measured.
func measured(player any) bool {
	if w, ok := player.(Worker); ok {
		_, known := w.Spent()
		return known
	}
	_, local := player.(Local)
	return local && cpu.Measurable
}

// newWorking begins to count the time of a player.
func newWorking(ctx context.Context, player any, budget time.Duration) *working {
	w := &working{Context: ctx, budget: budget, began: time.Now(), done: make(chan struct{}), stop: make(chan struct{})}
	if worker, ok := player.(Worker); ok {
		w.spent = worker.Spent
		w.before, _ = w.spent()
	}
	go w.watch()
	return w
}

// think runs f, which asks the player, and measures it.
func (w *working) think(f func()) {
	if w.spent != nil {
		f()
		return
	}
	w.meter.think(f)
}

// used returns the processor time since the question.
func (w *working) used() time.Duration {
	if w.spent != nil {
		spent, _ := w.spent()
		return max(0, spent-w.before) // a program that was started again counts from 0
	}
	return w.meter.used()
}

// meter counts the processor time of a Local for one question.
type meter struct {
	thread atomic.Int64 // once it thinks
	base   atomic.Int64 // the clock of the thread then
	final  atomic.Int64 // all that it has used, plus 1; 0 while it thinks
}

// think runs a Local on a thread of its own, whose time is measured. If the player uses further threads, the measure is too low.
func (m *meter) think(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread := cpu.This()
	base, _ := thread.Spent()
	m.base.Store(int64(base))
	m.thread.Store(int64(thread))
	f()
	m.final.Store(int64(m.used()) + 1)
}

func (m *meter) used() time.Duration {
	if final := m.final.Load(); final > 0 {
		return time.Duration(final - 1)
	}
	thread := m.thread.Load()
	if thread == 0 {
		return 0
	}
	spent, _ := cpu.Thread(thread).Spent()
	return max(0, spent-time.Duration(m.base.Load()))
}

// watch ends the context in time.
func (w *working) watch() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-w.Context.Done():
			w.finish(w.Context.Err())
			return
		case <-w.stop:
			w.finish(context.Canceled)
			return
		case <-timer.C:
		}
		left := w.budget - w.used()
		if left <= 0 || w.idle() {
			w.finish(context.DeadlineExceeded)
			return
		}
		// Several threads may use up the rest before that much wall time has passed.
		timer.Reset(max(time.Millisecond, min(left/4, 10*time.Millisecond)))
	}
}

// idle reports whether the player has had its wall time without working.
func (w *working) idle() bool { return time.Since(w.began) > idleFactor*w.budget+idleExtra }

func (w *working) finish(err error) {
	w.mu.Lock()
	w.err = err
	w.mu.Unlock()
	close(w.done)
}

// cancel ends the context; the counting ends with it.
func (w *working) cancel() { w.once.Do(func() { close(w.stop) }) }

// Deadline is when the budget is used up if the player works without a break. It moves later while others use the processor.
func (w *working) Deadline() (time.Time, bool) { return time.Now().Add(w.budget - w.used()), true }

// workKey is the key under which a context with a budget of processor time holds itself.
type workKey struct{}

// Value implements context.Context.
func (w *working) Value(key any) any {
	if key == (workKey{}) {
		return w
	}
	return w.Context.Value(key)
}

// CountsWork reports whether ctx ends with a budget of processor time. The Deadline of such a context moves later while others
// use the processor, so do not wait for it, but for Done.
func CountsWork(ctx context.Context) bool { return ctx.Value(workKey{}) != nil }

// Done implements context.Context.
func (w *working) Done() <-chan struct{} { return w.done }

// Err implements context.Context.
func (w *working) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}
