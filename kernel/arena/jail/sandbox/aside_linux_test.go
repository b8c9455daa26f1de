package sandbox

import (
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

func init() { runtime.LockOSThread() } // TestMain runs on the first thread

// TestMain asks for a thread on the first one, which is used up by that, and runs the tests on others.
func TestMain(m *testing.M) {
	go func() {
		given := <-thread
		thread <- given
		os.Exit(m.Run())
	}()
	aside(func() { thread <- unix.Gettid() })
	select {}
}

var thread = make(chan int, 1)

func TestAsideIsNotFirstThread(t *testing.T) {
	if given := <-thread; given == os.Getpid() {
		t.Error("a program is started by the thread that stands for process 1")
	}
}
