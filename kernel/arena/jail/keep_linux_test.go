package jail

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestKeepReadOnlyFolders writes back a folder that the program has made read-only, as an ordinary user. Go's module cache has such
// folders.
func TestKeepReadOnlyFolders(t *testing.T) {
	above := t.TempDir()
	os.Chmod(filepath.Dir(above), 0o755)
	os.Chmod(above, 0o777)
	from, to := above+"/from", above+"/to"
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread, which may be another user now, ends with this goroutine
		if os.Geteuid() == 0 {
			unix.Setfsuid(65534) // root may write to all folders
		}
		if err := errors.Join(os.MkdirAll(from+"/a/b", 0o755), os.WriteFile(from+"/a/b/c", []byte("new"), 0o644),
			os.Chmod(from+"/a/b", 0o500), os.Chmod(from+"/a", 0o555), os.Mkdir(to, 0o755)); err != nil {
			t.Error(err)
			return
		}
		changes, err := os.Open(from)
		if err != nil {
			t.Error(err)
			return
		}
		defer changes.Close()
		j := &Jail{claimed: changes}
		j.spec.Folder, j.spec.Disk = to, 1<<20
		if err := j.keep(changes); err != nil {
			t.Error(err)
		}
	}()
	<-done
	if got := tree(t, to); got != "a a/b a/b/c=new" {
		t.Errorf("written back there is %s", got)
	}
	for name, want := range map[string]os.FileMode{"/a": 0o555, "/a/b": 0o500} {
		info, err := os.Stat(to + name)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v; %v", name, info, want, err)
		}
		defer os.Chmod(to+name, 0o755)
		defer os.Chmod(from+name, 0o755)
	}
}

// TestKeepBesidePipe writes back to a folder that has a pipe where new files are written first.
func TestKeepBesidePipe(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	if err := errors.Join(os.WriteFile(from+"/a", []byte("new"), 0o644), unix.Mkfifo(from+"/pipe", 0o666), unix.Mkfifo(to+"/.jail-new", 0o666)); err != nil {
		t.Fatal(err)
	}
	changes, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer changes.Close()
	j := &Jail{claimed: changes}
	j.spec.Folder, j.spec.Disk = to, 1<<20
	if err := j.keep(changes); err != nil {
		t.Error(err)
	}
	if got := tree(t, to); got != "a=new" {
		t.Errorf("written back there is %s", got)
	}
}
