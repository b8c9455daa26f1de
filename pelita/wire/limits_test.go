package wire

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/pelita"
)

// TestLimits has a team take longer than the original allows, for its start and for an answer. Without a limit, or with a budget
// that is longer, it plays.
func TestLimits(t *testing.T) {
	gametest.Slow(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "slow.py")
	source := "import time\ntime.sleep(4)\nTEAM_NAME = 'slow'\ndef move(bot, state):\n" +
		"    if bot.turn == 0: time.sleep(3.5)\n    return bot.position\n"
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		o      Options
		budget timer.Control
		plays  bool // both answers are in time
	}{
		{"as in the original", Options{Budget: DefaultBudget}, timer.Control{}, false},
		{"no limit", Options{Budget: DefaultBudget, NoLimit: true}, timer.Control{}, true},
		{"a budget", Options{Budget: DefaultBudget}, timer.Control{Move: time.Minute}, true},
		{"a clock", Options{Budget: DefaultBudget}, timer.Control{Game: 3 * time.Minute}, true},
		{"a budget for the first answer", Options{Budget: DefaultBudget}, timer.Control{First: time.Minute}, false},
	} {
		for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
			t.Run(tt.name+" "+version.String(), func(t *testing.T) {
				t.Parallel()
				team := newTeam(t, file, tt.o)
				team.startIn = 2 * time.Second // less than the import takes
				if tt.budget.Game > 0 || !tt.budget.Limited() && !tt.o.NoLimit {
					team.startIn = 0 // a clock says nothing about a start
				}
				seen := &moves{}
				game := table{layout: small, version: version, rounds: 1, seed: "1", observer: seen, budget: tt.budget}
				game.play(t, team, newTeam(t, file, Options{NoLimit: true}))
				faults := 0
				for _, a := range seen[0] {
					if a.Fault != nil {
						faults++
						t.Log(a.Fault)
					}
				}
				if plays := faults == 0 && len(seen[0]) == 2; plays != tt.plays {
					t.Errorf("%d faults in %d answers, want that it plays: %v; notes %v", faults, len(seen[0]), tt.plays, team.Notes())
				}
			})
		}
	}
}
