package cpu_test

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// TestThread has a thread work and rest: only the work is counted.
func TestThread(t *testing.T) {
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread := cpu.This()
	before, ok := thread.Spent()
	if !ok {
		t.Fatal("the clock of this thread cannot be read")
	}
	time.Sleep(100 * time.Millisecond)
	rested, _ := thread.Spent()
	if rested-before > 50*time.Millisecond {
		t.Errorf("a rest of 100 ms is counted as %v", rested-before)
	}
	n := 0
	for spent := rested; spent-rested < 50*time.Millisecond; n++ {
		if spent, ok = thread.Spent(); !ok || n > 1e8 {
			t.Fatalf("after %d readings: %v, %v", n, spent-rested, ok)
		}
	}
}

// TestTree has a child of a shell work: it is counted while it works and after it has ended.
func TestTree(t *testing.T) {
	if !cpu.Measurable {
		t.Skip("processor time cannot be measured on this system")
	}
	cmd := exec.Command("sh", "-c", `sh -c 'while :; do :; done' & child=$!; read wait; kill $child; wait $child; echo; read wait`)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	spent := time.Duration(0)
	for deadline := time.Now().Add(time.Minute); spent < 100*time.Millisecond; time.Sleep(10 * time.Millisecond) {
		var ok bool
		if spent, ok = cpu.Tree(cmd.Process.Pid); !ok || time.Now().After(deadline) {
			t.Fatalf("the work of the child: %v, %v", spent, ok)
		}
	}
	in.Write([]byte("end it\n"))
	out.Read(make([]byte, 1))
	if after, ok := cpu.Tree(cmd.Process.Pid); !ok || after < spent-50*time.Millisecond {
		t.Errorf("after the child has ended: %v, %v; before it %v", after, ok, spent)
	}
	if _, ok := cpu.Tree(1 << 22); ok {
		t.Error("a process that does not exist has a clock")
	}
}

// TestBusy keeps all processors busy with more work than they can do at once.
func TestBusy(t *testing.T) {
	if testing.Short() || os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("keeps all processors busy: set GRIDIRON_LONG=1 and leave out -short to run it, as .ci/run does")
	}
	if !cpu.Measurable {
		t.Skip("what is measured elsewhere depends on the system")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for range 4 * runtime.NumCPU() {
		cmd := exec.CommandContext(ctx, "sh", "-c", "while :; do :; done")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()
	}
	defer cancel()
	said := ""
	cpu.Busy(ctx, func(sentence string) { said = sentence })
	if !strings.HasPrefix(said, "the machine is too busy for clocks: ") {
		t.Errorf("four programs a processor: said %q", said)
	}
}
