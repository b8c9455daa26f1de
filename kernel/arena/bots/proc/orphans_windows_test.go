package proc

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// The test is also the program that it starts: a parent, which starts a child, which leaves an orphan behind.
func init() {
	next := map[string]string{"parent": "child", "child": "orphan"}
	role := os.Getenv("GRIDIRON_ROLE")
	if name := next[role]; name != "" {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), "GRIDIRON_ROLE="+name)
		c.Stdout = os.Stdout
		if err := c.Start(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		if role == "child" {
			fmt.Println(c.Process.Pid)
			os.Exit(0)
		}
	}
	if role != "" {
		time.Sleep(10 * time.Minute)
		os.Exit(0)
	}
}

// TestOrphans ends a program whose grandchild has lost its parent.
func TestOrphans(t *testing.T) {
	p, err := StartWith([]string{os.Args[0]}, Options{Env: []string{"GRIDIRON_ROLE=parent"}})
	if err != nil {
		t.Fatal(err)
	}
	line := <-p.Lines
	pid, err := strconv.Atoi(strings.TrimSpace(string(line.Text)))
	if err != nil {
		t.Fatalf("it wrote %q, %v", line.Text, line.Err)
	}
	orphan, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		t.Fatal(err)
	}
	defer windows.CloseHandle(orphan)
	if event, err := windows.WaitForSingleObject(orphan, 1000); event != uint32(windows.WAIT_TIMEOUT) {
		t.Fatalf("the orphan does not run: %d, %v", event, err)
	}
	p.Close(0)
	if event, err := windows.WaitForSingleObject(orphan, 60_000); event != windows.WAIT_OBJECT_0 {
		t.Errorf("the orphan is left: %d, %v", event, err)
	}
}
