package jail

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestPlace checks what a program in a jail can see and do: each script writes what is wanted.
func TestPlace(t *testing.T) {
	possible(t)
	t.Setenv("GRIDIRON_SECRET", "key")
	outside := t.TempDir()
	write(t, outside+"/secret", "secret")
	write(t, outside+"/shared", "shared")
	closed := filepath.Join(outside, "closed")
	if err := os.MkdirAll(closed+"/sub", 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, closed+"/sub/a", "closed")
	os.Chmod(closed+"/sub/a", 0o600)
	for _, tt := range []struct {
		name, script, want string
		policy             proc.Policy
	}{
		{name: "no process but its own", script: "set /proc/[0-9]*; echo $#", want: "2"},
		{name: "its parent is closed", script: "cat /proc/1/environ /proc/1/mem /proc/1/fd/3 2>&1 | grep -c denied", want: "3"},
		{name: "no network", script: "cat /proc/net/dev | grep -c :", want: "1"},
		{name: "not root", script: "test $(id -u) != 0 && echo yes", want: "yes"},
		{name: "no capability", script: "grep -c '^Cap.*:[[:space:]]*0*$' /proc/self/status", want: "5"},
		{name: "no new privileges", script: "grep NoNewPrivs /proc/self/status", want: "NoNewPrivs:\t1"},
		{name: "no variable of ours", script: "env | grep -c SECRET", want: "0"},
		{name: "no folder of others", script: "ls " + outside + " 2>&1 | grep -c 'No such'", want: "1"},
		{name: "no home", script: "ls /home /root/.ssh /etc/shadow 2>&1 | grep -c 'No such'", want: "3"},
		{name: "nothing to write to", script: "for d in / /usr /etc /dev /proc; do touch $d/x 2>/dev/null && echo $d; done; echo end", want: "end"},
		{name: "a fresh /tmp", script: "touch /tmp/fresh-file && ls /tmp | grep -c fresh-file", want: "1"},
		{name: "a home", script: "cd && pwd && touch x && echo ok", want: "/tmp/home\nok"},
		{name: "a file to read", policy: proc.Policy{Read: []string{outside + "/shared"}},
			script: "cat " + outside + "/shared; echo; ls " + outside + "; touch " + outside + "/shared 2>/dev/null || echo no", want: "shared\nshared\nno"},
		{name: "a folder to read that is root's", policy: proc.Policy{Read: []string{closed}}, script: "cat " + closed + "/sub/a; echo; touch " +
			closed + "/b 2>/dev/null || echo no", want: "closed\nno"},
		{name: "its loopback", policy: proc.Policy{Net: proc.Loopback}, script: "grep -c '127.0.0.1$' /proc/net/fib_trie", want: "2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := sh(t, tt.policy, "", tt.script)
			if got := strings.TrimSpace(r.out.String()); got != tt.want {
				t.Errorf("%s\nwrote %q, want %q; errors %q; %s", tt.script, got, tt.want, r.err.String(), r.Level())
			}
		})
	}
}

// TestVariables checks that a variable that a program is given replaces the inherited one: of two, Python would take the first.
func TestVariables(t *testing.T) {
	possible(t)
	t.Setenv("PYTHONPATH", "/inherited")
	r := start(t, proc.Policy{}, "", func(j *Jail) { j.spec.Env = append(j.spec.Env, "PYTHONPATH=/given", "HOME=/x") }, "env")
	r.finish(t)
	for name, want := range map[string]string{"PYTHONPATH": "/given", "HOME": "/x", "TMPDIR": "/tmp"} {
		var got []string
		for line := range strings.Lines(r.out.String()) {
			if value, ok := strings.CutPrefix(line, name+"="); ok {
				got = append(got, strings.TrimSpace(value))
			}
		}
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want only %s", name, got, want)
		}
	}
}

