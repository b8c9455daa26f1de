package jail

import (
	"os/exec"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// unstoppable are programs that do not stay stopped by a signal.
var unstoppable = map[string]string{
	"it has itself continued": `
import ctypes, signal
class Event(ctypes.Structure):
    _fields_ = [("value", ctypes.c_void_p), ("signo", ctypes.c_int), ("notify", ctypes.c_int), ("pad", ctypes.c_char * 64)]
libc, event, timers = ctypes.CDLL(None), Event(None, signal.SIGCONT, 0), []
signal.signal(signal.SIGCONT, lambda *_: None)
for n in range(64):
    timer = ctypes.c_void_p()
    if libc.timer_create(1, ctypes.byref(event), ctypes.byref(timer)) == 0: timers.append(timer)
print("up", flush=True)
while True:
    for n, timer in enumerate(timers):
        libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 1000000 + 10000 * n, 0, 1000000 + 300000 * n), None)
`,
	"they continue each other": `
import os, signal
for i in range(5): os.fork()
print("up", flush=True)
while True: os.kill(-1, signal.SIGCONT)
`,
	"they start others": `
import os
print("up", flush=True)
for i in range(4):
    if os.fork() == 0:
        while True:
            if os.fork() != 0: os._exit(0)
            os.setsid()
while True: pass
`,
}

// TestUnstoppable stops programs that evade signals for as long as they like, where there is no control group: either they are
// stopped after all, or they are ended before they have used much.
func TestUnstoppable(t *testing.T) {
	gametest.Long(t, "waits for programs that cannot be stopped")
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	for name, script := range unstoppable {
		t.Run(name, func(t *testing.T) {
			r := start(t, proc.Policy{}, "", withoutGroups, "python3", "-c", script)
			defer func() {
				r.End()
				<-r.done
				<-r.done
			}()
			for began := time.Now(); r.Usage().CPU < 200*time.Millisecond; time.Sleep(time.Millisecond) {
				if time.Since(began) > time.Minute {
					t.Fatal("it does not run")
				}
			}
			r.Freeze()
			quiet, before := 0, time.Duration(0)
			for began := time.Now(); quiet < 20; time.Sleep(50 * time.Millisecond) {
				select {
				case <-r.exited:
					if got, want := r.Status(), "killed: it used processor time while it was stopped, because it was not asked"; got != want {
						t.Errorf("status %q, want %q", got, want)
					}
					return
				default:
				}
				spent, _ := cpu.Tree(r.Pid())
				if quiet++; spent-before > 10*time.Millisecond {
					quiet = 0
				}
				if before = spent; time.Since(began) > time.Minute {
					t.Fatalf("it still runs")
				}
			}
			t.Log("it was stopped")
		})
	}
}
