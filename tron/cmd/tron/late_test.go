//go:build !lean || web

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestLate counts what clocks cost while every core is busy: games of `join` that a seat lost in a cycle without its command, and
// answers of the champion in `play` that were late. GRIDIRON_LATE=99 plays 99 games of join, a third of them with
// each length of a cycle, and half as many of play; it needs an idle machine and about an hour.
func TestLate(t *testing.T) {
	games, err := strconv.Atoi(os.Getenv("GRIDIRON_LATE"))
	if err != nil || games < 1 {
		t.Skip("measures clocks on a machine that does nothing else: set GRIDIRON_LATE to a number of games, such as 99")
	}
	var end atomic.Bool
	defer end.Store(true)
	for range runtime.NumCPU() {
		go func() {
			for !end.Load() {
			}
		}()
	}
	t.Run("join", func(t *testing.T) {
		for _, cycle := range []time.Duration{500 * time.Millisecond, 100 * time.Millisecond, 30 * time.Millisecond} {
			t.Run(cycle.String(), func(t *testing.T) {
				t.Parallel()
				lost := 0
				lanes := make(chan struct{}, min(8, cycle/(30*time.Millisecond))) // long cycles leave time for more games
				var mu sync.Mutex
				var group sync.WaitGroup
				for range max(games/3, 1) {
					lanes <- struct{}{}
					group.Go(func() {
						defer func() { <-lanes }()
						late := lostByLateness(t, cycle)
						mu.Lock()
						defer mu.Unlock()
						if late != "" {
							lost++
							t.Log(late)
						}
					})
				}
				group.Wait()
				t.Logf("cycles of %v: %d of %d games lost by lateness", cycle, lost, max(games/3, 1))
				if lost > 0 {
					t.Fail()
				}
			})
		}
	})
	for _, budget := range []string{"100ms", "500ms"} {
		t.Run("play "+budget, func(t *testing.T) {
			out, err := exec.CommandContext(t.Context(), "tron", "play", "champion", "fill", "--games", strconv.Itoa(max(games/2, 1)),
				"--budget", budget, "--seed", "1", "--quiet", "--record", t.TempDir()+"/games.jsonl").CombinedOutput()
			t.Logf("%s", out)
			if err != nil || bytes.Contains(out, []byte("late")) {
				t.Errorf("want games without a late answer: %v", err)
			}
		})
	}
}

// lastCycle matches the number of cycles in the output of join.
var lastCycle = regexp.MustCompile(`lost to .* in (\d+) cycles`)

// lostByLateness plays fill against voronoi on a server. If a seat lost in a cycle that its command missed, it returns the output
// of that seat, otherwise "".
func lostByLateness(t *testing.T, cycle time.Duration) string {
	s := startServe(t, "--map", "pillars", "--cycle", cycle.String(), "--first-cycle", "1s")
	var out, notes [2]bytes.Buffer
	var group sync.WaitGroup
	for i, name := range []string{"fill", "voronoi"} {
		group.Go(func() {
			c := exec.CommandContext(t.Context(), "tron", "join", "127.0.0.1:"+s.port, name)
			c.Stdout, c.Stderr = &out[i], &notes[i]
			if err := c.Run(); err != nil {
				t.Errorf("join %s: %v: %s", name, err, &notes[i])
			}
		})
	}
	group.Wait()
	<-s.done
	for i := range out {
		if end := lastCycle.FindStringSubmatch(out[i].String()); end != nil {
			n, _ := strconv.Atoi(end[1])
			if strings.Contains(notes[i].String(), fmt.Sprintf("cycle %d:", n-1)) {
				return out[i].String() + notes[i].String()
			}
		}
	}
	return ""
}