func TestStatus(t *testing.T) {
	possible(t)
	for script, want := range map[string]string{
		"exit 3":                    "exit status 3",
		"kill -9 $$":                "signal: killed",
		"sleep 100 & exit 0":        "exit status 0",
		"kill -9 1; kill 1; exit 4": "exit status 4",
	} {
		if r := sh(t, proc.Policy{}, "", script); r.Status() != want {
			t.Errorf("%s: %s, want %s", script, r.Status(), want)
		}
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	dir := t.TempDir()
	write(t, dir+"/bot", "no program")
	os.Chmod(dir+"/bot", 0o755)
	j, err := prepare(proc.Policy{}, []string{dir + "/bot"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Start([]*os.File{null, null, null}); err == nil || !strings.Contains(err.Error(), dir+"/bot does not start inside: exec format error") {
		t.Errorf("a file that is no program: %v", err)
	}
}

// TestFolderIsPrivate has a program change its folder: it sees the changes, and nobody else does.
func TestFolderIsPrivate(t *testing.T) {
	possible(t)
	dir := filepath.Join(t.TempDir(), "b,o:t") // characters that separate mount options
	if err := os.MkdirAll(dir+"/sub", 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/a", "old")
	write(t, dir+"/sub/b", "old")
	script := "cd '" + dir + "' && echo new > a && rm -r sub && mkdir sub && echo more > sub/c && ln -s /etc/passwd link && cat a && ls sub"
	if r := sh(t, proc.Policy{}, dir, script); r.out.String() != "new\nc\n" {
		t.Errorf("it wrote %q, errors %q", r.out.String(), r.err.String())
	}
	if got := tree(t, dir); got != "a=old sub sub/b=old" {
		t.Errorf("afterwards there is %s", got)
	}
	r := start(t, proc.Policy{Keep: true}, dir, nil, "sh", "-c", script)
	r.finish(t)
	if got := tree(t, dir); got != "a=new sub sub/c=more" {
		t.Errorf("written back there is %s", got)
	}
	// Of two programs at the same time, the changes of the first one are kept.
	first := start(t, proc.Policy{Keep: true}, dir, nil, "sh", "-c", "cd '"+dir+"' && echo first > a")
	second := start(t, proc.Policy{Keep: true}, dir, nil, "sh", "-c", "cd '"+dir+"' && echo second > a")
	first.Wait()
	second.Wait()
	if err := second.End(); err == nil || !strings.Contains(err.Error(), "another program used the folder") {
		t.Errorf("the second one: %v", err)
	}
	if err := first.End(); err != nil {
		t.Error(err)
	}
	if got := tree(t, dir); got != "a=first sub sub/c=more" {
		t.Errorf("of two there is %s", got)
	}
}

// Holes in files cost a program none of its disk, and when they are written back none of the user's.
func TestKeepHoles(t *testing.T) {
	dir := t.TempDir()
	r := start(t, proc.Policy{Keep: true, Disk: 1 << 20}, dir, nil, "sh", "-c", "cd '"+dir+"' && truncate -s 1000K b && echo end >> b")
	r.finish(t)
	info, err := os.Stat(dir + "/b")
	if err != nil {
		t.Fatal(err)
	}
	if used := info.Sys().(*syscall.Stat_t).Blocks * 512; info.Size() != 1000<<10+4 || used > 64<<10 {
		t.Errorf("a file of %d bytes, which use %d of the disk", info.Size(), used)
	}
	if text, err := os.ReadFile(dir + "/b"); err != nil || !strings.HasSuffix(string(text), "\x00end\n") {
		t.Errorf("its end is lost: %v", err)
	}
}

// A file with many names costs a program its size only once, and the user not much more.
func TestKeepHardLinks(t *testing.T) {
	possible(t)
	dir := t.TempDir()
	r := start(t, proc.Policy{Keep: true, Disk: 1 << 20}, dir, nil, "sh", "-c",
		"cd '"+dir+"' && head -c 400K /dev/zero > a && for i in 1 2 3 4 5 6; do ln a $i; done")
	r.Wait()
	if err := r.End(); err == nil || !strings.Contains(err.Error(), "more bytes than its disk") {
		t.Errorf("seven names: %v, errors %q", err, r.err.String())
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 {
		t.Errorf("%d files are kept, want 2: %v", len(files), err)
	}
}

// Thousands of folders below each other would keep the referee busy for minutes.
func TestKeepDeep(t *testing.T) {
	possible(t)
	dir := t.TempDir()
	r := start(t, proc.Policy{Keep: true}, dir, nil, "sh", "-c",
		"cd '"+dir+"' && echo a > a && i=0 && while test $i -lt 80; do mkdir d && cd d && i=$((i+1)); done; echo b > b")
	r.Wait()
	if err := r.End(); err == nil || !strings.Contains(err.Error(), "more than 64 folders deep") {
		t.Errorf("80 folders: %v, errors %q", err, r.err.String())
	}
	if got := strings.Count(tree(t, dir), "d"); got != 64*65/2 {
		t.Errorf("%d folders: %s", got, tree(t, dir))
	}
}

// The names of files are a program's own text: they may be long, and must not reach a terminal as they are, nor in any number.
func TestKeepNames(t *testing.T) {
	possible(t)
	dir := t.TempDir()
	long := strings.Repeat("x", 255)
	r := start(t, proc.Policy{Keep: true}, dir, nil, "sh", "-c", "cd '"+dir+"' && echo a > "+long)
	r.finish(t)
	if got := tree(t, dir); got != long+"=a" {
		t.Errorf("after a file with a long name there is %s", got)
	}
	r = start(t, proc.Policy{Keep: true, Disk: 1 << 20}, dir, nil, "bash", "-c",
		"cd '"+dir+"' && head -c 900K /dev/zero > 0 && for i in {1..50}; do ln 0 $'b\\e[31m\\nb'$i; done")
	r.Wait()
	err := r.End()
	if err == nil || strings.Contains(err.Error(), "\x1b") || strings.Count(err.Error(), "\n") != 5 {
		t.Errorf("odd names: %v, errors %q", err, r.err.String())
	}
}

// If process 1 was killed, as by the system when memory is used up, nothing can be written back, and that is said.
func TestKeepNothing(t *testing.T) {
	possible(t)
	r := start(t, proc.Policy{Keep: true}, t.TempDir(), nil, "sh", "-c", "read x")
	r.cmd.Process.Kill()
	r.Wait()
	if err := r.End(); err == nil || !strings.Contains(err.Error(), "is not kept") {
		t.Errorf("got %v", err)
	}
}

// tree shows a folder on one line.
func tree(t *testing.T, dir string) string {
	var list []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		name := strings.TrimPrefix(path, dir+"/")
		switch {
		case err != nil || path == dir:
		case d.IsDir():
			list = append(list, name)
		default:
			text, _ := os.ReadFile(path)
			list = append(list, name+"="+strings.TrimSpace(string(text)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

// TestBadFolders has folders that hold more than a program, and invalid policies.
func TestBadFolders(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/", link); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"/", home, "/tmp", "/usr/lib", "/proc", link, link + "/etc", "/tmp/../tmp", "/nowhere", "/dev/null"} {
		if _, err := prepare(proc.Policy{}, []string{"true"}, folder); err == nil || !strings.Contains(err.Error(), "jail: ") {
			t.Errorf("folder %s: error %v", folder, err)
		}
	}
	for _, p := range []proc.Policy{{Mode: "on"}, {Net: "all"}, {Memory: -1}, {Read: []string{"/nowhere"}}, {Write: []string{link}}, {CPU: 1}} {
		if _, err := prepare(p, []string{"true"}, ""); err == nil || !strings.Contains(err.Error(), "jail") {
			t.Errorf("policy %+v: error %v", p, err)
		}
	}
}

// TestInterpreters starts the languages that are installed.
func TestInterpreters(t *testing.T) {
	gametest.Slow(t)
	possible(t)
	for _, command := range [][]string{
		{"python3", "-c", "import json, multiprocessing as m; p=m.Pool(2); print(sum(p.map(abs,[40,2])))"},
		{"node", "-e", "console.log(6*7)"},
		{"perl", "-e", "print 42"},
		{"bash", "-c", "echo 42"},
		{"env", "python3", "-c", "print(42)"},
	} {
		if _, err := exec.LookPath(command[0]); err != nil {
			t.Logf("%s is not tested: %v", command[0], err)
			continue
		}
		for name, change := range map[string]func(*Jail){"with groups": nil, "without": withoutGroups} {
			r := start(t, proc.Policy{}, "", change, command...)
			if r.finish(t); strings.TrimSpace(r.out.String()) != "42" {
				t.Errorf("%v %s: %s, wrote %q %q", command, name, r.Status(), r.out.String(), r.err.String())
			}
		}
	}
}

// TestDescriptors gives a program a socket, a server on a path and named pipes.
func TestDescriptors(t *testing.T) {
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "ours"), os.NewFile(uintptr(pair[1]), "theirs")
	defer ours.Close()
	dir := t.TempDir()
	server, err := net.Listen("unix", dir+"/server")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	os.Chmod(dir+"/server", 0o666)
	pipes := t.TempDir()
	if err := syscall.Mkfifo(pipes+"/fifo", 0o600); err != nil {
		t.Fatal(err)
	}
	os.Chmod(pipes+"/fifo", 0o666)
	os.Chmod(pipes, 0o777)
	fifo, err := os.OpenFile(pipes+"/fifo", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer fifo.Close()
	script := fmt.Sprintf("import socket as s\ns.socket(fileno=3).send(b'1')\nc=s.socket(s.AF_UNIX)\nc.connect('%s/server')\nc.send(b'2')\n"+
		"open('%s/fifo','w').write('3')\nprint('ok')", dir, pipes)
	j, err := prepare(proc.Policy{Read: []string{dir}, Write: []string{pipes}}, []string{"python3", "-c", script}, "")
	if err != nil {
		t.Fatal(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	err = j.Start([]*os.File{stdout, stdout, stdout, theirs})
	stdout.Close()
	theirs.Close()
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(out); string(text) != "ok\n" {
		t.Fatalf("it wrote %q, %v", text, err)
	}
	conn, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	got := ""
	for _, from := range []io.Reader{ours, conn, fifo} {
		var b [1]byte
		n, err := from.Read(b[:])
		got += string(b[:n])
		if err != nil {
			t.Error(err)
		}
	}
	if j.End(); got != "123" {
		t.Errorf("it sent %q, want 123", got)
	}
}

// TestDial talks to a server in a jail.
func TestDial(t *testing.T) {
	possible(t)
	script := "import socket\ns=socket.create_server(('127.0.0.1',8000))\nprint('up',flush=True)\nc=s.accept()[0]\nc.sendall(c.recv(5).upper())"
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	r := start(t, proc.Policy{Net: proc.Loopback}, "", nil, "python3", "-c", script)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := r.Dial(ctx, "127.0.0.1:8000")
	for err != nil && strings.Contains(err.Error(), "refused") && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
		conn, err = r.Dial(ctx, "127.0.0.1:8000")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "hello")
	if answer, err := io.ReadAll(conn); string(answer) != "HELLO" {
		t.Errorf("the server answers %q, %v", answer, err)
	}
	if outer, err := net.Dial("tcp", "127.0.0.1:8000"); err == nil {
		outer.Close()
		t.Error("the server can be reached from outside")
	}
	r.finish(t)
}

// TestListener has a program connect to a server of ours in its own loopback.
func TestListener(t *testing.T) {
	possible(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	script := "import socket\nprint(socket.create_connection(('localhost', 7100)).recv(5).decode())"
	r := start(t, proc.Policy{Net: proc.Loopback}, "", func(j *Jail) { j.Listen("127.0.0.1:7100") }, "python3", "-c", script)
	server := r.Listener()
	defer server.Close()
	conn, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "hello")
	conn.Close()
	if r.finish(t); r.out.String() != "hello\n" {
		t.Errorf("it wrote %q, errors %q", r.out.String(), r.err.String())
	}
	if outer, err := net.Dial("tcp", "127.0.0.1:7100"); err == nil {
		outer.Close()
		t.Error("the server can be reached from outside")
	}
}

func TestGuessedFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	os.MkdirAll("bots/a", 0o755)
	write(t, "bots/a/bot.py", "")
	write(t, "bot", "")
	os.MkdirAll("venv/bin", 0o755)
	write(t, "venv/pyvenv.cfg", "")
	write(t, "venv/bin/python", "")
	write(t, "player.py", "")
	write(t, "Main.class", "")
	for script, want := range map[string]string{
		"cd bots/a && exec python3 bot.py":    "bots/a",
		"python3 'bots/a/bot.py' 2>/dev/null": "bots/a",
		"python3 -u bot; true":                ".",
		"echo nothing":                        "",
		"venv/bin/python bots/a/bot.py":       "bots/a",
	} {
		if got := proc.Folder([]string{"sh", "-c", script}); got != want {
			t.Errorf("sh -c %q: folder %q, want %q", script, got, want)
		}
	}
	for command, want := range map[string]string{
		"python3 -m player":                ".",
		"java Main":                        ".",
		"nice /bin/sh bots/a/bot.py":       "bots/a",
		"node Main":                        "",
		"python3 bots/a/bot.py -v":         "bots/a",
		"./bot":                            ".",
		"java -cp bots/a Main":             "bots/a",
		"venv/bin/python -u bots/a/bot.py": "bots/a",
		"python3 -m nothing":               "",
		"/usr/bin/env true":                "",
	} {
		if got := proc.Folder(strings.Fields(command)); got != want {
			t.Errorf("%s: folder %q, want %q", command, got, want)
		}
	}
}
