package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestSpareThreads has four system calls wait at the same time in a process like process 1: only without spare threads, the
// runtime starts new ones.
func TestSpareThreads(t *testing.T) {
	const variable = "GRIDIRON_TEST_THREADS"
	if os.Getenv(variable) == "" {
		for _, spare := range []string{"spare", "none"} {
			c := exec.Command("/proc/self/exe", "-test.run", "^"+t.Name()+"$", "-test.v")
			c.Env = []string{"GOMAXPROCS=1", variable + "=" + spare}
			text, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if grown := !strings.Contains(string(text), "0 new threads"); grown != (spare == "none") {
				t.Errorf("with %s:\n%s", spare, text)
			}
		}
		return
	}
	if os.Getenv(variable) == "spare" {
		spareThreads()
	}
	before := len(threads())
	var wait sync.WaitGroup
	var ends [4][2]int
	for i := range ends {
		if err := syscall.Pipe2(ends[i][:], syscall.O_CLOEXEC); err != nil {
			t.Fatal(err)
		}
		wait.Go(func() { syscall.Read(ends[i][0], make([]byte, 1)) })
		time.Sleep(20 * time.Millisecond) // the runtime notices only after a while that a call waits; a shorter sleep finds less
	}
	fmt.Printf("%d new threads\n", len(threads())-before)
	for _, end := range ends {
		syscall.Write(end[1], []byte{0})
	}
	wait.Wait()
}
