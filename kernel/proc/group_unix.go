//go:build unix && !linux

package proc

import (
	"os/exec"
	"syscall"
)

// These systems have no "die with your parent": a bot sees the end of its input when this process is killed.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func (*plain) identify() {}
func (*plain) begun()    {}

// killAll kills the program and what stayed in its group.
func (p *plain) killAll() { killGroup(p.cmd.Process) }

// sweep can find nothing: what left the group has no connection to the program.
func (*plain) sweep() {}
