// Package cpu measures processor time: of a thread of this process, and of another process with those that it started. It also
// says whether the machine is too busy for clocks.
package cpu

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Thread is a thread of this process.
type Thread int

// window is how long Busy measures at a time.
const window = 5 * time.Second

// On systems that do not say how long programs wait for a processor, Busy asks to be woken every beat, and a beat that is later
// than late counts.
const (
	beat = 20 * time.Millisecond
	late = 60 * time.Millisecond
)

// The machine is too busy for clocks above these shares: of the time in which some program waited for a processor, and of late
// beats.
const (
	tooMuchWaiting = 0.3
	tooManyLate    = 0.01
)

// Busy measures until ctx is done whether the machine is too busy for clocks. If it was during a window, Busy calls say with a
// sentence that says what was measured, and returns.
func Busy(ctx context.Context, say func(sentence string)) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	began, last := time.Now(), time.Now()
	waited, known := waiting()
	beats, missed, worst := 0, 0, time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := time.Now()
		beats++
		if delay := now.Sub(last) - beat; delay > late {
			missed++
			worst = max(worst, delay)
		}
		last = now
		if now.Sub(began) < window {
			continue
		}
		after, _ := waiting()
		switch share := float64(after-waited) / float64(now.Sub(began)); {
		case known && share > tooMuchWaiting:
			say(fmt.Sprintf("the machine is too busy for clocks: during %.0f %% of the last %v some program waited for a processor",
				100*share, window))
			return
		case !known && float64(missed) > tooManyLate*float64(beats):
			say(fmt.Sprintf("the machine is too busy for clocks: this process was woken too late %d times of %d, once by %v",
				missed, beats, worst.Round(time.Millisecond)))
			return
		}
		began, waited = now, after
		beats, missed, worst = 0, 0, 0
	}
}

// waiting returns for how long some program has waited for a processor since the machine was started, as Linux counts it
// (pressure stall information); known is false on systems that do not count it.
func waiting() (waited time.Duration, known bool) {
	text, err := os.ReadFile("/proc/pressure/cpu")
	if err != nil {
		return 0, false
	}
	line, _, _ := strings.Cut(string(text), "\n") // some avg10=0.00 avg60=0.00 avg300=0.00 total=123
	_, total, _ := strings.Cut(line, "total=")
	micros, err := strconv.ParseInt(total, 10, 64)
	return time.Duration(micros) * time.Microsecond, err == nil
}
