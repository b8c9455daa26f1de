package jail

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// everyKind runs a test in each kind of jail that the system has. Everywhere but in the first, process 1 and the program are
// the same user, as they are for an ordinary user.
func everyKind(t *testing.T, test func(t *testing.T, change func(*Jail))) {
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	for _, kind := range []struct {
		name   string
		way    sandbox.Way
		change func(*Jail)
	}{
		{"namespaces", sandbox.OurOwn, func(*Jail) {}},
		{"namespaces of one user", sandbox.OurOwn, func(j *Jail) { j.spec.Switch = false }},
		{"bubblewrap", sandbox.Bubblewrap, inBubblewrap},
		{"no namespaces", sandbox.LandlockOnly, func(j *Jail) {
			withoutNamespaces(j)
			j.spec.Switch = false
		}},
	} {
		t.Run(kind.name, func(t *testing.T) {
			if _, err := try(kind.way); err != nil {
				t.Skip(err)
			}
			test(t, kind.change)
		})
	}
}

// attempts are the beginning of a script in Python that says what it could do although it should fail.
const attempts = `import ctypes, fcntl, os, resource, signal, socket, struct, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *words):
    if getattr(libc, name)(*words) == -1: raise OSError(ctypes.get_errno(), name)
def number(amd64, arm64): return ctypes.c_long(amd64 if os.uname().machine == 'x86_64' else arm64)
def attempt(name, f):
    try: f()
    except (PermissionError, OSError) as e:
        if e.errno in REFUSED: return
        name += ': %s' % e
    print(name)
`

// TestProcess1IsLeftAlone has a program try all calls that change another process, on process 1 and on its parent.
func TestProcess1IsLeftAlone(t *testing.T) {
	gametest.Slow(t)
	everyKind(t, func(t *testing.T, change func(*Jail)) {
		// Its parent is process 1, and its brothers in number may be threads of it, which signals reach as well.
		r := start(t, proc.Policy{CPU: time.Minute}, "", change, "python3", "-c", attempts+`
REFUSED = (1,)
p = os.getppid()
tasks = [int(name) for name in os.listdir('/proc/%d/task' % p)]
zero = ctypes.create_string_buffer(64)
attempt('limits', lambda: resource.prlimit(p, resource.RLIMIT_NOFILE, (0, 0)))
attempt('priority', lambda: os.setpriority(os.PRIO_PROCESS, p, 19))
attempt('priority of a group', lambda: os.setpriority(os.PRIO_PGRP, p, 19))
attempt('priority of a user', lambda: os.setpriority(os.PRIO_USER, 0, 19))
attempt('scheduler', lambda: os.sched_setscheduler(p, os.SCHED_IDLE, os.sched_param(0)))
attempt('parameters', lambda: os.sched_setparam(p, os.sched_param(0)))
attempt('processors', lambda: os.sched_setaffinity(p, [0]))
attempt('disk priority', lambda: call('syscall', number(251, 30), 1, p, 3 << 13))
attempt('attributes', lambda: call('syscall', number(314, 274), p, zero, 0))
attempt('limits in 64 bits', lambda: call('syscall', number(302, 261), ctypes.c_long(p + (1 << 40)), 7, zero, 0))
for name, f in {
    'kill': os.kill, 'kill in 64 bits': lambda n, s: call('syscall', number(62, 129), ctypes.c_long(n + (1 << 40)), s),
    'queue': lambda n, s: call('sigqueue', n, s, None), 'tgkill': lambda n, s: call('tgkill', p, n, s),
}.items():
    for n in tasks:
        for s in (signal.SIGURG, signal.SIGSTOP, signal.SIGTERM, 0):
            attempt('%s %d to %d of %s' % (name, s, n, tasks), lambda: f(n, s))
if p > 1: attempt('group', lambda: os.killpg(p, signal.SIGURG))
attempt('signal by descriptor', lambda: call('syscall', 424, os.open('/proc/%d' % p, os.O_RDONLY), 0, None, 0))
attempt('release', lambda: call('syscall', 448, 0, 0))
attempt('advice', lambda: call('syscall', 440, 0, zero, 1, 20, 0))
attempt('pages', lambda: call('syscall', number(279, 239), p, 0, 0, 0, 0, 0))
attempt('migrate', lambda: call('syscall', number(256, 238), p, 1, zero, zero))
attempt('processors of its own', lambda: call('prctl', 62, 1, 0, 1, 0))
r, w = os.pipe()
REFUSED = (1, 13, 30, 38)
attempt('owner', lambda: fcntl.fcntl(r, fcntl.F_SETOWN, p))
attempt('owner ex', lambda: fcntl.fcntl(r, 15, struct.pack('ii', 0, tasks[-1])))
attempt('signal of the owner', lambda: fcntl.fcntl(r, fcntl.F_SETSIG, 9))
a, b = socket.socketpair()
attempt('owner by ioctl', lambda: fcntl.ioctl(a, 0x8901, struct.pack('i', p)))
attempt('group by ioctl', lambda: fcntl.ioctl(a, 0x8902, struct.pack('i', p)))
for name, text in {'oom_score_adj': '500', 'timerslack_ns': '1000000000', 'coredump_filter': '0', 'oom_adj': '5', 'comm': 'x',
                   'clear_refs': '1', 'autogroup': '19', 'sched': '0'}.items():
    for n in (p, 'self'):
        if os.path.exists('/proc/%s/%s' % (n, name)) and (n, name) != ('self', 'comm'):
            attempt('write %s of %s' % (name, n), lambda: open('/proc/%s/%s' % (n, name), 'w').write(text))
# what is its own stays allowed
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
os.nice(1)
os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
if p == 1: os.sched_setscheduler(threading.get_native_id(), os.SCHED_BATCH, os.sched_param(0)) # by its number, as ZeroMQ does
child = os.fork()
if child == 0: time.sleep(1000)
os.kill(child, signal.SIGTERM)
os.waitpid(child, 0)
print('end')`)
		r.finish(t)
		if got := r.out.String(); got != "end\n" {
			t.Errorf("it could:\n%s; errors %q; %s; %s", got, r.err.String(), r.Status(), r.Level())
		}
	})
}

