package main

import (
	"os"
	"os/exec"
	"syscall"
)

// apart makes a program start in a process group of its own: Ctrl-C then reaches only us, and we end the program.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// interrupt does nothing: a program ends at the end of its input.
func interrupt(*exec.Cmd) {}

// killed returns false: whether somebody killed a program cannot be known, because TerminateProcess leaves no trace.
func killed(*os.ProcessState) bool { return false }
