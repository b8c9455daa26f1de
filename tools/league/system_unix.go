//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// apart makes a program start in a process group of its own: Ctrl-C then reaches only us, and we end the program.
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
