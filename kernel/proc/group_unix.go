//go:build unix && !linux

package proc

import (
	"os/exec"
	"syscall"
)

// These systems have no "die with your parent": a bot sees the end of its input when this process is killed.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