// TestBlind takes all descriptors from process 1, from outside: a program that nobody measures is ended.
func TestBlind(t *testing.T) {
	gametest.Slow(t)
	everyKind(t, func(t *testing.T, change func(*Jail)) {
		r := start(t, proc.Policy{}, "", func(j *Jail) {
			change(j)
			withoutGroups(j)
		}, "sh", "-c", "echo up; exec sleep 1000")
		if r.way == sandbox.Bubblewrap {
			r.End()
			t.Skip("process 1 is a child of bubblewrap")
		}
		if err := unix.Prlimit(r.Pid(), unix.RLIMIT_NOFILE, &unix.Rlimit{}, nil); err != nil {
			t.Fatal(err)
		}
		r.over(t)
		if got := r.Status(); !strings.HasPrefix(got, "killed: what it uses can no longer be measured: open /proc") {
			t.Error(got)
		}
	})
}

// TestMemoryBehindFirstThread has the first thread of a process end before the others take memory: the system then shows none of
// it with the process.
func TestMemoryBehindFirstThread(t *testing.T) {
	gametest.Slow(t)
	everyKind(t, func(t *testing.T, change func(*Jail)) {
		r := start(t, proc.Policy{Memory: 200 << 20}, "", func(j *Jail) {
			change(j)
			withoutGroups(j)
		}, "python3", "-c", `import ctypes, os, threading, time
libc = ctypes.CDLL(None)
def take():
    time.sleep(0.5)
    held = [b'x' * 2**20 for _ in range(700)]
    time.sleep(1000)
if os.fork() == 0:
    threading.Thread(target=take).start()
    libc.syscall(60 if os.uname().machine == 'x86_64' else 93, 0)
time.sleep(1000)`)
		r.over(t)
		if got := r.Status(); got != "killed: it used more than 200 MiB of memory" {
			t.Error(got, r.err.String())
		}
	})
}

