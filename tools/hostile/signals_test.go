//go:build unix

package hostile

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestSignals sends one signal to programs in every phase, and they end in order. Without the mend they never end, so the test
// waits long.
func TestSignals(t *testing.T) {
	games, bin := programs(t)
	verbs := []struct {
		name  string
		words string // PIPE is a pipe that delivers nothing, HANG a bot that says nothing and ends by no signal
		only  string // the game
	}{
		{name: "start", words: "play --start PIPE random random"},
		{name: "replay", words: "replay PIPE"},
		{name: "convert", words: "convert PIPE --to json"},
		{name: "standard input", words: "convert --to json"},
		{name: "config", words: "tournament run --config PIPE"},
		{name: "key", words: "tournament run a=random b=random --dir DIR/cup --key PIPE"},
		{name: "starts", words: "compare random random --starts PIPE"},
		{name: "hello", words: "play HANG random --quiet"},
		{name: "hello in a jail", words: "play HANG random --quiet --jail auto"},
		{name: "tournament", words: "tournament run a=HANG b=random --dir DIR/cup"},
		{name: "check", words: "check HANG"},
		{name: "a person", words: "play human random"},
		{name: "jobs", words: "worker"},
		{name: "many games", words: "tournament run a=random b=random --rounds 10000 --dir DIR/cup"},
		{name: "a page", words: "play human random --web"},
		{name: "server", words: "serve --listen 0", only: "amazons"},
		{name: "token", words: "serve --team-token @PIPE", only: "amazons"},
		{name: "map", words: "maps PIPE", only: "tron"},
		{name: "server", words: "serve PIPE", only: "tron"},
		{name: "server", words: "serve --listen 0", only: "sarena"},
		{name: "cup", words: "cup PIPE", only: "pelita"},
		{name: "server", words: "server --config PIPE", only: "pelita"},
		{name: "queue", words: "queue PIPE", only: "reantics"},
	}
	sample := gametest.Sample(t, games)
	for n, v := range verbs {
		for _, game := range games {
			if v.only == "" && !slices.Contains(sample, game) || v.only != "" && v.only != game {
				continue
			}
			t.Run(game+"/"+v.name, func(t *testing.T) {
				t.Parallel()
				sig := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}[n%2]
				signalled(t, filepath.Join(bin, game), v.words, sig)
			})
		}
	}
}

// signalled starts a program, waits until it waits for what words name, and sends it one signal.
func signalled(t *testing.T, program, words string, sig syscall.Signal) {
	dir := t.TempDir()
	pipe, pids := filepath.Join(dir, "pipe"), filepath.Join(dir, "pids")
	script := fmt.Sprintf("trap '' TERM INT HUP PIPE\necho 2>/dev/null > '%s'/$$\necho here >&2\nwhile :; do sleep 1000; done\n", pids)
	bot := filepath.Join(dir, "bot", "bot.sh")
	for _, err := range []error{
		syscall.Mkfifo(pipe, 0o666), os.Mkdir(pids, 0o777), os.Mkdir(filepath.Dir(bot), 0o777), os.WriteFile(bot, []byte(script), 0o666),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var args []string
	for _, word := range strings.Fields(words) {
		args = append(args, strings.NewReplacer("PIPE", pipe, "DIR", dir, "HANG", "exec:sh '"+bot+"'").Replace(word))
	}
	c := exec.Command(program, args...)
	c.Dir = dir
	out := &said{}
	c.Stdout, c.Stderr = out, out
	if stdin, err := c.StdinPipe(); err != nil { // it stays open and delivers nothing
		t.Fatal(err)
	} else {
		defer stdin.Close()
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	defer func() {
		c.Process.Kill()
	}()
	began := time.Now()
	waits := func() bool {
		switch {
		case strings.Contains(words, "PIPE"):
			f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0) // only if it has a reader
			if err == nil {
				t.Cleanup(func() { f.Close() })
			}
			return err == nil
		case strings.Contains(words, "HANG"):
			list, err := os.ReadDir(pids)
			return err == nil && len(list) > 0 || strings.Contains(out.String(), "jail: ")
		case words == "convert --to json":
			return time.Since(began) > 3*time.Second // it says nothing; too early a signal tests something else
		}
		return out.String() != ""
	}
	for !waits() {
		select {
		case err := <-ended:
			t.Fatalf("%v: it ended before the signal: %v\n%s", args, err, out)
		case <-time.After(50 * time.Millisecond):
		}
		if time.Since(began) > 2*time.Minute {
			t.Fatalf("%v: it does not begin\n%s", args, out)
		}
	}
	c.Process.Signal(sig)
	select {
	case <-ended:
		if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			t.Errorf("%v: %v killed it; it should end by itself\n%s", args, status.Signal(), out)
		}
	case <-time.After(time.Minute):
		t.Errorf("%v: it does not end by the first %v\n%s", args, sig, out)
	}
	if list, err := os.ReadDir(pids); err == nil && len(list) > 0 {
		if pids := left(t, pids); len(pids) > 0 {
			t.Errorf("%v: its bot is left: %v", args, pids)
		}
	}
}

