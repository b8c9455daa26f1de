package match

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// waiter is a program.
type waiter struct{}

func (waiter) Patience(ctx context.Context) (context.Context, context.CancelFunc) {
	return ctx, func() {}
}

// TestAttend has people told about waits for a program that was seated, and not for a player that thinks here.
func TestAttend(t *testing.T) {
	m := Maker{Slow: func(Wait) {}, Start: proc.Options{Patience: time.Hour}}
	for _, tt := range []struct {
		seat any
		want bool
	}{{waiter{}, true}, {struct{}{}, false}} {
		p := &Player{seat: tt.seat}
		if p.Attend(m); (p.slow != nil) != tt.want || (p.start.Patience == time.Hour) != tt.want {
			t.Errorf("%T: people are told about it: %v, with a patience of %v", tt.seat, p.slow != nil, p.start.Patience)
		}
	}
}

// TestWait tells people once about each wait that takes long, and never about a short one.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []Wait
		p := &Player{Spec: "exec:bot", slow: func(w Wait) { told = append(told, w) }, start: proc.Options{Patience: time.Hour}, seat: waiter{}}
		over := p.Wait(Wait{What: Hello})
		time.Sleep(longWait - time.Second)
		over()
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(told) > 0 {
			t.Fatalf("told %v about a short wait", told)
		}
		over = p.Wait(Wait{Who: "us", What: "its answer to ply 7"})
		time.Sleep(time.Hour)
		synctest.Wait()
		over()
		want := Wait{Who: "us", What: "its answer to ply 7", Passed: longWait, Program: true, Patience: time.Hour}
		if len(told) != 1 || told[0] != want {
			t.Fatalf("told %v, want %v once", told, want)
		}
		p.start.Patience = 0
		over = p.Wait(Wait{What: Hello})
		time.Sleep(time.Hour)
		synctest.Wait()
		want = Wait{Who: "exec:bot", What: Hello, Passed: longWait, Program: true, Patience: proc.StartTime}
		if over(); len(told) != 2 || told[1] != want {
			t.Errorf("told %v, want %v, too", told, want)
		}
	})
}
