package term

import (
	"os"

	"golang.org/x/sys/windows"
)

// flush drops typed input that has not been read.
func flush(f *os.File) { windows.FlushConsoleInputBuffer(windows.Handle(f.Fd())) }