// said is what a program has printed so far.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// TestNoFile names bots that are no regular files to every verb that plays: each says so and ends.
func TestNoFile(t *testing.T) {
	games, bin := programs(t)
	for _, game := range gametest.Sample(t, games) {
		t.Run(game, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir) // names of sockets must be short
			for _, bot := range []string{"pipe", "script", "link", "zero", "tty", "socket"} {
				if err := os.MkdirAll(filepath.Join("bots", bot), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			listener, err := net.Listen("unix", "bots/socket/bot")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			for _, err := range []error{
				syscall.Mkfifo("bots/pipe/bot", 0o777), syscall.Mkfifo("bots/script/bot.py", 0o777),
				os.Chmod("bots/pipe/bot", 0o777), os.Symlink("../pipe/bot", "bots/link/bot"),
				os.Symlink("/dev/zero", "bots/zero/bot.py"), os.Symlink("/dev/tty", "bots/tty/bot.js"),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			for folder, main := range map[string]string{
				"pipe": "bot", "script": "bot.py", "link": "bot", "zero": "bot.py", "tty": "bot.js", "socket": "bot",
			} {
				path := "bots/" + folder
				spec := "exec:" + path + "/" + main
				if strings.HasSuffix(main, ".py") {
					spec = "exec:python3 " + path + "/" + main
				}
				for _, jail := range []string{"off", "auto"} {
					for _, words := range [][]string{
						{"play", spec, "random", "--quiet"}, {"check", path}, {"compare", path, "random"},
						{"compare", path, "random", "--dir", t.TempDir() + "/kept"},
						{"tournament", "run", "m=" + path, "random", "--dir", t.TempDir() + "/cup"},
					} {
						if words[0] == "play" && strings.HasSuffix(main, ".js") {
							continue
						}
						refused(t, filepath.Join(bin, game), append(words, "--jail", jail)...)
					}
				}
			}
		})
	}
}

// refused runs a program that must say that something is not a regular file.
func refused(t *testing.T, program string, words ...string) {
	t.Helper()
	c := exec.Command(program, words...)
	var out bytes.Buffer
	c.Stdout, c.Stderr, c.Dir = &out, &out, "."
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(2*time.Minute, func() { c.Process.Kill() })
	err := c.Wait()
	if !late.Stop() {
		t.Errorf("%v: it does not end\n%s", words, &out)
	} else if err == nil || !strings.Contains(out.String(), "not a regular file") {
		t.Errorf("%v: %v, %s; want that the bot is not a regular file", words, err, &out)
	}
}

// TestEndless names files without an end: each verb says that the file is too large.
func TestEndless(t *testing.T) {
	_, bin := programs(t)
	for _, command := range []string{
		"amazons play --start /dev/zero random random", "tron play --start /dev/zero random random", "tron maps /dev/zero",
		"tron serve /dev/zero", "amazons moves --start /dev/zero", "amazons serve --team-token @/dev/zero",
		"amazons tournament run --config /dev/zero", "amazons tournament run a=random b=random --key /dev/zero",
		"amazons tournament run a=random b=random --starts /dev/zero", "pelita cup --config /dev/zero",
		"pelita server --config /dev/zero", "pelita --layout /dev/zero --null", "reantics queue /dev/zero",
	} {
		words := strings.Fields(command)
		c := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		c.Dir = t.TempDir()
		late := time.AfterFunc(2*time.Minute, func() { c.Process.Kill() })
		text, err := c.CombinedOutput()
		if !late.Stop() || err == nil || !strings.Contains(string(text), "too large: want at most") {
			t.Errorf("%s: %v, %.300q; want that the file is too large", command, err, text)
		}
	}
}

// TestNoWords gives words to verbs that take none.
func TestNoWords(t *testing.T) {
	games, bin := programs(t)
	for _, game := range games {
		for _, verb := range []string{"bots", "version", "manual", "bench", "env", "worker"} {
			c := exec.Command(filepath.Join(bin, game), verb, "more")
			text, _ := c.CombinedOutput()
			if want := fmt.Sprintf("%s: %s: argument \"more\": want none; usage: %s %s", game, verb, game, verb); c.ProcessState.ExitCode() != 2 ||
				!strings.HasPrefix(string(text), want) || strings.Count(string(text), "\n") != 1 {
				t.Errorf("%s %s more: exit code %d, %q; want %q", game, verb, c.ProcessState.ExitCode(), text, want)
			}
		}
	}
}
