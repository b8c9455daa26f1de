//go:build unix

package hostile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestKilledCup kills a cup at random moments and goes on with it: no finished game is lost, none is played twice, all are those of
// a cup that nobody killed, and the journal agrees with the replays. The same holds for a journal in a file of --state.
func TestKilledCup(t *testing.T) {
	gametest.Long(t, "kills and continues cups of Pelita 30 times")
	const kills = 15
	_, bin := programs(t)
	for _, where := range []string{"folder", "state"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			config := "location: x\ndate: y\nbonusmatch: yes\nrounds: 200\nsize: small\nteams:\n" +
				"- spec: smart-random\n- spec: random\n- spec: food-eating\n- spec: stopping\n- spec: smart-eating\n- spec: nq-random\n"
			if err := os.WriteFile(filepath.Join(dir, "cup.yaml"), []byte(config), 0o644); err != nil {
				t.Fatal(err)
			}
			run := func(after time.Duration, args ...string) (took time.Duration, out string) {
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
				if after > 0 {
					cancel()
					ctx, cancel = context.WithTimeout(t.Context(), after)
				}
				defer cancel()
				began := time.Now()
				c := exec.CommandContext(ctx, filepath.Join(bin, "pelita"), args...) // kills as kill -9 does
				c.Dir = dir
				text, err := c.CombinedOutput()
				if err != nil && after == 0 {
					t.Fatalf("%v: %v\n%s", args, err, text)
				}
				return time.Since(began), string(text)
			}
			cup := func(after time.Duration, name string) time.Duration {
				args := []string{"cup", "cup.yaml", "--jail", "off", "--concurrency", "2", "--dir", name}
				if where == "state" {
					args = append(args, "--state", name+".state", "--load-state")
				}
				took, _ := run(after, args...)
				return took
			}
			journal := func(name string) string {
				if where == "state" {
					return name + ".state"
				}
				return name
			}
			took := cup(0, "whole")
			chance := rand.New(rand.NewPCG(9, 9))
			for range kills {
				cup(time.Millisecond+time.Duration(chance.Int64N(int64(took)/6)), "killed")
			}
			partly := -1 // unless no journal was begun
			if _, err := os.Stat(filepath.Join(dir, journal("killed"))); err == nil {
				_, status := run(0, "tournament", "status", journal("killed"))
				fmt.Sscanf(status, "%d games played", &partly)
			}
			t.Logf("killed %d times, with %d games played", kills, partly)
			cup(0, "killed")
			list := regexp.MustCompile(`"name":"[^"]*","teams":\[[^]]*\],"seed":"[0-9]*","winner":"[^"]*","score":\[[^]]*\]`)
			games := func(name string) map[string]int {
				path := filepath.Join(dir, journal(name))
				if where == "folder" {
					path = filepath.Join(path, "journal.jsonl")
				}
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				found := map[string]int{}
				for _, game := range list.FindAllString(string(text), -1) {
					found[game]++
				}
				return found
			}
			if diff := cmp.Diff(games("whole"), games("killed")); diff != "" {
				t.Errorf("games of the cup that was killed (-want +got):\n%s", diff)
			}
			if _, out := run(0, "tournament", "verify", journal("killed")); !strings.Contains(out, "games agree with their records; no line was changed") {
				t.Errorf("verify: %s", out)
			}
		})
	}
}
