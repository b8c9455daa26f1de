package proc

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/cpu"
)

func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

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

// take reads the available bytes of a pipe, or waits for some, and passes them to keep. It holds mu from the read until the bytes
// are kept: so what is neither pending nor kept has not been written yet.
func take(from *os.File, mu *sync.Mutex, buffer []byte, keep func([]byte)) (n int, err error) {
	conn, err := from.SyscallConn()
	if err != nil {
		return 0, err
	}
	waited := conn.Read(func(fd uintptr) bool {
		mu.Lock()
		defer mu.Unlock()
		for n, err = unix.Read(int(fd), buffer); err == unix.EINTR; n, err = unix.Read(int(fd), buffer) {
		}
		if n = max(n, 0); err == unix.EAGAIN {
			return false
		}
		keep(buffer[:n])
		return true
	})
	switch {
	case waited != nil:
		return 0, waited
	case err == nil && n == 0:
		err = io.EOF
	}
	return n, err
}

// pending returns how many bytes are waiting to be read in a pipe.
func pending(f *os.File) (n int) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	conn.Control(func(fd uintptr) {
		if n, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ); err != nil {
			n = 0
		}
	})
	return n
}

// usedSoFar returns what a program that was not reaped has used, including children that it has waited for.
func usedSoFar(pid int) (u Usage) {
	_, fields := cpu.Stat(pid)
	u.CPU = cpu.Ticks(fields, 14, 15, 16, 17)
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 {
			u.Memory = kib << 10
		}
	}
	return u
}

// Cores returns the numbers of the processors that this program may run on.
func Cores() (list []int) {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	for cpu := range len(set) * 64 {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list
}
