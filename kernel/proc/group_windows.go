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

// killGroup has the system's own tool kill the tree: Windows knows no process groups that can be killed. Children whose
// parent has already left are not found.
func killGroup(p *os.Process) {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
	p.Kill()
}

// peak is not known here.
func peak(*os.ProcessState) int64 { return 0 }
