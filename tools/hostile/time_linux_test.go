package hostile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

const (
	mostMore  = 1.05 // times the processor time of the same bot without an attack
	perVisit  = 8    // answers with an attacker, and as many without
	leastSeen = 2    // visits of an attacker
	mostSeen  = 20   // after which the times must be close together: by then, a busy machine has left some answers undisturbed
)

// TestHonestTime compares the processor time that an honest bot takes for an answer while an attacker exists, as in a game with
// a clock, with the time that the same process takes for the same answer without one, in turns. The best times or
// the medians must be within the bound: a busy machine only makes times longer, now of the one, now of the other, so that the best
// times come closer together with every visit; but a single answer that is much faster than all others makes the best times
// differ, and not the medians. An attack that costs the honest bot time makes both longer. GRIDIRON_VISITS=100 makes exactly that
// many visits: for medians on a quiet machine.
func TestHonestTime(t *testing.T) {
	gametest.Long(t, "measures processor time under all attacks")
	jails(t)
	least, most := leastSeen, mostSeen
	if n, err := strconv.Atoi(os.Getenv("GRIDIRON_VISITS")); err == nil && n > 0 {
		least, most = n, n
	}
	for _, attack := range attacks {
		if attack.frozen {
			continue // here all attackers are frozen while the honest bot thinks
		}
		t.Run(attack.name, func(t *testing.T) {
			a := newArena(t)
			honest := a.seat(t, "honest", "honest")
			a.targets["pids"] = append(processes(filepath.Join(a.dir, "honest")), os.Getpid(), a.canary.Process.Pid)
			var alone, attacked []time.Duration
			id := 0
			answer := func() time.Duration {
				id++
				cpu, fault := honest.ask(id, thinkFor)
				if fault != "" {
					t.Fatalf("question %d: the honest bot is %s; %s", id, fault, honest.Stderr())
				}
				return cpu
			}
			answer() // the first one warms up
			best := func() float64 { return float64(slices.Min(attacked)) / float64(slices.Min(alone)) }
			middle := func() float64 { return float64(median(attacked)) / float64(median(alone)) }
			for visit := 1; visit <= most; visit++ {
				attacker := a.seat(t, "attacker", attack.name)
				fault := ""
				for i := range perVisit {
					if fault == "" {
						_, fault = attacker.ask(i+1, attackFor)
					}
					attacker.Pause()
					attacked = append(attacked, answer())
					attacker.Resume()
				}
				attacker.Close(0)
				for range perVisit {
					alone = append(alone, answer())
				}
				if visit >= least && min(best(), middle()) <= mostMore && most == mostSeen {
					break
				}
			}
			t.Logf("%d answers: best %v, %v without an attack, ratio %.3f; medians %v, %v, ratio %.3f", len(attacked),
				slices.Min(attacked), slices.Min(alone), best(), median(attacked), median(alone), middle())
			if ratio := min(best(), middle()); ratio > mostMore {
				t.Errorf("with an attacker an answer takes %.3f times as much processor time, want at most %v", ratio, mostMore)
			}
			honest.Close(thinkFor)
		})
	}
}

// seat starts a program of the folder attacks, as the player of a side.
func (a *arena) seat(t *testing.T, side, name string) player {
	t.Helper()
	for _, file := range []string{"bot.py", name + ".py"} {
		text, err := os.ReadFile(filepath.Join("attacks", file))
		if err == nil {
			err = os.WriteFile(filepath.Join(a.dir, side, file), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	interpreter, _ := python()
	told, err := json.Marshal(a.targets)
	if err != nil {
		t.Fatal(err)
	}
	return start(t, policy, interpreter, filepath.Join(a.dir, side, name+".py"), string(told))
}

func median(list []time.Duration) time.Duration {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
