package jail

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// TestKeepWithoutRights writes back a folder whose program has taken rights from its own user, as an ordinary user. Go's module cache
// has such folders.
func TestKeepWithoutRights(t *testing.T) {
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
			os.WriteFile(from+"/d", []byte("secret"), 0o000), os.WriteFile(from+"/e", []byte("old"), 0o600), os.Chmod(from+"/e", 0o200),
			os.Mkdir(from+"/f", 0o755), os.WriteFile(from+"/f/g", nil, 0o444), os.Chmod(from+"/f", 0o000),
			os.Mkdir(from+"/h", 0o755), os.WriteFile(from+"/h/i", nil, 0o644), os.Chmod(from+"/h", 0o400),
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
		j := &Jail{policy: proc.Policy{Keep: true}}
		j.spec.Folder, j.spec.Disk = to, 1<<20
		if err := errors.Join(j.claim(), j.keep(changes)); err != nil {
			t.Error(err)
		}
	}()
	<-done
	if got := tree(t, to); got != "a a/b a/b/c=new d=secret e=old f f/g= h h/i=" {
		t.Errorf("written back there is %s", got)
	}
	for name, want := range map[string]os.FileMode{"/a": 0o555, "/a/b": 0o500, "/d": 0, "/e": 0o200, "/f": 0, "/f/g": 0o444, "/h": 0o400} {
		for _, root := range []string{from, to} {
			info, err := os.Stat(root + name)
			if err != nil || info.Mode().Perm() != want {
				t.Errorf("%s has mode %v, want %v; %v", root+name, info, want, err)
			}
		}
		defer os.Chmod(to+name, 0o755)
		defer os.Chmod(from+name, 0o755)
	}
}

// TestKeepAnyMode writes back a file and a folder of each mode that a program may leave behind, as an ordinary user.
func TestKeepAnyMode(t *testing.T) {
	above := t.TempDir()
	os.Chmod(filepath.Dir(above), 0o755)
	os.Chmod(above, 0o777)
	from, to := above+"/from", above+"/to"
	modes := []os.FileMode{0, 0o001, 0o010, 0o100, 0o200, 0o300, 0o400, 0o500, 0o600, 0o070, 0o007, 0o111, 0o222, 0o333, 0o444, 0o555, 0o077, 0o666, 0o700, 0o755}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // see TestKeepWithoutRights
		if os.Geteuid() == 0 {
			unix.Setfsuid(65534)
		}
		err := errors.Join(os.Mkdir(from, 0o755), os.Mkdir(to, 0o755))
		for _, m := range modes {
			file, dir := fmt.Sprintf("%s/f%03o", from, m), fmt.Sprintf("%s/d%03o", from, m)
			err = errors.Join(err, os.WriteFile(file, []byte("new"), 0o644), os.Chmod(file, m),
				os.MkdirAll(dir+"/below", 0o755), os.WriteFile(dir+"/below/x", []byte("x"), 0o644), os.Chmod(dir+"/below/x", m), os.Chmod(dir+"/below", m), os.Chmod(dir, m))
		}
		changes, failed := os.Open(from)
		if err = errors.Join(err, failed); err != nil {
			t.Error(err)
			return
		}
		defer changes.Close()
		j := &Jail{policy: proc.Policy{Keep: true}}
		j.spec.Folder, j.spec.Disk = to, 1<<20
		if err := errors.Join(j.claim(), j.keep(changes)); err != nil {
			t.Error(err)
		}
	}()
	<-done
	for _, m := range modes {
		for path, want := range map[string]string{"/f%03o": "new", "/d%03o": "", "/d%03o/below": "", "/d%03o/below/x": "x"} {
			path = to + fmt.Sprintf(path, m)
			info, err := os.Stat(path)
			if err != nil || info.Mode().Perm() != m&^0o022 { // others may not write
				t.Errorf("%s: %v, %v, want mode %v", path, info, err, m&^0o022)
				continue
			}
			defer os.Chmod(path, 0o755)
			if os.Geteuid() == 0 && want != "" {
				if text, err := os.ReadFile(path); err != nil || string(text) != want {
					t.Errorf("%s: %q, %v", path, text, err)
				}
			}
		}
		for _, part := range []string{"", "/below"} {
			defer os.Chmod(fmt.Sprintf("%s/d%03o%s", from, m, part), 0o755)
		}
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
	j := &Jail{policy: proc.Policy{Keep: true}}
	j.spec.Folder, j.spec.Disk = to, 1<<20
	if err := errors.Join(j.claim(), j.keep(changes)); err != nil {
		t.Error(err)
	}
	if got := tree(t, to); got != "a=new" {
		t.Errorf("written back there is %s", got)
	}
}

// TestKeepWhereItWas has somebody who owns the folder above put another folder, or a link, in the place of the program's, before
// and after the program starts. Nothing is written there.
func TestKeepWhereItWas(t *testing.T) {
	for name, swap := range map[string]func(path, victim string) error{
		"another folder": func(path, victim string) error { return os.Rename(victim, path) },
		"a link":         func(path, victim string) error { return os.Symlink(victim, path) },
	} {
		t.Run(name, func(t *testing.T) {
			above, from := t.TempDir(), t.TempDir()
			path, aside, victim := above+"/bot", above+"/aside", above+"/victim"
			if err := errors.Join(os.Mkdir(path, 0o755), os.Mkdir(victim, 0o755), os.WriteFile(from+"/a", []byte("new"), 0o644)); err != nil {
				t.Fatal(err)
			}
			changes, err := os.Open(from)
			if err != nil {
				t.Fatal(err)
			}
			defer changes.Close()
			j := &Jail{policy: proc.Policy{Keep: true}}
			j.spec.Folder, j.spec.Disk = path, 1<<20
			if err := errors.Join(j.claim(), os.Rename(path, aside), swap(path, victim), j.keep(changes)); err != nil {
				t.Error(err)
			}
			if there, kept := tree(t, path), tree(t, aside); there != "" || kept != "a=new" {
				t.Errorf("in its place there is %q, where it was %q", there, kept)
			}
			if err := j.claim(); name == "a link" && err == nil {
				t.Error("a link in the place of the folder is claimed")
			}
		})
	}
}
