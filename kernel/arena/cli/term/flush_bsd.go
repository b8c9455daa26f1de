//go:build darwin || freebsd || netbsd || openbsd

package term

import (
	"os"

	"golang.org/x/sys/unix"
)

// flush drops typed input that has not been read.
func flush(f *os.File) {
	const input = 1 // FREAD
	unix.IoctlSetPointerInt(int(f.Fd()), unix.TIOCFLUSH, input)
}
