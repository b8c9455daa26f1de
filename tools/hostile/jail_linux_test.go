package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestKilledGame kills a game with -9 while a bot behind a shell has children in sessions of their own, which hold its pipes and
// ignore all signals. No process may be left.
func TestKilledGame(t *testing.T) {
	_, bin := programs(t)
	jails(t)
	a := newArena(t)
	a.targets["pids"] = []int{}
	b := battle{program: filepath.Join(bin, "amazons")}
	specs := []string{b.spec(t, a, "attacker", "family"), b.spec(t, a, "honest", "")}
	before := a.tree(t)
	specs[0] = "exec:" + proc.Join("sh", "-c", strings.TrimPrefix(specs[0], "exec:")+"; true")
	var stderr bytes.Buffer
	c := exec.Command(b.program, "play", specs[0], specs[1], "--jail", "require", "--seed", "3", "--games", "100000", "--quiet")
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	attacker := filepath.Join(a.dir, "attacker")
	// The game's own command line names the bot, too; with the shell, the bot and its children there are more.
	for len(processes(attacker)) < 6 {
		select {
		case err := <-ended:
			t.Fatalf("the game ended before the bot had children: %v\n%s", err, &stderr)
		case <-time.After(10 * time.Millisecond):
		}
	}
	c.Process.Signal(syscall.SIGKILL)
	<-ended
	a.clean(t, before)
}

// TestUnprivileged runs the attacks as a user without rights, who has no control groups either.
func TestUnprivileged(t *testing.T) {
	gametest.Long(t, "plays all attacks once more as another user")
	if os.Geteuid() != 0 {
		t.Skip("the attacks of this run are played by such a user already")
	}
	jails(t)
	const nobody = 65534
	dir := t.TempDir()
	for path := dir; path != os.TempDir() && len(path) > 1; path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.ReadFile(os.Args[0])
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "hostile.test"), program, 0o755)
	}
	if err == nil {
		err = os.CopyFS(filepath.Join(dir, "attacks"), os.DirFS("attacks"))
	}
	home := filepath.Join(dir, "home")
	if err == nil {
		err = os.Mkdir(home, 0o700)
	}
	if err == nil {
		err = os.Chown(home, nobody, nobody)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, filepath.Join(dir, "hostile.test"), "-test.run", "^TestAttacks$", "-test.v")
	c.Dir = dir
	// Interpreters in root's home are not for others.
	c.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+home, "PATH=/usr/local/bin:/usr/bin:/bin", "GRIDIRON_CORPUS=")
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := c.CombinedOutput()
	switch {
	case err != nil:
		t.Fatalf("%v\n%s", err, out)
	case bytes.Contains(out, []byte("--- SKIP: TestAttacks")):
		t.Skipf("a user without rights has no jail here:\n%s", out)
	case !bytes.Contains(out, []byte("--- PASS: TestAttacks/kill")):
		t.Errorf("the attacks were not played:\n%s", out)
	}
}

// TestLanguagesInJail has bots in all languages play by the rules in a jail as they do without: those that new-bot writes, and
// one with a virtual environment.
func TestLanguagesInJail(t *testing.T) {
	_, bin := programs(t)
	jails(t)
	amazons := filepath.Join(bin, "amazons")
	for _, tt := range gametest.Sample(t, []struct {
		name, kind string
		tools      []string
		build      []string
		command    []string // beside the folder
	}{
		{name: "python", kind: "python", tools: []string{"python3"}, command: []string{"python3", "bot.py"}},
		{
			name: "python with an environment", kind: "python", tools: []string{"python3"},
			build: []string{"python3", "-m", "venv", "--without-pip", "venv"}, command: []string{"venv/bin/python", "bot.py"},
		},
		{name: "javascript", kind: "javascript", tools: []string{"node"}, command: []string{"node", "bot.js"}},
		{name: "java", kind: "java", tools: []string{"java"}, command: []string{"java", "Bot.java"}},
		{name: "go", kind: "go", tools: []string{"go"}, build: []string{"go", "build", "-o", "bot.exe"}, command: []string{"./bot.exe"}},
		{name: "c", kind: "c", tools: []string{"cc", "make"}, build: []string{"make"}, command: []string{"./bot"}},
	}) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, tool := range tt.tools {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skip(err)
				}
			}
			dir := filepath.Join(t.TempDir(), "bot")
			if out, err := exec.Command(amazons, "new-bot", tt.kind, dir).CombinedOutput(); err != nil {
				t.Skipf("no bot of this kind: %v\n%s", err, out)
			}
			if len(tt.build) > 0 {
				c := exec.Command(tt.build[0], tt.build[1:]...)
				c.Dir = dir
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			c := exec.CommandContext(ctx, amazons, "check", "exec:"+proc.Join(tt.command...), "--jail", "require", "--budget", "30s", "--json")
			c.Dir = dir
			out, err := c.Output()
			var found struct{ OK bool }
			if err != nil || json.Unmarshal(out, &found) != nil || !found.OK {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestWithoutNamespaces plays where no namespaces are allowed: require refuses and says why, and auto uses what is left, or
// nothing for a program that needs what is missing, such as a loopback.
func TestWithoutNamespaces(t *testing.T) {
	_, bin := programs(t)
	jails(t)
	closed := []string{"--unshare-user", "--disable-userns", "--dev-bind", "/", "/"}
	if out, err := exec.Command("bwrap", append(closed, "true")...).CombinedOutput(); err != nil {
		t.Skipf("bubblewrap cannot take namespaces away: %v %s", err, out)
	}
	play := func(game string, words ...string) (out, errors string, err error) {
		var stdout, stderr bytes.Buffer
		c := exec.Command("bwrap", append(append(closed, filepath.Join(bin, game), "play"), words...)...)
		c.Stdout, c.Stderr = &stdout, &stderr
		err = c.Run()
		return stdout.String(), stderr.String(), err
	}
	a := newArena(t)
	exec := battle{}
	spec := exec.spec(t, a, "honest", "")
	out, text, err := play("amazons", spec, "random", "--seed", "3", "--quiet", "--jail", "require")
	if err == nil || out != "" || !strings.Contains(text, "no complete jail") || !strings.Contains(text, "user.max_user_namespaces") {
		t.Errorf("required: %v, %q, %q", err, out, text)
	}
	out, text, err = play("amazons", spec, "random", "--start", "1BB1/B2B/R2R/1RR1 r", "--seed", "3", "--json", "--jail", "auto")
	if err != nil || !strings.Contains(out, `"jail":"no`) || strings.Contains(out, `"faults"`) {
		t.Errorf("what is left: %v, %s, %s", err, out, text)
	}
	team := battle{file: "pelita_team.py"}
	out, text, err = play("pelita", team.spec(t, a, "honest", ""), "stopping", "--rounds", "4", "--seed", "3", "--json", "--jail", "auto",
		"--stand-in", "always")
	if err != nil || !strings.Contains(out, `"jail":"none"`) || strings.Contains(out, `"faults"`) || !strings.Contains(text, "jail: none (") {
		t.Errorf("a team that needs a loopback: %v, %s, %s", err, out, text)
	}
	a.canary.Process.Kill()
	a.canary.Wait()
}
