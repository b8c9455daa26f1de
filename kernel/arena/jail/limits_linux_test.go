package jail

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestLimits has programs take more than they may, with control groups and without.
func TestLimits(t *testing.T) {
	gametest.Slow(t)
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		name   string
		policy proc.Policy
		script string
		status string // the beginning
		out    string
	}{
		{"memory", proc.Policy{Memory: 200 << 20}, "x = [b'x' * 2**20 for i in range(4000)]", "", ""},
		{"memory of children", proc.Policy{Memory: 200 << 20}, "import os, time\nfor i in range(6):\n if os.fork() == 0:\n  x = [b'x' * 2**20 for i in range(60)]\n  time.sleep(2)\n  os._exit(0)\n" +
			"for i in range(6): os.wait()", "", ""},
		{"memory in files", proc.Policy{Memory: 200 << 20, Disk: 1 << 30},
			"f = open('/dev/shm/x', 'wb')\nfor i in range(900): f.write(b'x' * 2**20)", "", ""},
		{"processor time", proc.Policy{CPU: time.Second}, "while True: pass", "killed: it used more than 1 s of processor time", ""},
		{"processor time of children", proc.Policy{CPU: time.Second}, "import os\nfor i in range(3): os.fork()\nwhile True: pass",
			"killed: it used more than 1 s of processor time", ""},
		{"processes", proc.Policy{Procs: 20},
			"import os, time\nn = 0\ntry:\n while True:\n  if os.fork() == 0: time.sleep(1000)\n  n += 1\nexcept OSError as e: print(10 < n < 50, type(e).__name__)",
			"exit status 0", "True BlockingIOError"},
		{"disk", proc.Policy{Disk: 8 << 20}, "n = 0\ntry:\n while True:\n  open('/tmp/%d' % n, 'wb').write(b'x' * 2**20); n += 1\nexcept OSError as e: print(n, e.errno)",
			"exit status 0", "8 28"}, // no space left
		{"a file", proc.Policy{Disk: 1 << 20}, "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n" +
			"try:\n f = open('/tmp/large-file', 'wb'); f.truncate(10 * 2**30)\nexcept OSError as e: print(e.errno)", "exit status 0", "27"},
	} {
		for name, change := range map[string]func(*Jail){"with groups": nil, "without": withoutGroups} {
			if tt.policy.CPU > 0 && (change == nil || testing.Short()) {
				continue // groups do not bound it, and it takes a second
			}
			t.Run(tt.name+" "+name, func(t *testing.T) {
				t.Parallel()
				r := start(t, tt.policy, "", change, "python3", "-c", tt.script)
				r.finish(t)
				got, out := r.Status(), strings.TrimSpace(r.out.String())
				memory := strings.Contains(got, "used more than 200 MiB of memory")
				if tt.status == "" && !memory || !strings.HasPrefix(got, tt.status) || out != tt.out {
					t.Errorf("%s, wrote %q, errors %q; want %s and %q; %s", got, out, r.err.String(), tt.status, tt.out, r.Level())
				}
			})
		}
	}
}

// The time of children for which nobody waits counts, too, where there is a control group of version 2.
func TestTimeOfForgottenChildren(t *testing.T) {
	gametest.Slow(t)
	possible(t)
	r := start(t, proc.Policy{CPU: time.Second}, "", nil, "python3", "-c", "import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"+
		"end = time.time() + 20\nwhile time.time() < end:\n if os.fork() == 0:\n  while time.process_time() < 0.1: pass\n  os._exit(0)\n"+
		" try: os.wait()\n except OSError: pass")
	if _, counts := r.Spent(); !counts {
		r.kill()
		t.Skip("no control group counts processor time here")
	}
	r.finish(t)
	if got := r.Status(); got != "killed: it used more than 1 s of processor time" {
		t.Errorf("%s; errors %q; %s", got, r.err.String(), r.Level())
	}
}

// TestUsage has a program use processor time and memory.
func TestUsage(t *testing.T) {
	gametest.Slow(t)
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	// The parent waits: the jail ends with it, and on a busy machine the child may not have had its time by then.
	script := "import os, time\nx = b'x' * 100 * 2**20\nchild = os.fork()\nwhile time.process_time() < 0.2: pass\nif child: os.wait()"
	for name, change := range map[string]func(*Jail){"with groups": nil, "without": withoutGroups} {
		r := start(t, proc.Policy{}, "", change, "python3", "-c", script)
		r.finish(t)
		if u := r.Usage(); u.CPU < 300*time.Millisecond || u.CPU > 30*time.Second || u.Memory < 100<<20 || u.Memory > 200<<20 {
			t.Errorf("%s: used %v, want about 0.5 s and 110 MiB", name, u)
		}
	}
}

