//go:build unix

package proc

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// stubborn is a program that ignores all that can be ignored, and so does its child.
const stubborn = "trap '' TERM INT HUP PIPE; sleep 1000 & echo $!; while :; do sleep 1000; done"

// startStubborn starts the stubborn program and returns it with its child.
func startStubborn(t *testing.T) (p *Program, pid string) {
	t.Helper()
	p, err := Start([]string{"sh", "-c", stubborn})
	if err != nil {
		t.Fatal(err)
	}
	return p, string((<-p.Lines).Text)
}

// gone waits until a process has ended.
func gone(t *testing.T, pid string) {
	t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(10 * time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
	}
	t.Errorf("process %s is left", pid)
}

// TestEndAll ends programs without closing them, also one that is started afterwards.
func TestEndAll(t *testing.T) {
	p, pid := startStubborn(t)
	a := programs{list: map[*Program]bool{}}
	a.add(p)
	a.end(time.Minute)
	gone(t, pid)
	p.Close(0)
	p, pid = startStubborn(t)
	a.add(p)
	gone(t, pid)
	p.Close(0)
}

// TestHurry closes a program that would not end for an hour.
func TestHurry(t *testing.T) {
	p, pid := startStubborn(t)
	p.hurry = make(chan struct{})
	time.AfterFunc(50*time.Millisecond, func() { close(p.hurry) })
	p.Close(time.Hour)
	gone(t, pid)
}

// TestNotRegular starts what is no file, and names such things to programs.
func TestNotRegular(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, err := range []error{
		os.Mkdir("bot", 0o777), syscall.Mkfifo("bot/pipe", 0o777), os.Chmod("bot/pipe", 0o777), syscall.Mkfifo("pipe", 0o666),
		os.Symlink("/dev/zero", "bot/zero"), os.WriteFile("bot/run", []byte("#!/bin/sh\necho $1\n"), 0o777), os.Mkdir("bot/data", 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	abs, err := filepath.Abs("bot/pipe")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		words   string
		refused bool
	}{
		{"bot/pipe", true}, {abs, true}, {"sh bot/pipe", true}, {"sh bot/zero", true}, {"bot/run bot/pipe", true}, {"bot/run " + abs, true},
		{"bot/run pipe", false}, {"bot/run /dev/null", false}, {"bot/run bot/data", false}, {"bot/run missing", false},
	} {
		p, err := Start(strings.Fields(tt.words))
		if errors.Is(err, files.ErrNotRegular) != tt.refused {
			t.Errorf("%s: error %v", tt.words, err)
		}
		if err == nil {
			p.Close(0)
		}
	}
	if command, err := RunsFile("bot/pipe"); command != "" {
		t.Errorf("a pipe is run by %q, %v", command, err)
	}
}
