//go:build unix

package hostile

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestKillNine kills tournaments at random moments and resumes them: no finished game is lost, none is played twice, and all are
// the games of a tournament that nobody killed.
func TestKillNine(t *testing.T) {
	games, bin := programs(t)
	for _, game := range gametest.Sample(t, games) {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			killNine(t, filepath.Join(bin, game), 20)
		})
	}
}

func killNine(t *testing.T, program string, kills int) {
	dir := t.TempDir()
	whole, killed := filepath.Join(dir, "whole"), filepath.Join(dir, "killed")
	run := func(after time.Duration, args ...string) time.Duration {
		ctx, cancel := t.Context(), func() {}
		if after > 0 {
			ctx, cancel = context.WithTimeout(ctx, after)
		}
		defer cancel()
		began := time.Now()
		c := exec.CommandContext(ctx, program, args...) // kills as kill -9 does
		if out, err := c.CombinedOutput(); err != nil && after == 0 {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return time.Since(began)
	}
	rounds := "2"
	if os.Getenv("GRIDIRON_LONG") != "" {
		rounds = "6"
	}
	took := run(0, tournament(whole, dir, rounds)...)
	want := finished(t, whole)
	chance := rand.New(rand.NewPCG(9, 9))
	journal := filepath.Join(killed, "journal.jsonl")
	for range kills {
		moment := 10*time.Millisecond + time.Duration(chance.Int64N(int64(took)/4))
		if _, err := os.Stat(journal); err != nil {
			run(moment, tournament(killed, dir, rounds)...)
		} else {
			run(moment, "tournament", "resume", killed, "--jail", "off")
		}
	}
	if _, err := os.Stat(journal); err != nil {
		run(0, tournament(killed, dir, rounds)...)
	}
	t.Logf("killed %d times, with %d of %d games played", kills, len(finished(t, killed)), len(want))
	run(0, "tournament", "resume", killed, "--jail", "off")
	if diff := cmp.Diff(want, finished(t, killed)); diff != "" {
		t.Errorf("games of the tournament that was killed (-want +got):\n%s", diff)
	}
}

// tournament are the arguments of a tournament in dir, whose programs leave their numbers in pids.
func tournament(dir, pids, rounds string) []string {
	return []string{
		"tournament", "run", "random", "other=random", "program=" + spec("plays", pids),
		"--seed", "9", "--rounds", rounds, "--concurrency", "2", "--dir", dir, "--jail", "off", // they write into pids
	}
}

var hashes = regexp.MustCompile(`,"(?:hash|chain)":"[0-9a-f]{64}"`)

// finished returns the games of a journal, sorted; none if there is no journal yet.
func finished(t *testing.T, dir string) (games []string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		if strings.Contains(line, `"type":"game"`) {
			games = append(games, hashes.ReplaceAllString(line, "")) // records hold times
		}
	}
	slices.Sort(games)
	return games
}