// TestUsageSoFar asks what a program has used while it still runs: the record of a game is written before its programs end.
func TestUsageSoFar(t *testing.T) {
	gametest.Slow(t)
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	script := "import os, time\nx = b'x' * 100 * 2**20\nos.fork()\nwhile time.process_time() < 0.2: pass\nprint('up', flush=True)\ntime.sleep(1000)"
	for name, change := range map[string]func(*Jail){"with groups": nil, "without": withoutGroups} {
		r := start(t, proc.Policy{}, "", change, "python3", "-c", script)
		// On a slow machine Python alone takes 0.3 s to start, before it has the memory.
		var u proc.Usage
		for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(10 * time.Millisecond) {
			if u = r.Usage(); u.CPU > 300*time.Millisecond && (change == nil || u.Memory >= 100<<20) {
				break
			}
		}
		r.End()
		if u.CPU <= 300*time.Millisecond || u.CPU > 30*time.Second || change != nil && (u.Memory < 100<<20 || u.Memory > 250<<20) {
			t.Errorf("%s: used %v so far, want about 0.5 s and 110 MiB", name, u)
		}
		if all := r.Usage(); all.CPU < u.CPU-100*time.Millisecond { // the groups count the jail itself
			t.Errorf("%s: used %v in all, and %v before", name, all, u)
		}
	}
}

// alive reports whether a process runs whose command line begins with sleep and the text.
func alive(text string) bool {
	out, _ := exec.Command("ps", "axo", "args").Output()
	return slices.ContainsFunc(strings.Split(string(out), "\n"), func(line string) bool {
		return strings.HasPrefix(line, "sleep "+text)
	})
}

