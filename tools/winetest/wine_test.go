package winetest_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
	"github.com/gridiron-games/gridiron/tools/winetest"
)

// wine is a Windows system with our programs that Wine emulates.
type wine struct {
	dir   string // where the programs are and run
	env   []string
	games []string
}

// install makes such a system. It needs Wine and a C compiler for Windows.
func install(t *testing.T) *wine {
	gametest.Long(t, "builds all programs for Windows")
	for _, program := range []string{"wine", "x86_64-w64-mingw32-gcc"} {
		if _, err := exec.LookPath(program); err != nil {
			if os.Getenv("GRIDIRON_WINE") == "required" {
				t.Fatal(err)
			}
			t.Skipf("the programs for Windows are not run: %v", err)
		}
	}
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	w := &wine{dir: t.TempDir()}
	if w.games, err = checkout.Games(checkout.Tracked(root)); err != nil {
		t.Fatal(err)
	}
	w.env, err = winetest.Boot(t.Context(), root, filepath.Join(w.dir, "prefix"))
	t.Cleanup(func() { winetest.Halt(w.env) })
	if err != nil {
		t.Skipf("the programs for Windows are not run: Wine does not start here: %v", err)
	}
	for _, game := range w.games {
		w.host(t, root, "go", "build", "-o", filepath.Join(w.dir, game), "./"+game+"/cmd/"+game)
		w.cross(t, root, "go", "build", "-o", filepath.Join(w.dir, game+".exe"), "./"+game+"/cmd/"+game)
	}
	return w
}

// host runs a program of this machine; cross runs the go command so that it builds programs for Windows.
func (w *wine) host(t *testing.T, dir string, words ...string) {
	t.Helper()
	w.do(t, dir, w.env, words...)
}
func (w *wine) cross(t *testing.T, dir string, words ...string) {
	t.Helper()
	w.do(t, dir, append(w.env, "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0"), words...)
}

func (w *wine) do(t *testing.T, dir string, env []string, words ...string) {
	t.Helper()
	c := exec.Command(words[0], words[1:]...)
	c.Dir, c.Env = dir, env
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, text)
	}
}

// command is a program of ours on Windows.
func (w *wine) command(ctx context.Context, game string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "wine", append([]string{game + ".exe"}, args...)...)
	c.Dir, c.Env = w.dir, w.env
	return c
}

// run returns what a program prints, with the line ends of this system.
func (w *wine) run(t *testing.T, game string, args ...string) (stdout string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := w.command(ctx, game, args...)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		t.Fatalf("%s.exe %s: %v\n%s%s", game, strings.Join(args, " "), err, &out, &errs)
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}

func TestWindows(t *testing.T) {
	w := install(t)
	for _, game := range w.games {
		t.Run(game+" plays the same game", func(t *testing.T) {
			args := []string{"play", "champion", "random", "--seed", "7", "--quiet"}
			native := exec.Command(filepath.Join(w.dir, game), append(args, "--record", game+"-native.jsonl")...)
			native.Dir = w.dir
			want, err := native.Output()
			if err != nil {
				t.Fatal(err)
			}
			if got := w.run(t, game, append(args, "--record", game+".jsonl")...); got != string(want) {
				t.Errorf("on Windows %q, here %q", got, want)
			}
			if got, want := w.run(t, game, "replay", game+".jsonl"), w.run(t, game, "replay", game+"-native.jsonl"); got != want {
				t.Errorf("the replays differ:\n%s\n%s", got, want)
			}
		})
	}
	t.Run("a bot in Go", func(t *testing.T) {
		w.run(t, "amazons", "new-bot", "go", "gobot")
		w.cross(t, filepath.Join(w.dir, "gobot"), "go", "build", "-o", "bot.exe", ".")
		for _, spec := range []string{`exec:gobot\bot.exe`, "exec:gobot/bot.exe"} {
			w.run(t, "amazons", "check", spec)
			if got := w.run(t, "amazons", "play", spec, "greedy", "--seed", "3", "--quiet"); !strings.Contains(got, "is stuck") {
				t.Errorf("%s: %s", spec, got)
			}
		}
	})
	t.Run("killed and resumed", func(t *testing.T) { w.killed(t) })
	t.Run("a page", func(t *testing.T) { w.page(t) })
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("what a bot leaves behind", func(t *testing.T) {
		w.cross(t, root, "go", "test", "-run", "TestOrphans", "-timeout", "3m", "-exec", "wine", "./kernel/arena/bots/proc")
	})
	t.Run("suites", func(t *testing.T) {
		for _, game := range w.games {
			// Wine 8 cannot delete a file in the way that os.RemoveAll asks for: what has a folder for its files is left out.
			w.cross(t, root, "go", "test", "-short", "-skip", "TestLearnerLearns|TestKnowledge", "-exec", "wine",
				"./"+game, "./"+game+"/referee", "./"+game+"/bot")
		}
	})
}

// killed kills a tournament in its middle: when it is resumed, it ends as if it had not been killed.
func (w *wine) killed(t *testing.T) {
	args := []string{"tournament", "run", "random", "greedy", `mine=exec:gobot\bot.exe`, "--rounds", "6", "--seed", "5", "--dir"}
	want := w.run(t, "amazons", append(args, "whole")...)
	journal := func() int {
		text, _ := os.ReadFile(filepath.Join(w.dir, "killed", "journal.jsonl"))
		return bytes.Count(text, []byte("\n"))
	}
	c := w.command(t.Context(), "amazons", append(args, "killed")...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(2 * time.Minute); journal() < 5 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	c.Process.Kill()
	c.Wait()
	t.Logf("killed after %d lines of the journal", journal())
	if got := w.run(t, "amazons", "tournament", "resume", "killed"); table(got) != table(want) {
		t.Errorf("killed and resumed:\n%s\nnever killed:\n%s", got, want)
	}
	w.run(t, "amazons", "tournament", "verify", "killed")
}

// table returns what standings print, without the part that differs between two runs.
func table(text string) string {
	return regexp.MustCompile(`hash of the journal: \w+`).ReplaceAllString(text, "")
}

// page watches a game in a page.
func (w *wine) page(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := w.command(ctx, "amazons", "play", "greedy", "random", "--seed", "7", "--web")
	errs, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { c.Process.Kill(); c.Wait() }()
	var line []byte
	for b := make([]byte, 1); !bytes.HasSuffix(line, []byte("\n")); line = append(line, b[0]) {
		if _, err := io.ReadFull(errs, b); err != nil {
			t.Fatalf("%v after %q, want the address of the page", err, line)
		}
	}
	go io.Copy(io.Discard, errs)
	url, _, _ := strings.Cut(strings.TrimSpace(string(line)), "#")
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(text), "<title>") {
		t.Error(fmt.Errorf("%s: %s, %w, %q", url, answer.Status, err, text))
	}
}
