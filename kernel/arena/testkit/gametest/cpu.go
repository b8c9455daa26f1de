//go:build unix

package gametest

import (
	"syscall"
	"testing"
	"time"
)

// CPU returns the processor time of this process (syscall.RUSAGE_SELF), or of those of its children that have ended
// (syscall.RUSAGE_CHILDREN).
func CPU(t testing.TB, who int) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
