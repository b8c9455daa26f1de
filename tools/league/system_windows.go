package main

import (
	"os"
	"os/exec"
	"syscall"
)

// apart starts a program in a process group of its own: Ctrl-C is for us, and we tell it.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// interrupt asks a program to end. It sees the end of its input.
func interrupt(*exec.Cmd) {}

// killed reports whether somebody killed a program. TerminateProcess leaves no trace.
func killed(*os.ProcessState) bool { return false }
