package proc_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// TestPause pauses a program with children that spin: neither it nor they use processor time until Resume. It does so also as a
// user without rights, who has no control group.
func TestPause(t *testing.T) {
	gametest.Slow(t)
	if _, err := jail.Probe(); err != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	script := "for i in 1 2 3; do setsid sh -c 'while :; do :; done' & done; echo up; while :; do :; done"
	p, err := proc.StartWith([]string{"sh", "-c", script}, proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: proc.Require}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("as user %d, %s", os.Geteuid(), p.Level())
	defer p.Close(0)
	<-p.Lines
	spent := func() time.Duration {
		used, ok := cpu.Tree(proc.PidOf(p))
		if !ok {
			t.Fatal("the program's processor time is not known")
		}
		return used
	}
	for range 3 {
		p.Pause()
		time.Sleep(50 * time.Millisecond) // a busy machine stops them late
		before := spent()
		time.Sleep(500 * time.Millisecond)
		if used := spent() - before; used > 50*time.Millisecond { // process 1 of the jail counts, too
			t.Errorf("it used %v while it was paused", used)
		}
		p.Resume()
		for began := time.Now(); spent() <= before+100*time.Millisecond; time.Sleep(time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatal("it does not go on")
			}
		}
	}
	if os.Geteuid() == 0 {
		asNobody(t)
	}
}

// asNobody runs this test once more as a user without rights.
func asNobody(t *testing.T) {
	t.Helper()
	const nobody = 65534
	dir := t.TempDir()
	for path := dir; path != os.TempDir() && len(path) > 1; path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "user.test"), text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(filepath.Join(dir, "user.test"), "-test.run", "^"+t.Name()+"$", "-test.v")
	c.Dir, c.Env = dir, append(os.Environ(), "GRIDIRON_CORPUS=")
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := c.CombinedOutput()
	switch {
	case err != nil:
		t.Errorf("as a user without rights: %v\n%s", err, out)
	case !strings.Contains(string(out), "--- PASS: "+t.Name()):
		t.Skipf("not checked as a user without rights:\n%s", out)
	default:
		t.Logf("%s", out)
	}
}