// gone waits until no process runs that sleeps for that many seconds.
func gone(t *testing.T, seconds string) {
	t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; {
		if !alive(seconds) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("sleep %s is left", seconds)
}

// family returns a script that starts children of all kinds. They sleep for a time for which no other process sleeps.
func family(seconds string) string {
	return fmt.Sprintf("sleep %[1]s & setsid sleep %[1]s & (setsid sh -c 'sleep %[1]s & sleep %[1]s' &) ; nohup sleep %[1]s >/dev/null 2>&1 & echo up; ", seconds)
}

func unique(n int) string { return strconv.Itoa(100_000_000 + os.Getpid()*10 + n) }

// TestTreeEnds ends programs that have left children in every way.
func TestTreeEnds(t *testing.T) {
	possible(t)
	for i, last := range []string{"exit 0", "read x", "exec sleep 1000"} {
		seconds := unique(i)
		r := start(t, proc.Policy{}, "", nil, "sh", "-c", family(seconds)+last)
		for !alive(seconds) {
			time.Sleep(time.Millisecond)
		}
		if err := r.End(); err != nil {
			t.Error(err)
		}
		if alive(seconds) {
			t.Errorf("%s: children are left when End returns", last)
		}
	}
}

// referee runs a program in a jail of a kind until it is killed.
func referee(seconds, kind string) {
	command := []string{"sh", "-c", family(seconds) + "exec sleep " + seconds}
	j, err := prepare(proc.Policy{Mode: proc.Require}, command, "")
	if err == nil {
		if kind == "without namespaces" {
			withoutNamespaces(j)
		}
		err = j.Start([]*os.File{os.Stdin, os.Stdout, os.Stderr})
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if kind == "frozen" {
		for !alive(seconds) {
			time.Sleep(time.Millisecond)
		}
		j.Freeze()
		fmt.Println("frozen")
	}
	j.Wait()
	os.Exit(1)
}

// TestKilledReferee kills a referee with a signal that it cannot catch: its programs and their children end with it.
func TestKilledReferee(t *testing.T) {
	possible(t)
	for i, kind := range []string{"running", "frozen", "without namespaces"} {
		if _, err := try(sandbox.LandlockOnly); err != nil && kind == "without namespaces" {
			t.Logf("%s: %v", kind, err)
			continue
		}
		seconds, temporary := unique(i+3), t.TempDir()
		os.Chmod(temporary, 0o777)
		cmd := exec.Command(os.Args[0], "referee", seconds, kind)
		cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() == "up" && kind == "frozen" {
		}
		if text := lines.Text(); text != "up" && text != "frozen" {
			t.Fatalf("%s: the referee wrote %q, %v", kind, text, lines.Err())
		}
		cmd.Process.Kill()
		cmd.Wait()
		gone(t, seconds)
		left, err := os.ReadDir(temporary)
		for began := time.Now(); len(left) > 0 && time.Since(began) < time.Minute; left, err = os.ReadDir(temporary) {
			time.Sleep(time.Millisecond)
		}
		if len(left) > 0 || err != nil {
			t.Errorf("%s: %v is left, %v", kind, left, err)
		}
	}
}

// TestFreeze stops a program that counts and lets it go on.
func TestFreeze(t *testing.T) {
	possible(t)
	for name, change := range map[string]func(*Jail){"with groups": nil, "without": withoutGroups} {
		r := start(t, proc.Policy{}, "", change, "sh", "-c", "(while true; do echo x; done) & while true; do echo x; done >&2")
		for began := time.Now(); r.used(t) == 0 && time.Since(began) < time.Minute; {
			time.Sleep(time.Millisecond)
		}
		r.Freeze()
		before := r.used(t)
		time.Sleep(200 * time.Millisecond)
		if after := r.used(t); after != before {
			t.Errorf("%s: it used %v while it was stopped", name, after-before)
		}
		r.Thaw()
		for began := time.Now(); r.used(t) == before; time.Sleep(time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatalf("%s: it does not go on", name)
			}
		}
		r.End()
		<-r.done
		<-r.done
	}
}

// used returns the processor time of the processes below process 1, in the unit of /proc.
func (r *running) used(t *testing.T) (ticks int64) {
	t.Helper()
	list := []string{strconv.Itoa(r.cmd.Process.Pid)}
	for i := 0; i < len(list); i++ {
		threads, _ := filepath.Glob("/proc/" + list[i] + "/task/*/children")
		for _, file := range threads {
			below, _ := os.ReadFile(file)
			list = append(list, strings.Fields(string(below))...)
		}
	}
	for ; len(list) > 1; list = list[:len(list)-1] {
		stat, _ := os.ReadFile("/proc/" + list[len(list)-1] + "/stat")
		f := strings.Fields(string(stat))
		if len(f) < 15 {
			continue
		}
		user, _ := strconv.ParseInt(f[13], 10, 64)
		system, _ := strconv.ParseInt(f[14], 10, 64)
		ticks += user + system
	}
	return ticks
}

// TestPinned runs a program on one processor, which it cannot leave.
func TestPinned(t *testing.T) {
	possible(t)
	cores := proc.Cores()
	if len(cores) < 2 {
		t.Skip("there is one processor only")
	}
	last := cores[len(cores)-1]
	r := sh(t, proc.Policy{CPUs: []int{last}}, "", "grep Cpus_allowed_list /proc/self/status; taskset -p 3 $$ >/dev/null 2>&1 || echo no")
	if want := fmt.Sprintf("Cpus_allowed_list:\t%d\nno\n", last); r.out.String() != want {
		t.Errorf("it wrote %q, want %q", r.out.String(), want)
	}
}

// TestStartCost compares the best of many starts with the best of plain ones: on a busy machine, most of the time goes to
// other programs, so it waits for a start that they leave alone.
func TestStartCost(t *testing.T) {
	possible(t)
	if testing.Short() {
		t.Skip("with -short there may be a race detector, which has costs of its own")
	}
	const most = 15 * time.Millisecond
	plain, jailed := time.Hour, time.Hour
	for i, first := 0, time.Now(); time.Since(first) < time.Minute; i++ {
		began := time.Now()
		if err := exec.Command("true").Run(); err != nil {
			t.Fatal(err)
		}
		plain = min(plain, time.Since(began))
		began = time.Now()
		r := start(t, proc.Policy{}, "", nil, "true")
		r.Wait()
		jailed = min(jailed, time.Since(began))
		r.finish(t)
		if i >= 10 && jailed-plain <= most {
			break
		}
	}
	t.Logf("a start takes %v more, of %v", jailed-plain, jailed)
	if jailed-plain > most {
		t.Errorf("a start takes %v more, the limit is %v", jailed-plain, most)
	}
}

// TestFreezeCost stops and continues a waiting program, with a control group and with signals. It checks the best of many times,
// which a busy machine hardly affects.
func TestFreezeCost(t *testing.T) {
	possible(t)
	for _, way := range []struct {
		change func(*Jail)
		most   time.Duration
	}{{nil, 100 * time.Microsecond}, {withoutGroups, 200 * time.Microsecond}} {
		r := start(t, proc.Policy{}, "", way.change, "sleep", "1000")
		if way.change == nil && !r.Freezes() {
			t.Log("no control group of version 2 can be made here: programs are stopped by signals")
			way.most = 200 * time.Microsecond
		}
		best := time.Hour
		for range 1000 {
			began := time.Now()
			r.Freeze()
			r.Thaw()
			best = min(best, time.Since(began))
		}
		t.Logf("a pause takes %v", best)
		if best > way.most {
			t.Errorf("a pause takes %v, the limit is %v", best, way.most)
		}
		r.End()
		<-r.done
		<-r.done
	}
}

// BenchmarkFreeze stops a waiting program and lets it go on.
func BenchmarkFreeze(b *testing.B) {
	possible(b)
	for name, change := range map[string]func(*Jail){"group": nil, "signals": withoutGroups} {
		b.Run(name, func(b *testing.B) {
			r := start(b, proc.Policy{}, "", change, "sleep", "1000")
			for b.Loop() {
				r.Freeze()
				r.Thaw()
			}
			r.End()
			<-r.done
			<-r.done
		})
	}
}

func BenchmarkStart(b *testing.B) {
	possible(b)
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			exec.Command("true").Run()
		}
	})
	b.Run("jail", func(b *testing.B) {
		for b.Loop() {
			start(b, proc.Policy{}, "", nil, "true").finish(b)
		}
	})
}
