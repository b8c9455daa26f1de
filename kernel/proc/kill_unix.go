//go:build unix

package proc

import (
	"os"
	"syscall"
)

// killGroup kills the program and all its descendants that did not leave its process group.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
