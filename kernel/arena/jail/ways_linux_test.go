package jail

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
)

// inBubblewrap has bubblewrap build the place of a jail.
func inBubblewrap(j *Jail) {
	j.way, j.spec.Way, j.spec.Switch = sandbox.Bubblewrap, sandbox.Bubblewrap, false
}

// TestBubblewrap checks what a program can see and do in a jail that bubblewrap has built.
func TestBubblewrap(t *testing.T) {
	possible(t)
	if _, err := exec.LookPath("bwrap"); err != nil {
		t.Skip(err)
	}
	if level, err := try(sandbox.Bubblewrap); err != nil || !strings.HasPrefix(level, "bubblewrap+") {
		t.Skipf("bubblewrap builds no jail here: %s %v", level, err)
	}
	dir := t.TempDir()
	write(t, dir+"/a", "old")
	seconds := unique(5)
	script := "cat a; echo new > a; cat a; touch /x /usr/x 2>/dev/null || echo read-only; ls " + dir + "/.. ; set /proc/[0-9]*; echo $#; " +
		"grep -c : /proc/net/dev; env | grep -c SECRET; grep NoNewPrivs /proc/self/status; " + family(seconds) + "exit 3"
	t.Setenv("GRIDIRON_SECRET", "key")
	t.Chdir(dir)
	r := start(t, proc.Policy{Keep: true}, dir, inBubblewrap, "sh", "-c", script)
	r.over(t)
	gone(t, seconds)
	want := "oldnew\nread-only\n001\n2\n1\n0\nNoNewPrivs:\t1\nup\n"
	if got := r.out.String(); got != want || r.Status() != "exit status 3" {
		t.Errorf("wrote %q, want %q; errors %q; %s; %s", got, want, r.err.String(), r.Status(), r.Level())
	}
	if got := tree(t, dir); got != "a=new" {
		t.Errorf("written back there is %s", got)
	}
	r = start(t, proc.Policy{CPU: time.Second}, "", inBubblewrap, "sh", "-c", "while true; do true; done")
	if r.finish(t); r.Status() != "killed: it used more than 1 s of processor time" {
		t.Error(r.Status())
	}
}

// withoutNamespaces makes a jail as in a container that does not allow namespaces.
func withoutNamespaces(j *Jail) { j.way, j.spec.Way = sandbox.LandlockOnly, sandbox.LandlockOnly }

// TestWithoutNamespaces checks what a program can see and do where only landlock, limits and seccomp confine it.
func TestWithoutNamespaces(t *testing.T) {
	possible(t)
	if level, err := try(sandbox.LandlockOnly); err != nil || !strings.HasPrefix(level, "no namespaces+landlock") {
		t.Skipf("there is no such jail: %s %v", level, err)
	}
	dir, other := t.TempDir(), t.TempDir()
	os.Chmod(filepath.Dir(dir), 0o755)
	write(t, dir+"/a", "old")
	write(t, other+"/secret", "secret")
	victim := exec.Command("sleep", unique(7))
	victim.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	defer victim.Wait()
	defer victim.Process.Kill()
	seconds := unique(6)
	script := fmt.Sprintf("cat %[1]s/a; echo; (echo new > %[1]s/a) 2>/dev/null || echo read-only; cat %[2]s/secret 2>/dev/null || echo hidden; "+
		"kill -9 %[3]d 2>/dev/null || echo spared; cat /proc/%[3]d/environ 2>/dev/null || echo closed; echo x > $TMPDIR/x && cat $TMPDIR/x; "+
		"ls /tmp >/dev/null 2>&1 || echo no /tmp; %[4]s exit 3", dir, other, victim.Process.Pid, family(seconds))
	r := start(t, proc.Policy{}, dir, withoutNamespaces, "sh", "-c", script)
	r.over(t)
	gone(t, seconds)
	want := "old\nread-only\nhidden\nspared\nclosed\nx\nno /tmp\nup\n"
	if got := r.out.String(); got != want || r.Status() != "exit status 3" {
		t.Errorf("wrote %q, want %q; errors %q; %s; %s", got, want, r.err.String(), r.Status(), r.Level())
	}
	if _, err := os.Stat(r.spec.Temp); err == nil {
		t.Errorf("%s is left", r.spec.Temp)
	}
	bomb := "head -c 900000000 /dev/zero | tail; sleep 100" // tail keeps all of a line that does not end
	r = start(t, proc.Policy{Memory: 100 << 20}, "", func(j *Jail) { withoutNamespaces(j); withoutGroups(j) }, "sh", "-c", bomb)
	if r.finish(t); r.Status() != "killed: it used more than 100 MiB of memory" {
		t.Error(r.Status())
	}
}

// TestNeighboursWithoutNamespaces has a program that runs as our own user, and that only landlock, limits and seccomp confine, try
// what landlock does not check: to limit and slow down other processes, to lock files, and to leave shared memory behind.
func TestNeighboursWithoutNamespaces(t *testing.T) {
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	if level, err := try(sandbox.LandlockOnly); err != nil {
		t.Skipf("there is no such jail: %s %v", level, err)
	}
	other := t.TempDir() + "/other"
	write(t, other, "other")
	victim := exec.Command("sleep", unique(8))
	victim.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	defer victim.Wait()
	defer victim.Process.Kill()
	script := fmt.Sprintf(`import ctypes, os, resource as r
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *words):
    if getattr(libc, name)(*words) == -1: raise OSError(ctypes.get_errno(), name)
def attempt(name, f):
    try: f()
    except PermissionError: return
    print(name)
pid, other = %[1]d, %[2]q
attempt('limits', lambda: r.prlimit(pid, r.RLIMIT_CORE, (0, 0)))
attempt('priority', lambda: os.setpriority(os.PRIO_PROCESS, pid, 19))
attempt('all priorities', lambda: os.setpriority(os.PRIO_USER, 0, os.getpriority(os.PRIO_USER, 0)))
attempt('scheduler', lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)))
attempt('rights', lambda: os.chmod(other, 0))
attempt('times', lambda: os.utime(other, (1, 1)))
attempt('attributes', lambda: os.setxattr(other, 'user.x', b'y'))
attempt('shared memory', lambda: call('shmget', %[1]d, 4096, 0o1600))
own = os.environ['TMPDIR'] + '/own'
with open(own, 'w') as f: os.utime(f.fileno())
r.setrlimit(r.RLIMIT_NOFILE, (100, 100))
os.nice(1)
print('end')`, victim.Process.Pid, other)
	r := start(t, proc.Policy{}, "", func(j *Jail) {
		withoutNamespaces(j)
		j.spec.Switch = false
	}, "python3", "-c", script)
	r.finish(t)
	if got := r.out.String(); got != "end\n" {
		t.Errorf("it could change:\n%s; errors %q; %s", got, r.err.String(), r.Level())
	}
	if info, err := os.Stat(other); err != nil || info.Mode().Perm() != 0o644 || time.Since(info.ModTime()) > time.Hour {
		t.Errorf("the other file is now %v, %v", info, err)
	}
}
