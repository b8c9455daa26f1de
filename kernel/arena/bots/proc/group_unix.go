//go:build unix && !linux

package proc

import (
	"os/exec"
	"syscall"
)

// These systems have no "die with your parent": a bot sees the end of its input when this process is killed.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// tree is nothing: all that we know about the processes of a program is their group.
type tree struct{}

func (tree) identify() {}
func (tree) begun()    {}

// killAll kills the program and what stayed in its group.
func (p *plain) killAll() { killGroup(p.cmd.Process) }

// sweep can find nothing: what left the group has no connection to the program.
func (tree) sweep() {}
