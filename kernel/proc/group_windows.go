package proc

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup lets the system's own tool kill the tree: Windows has no process groups that can be killed. Children whose parent has
// already exited are not found.
func killGroup(p *os.Process) {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
	p.Kill()
}

// peak is not known on Windows.
func peak(*os.ProcessState) int64 { return 0 }
