package proc_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// TestNumberIsKept has a program end: until Close its number and its group are nobody else's, so that Close kills no stranger.
// The children that it left behind are killed nevertheless.
func TestNumberIsKept(t *testing.T) {
	p, err := proc.Start([]string{"sh", "-c", "sleep 1000 & echo $$ $!"})
	if err != nil {
		t.Fatal(err)
	}
	var own, child int
	line := <-p.Lines
	if n, _ := fmt.Sscan(string(line.Text), &own, &child); n != 2 {
		t.Fatalf("it wrote %q", line.Text)
	}
	<-p.Exited()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", own))
	if err != nil || !strings.Contains(string(stat), ") Z ") {
		t.Errorf("after its end it is %q, %v; want a zombie", stat, err)
	}
	if status := p.Close(0); status != "exit status 0" {
		t.Errorf("status %q", status)
	}
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", child))
		if err != nil || bytes.Contains(stat, []byte(") Z ")) {
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatal("its child is left")
		}
	}
	if err := syscall.Kill(own, 0); err != syscall.ESRCH {
		t.Errorf("after Close: %v, want that there is no such process", err)
	}
	if u := p.Usage(); u.Memory == 0 {
		t.Errorf("it used %+v", u)
	}
}
