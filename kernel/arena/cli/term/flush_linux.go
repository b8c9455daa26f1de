package term

import (
	"os"

	"golang.org/x/sys/unix"
)

// flush drops typed input that has not been read.
func flush(f *os.File) { unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) }
