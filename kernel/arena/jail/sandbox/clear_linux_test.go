package sandbox_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
)

// TestClear removes folders that may not be read, as an ordinary user.
func TestClear(t *testing.T) {
	above := t.TempDir()
	dir := above + "/jail"
	os.Chmod(filepath.Dir(above), 0o755)
	os.Chmod(above, 0o777)
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread, which may be another user now, ends with this goroutine
		if os.Geteuid() == 0 {
			unix.Setfsuid(65534) // root may read all folders
		}
		if err := errors.Join(os.Mkdir(dir, 0o700), os.MkdirAll(dir+"/a/b/c", 0o700), os.Chmod(dir+"/a/b/c", 0),
			os.WriteFile(dir+"/a/b/file", nil, 0o600), os.Chmod(dir+"/a/b", 0o300), os.Chmod(dir+"/a", 0o300)); err != nil {
			t.Error(err)
			return
		}
		sandbox.Clear(dir)
	}()
	<-done
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left: %v", dir, err)
	}
}
