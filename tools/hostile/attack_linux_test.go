package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

// attacks are the programs in the folder attacks. Each may end with a fault of the attacker, or the attacker plays on; what must
// not happen is the same for all. Harmless attacks are also run without a jail, where they must succeed: otherwise they would
// show nothing.
var attacks = []struct {
	name     string
	harmless bool
	frozen   bool // while the opponent thinks
}{
	{name: "kill"}, {name: "trace"}, {name: "pipes", harmless: true}, {name: "memory", harmless: true}, {name: "files", harmless: true},
	{name: "network", harmless: true}, {name: "clock"}, {name: "escape"}, {name: "family"}, {name: "respawn"}, {name: "forks"},
	{name: "bomb"}, {name: "disk"}, {name: "spin"}, {name: "spin", frozen: true}, {name: "wake", frozen: true},
	{name: "signals"}, {name: "descriptors"}, {name: "priority"}, {name: "folder"}, {name: firstLine, harmless: true},
	{name: "blind"}, {name: "locks", harmless: true}, {name: "datagrams", harmless: true},
	{name: "seeds"},
}

// firstLine is the attack of a program that is started by its first line.
const firstLine = "first-line"

const (
	rounds    = 4
	attackFor = 30 * time.Second // until an attacker that does not answer is late
	thinkFor  = 2 * time.Minute  // an honest bot answers in milliseconds of its processor's time, however busy the machine
	mostCPU   = 3                // times the processor time of the best answer without an attack; a busy machine alone causes 1.5
)

// policy is the jail policy of all bots here: small, so that bombs end soon.
var policy = proc.Policy{Mode: proc.Require, Memory: 256 << 20, Procs: 64, Disk: 64 << 20}

// python returns the path of the interpreter itself, not of a script that looks for it.
var python = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	return strings.TrimSpace(string(out)), err
})

// jails skips a test where the system has no jails or no Python. With GRIDIRON_CORPUS=required, as in the checks of the project,
// it fails.
func jails(t *testing.T) {
	t.Helper()
	level, err := jail.Probe()
	if err == nil {
		_, err = python()
	}
	switch {
	case err == nil:
		t.Log(level)
	case os.Getenv("GRIDIRON_CORPUS") == "required":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
}

func TestAttacks(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 40 small games with bombs for 20 seconds; run without -short")
	}
	jails(t)
	t.Setenv("GRIDIRON_SECRET", "the referee's")
	usual, plain := newArena(t).play(t, "honest", policy, false), newArena(t).play(t, "honest", proc.Policy{}, false)
	t.Logf("an answer of the honest bot takes %v of processor time in a jail, %v without one", usual.cpu, plain.cpu)
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			got := newArena(t).play(t, a.name, policy, a.frozen)
			t.Logf("attacker: %s; %v", got.fault, got.usage)
			if got.won != "" {
				t.Errorf("the attacker could\n%s", got.won)
			}
			if got.cpu > mostCPU*usual.cpu {
				t.Errorf("the honest bot needs %v of processor time for an answer, without an attack %v", got.cpu, usual.cpu)
			}
		})
	}
	for _, a := range attacks {
		if a.harmless {
			t.Run(a.name+" without a jail", func(t *testing.T) {
				t.Parallel()
				if got := newArena(t).play(t, a.name, proc.Policy{}, false); got.won == "" {
					t.Errorf("the attack does not work where nothing keeps it from working; it ended with %q", got.fault)
				}
			})
		}
	}
}

// arena is where an attacker meets an honest bot: their folders, the referee's, and what attackers look for.
type arena struct {
	dir     string
	canary  *exec.Cmd // another process of the user
	targets map[string]any
}

func newArena(t *testing.T) *arena { return newArenaOf(t, nil) }

