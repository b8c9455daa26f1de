//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// apart starts a program in a process group of its own: Ctrl-C is for us, and we tell it.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// interrupt asks a program to end.
func interrupt(cmd *exec.Cmd) { cmd.Process.Signal(os.Interrupt) }

// killed reports whether somebody killed a program: it did not end by itself.
func killed(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return false
	}
	by := status.Signal()
	return by == syscall.SIGKILL || by == syscall.SIGTERM || by == syscall.SIGINT
}
