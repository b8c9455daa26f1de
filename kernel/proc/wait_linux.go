package proc

import (
	"os"
	"syscall"
	"unsafe"
)

const canWaitOnly = true

// waitOnly waits for the end of a child without reaping it.
func waitOnly(p *os.Process) bool {
	const byNumber = 1 // P_PID: it is our child, and nobody else reaps it
	var info [128]byte // siginfo_t
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, byNumber, uintptr(p.Pid), uintptr(unsafe.Pointer(&info)),
			syscall.WEXITED|syscall.WNOWAIT, 0, 0)
		if errno != syscall.EINTR {
			return errno == 0
		}
	}
}
