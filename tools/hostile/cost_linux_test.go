package hostile

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

const (
	mostOfGame = 1.5 // times the processor time of the same game without a jail
	leastGames = 3   // of each kind
	mostGames  = 15  // after which the times must be close together, see TestHonestTime
)

// TestWholeGameCost compares the processor time of whole games of players in Python in jails with that of the same games without
// jails: that of the program and of all that it starts. With -v it prints both and their ratio.
func TestWholeGameCost(t *testing.T) {
	gametest.Long(t, "plays games of players in Python with and without a jail")
	_, bin := programs(t)
	jails(t)
	for _, g := range []struct {
		game, kind string
		players    []string
		flags      []string
	}{
		{"pelita", "python", []string{"random_walk.py", "defender.py"}, []string{"--rounds", "300", "--stand-in", "always"}},
		{"reantics", "aiplayer", []string{"AI/MyBot.py", "AI/MyBot.py"}, []string{"--cap", "300"}},
	} {
		t.Run(g.game, func(t *testing.T) {
			program, dir := filepath.Join(bin, g.game), filepath.Join(t.TempDir(), "bots")
			run := func(words ...string) time.Duration {
				c := exec.Command(program, words...)
				var complaints bytes.Buffer
				c.Stderr = &complaints
				if err := c.Run(); err != nil {
					t.Fatalf("%v: %v\n%s", words, err, &complaints)
				}
				return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
			}
			run("new-bot", g.kind, dir)
			words := []string{"play", filepath.Join(dir, g.players[0]), filepath.Join(dir, g.players[1]), "--seed", "3", "--quiet"}
			play := func(level string) time.Duration {
				return run(slices.Concat(words, g.flags, []string{"--jail", level})...)
			}
			var without, jailed []time.Duration
			ratio := func() float64 { return float64(slices.Min(jailed)) / float64(slices.Min(without)) }
			for n := 1; n <= mostGames && (n <= leastGames || ratio() > mostOfGame); n++ {
				without, jailed = append(without, play("off")), append(jailed, play("require"))
			}
			t.Logf("%d games: best %v in jails, %v without, ratio %.2f", len(jailed), slices.Min(jailed), slices.Min(without), ratio())
			if ratio() > mostOfGame {
				t.Errorf("in jails a game takes %.2f times as much processor time, want at most %v", ratio(), mostOfGame)
			}
			if slices.Min(jailed) < slices.Min(without)/2 {
				t.Errorf("in jails a game takes %.2f times as much processor time: that of the programs is not counted", ratio())
			}
		})
	}
}
