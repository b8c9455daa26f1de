package sandbox

import (
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// TestCopyFile copies what has taken a file's place after it was looked at: a pipe is not waited for, a link out of the folder is
// not followed, and a file that has grown is not copied without end.
func TestCopyFile(t *testing.T) {
	folder, to := t.TempDir(), t.TempDir()
	if err := errors.Join(unix.Mkfifo(folder+"/pipe", 0o666), os.Symlink("/etc/passwd", folder+"/link"),
		os.WriteFile(folder+"/file", []byte("0123456789"), 0o666)); err != nil {
		t.Fatal(err)
	}
	from, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	s := &Spec{Disk: 4}
	if err := s.copyFile(from, "pipe", to+"/pipe", 0o666); !errors.Is(err, files.ErrNotRegular) {
		t.Errorf("a pipe: %v", err)
	}
	if err := s.copyFile(from, "link", to+"/link", 0o666); err == nil {
		t.Error("a link out of the folder was followed")
	}
	err = s.copyFile(from, "file", to+"/file", 0o666)
	if text, _ := os.ReadFile(to + "/file"); err != nil || string(text) != "0123" {
		t.Errorf("a file that has grown: %q, %v", text, err)
	}
}
