//go:build unix

package bot

import (
	"flag"
	"syscall"
	"testing"
	"time"
)

var cpuClock = flag.Bool("cpu-clock", false, "measure matches in seconds of the processor, for machines that are busy elsewhere")

// useClock makes the bots think by the time that this process has spent. One process plays one turn at a time, so that is the
// bot's own but for collections of garbage.
func useClock(t *testing.T) {
	if !*cpuClock {
		return
	}
	t.Cleanup(func() { now = time.Now })
	now = func() time.Time {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			t.Fatal(err)
		}
		return time.Unix(0, usage.Utime.Nano()+usage.Stime.Nano())
	}
}
