//go:build unix

package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

const breaksRule = "answers against a rule"

// classes are the ways to misbehave and the faults that may result. No fault: the game goes on as usual.
var classes = []struct {
	name   string
	faults []turn.FaultKind
}{
	{"exits at once", []turn.FaultKind{turn.NeverStarted}},
	{"crashes at hello", []turn.FaultKind{turn.NeverStarted}},
	{"crashes at start", []turn.FaultKind{turn.Crashed}},
	{"crashes at the first move", []turn.FaultKind{turn.Crashed}},
	{"crashes later", []turn.FaultKind{turn.Crashed}},
	{"crashes at the end", nil},
	{"hangs", []turn.FaultKind{turn.Late}},
	{"hangs and ignores SIGTERM", []turn.FaultKind{turn.Late}},
	{"closes its output", []turn.FaultKind{turn.Gone, turn.Crashed}},
	{"closes its input", []turn.FaultKind{turn.Late}},
	{"writes no JSON", []turn.FaultKind{turn.Garbled}},
	{"writes an array", []turn.FaultKind{turn.Garbled}},
	{"writes invalid UTF-8", []turn.FaultKind{turn.Garbled}},
	{"writes 100 MB in a line", []turn.FaultKind{turn.Garbled}},
	{"answers with an object that is no move", []turn.FaultKind{turn.Garbled}},
	{breaksRule, nil}, // a fault that only the referee knows
	{"answers twice", nil},
	{"floods with the past", []turn.FaultKind{turn.Garbled}},
	{"floods its standard error", nil},
	{"leaves a child behind", []turn.FaultKind{turn.Crashed, turn.Gone}},
}

// forgiving are the games that go on after a fault: there the other side does not always win.
var forgiving = []string{"tron"}

// TestMatrix plays every game against every class.
func TestMatrix(t *testing.T) {
	games, bin := programs(t)
	for _, game := range gametest.Sample(t, games) {
		for _, class := range classes {
			t.Run(game+"/"+class.name, func(t *testing.T) {
				t.Parallel()
				reason := ""
				if class.name == breaksRule {
					if reason = illegal[game].reason; reason == "" {
						t.Skipf("no answer breaks a rule of %s", game)
					}
				}
				play(t, filepath.Join(bin, game), slices.Contains(forgiving, game), class.name, class.faults, reason)
			})
		}
	}
}

// programs builds the games, once, and returns their names and the folder of their programs.
func programs(t *testing.T) (games []string, bin string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and misuses the programs of all games for a minute; run without -short")
	}
	games, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return games, folder
}

// folder is where the programs are; TestMain makes and removes it.
var folder string

var build = sync.OnceValues(func() (games []string, err error) {
	root, err := checkout.Root(".")
	if err != nil {
		return nil, err
	}
	if games, err = checkout.Games(checkout.Tracked(root)); err != nil {
		return nil, err
	}
	for _, game := range games {
		if err := gametest.Build(root, "./"+game+"/cmd/"+game, filepath.Join(folder, game)); err != nil {
			return nil, err
		}
	}
	return games, nil
})

// spec names a bot of a class as a player. It leaves the numbers of its processes in pids.
func spec(class, pids string) string {
	return fmt.Sprintf("exec:'%s' bot '%s' '%s'", os.Args[0], class, pids)
}

// play lets a bot of a class play, and checks the result and that no process is left. reason is the reason for which the game
// must end; "" is any.
func play(t *testing.T, program string, forgives bool, class string, faults []turn.FaultKind, reason string) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "game.jsonl")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
	defer cancel()
	// Bots get enough time for a busy machine, but those that never answer do not.
	opponent, budget := "random", "1m"
	if slices.Contains(faults, turn.Late) || forgives && len(faults) > 0 {
		budget = "400ms"
	}
	if forgives { // the game goes on, and must be long enough for everything to happen
		opponent = "fill"
	}
	var stdout, stderr bytes.Buffer
	c := exec.CommandContext(ctx, program, "play", spec(class, dir), opponent,
		"--seed", "3", "--budget", budget, "--json", "--record", file)
	c.Stdout, c.Stderr = &stdout, &stderr
	// A program that never started is a failure of play; its game is printed and recorded all the same.
	if err := c.Run(); err != nil && !strings.Contains(stderr.String(), " never started\n") {
		t.Fatalf("play: %v\n%s", err, stderr.String())
	}
	var line struct {
		Seats  []record.Seat
		Winner *string
		Reason string
	}
	if err := json.Unmarshal(bytes.SplitN(stdout.Bytes(), []byte("\n"), 2)[0], &line); err != nil {
		t.Fatalf("standard output: %v\n%s", err, stdout.String())
	}
	recorded := readFaults(t, file, line.Seats[0].Seat)
	switch {
	case len(faults) == 0 && len(recorded) > 0:
		t.Errorf("faults %v, want none", recorded)
	case len(faults) > 0 && !slices.ContainsFunc(recorded, func(k turn.FaultKind) bool { return slices.Contains(faults, k) }):
		t.Errorf("faults %v, want one of %v\n%s", recorded, faults, stdout.String())
	case reason != "" && line.Reason != reason:
		t.Errorf("it ended for the reason %q, want %q: %s", line.Reason, reason, stdout.String())
	case (reason != "" || len(faults) > 0 && !forgives) && (line.Winner == nil || *line.Winner != line.Seats[1].Seat):
		t.Errorf("the other side did not win: %s", stdout.String())
	}
	if text, err := exec.Command(program, "replay", file, "--verify").CombinedOutput(); err != nil {
		t.Errorf("replay --verify: %v\n%s", err, text)
	}
	for _, pid := range left(t, dir) {
		t.Errorf("process %d is still there", pid)
	}
}

// readFaults returns the faults of a seat in a record with one game.
func readFaults(t *testing.T, path, seat string) (kinds []turn.FaultKind) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games, err := record.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range games[0].Answers {
		if a.Seat == seat && a.Fault != "" {
			kinds = append(kinds, a.Fault)
		}
	}
	return kinds
}

// left returns the processes registered in dir that are still there a moment later.
func left(t *testing.T, dir string) (pids []int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) == 0 {
		t.Error("the bot left no number of a process")
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		for try := 0; alive(pid); try++ {
			if try == 100 {
				pids = append(pids, pid)
				syscall.Kill(pid, syscall.SIGKILL)
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return pids
}

// alive reports whether a process runs: a zombie does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return syscall.Kill(pid, 0) == nil
	}
	after := stat[bytes.LastIndexByte(stat, ')')+1:]
	return !bytes.HasPrefix(after, []byte(" Z"))
}
