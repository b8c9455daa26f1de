package proc

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// sleeps returns how many processes sleep for that many seconds.
func sleeps(seconds string) (n int) {
	out, _ := exec.Command("ps", "axo", "args").Output()
	for line := range strings.Lines(string(out)) {
		if strings.TrimSpace(line) == "sleep "+seconds {
			n++
		}
	}
	return n
}

// sleepless waits until that many processes sleep for that many seconds.
func sleepless(t *testing.T, seconds string, want int) {
	t.Helper()
	for began := time.Now(); sleeps(seconds) != want; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%d processes sleep for %s s, want %d", sleeps(seconds), seconds, want)
		}
	}
}

// family starts six processes that sleep: as children, in sessions of their own, with a parent that has ended, without variables.
const family = `s=%s
sleep $s &
setsid sleep $s &
nohup sleep $s >/dev/null 2>&1 &
(setsid sh -c "sleep $s & sleep $s" &)
(env -i PATH="$PATH" setsid sleep $s &)
echo up
`

// TestOrphans ends programs without a jail that have left children in every way, beside another program with such children and a
// process that this one started by itself: these go on.
func TestOrphans(t *testing.T) {
	if testing.Short() && os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("takes a second or more: run without -short")
	}
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	unique := func(n int) string { return strconv.Itoa(200_000_000 + os.Getpid()*10 + n) }
	ours := exec.Command("sleep", unique(0))
	ours.Env = append(os.Environ(), Variable+"=") // as for a browser
	ours.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if err := ours.Start(); err != nil {
		t.Fatal(err)
	}
	defer ours.Wait()
	defer ours.Process.Kill()
	begin := func(seconds, then string) *Program {
		p, err := Start([]string{"sh", "-c", fmt.Sprintf(family, seconds) + then})
		if err != nil {
			t.Fatal(err)
		}
		<-p.Lines
		sleepless(t, seconds, 6)
		return p
	}
	beside := begin(unique(1), "read x")
	for i, then := range []string{"exit 3", "read x; exit 3", "exec sleep 1000", "sleep 1000"} {
		seconds := unique(i + 2)
		p := begin(seconds, then)
		if status := p.Close(100 * time.Millisecond); i < 2 && status != "exit status 3" {
			t.Errorf("%s: status %q", then, status)
		}
		// The one without variables could be anybody's while another program runs.
		if left := sleeps(seconds); left > 1 {
			t.Errorf("%s: %d processes are left", then, left)
		}
	}
	if n := sleeps(unique(1)); n != 6 {
		t.Errorf("%d of 6 children of another program go on", n)
	}
	beside.Close(time.Minute)
	for i := range 5 {
		if left := sleeps(unique(i + 1)); left > 0 {
			t.Errorf("program %d: %d processes are left when no program runs", i, left)
		}
	}
	if n := sleeps(unique(0)); n != 1 {
		t.Error("a process that was not a program's has ended, too")
	}
	if left := cpu.Children(os.Getpid()); slices.ContainsFunc(left, func(pid int) bool { return pid != ours.Process.Pid }) {
		t.Errorf("children %v are left, also dead ones", left)
	}
}

// TestAdopted has a program leave many children that end at once: they do not stay as dead processes while it runs.
func TestAdopted(t *testing.T) {
	if testing.Short() && os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip("takes a second or more: run without -short")
	}
	p, err := Start([]string{"sh", "-c", "for i in 1 2 3 4 5 6 7 8; do (setsid true & true &); done; echo up; read x"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(time.Minute)
	<-p.Lines
	for began := time.Now(); len(cpu.Children(os.Getpid())) > 1; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("children %v are left", cpu.Children(os.Getpid()))
		}
	}
}
