package folder_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/league"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/league/folder"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

func TestLock(t *testing.T) {
	gametest.Slow(t)
	dir := t.TempDir()
	first, err := folder.Enter(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Enter(dir); !errors.Is(err, league.ErrLocked) {
		t.Errorf("a second lock: error %v, want that the first one is there", err)
	}
	first.Leave()
	again, err := folder.Enter(dir)
	if err != nil {
		t.Errorf("after the first one has left: %v", err)
	}
	again.Leave()
	if _, err := folder.Enter(filepath.Join(dir, "missing")); err == nil {
		t.Error("a folder that is not there was entered")
	}
}

// TestAutopsy examines what processes that died in different ways left behind. Only those that died by themselves have left last
// words.
func TestAutopsy(t *testing.T) {
	for _, tt := range []struct {
		name, words string
		want        string // the error of the death; "": it is none
	}{
		{"a panic", "panic: heap of thirteen\n\ngoroutine 7 [running]:\n", "panic: heap of thirteen"},
		{"a stack that overflows", "runtime: goroutine stack exceeds 1000000000-byte limit\nruntime: sp=0xc0 stack=[0xc0]\nfatal error: stack overflow\n",
			"fatal error: stack overflow"},
		{"kill -9", "", ""},
		{"somebody asked where it hangs", "SIGQUIT: quit\nPC=0x46 m=0 sigcode=0\n", ""},
		{"aborted from outside", "SIGABRT: abort\n", ""},
	} {
		dir := t.TempDir()
		deaths := folder.Deaths{}
		watch, err := deaths.Watch(dir)
		if err == nil {
			err = watch.Begin("7")
		}
		if err != nil {
			t.Fatal(err)
		}
		watch.End("8") // one that was never begun
		left, err := os.ReadFile(filepath.Join(dir, "running", "7"))
		if err != nil {
			t.Fatal(err)
		}
		watch.Close() // then nothing of this test goes to the file; a process that dies leaves it
		if err := os.WriteFile(filepath.Join(dir, string(left)), []byte(tt.words), 0o666); err != nil {
			t.Fatal(err)
		}
		var noted []folder.Death
		note := func(d folder.Death) error { noted = append(noted, d); return nil }
		if err := deaths.Autopsy(dir, note); err != nil {
			t.Fatal(err)
		}
		var want []folder.Death
		if tt.want != "" {
			want = []folder.Death{{Type: "died", ID: "7", Words: string(left), Error: tt.want}}
		}
		if diff := cmp.Diff(want, noted); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
		if err := deaths.Autopsy(dir, note); err != nil || len(noted) != len(want) {
			t.Errorf("%s: a second look finds %v, %v", tt.name, noted, err)
		}
		if _, err := os.Stat(filepath.Join(dir, string(left))); (err == nil) != (tt.words != "") {
			t.Errorf("%s: the file of the last words: %v", tt.name, err)
		}
	}
}

// TestGivenUp gives a game up after three deaths, not before.
func TestGivenUp(t *testing.T) {
	deaths := folder.Deaths{}
	for n := range 4 {
		if last := deaths.Last("a"); (last != nil) != (n >= 3) {
			t.Errorf("after %d deaths: %v", n, last)
		}
		deaths.Add(folder.Death{ID: "a"})
	}
	if deaths.Last("b") != nil {
		t.Error("another game is given up, too")
	}
}

// TestAlone has a game during which a process died wait until the others are over.
func TestAlone(t *testing.T) {
	deaths := folder.Deaths{}
	deaths.Add(folder.Death{ID: "bad"})
	watch, err := deaths.Watch(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	one, two := watch.Wait("one"), watch.Wait("two") // both at the same time
	begun := make(chan bool)
	over := false
	go func() {
		done := watch.Wait("bad")
		begun <- over
		done()
	}()
	one()
	over = true
	two()
	if !<-begun {
		t.Error("the game began while another one was played")
	}
}