// newArenaOf makes an arena that belongs to a user; nil is the user of the test.
func newArenaOf(t *testing.T, u *other) *arena {
	t.Helper()
	a := &arena{dir: u.room(t)}
	for _, name := range []string{"honest", "attacker", "referee"} {
		if err := os.Mkdir(filepath.Join(a.dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		text := []byte("secret of " + name)
		if err := os.WriteFile(filepath.Join(a.dir, name, "secret"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The canary's command line does not name the folder: no process whose command line names it may be left.
	a.canary = exec.Command("sleep", "100000")
	a.canary.SysProcAttr = u.attributes()
	a.canary.SysProcAttr.Setpgid, a.canary.SysProcAttr.Pdeathsig = true, syscall.SIGKILL
	if err := a.canary.Start(); err != nil {
		t.Fatal(err)
	}
	listen := func(network, address string) net.Listener {
		l, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return l
	}
	tcp := listen("tcp", "127.0.0.1:0")
	abstract := "gridiron" + a.dir
	listen("unix", "@"+abstract)
	path := filepath.Join(a.dir, "referee", "s")
	listen("unix", path)
	messages := filepath.Join(a.dir, "referee", "d")
	datagrams, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: messages, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { datagrams.Close() })
	a.targets = map[string]any{
		"variable": "GRIDIRON_SECRET", "port": tcp.Addr().(*net.TCPAddr).Port, "abstract": abstract, "socket": path, "datagrams": messages,
		"hosts": addresses(), "files": []string{
			filepath.Join(a.dir, "honest", "secret"), filepath.Join(a.dir, "honest", "honest.py"), filepath.Join(a.dir, "referee", "secret"),
		},
	}
	return a
}

// other is a user without rights. A test that runs as root starts programs as this user; nil is the user of the test.
type other struct {
	id     uint32
	python string
}

// plainPath is where all users find programs: others cannot use interpreters in root's home.
const plainPath = "/usr/local/bin:/usr/bin:/bin"

// another returns a user without rights: student if there is one, else nobody. It returns nil if the test does not run as root,
// or if there is no Python that others can use.
func another(t *testing.T) *other {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	u := &other{id: 65534}
	if s, err := user.Lookup("student"); err == nil {
		if id, err := strconv.ParseUint(s.Uid, 10, 32); err == nil && id > 0 {
			u.id = uint32(id)
		}
	}
	for _, dir := range filepath.SplitList(plainPath) {
		if path := filepath.Join(dir, "python3"); exec.Command(path, "-c", "").Run() == nil {
			u.python = path
			return u
		}
	}
	t.Log("no python3 for users without rights")
	return nil
}

// attributes returns what starts a program as the user.
func (u *other) attributes() *syscall.SysProcAttr {
	if u == nil {
		return &syscall.SysProcAttr{}
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: u.id, Gid: u.id}}
}

// as makes a command start as the user, in an environment like that of a login: without TMPDIR, and with the secret that attacks
// look for.
func (u *other) as(c *exec.Cmd, home string) {
	c.SysProcAttr = u.attributes()
	if u != nil {
		c.Dir, c.Env = home, []string{"PATH=" + plainPath, "HOME=" + home, "LANG=C.UTF-8", "GRIDIRON_SECRET=the referee's"}
	}
}

// room makes a folder that belongs to the user and that the user can reach.
func (u *other) room(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if u == nil {
		return dir
	}
	for path := dir; path != os.TempDir() && len(path) > 1; path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(dir, int(u.id), int(u.id)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// own gives all files of a folder to the user.
func (u *other) own(t *testing.T, dir string) {
	t.Helper()
	if u == nil {
		return
	}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			err = os.Lchown(path, int(u.id), int(u.id))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// addresses returns the IPv4 addresses of this machine, without the loopback.
func addresses() []string {
	list := []string{}
	found, _ := net.InterfaceAddrs()
	for _, a := range found {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			list = append(list, n.IP.String())
		}
	}
	return list
}

// result is the result of a game.
type result struct {
	fault string        // of the attacker, "none" if there was none
	won   string        // what it could do but should not be able to
	cpu   time.Duration // of the best answer of the honest bot
	usage proc.Usage    // of the attacker
}

// play lets an attacker and the honest bot answer in turn, and checks that nothing is left of the game. The attacker can be
// frozen while the honest bot thinks.
func (a *arena) play(t *testing.T, attack string, p proc.Policy, frozen bool) (r result) {
	t.Helper()
	for _, name := range []string{"bot.py", "honest.py", attack + ".py"} {
		text, err := os.ReadFile(filepath.Join("attacks", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []string{"honest", "attacker"} {
			if err := os.WriteFile(filepath.Join(a.dir, side, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	interpreter, _ := python()
	command := a.command(t, interpreter, "attacker", attack)
	before := a.tree(t)
	honest := start(t, p, interpreter, filepath.Join(a.dir, "honest", "honest.py"))
	a.targets["pids"] = append(processes(filepath.Join(a.dir, "honest")), os.Getpid(), a.canary.Process.Pid)
	told, err := json.Marshal(a.targets)
	if err != nil {
		t.Fatal(err)
	}
	attacker := start(t, p, append(command, string(told))...)
	r.fault, r.cpu = "none", time.Hour
	for id := 1; id <= rounds; id++ {
		if r.fault == "none" {
			if _, fault := attacker.ask(id, attackFor); fault != "" {
				r.fault = fault
			}
		}
		if frozen {
			attacker.Pause()
		}
		cpu, fault := honest.ask(id, thinkFor)
		attacker.Resume()
		if fault != "" {
			t.Fatalf("question %d: the honest bot is %s; %s", id, fault, honest.Stderr())
		}
		r.cpu = min(r.cpu, cpu)
	}
	if status := honest.Close(thinkFor); status != "exit status 0" {
		t.Errorf("the honest bot ends with %s; %s", status, honest.Stderr())
	}
	r.fault += ", " + attacker.Close(0)
	r.usage = attacker.Usage()
	for _, line := range strings.Split(attacker.Stderr(), "\n") {
		if strings.HasPrefix(line, "WON ") {
			r.won += line + "\n"
		}
	}
	a.clean(t, before)
	return r
}

// clean checks that nothing is left of a game.
func (a *arena) clean(t *testing.T, before string) {
	t.Helper()
	left := processes(a.dir)
	for began := time.Now(); len(left) > 0 && time.Since(began) < 10*time.Second; left = processes(a.dir) {
		time.Sleep(10 * time.Millisecond) // a plain program's children take a moment
	}
	if len(left) > 0 {
		t.Errorf("processes %v are left", left)
	}
	if after := a.tree(t); after != before {
		t.Errorf("files have changed:\n%s\nbefore:\n%s", after, before)
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", a.canary.Process.Pid))
	if err != nil || !bytes.Contains(stat, []byte(") S ")) {
		t.Errorf("another process of the user is hurt: %s %v", stat, err)
	}
	a.canary.Process.Kill()
	a.canary.Wait()
}

// tree lists the files of an arena with their beginnings.
func (a *arena) tree(t *testing.T) string {
	var list strings.Builder
	err := filepath.WalkDir(a.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == "__pycache__" { // that of a bot without a jail
			return fs.SkipDir
		}
		fmt.Fprintf(&list, "%s %v", strings.TrimPrefix(path, a.dir), d.Type())
		if d.Type().IsRegular() {
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			start := make([]byte, 20)
			n, _ := f.Read(start)
			fmt.Fprintf(&list, " %q", start[:n])
		}
		list.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list.String()
}

// command prepares the folder of a side for an attack, and returns the command that starts its program, without arguments.
func (a *arena) command(t *testing.T, interpreter, side, attack string) []string {
	t.Helper()
	path := filepath.Join(a.dir, side, attack+".py")
	switch attack {
	case "folder":
		a.odd(t, side)
		return []string{interpreter, a.dir + "/" + side + "/../" + side + "/" + attack + ".py"}
	case firstLine:
		a.name(t, side)
		return []string{path}
	}
	return []string{interpreter, path}
}

// name makes the files of a side name a file of the honest bot in all ways that do not keep a program from starting.
func (a *arena) name(t *testing.T, side string) {
	t.Helper()
	dir, secret := filepath.Join(a.dir, side), filepath.Join(a.dir, "honest", "secret")
	script := filepath.Join(dir, firstLine+".py")
	text, err := os.ReadFile(script)
	if err == nil {
		err = os.WriteFile(script, fmt.Appendf(nil, "#!/usr/bin/env -S -u %s python3\n%s", secret, text), 0o755)
	}
	for _, program := range []string{script, secret} { // the secret could be a bot
		if err == nil {
			err = os.Chmod(program, 0o755)
		}
	}
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, "venv", "bin"), 0o755)
	}
	for name, target := range map[string]string{"named": secret, "venv/bin/python3": secret, "node_modules": "../honest"} {
		if err == nil {
			err = os.Symlink(target, filepath.Join(dir, name))
		}
	}
	for name, text := range map[string]string{"venv/pyvenv.cfg": "home = " + filepath.Dir(secret) + "\n", "x.pth": filepath.Dir(secret) + "\n"} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// odd puts files into an attacker's folder that the folders of bots usually do not have.
func (a *arena) odd(t *testing.T, side string) {
	dir := filepath.Join(a.dir, side)
	for name, target := range map[string]string{
		"link1": "../honest/secret", "link2": filepath.Join(a.dir, "honest"), "link3": "/etc/shadow", "link4": "/proc/1/environ",
		"link5": filepath.Join(a.dir, "referee", "secret"), "link6": "/root/.ssh", "to-pipe": "pipe", "to-zero": "/dev/zero",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"/pipe", "/.jail-new"} { // the second is where the jail writes what is kept
		if err := syscall.Mkfifo(dir+name, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mknod(dir+"/socket", syscall.S_IFSOCK|0o666, 0); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mknod(dir+"/device", syscall.S_IFCHR|0o666, 1<<8|1); err != nil {
		t.Logf("without a device: %v", err)
	}
	for _, name := range []string{"sparse", "..x", "a\nb", "-rf", "c,d:e"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(dir+"/sparse", 10<<30); err != nil {
		t.Logf("without a file of 10 GB: %v", err)
	}
}

// processes returns the ids of the processes whose command line contains a text; zombies have no command line.
func processes(text string) []int {
	list := []int{}
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.Contains(line, []byte(text)) {
			pid, _ := strconv.Atoi(strings.Split(file, "/")[2])
			list = append(list, pid)
		}
	}
	return list
}

// player is a program that speaks PROTOCOL.md.
type player struct{ *proc.Program }

func start(t *testing.T, p proc.Policy, command ...string) player {
	t.Helper()
	program, err := proc.StartWith(command, proc.Options{Launcher: jail.Launcher{}, Jail: p})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close(0) })
	player := player{program}
	fmt.Fprintln(program, `{"type":"hello","protocol":1,"game":"toy","rules":"1"}`)
	if _, fault := player.hear(thinkFor); fault != "" {
		t.Fatalf("%s: no hello: %s; %s", command, fault, program.Stderr())
	}
	fmt.Fprintln(program, `{"type":"start","game":"1","seat":"a","seats":["a","b"],"seed":"1","view":{}}`)
	return player
}

type reply struct {
	Type string `json:"type"`
	ID   int    `json:"id"`
	Move int    `json:"move"`
	Say  string `json:"say"`
}

// ask returns the processor time that the answer took, or what is wrong with it.
func (p player) ask(id int, patience time.Duration) (cpu time.Duration, fault string) {
	p.SetWriteDeadline(time.Now().Add(patience))
	fmt.Fprintf(p, `{"type":"ask","id":%d,"kind":"move","view":{},"legal":[%d]}`+"\n", id, id*7)
	r, fault := p.hear(patience)
	if fault == "" && (r.Type != "answer" || r.ID != id || r.Move != id*7) {
		fault = fmt.Sprintf("garbled: %+v", r)
	}
	us, _ := strconv.Atoi(r.Say)
	return time.Duration(us) * time.Microsecond, fault
}

func (p player) hear(patience time.Duration) (r reply, fault string) {
	select {
	case line := <-p.Lines:
		if line.Err != nil {
			return r, "gone"
		}
		if err := json.Unmarshal(line.Text, &r); err != nil {
			return r, "garbled: " + err.Error()
		}
		return r, ""
	case <-time.After(patience):
		return r, "late"
	}
}
