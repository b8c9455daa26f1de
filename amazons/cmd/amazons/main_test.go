package main

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/cli"
)

func TestMain(m *testing.M) {
	if os.Getenv("GRIDIRON_TEST_MAIN") != "" { // this process is the program, for tests that kill it
		cli.Main(game())
	}
	testscript.Main(m, map[string]func(){"amazons": func() { cli.Main(game()) }})
}

// TestScripts runs the command lines of testdata/script as a user would.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

// The signature changes only with a rule or a bot: a commit that changes it says so (CONTRIBUTING.md).
func TestSignature(t *testing.T) {
	want, err := os.ReadFile("../../testdata/signature.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := bench(context.Background())
	if err != nil || got != strings.TrimSpace(string(want)) {
		t.Errorf("the signature is %s, %v, want %s", got, err, want)
	}
}

// TestKillNine kills a tournament (R12) at random moments and resumes it: no finished game is lost and none is played twice.
func TestKillNine(t *testing.T) {
	const kills = 5
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GRIDIRON_TEST_MAIN", "1")
	t.Chdir(t.TempDir())
	run := func(after time.Duration, args ...string) {
		ctx, cancel := t.Context(), func() {}
		if after > 0 {
			ctx, cancel = context.WithTimeout(ctx, after)
		}
		defer cancel()
		cmd := exec.CommandContext(ctx, program, append([]string{"tournament"}, args...)...) // kills as kill -9 does
		if out, err := cmd.CombinedOutput(); err != nil && after == 0 {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	start := func(dir string) []string {
		return []string{"run", "greedy", "random", "mcts:nodes=200", "--seed", "9", "--rounds", "4", "--dir", dir, "--concurrency", "2"}
	}
	run(0, start("whole")...)
	want := finished(t, "whole")
	chance := rand.New(rand.NewPCG(9, 9))
	for i := range kills {
		moment := time.Duration(20+chance.IntN(120)) * time.Millisecond
		if i == 0 {
			run(moment, start("killed")...)
		} else if _, err := os.Stat("killed/journal.jsonl"); err == nil {
			run(moment, "resume", "killed")
		}
	}
	if _, err := os.Stat("killed/journal.jsonl"); err != nil {
		run(0, start("killed")...)
	}
	run(0, "resume", "killed")
	if diff := cmp.Diff(want, finished(t, "killed")); diff != "" {
		t.Errorf("games of the tournament that was killed (-want +got):\n%s", diff)
	}
}

// finished returns the games of a journal without what may differ, sorted.
func finished(t *testing.T, dir string) (games []string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if strings.Contains(line, `"type":"game"`) {
			games = append(games, line)
		}
	}
	slices.Sort(games)
	return games
}
