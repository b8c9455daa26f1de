//go:build unix

package proc

import (
	"os"
	"runtime"
	"syscall"
)

// killGroup kills the program, which at the terminal has no group of its own, and all its descendants that did not leave its
// group.
func killGroup(p *os.Process) {
	syscall.Kill(-p.Pid, syscall.SIGKILL)
	p.Kill()
}

// peak returns the most memory that a program had, in bytes.
func peak(state *os.ProcessState) int64 {
	used, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(used.Maxrss)
	}
	return int64(used.Maxrss) << 10
}
