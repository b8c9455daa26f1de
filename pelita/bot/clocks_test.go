package bot

import (
	"bufio"
	"flag"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

var (
	clockGames  = flag.Int("clock-games", 2, "games in TestClocks")
	clockBudget = flag.Duration("clock-budget", 3*time.Second, "time an answer in TestClocks")
)

// spinEnv makes the test binary a program that keeps one processor busy until its input ends.
const spinEnv = "GRIDIRON_TEST_SPIN"

// TestClocks plays by the clock while every processor has another program to run, and wants no answer late:
//
//	go test ./pelita/bot -run TestClocks -v -clock-games 500 -clock-budget 100ms
//
// Without flags it plays two games at the original's 3 s, which no machine that works holds up for so long.
func TestClocks(t *testing.T) {
	if os.Getenv(spinEnv) != "" {
		var over atomic.Bool
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			over.Store(true)
		}()
		_, _ = os.Stdout.WriteString("spins\n")
		for !over.Load() { // uses its time
		}
		return
	}
	for range runtime.NumCPU() {
		keepBusy(t)
	}
	opponents := []string{"halves", "switcher", "guard", "champion"}
	plies, late := 0, 0
	for game := range *clockGames {
		opponent := opponents[game%len(opponents)]
		r := playGame(t, game, &Champion{}, population[opponent](), *clockBudget)
		plies += r.plies
		if late += r.wrong[0]; r.wrong[0] > 0 {
			t.Errorf("game %d on %v against %s: %d answers of the champion were late or illegal", game, r.kind, opponent, r.wrong[0])
		}
	}
	t.Logf("%d games at %v an answer: %d of about %d answers late", *clockGames, *clockBudget, late, plies/2)
}

// keepBusy runs a program that keeps a processor busy until the end of the test.
func keepBusy(t *testing.T) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestClocks$")
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
