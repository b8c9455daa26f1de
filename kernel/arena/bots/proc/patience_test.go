package proc_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// TestPatienceOf has a program that works or rests wait for its end, in a time of the test's own.
func TestPatienceOf(t *testing.T) {
	for _, test := range []struct {
		name     string
		share    float64 // of a processor that it gets
		known    bool
		from, to time.Duration // when the wait ends
	}{
		{"rests", 0, true, time.Minute, time.Minute + 3*time.Second},
		{"works", 1, true, time.Minute, time.Minute + 4*time.Second},
		{"works on a busy machine", 0.5, true, 2 * time.Minute, 2*time.Minute + 8*time.Second},
		{"works on a very busy machine", 0.01, true, 6 * time.Minute, 6*time.Minute + 3*time.Second},
		{"is not measured", 1, false, time.Minute, time.Minute + 3*time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			ctx, cancel := proc.Patience(t.Context(), time.Minute, func() (time.Duration, bool) {
				return time.Duration(float64(time.Since(began)) * test.share), test.known
			})
			defer cancel()
			<-ctx.Done()
			if took := time.Since(began); took < test.from || took > test.to || context.Cause(ctx) != context.DeadlineExceeded {
				t.Errorf("%s: the wait ends after %v, %v; want %v to %v", test.name, took, context.Cause(ctx), test.from, test.to)
			}
		})
	}
}

// TestPatienceWithoutEnd has no limit: a wait ends only when it is over.
func TestPatienceWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		spent := func() (time.Duration, bool) { asked.Add(1); return 0, true }
		for _, o := range []proc.Options{{}, {Patience: -1}} {
			ctx, cancel := o.Answering(t.Context(), spent)
			time.Sleep(24 * time.Hour)
			if cancel(); ctx.Err() != nil && o.Patience == 0 {
				t.Errorf("%v: %v", o.Patience, ctx.Err())
			}
		}
		if asked.Load() > 0 {
			t.Errorf("the program was measured %d times for nothing", asked.Load())
		}
	})
	for patience, want := range map[time.Duration]time.Duration{0: proc.StartTime, -1: 0, time.Hour: time.Hour} {
		if o := (proc.Options{Patience: patience}); o.Starting() != want {
			t.Errorf("patience %v: a start may take %v, want %v", patience, o.Starting(), want)
		}
	}
}
