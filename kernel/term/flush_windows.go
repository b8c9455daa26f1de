package term

import (
	"os"

	"golang.org/x/sys/windows"
)

// flush drops what was typed and not read.
func flush(f *os.File) { windows.FlushConsoleInputBuffer(windows.Handle(f.Fd())) }
