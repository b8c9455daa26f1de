package gametest

import (
	"bufio"
	"flag"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

var (
	clockGames   = flag.Int("clock-games", 1, "games in TestClocks")
	clockBudget  = flag.Duration("clock-budget", 300*time.Millisecond, "time for each answer in TestClocks")
	clockAtOnce  = flag.Int("clock-at-once", 1, "games at the same time in TestClocks")
	clockThreads = flag.Int("clock-threads", 1, "threads of the champion in TestClocks, where it can have several")
)

// ClockGame is one game of Clocks.
type ClockGame struct {
	Number   int // from 0; colours and seeds follow from it
	Opponent string
	Budget   timer.Control
	Threads  int // of the champion
}

// Clocks is TestClocks of a game: it plays by the clock while every processor has another program to run, at the same priority,
// and fails if the champion is late:
//
//	go test ./GAME/bot -run TestClocks -v -clock-games 500 -clock-budget 100ms
//
// play plays a game of the champion against a cheap opponent and returns the number of answers and how many of them were late, by
// the loop's measure: the champion's and the opponent's. An opponent that answers in microseconds is late only if the machine is.
// Without flags it plays one game at 300 ms.
func Clocks(t *testing.T, opponents []string, play func(g ClockGame) (answers int, late [2]int)) {
	if spins() {
		return
	}
	if *clockGames == 1 { // no flag asks for more
		Long(t, "plays by the clock and keeps all processors busy")
	}
	for range runtime.NumCPU() {
		keepBusy(t)
	}
	var answers atomic.Int64
	var late [2]atomic.Int64
	var players sync.WaitGroup
	games := make(chan int)
	for range *clockAtOnce {
		players.Go(func() {
			for n := range games {
				g := ClockGame{n, opponents[n/2%len(opponents)], timer.Control{Move: *clockBudget}, *clockThreads}
				count, behind := play(g)
				answers.Add(int64(count))
				for i, n := range behind {
					late[i].Add(int64(n))
				}
				if behind[0] > 0 {
					t.Errorf("game %d against %s: %d answers of the champion were late", n, g.Opponent, behind[0])
				}
			}
		})
	}
	for n := range *clockGames {
		games <- n
	}
	close(games)
	players.Wait()
	t.Logf("%d games at %v an answer, %d at once, %d threads: %d answers of both; late: %d of the champion, %d of its opponents",
		*clockGames, *clockBudget, *clockAtOnce, *clockThreads, answers.Load(), late[0].Load(), late[1].Load())
	if answers.Load() == 0 {
		t.Error("no player was asked")
	}
}

// LateIn returns what play of [Clocks] returns, for a game that ends with the first late answer; champion is the champion's seat.
func LateIn(r turn.Result, champion int) (answers int, late [2]int) {
	if r.Reason == string(turn.Late) {
		if r.Winner == champion {
			late[1]++
		} else {
			late[0]++
		}
	}
	return r.Plies, late
}

// spinEnv makes a test binary a program that keeps one processor busy until its input ends.
const spinEnv = "GRIDIRON_TEST_SPIN"

// spins runs such a program if this process is one, and reports whether it was.
func spins() bool {
	if os.Getenv(spinEnv) == "" {
		return false
	}
	var over atomic.Bool
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		over.Store(true)
	}()
	_, _ = os.Stdout.WriteString("spins\n")
	for !over.Load() { // uses its time
	}
	return true
}

// keepBusy runs a program that keeps a processor busy until the end of the test.
func keepBusy(t *testing.T) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), spinEnv+"=1", "GOMAXPROCS=1")
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = child.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "spins\n" {
		t.Fatalf("the program that keeps a processor busy says %q, %v", line, err)
	}
}
