package sandbox

import (
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A stopped program is checked at intervals: its processes must use no processor time between two looks.
const (
	checkFirst = 20 * time.Millisecond  // LookForTime where a look goes through all processes of the system
	checkLast  = 320 * time.Millisecond // when it has been stopped for long
	between    = time.Millisecond       // two looks
	mostUse    = between / 5            // a process that is about to stop uses some microseconds
	mostTries  = 5                      // signals in one check
	mostRuns   = 50                     // checks in which the program still ran, about a second in all; then it is ended
)

// pause is what process 1 knows about the stopping of the others by signals, where no control group does it.
type pause struct {
	mu     sync.Mutex // held while a signal is sent, so that a late check stops nothing that was continued
	on     bool
	number int // of pauses so far
	once   sync.Once
}

// freeze stops or continues all processes. The system gives a signal for all processes to those that are being started, too, so
// that one signal is enough unless a process continues others, or has the system continue it.
func (w *warden) freeze(yes bool) {
	p := &w.pause
	p.mu.Lock()
	defer p.mu.Unlock()
	p.on = yes
	if !yes {
		w.killAll(syscall.SIGCONT)
		return
	}
	p.number++
	w.killAll(syscall.SIGSTOP)
	p.once.Do(func() { go w.hold() })
}

// hold checks that a stopped program does not run. It is stopped again if it does, and ended if that does not help.
func (w *warden) hold() {
	first := checkFirst
	if w.spec.Way == LandlockOnly {
		first = LookForTime
	}
	checks, runs := 0, 0
	earlier := 0 // the pause that was checked last
	for interval := first; ; time.Sleep(interval) {
		number, on := w.paused()
		if interval = min(2*interval, checkLast); number != earlier || !on {
			earlier, interval = number, first
		}
		if !on {
			continue
		}
		checks++
		ran := false
		for range mostTries {
			if !w.runs() || !w.again(number) {
				break
			}
			ran = true
		}
		if ran {
			interval = first
			runs++
		}
		if runs >= mostRuns && runs*10 > checks {
			w.stop(whileStopped)
			return
		}
	}
}

// whileStopped is why a program is ended that cannot be stopped.
const whileStopped = "it used processor time while it was stopped, because it was not asked"

// paused returns whether the program is stopped, and the number of the pause.
func (w *warden) paused() (number int, on bool) {
	w.pause.mu.Lock()
	defer w.pause.mu.Unlock()
	return w.pause.number, w.pause.on
}

// again stops all processes once more; it returns false if that pause is over.
func (w *warden) again(number int) bool {
	w.pause.mu.Lock()
	defer w.pause.mu.Unlock()
	if !w.pause.on || w.pause.number != number {
		return false
	}
	w.killAll(syscall.SIGSTOP)
	return true
}

// runs reports whether a process of the jail runs: it uses processor time, starts or ends.
func (w *warden) runs() bool {
	before := w.clocks()
	time.Sleep(between)
	after := w.clocks()
	if len(after) != len(before) {
		return true
	}
	var grown time.Duration
	for pid, used := range after {
		earlier, known := before[pid]
		if !known {
			return true
		}
		grown += used - earlier
	}
	return grown > mostUse
}

// clocks returns the processor time that each process of the jail has used.
func (w *warden) clocks() map[int]time.Duration {
	used := map[int]time.Duration{}
	list, _ := processes(w.spec.Way == LandlockOnly) // watch ends a program that cannot be seen
	for _, p := range list {
		if spent, ok := clock(p.pid); ok {
			used[p.pid] = spent
		}
	}
	return used
}

// clock returns the processor time that a process has used, with that of its threads.
func clock(pid int) (time.Duration, bool) {
	const scheduled = 2 // the number of a clock, see clock_getcpuclockid(3): time counted by the scheduler, in nanoseconds
	var spent unix.Timespec
	err := unix.ClockGettime(int32(^pid)<<3|scheduled, &spent)
	return time.Duration(spent.Nano()), err == nil
}
