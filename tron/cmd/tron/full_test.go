package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// fullDisk refuses everything that is written.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestListThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"maps"}, {"new-bot", "go", dir}} {
		var errw strings.Builder
		code := program().Run(t.Context(), args, strings.NewReader(""), fullDisk{}, &errw)
		if want := syscall.ENOSPC.Error(); code != 1 || !strings.Contains(errw.String(), want) {
			t.Errorf("%q: exit code %d, it says %q, want 1 and %q", args, code, errw.String(), want)
		}
	}
	// The bot is whole all the same.
	if files, err := os.ReadDir(dir); err != nil || len(files) < 2 {
		t.Errorf("new-bot wrote %v, %v", files, err)
	}
}
