//go:build unix

package files_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// A stranger's file is opened at once or not at all, whatever it is.
func TestOpen(t *testing.T) {
	t.Chdir(t.TempDir()) // names of sockets must be short
	if err := errors.Join(syscall.Mkfifo("pipe", 0o666), os.WriteFile("bot.py", []byte("print()\n"), 0o666), os.Mkdir("folder", 0o777)); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for link, target := range map[string]string{"to-file": "bot.py", "to-pipe": "pipe", "to-zero": "/dev/zero", "to-tty": "/dev/tty"} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"bot.py": "", "to-file": "", "pipe": "a pipe", "to-pipe": "a pipe", "socket": "a socket", "to-zero": "a device",
		"to-tty": "a device", "folder": "a folder",
	} {
		text, err := files.ReadOf(name, files.MostText)
		switch {
		case want == "" && (err != nil || string(text) != "print()\n"):
			t.Errorf("%s: %q, %v", name, text, err)
		case want != "" && (!errors.Is(err, files.ErrNotRegular) || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), name+": ")):
			t.Errorf("%s: error %v, want that it is %s", name, err, want)
		}
		if err := files.Check(name); (err != nil) != (want != "" && name != "folder") {
			t.Errorf("check of %s: %v", name, err)
		}
	}
	if err := files.Check("missing"); err != nil {
		t.Error(err)
	}
	if _, err := files.Open("missing"); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "open missing: ") {
		t.Errorf("a missing file: %v", err)
	}
	// What is put in the place of a file after it was looked at is opened at once, too, and refused.
	if f, err := files.Opened(os.OpenFile("pipe", os.O_RDONLY|files.AtOnce, 0)); !errors.Is(err, files.ErrNotRegular) {
		t.Errorf("opened %v, %v", f, err)
	}
}

// What the user names may be a pipe, but has an end.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Fatal(err)
	}
	go os.WriteFile(path, []byte("a game"), 0)
	if text, err := files.Read(path, 6); string(text) != "a game" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := files.Read("/dev/zero", 1<<20); !errors.Is(err, files.ErrTooLarge) || err.Error() != "/dev/zero: too large: want at most 1 MiB" {
		t.Error(err)
	}
	if text, err := files.All(io.LimitReader(bytes.NewReader(make([]byte, 10)), 10), "x", 10); len(text) != 10 || err != nil {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if _, err := files.Read(filepath.Dir(path), files.MostText); err == nil {
		t.Error("a folder was read")
	}
}