// TestFilesOfAll has a program lock and watch files that other jails see, too.
func TestFilesOfAll(t *testing.T) {
	gametest.Slow(t)
	everyKind(t, func(t *testing.T, change func(*Jail)) {
		r := start(t, proc.Policy{}, "", change, "python3", "-c", attempts+fmt.Sprintf(`
REFUSED = (38,)
own = os.open(os.environ['TMPDIR'] + '/own', os.O_RDWR | os.O_CREAT)
paths = [os.open(os.path.realpath(path), flags) for path, flags in (
    ('/bin/sh', os.O_RDONLY), ('/usr', os.O_RDONLY), ('/dev/null', os.O_RDWR), ('/etc/ld.so.cache', os.O_RDONLY))]
for fd in paths:
    for how in (fcntl.LOCK_SH, fcntl.LOCK_EX, fcntl.LOCK_UN):
        attempt('flock', lambda: fcntl.flock(fd, how | fcntl.LOCK_NB))
    for command in (5, 6, 7, 36, 37, 38):
        for kind in (fcntl.F_RDLCK, fcntl.F_WRLCK, fcntl.F_UNLCK):
            attempt('lock %%d' %% command, lambda: fcntl.fcntl(fd, command, struct.pack('hhqqi4x', kind, 0, 0, 1, 0)))
    for command in (1024, 1025, 1026, 1035, 1036, 1037, 1038, 1039, 1040):
        attempt('lease %%d' %% command, lambda: fcntl.fcntl(fd, command, 0))
attempt('inotify', lambda: call('inotify_init'))
attempt('inotify 1', lambda: call('inotify_init1', 0))
attempt('watch', lambda: call('inotify_add_watch', 0, b'/usr', 1))
REFUSED = (1, 30)
attempt('fanotify', lambda: call('fanotify_init', 0, 0))
attempt('cachestat', lambda: call('syscall', 451, paths[0], ctypes.create_string_buffer(16), ctypes.create_string_buffer(40), 0))
attempt('drop from memory', lambda: os.posix_fadvise(paths[0], 0, 0, os.POSIX_FADV_DONTNEED))
for protocol in (2, 4, 9, 15, 16):
    attempt('netlink %%d' %% protocol, lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol))
if os.environ['TMPDIR'] == '/tmp' and not %q.endswith('bubblewrap'): # only we make devices read-only
    for device in ('null', 'zero', 'full'): attempt('times of a device', lambda: os.utime(os.open('/dev/' + device, os.O_RDWR)))
REFUSED = (95,)
attempt('what is in memory', lambda: os.preadv(paths[0], [bytearray(1)], 0, os.RWF_NOWAIT))
# what stays allowed
os.write(paths[2], b'x')
os.preadv(own, [bytearray(1)], 0, 0)
os.posix_fadvise(paths[0], 0, 0, os.POSIX_FADV_SEQUENTIAL)
fcntl.fcntl(own, fcntl.F_SETFL, fcntl.fcntl(own, fcntl.F_GETFL) | os.O_APPEND)
os.utime(own)
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
with open('/dev/null', 'w') as f: f.write('x')
print('end')`, t.Name()))
		r.finish(t)
		if got := r.out.String(); got != "end\n" {
			t.Errorf("it could:\n%s; errors %q; %s; %s", got, r.err.String(), r.Status(), r.Level())
		}
	})
}

// TestSocketsOfTheUser has a program reach sockets with a path that belong to its user. Pairs of sockets stay allowed.
func TestSocketsOfTheUser(t *testing.T) {
	gametest.Slow(t)
	everyKind(t, func(t *testing.T, change func(*Jail)) {
		dir, err := os.MkdirTemp("", "") // the path of a socket is short
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		os.Chmod(dir, 0o755)
		messages, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "m"), Net: "unixgram"})
		if err != nil {
			t.Fatal(err)
		}
		defer messages.Close()
		stream, err := net.Listen("unix", filepath.Join(dir, "s"))
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Close()
		for _, name := range []string{"m", "s"} {
			os.Chmod(filepath.Join(dir, name), 0o777)
		}
		r := start(t, proc.Policy{}, "", change, "python3", "-c", attempts+fmt.Sprintf(`
import asyncio, multiprocessing, subprocess
REFUSED = (1, 2, 32, 106)
messages, stream = %q, %q
def pair(kind, down=None):
    a, other = socket.socketpair(socket.AF_UNIX, kind)
    if down is not None: a.shutdown(down)
    return a
for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC, socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    attempt('send', lambda: pair(kind).sendto(b'x', messages))
    attempt('message', lambda: pair(kind).sendmsg([b'x'], [], 0, messages))
    for path in (messages, stream):
        attempt('connect', lambda: pair(kind).connect(path))
        attempt('connect after the end', lambda: pair(kind, socket.SHUT_RDWR).connect(path))
    attempt('socket', lambda: socket.socket(socket.AF_UNIX, kind).connect(messages))
async def stay(): await (await asyncio.create_subprocess_exec('true')).wait()
asyncio.run(stay())
a, b = multiprocessing.Pipe()
if os.fork() == 0:
    b.send('end')
    os._exit(0)
print(a.recv())`, messages.LocalAddr().String(), stream.Addr().String()))
		r.finish(t)
		messages.SetReadDeadline(time.Now())
		if n, _, err := messages.ReadFrom(make([]byte, 10)); err == nil {
			t.Errorf("%d bytes have arrived", n)
		}
		if got := r.out.String(); got != "end\n" {
			t.Errorf("it could:\n%s; errors %q; %s; %s", got, r.err.String(), r.Status(), r.Level())
		}
	})
}

// TestJavaIsSilent starts Java, which locks a file when it starts: its output begins with a warning where it cannot.
func TestJavaIsSilent(t *testing.T) {
	if _, err := exec.LookPath("java"); err != nil {
		t.Skip(err)
	}
	everyKind(t, func(t *testing.T, change func(*Jail)) {
		r := start(t, proc.Policy{}, "", func(j *Jail) {
			switched := j.spec.Switch
			if change(j); j.way == sandbox.OurOwn {
				j.spec.Switch = switched // the jail knows the name of its own user only
			}
		}, "java", "-version")
		if r.finish(t); r.out.String() != "" || r.Status() != "exit status 0" {
			t.Errorf("it writes %q; errors %q; %s", r.out.String(), r.err.String(), r.Status())
		}
	})
}
