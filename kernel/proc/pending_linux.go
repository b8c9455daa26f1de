package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// pending returns how many bytes of a pipe wait to be read.
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
