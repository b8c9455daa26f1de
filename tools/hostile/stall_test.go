//go:build unix

package hostile

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestStalledMachine stops programs in the middle of a game and lets them go on: a bot that thinks in the program has not
// crashed, and the time is charged to its clock.
func TestStalledMachine(t *testing.T) {
	games, bin := programs(t)
	for _, game := range gametest.Sample(t, games) {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "game.jsonl")
			c := exec.Command(filepath.Join(bin, game), "play", "champion", "random", "--clock", "6s", "--seed", "3", "--quiet", "--record", file)
			var out bytes.Buffer
			c.Stdout, c.Stderr = &out, &out
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			for began := time.Now(); time.Since(began) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
				if content, err := os.ReadFile(file); err == nil && len(content) > 0 { // the first move is thought about
					break
				}
			}
			time.Sleep(50 * time.Millisecond)
			c.Process.Signal(syscall.SIGSTOP)
			time.Sleep(2 * time.Second)
			c.Process.Signal(syscall.SIGCONT)
			if err := c.Wait(); err != nil || strings.Contains(out.String(), "(champion) crashed") {
				t.Errorf("after it stood still for two seconds: %v\n%s", err, &out)
			}
			record, err := os.ReadFile(file)
			if err != nil || !regexp.MustCompile(`"ms":[0-9]{4,}`).Match(record) && !strings.Contains(string(record), `"type":"result"`) {
				t.Errorf("%v, and the record shows no answer that took long:\n%.2000s", err, record)
			}
		})
	}
}
