package jail

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// inBubblewrap is the second way to build a jail.
func inBubblewrap(j *Jail) {
	j.way, j.spec.Built, j.spec.Switch = bubblewrap, true, false
}

// TestBubblewrap looks around in a jail that bubblewrap has built.
func TestBubblewrap(t *testing.T) {
	possible(t)
	if _, err := exec.LookPath("bwrap"); err != nil {
		t.Skip(err)
	}
	if level, err := bubblewrap.try(); err != nil || !strings.HasPrefix(level, "bubblewrap+") {
		t.Skipf("bubblewrap builds no jail here: %s %v", level, err)
	}
	dir := t.TempDir()
	write(t, dir+"/a", "old")
	seconds := unique(5)
	script := "cat a; echo new > a; cat a; touch /x /usr/x 2>/dev/null || echo read-only; ls " + dir + "/.. ; set /proc/[0-9]*; echo $#; " +
		"grep -c : /proc/net/dev; env | grep -c SECRET; grep NoNewPrivs /proc/self/status; " + family(seconds) + "exit 3"
	t.Setenv("GRIDIRON_SECRET", "key")
	t.Chdir(dir)
	r := start(t, Policy{Keep: true}, dir, inBubblewrap, "sh", "-c", script)
	<-r.exited
	if err := r.End(); err != nil {
		t.Error(err)
	}
	gone(t, seconds)
	want := "oldnew\nread-only\n001\n2\n1\n0\nNoNewPrivs:\t1\nup\n"
	if got := r.out.String(); got != want || r.Status() != "exit status 3" {
		t.Errorf("wrote %q, want %q; errors %q; %s; %s", got, want, r.err.String(), r.Status(), r.Level())
	}
	if got := tree(t, dir); got != "a=new" {
		t.Errorf("written back there is %s", got)
	}
	r = start(t, Policy{CPU: time.Second}, "", inBubblewrap, "sh", "-c", "while true; do true; done")
	if r.finish(t); r.Status() != "killed: it used more than 1 s of processor time" {
		t.Error(r.Status())
	}
}
