//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// group puts a program and all that it starts into a process group. When the program's context ends, the whole group is asked to
// end, so that everybody removes what is temporary.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
}

// end kills what is left of a program's group.
func end(cmd *exec.Cmd) {
	if cmd.Process != nil && cmd.SysProcAttr != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
}
