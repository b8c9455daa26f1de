//go:build unix

package turn_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// local is a player in this process that uses most of its time.
type local struct{ playerFunc }

func (local) Local() {}

// stopEnv makes the test binary the process that is stopped.
const stopEnv = "GRIDIRON_TEST_STALLED"

// A machine that holds up this process for longer than the budget costs a player in it nothing: it has grace when the process
// runs again. A player elsewhere is late.
func TestStalledProcess(t *testing.T) {
	if os.Getenv(stopEnv) != "" {
		stalledGame()
		return
	}
	for _, tt := range []struct{ kind, want string }{{"local", "7"}, {"foreign", "late"}} {
		child := exec.Command(os.Args[0], "-test.run=^TestStalledProcess$")
		child.Env = append(os.Environ(), stopEnv+"="+tt.kind)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() && lines.Text() != "asked" {
		}
		child.Process.Signal(syscall.SIGSTOP)
		time.Sleep(2 * time.Second)
		child.Process.Signal(syscall.SIGCONT)
		var got string
		for lines.Scan() {
			if text, found := strings.CutPrefix(lines.Text(), "answers: "); found {
				got = text
			}
		}
		child.Wait()
		if got != tt.want {
			t.Errorf("a %s player whose process stood still answered %q, want %q", tt.kind, got, tt.want)
		}
	}
}

// stalledGame asks a question with a budget that ends while this process is stopped.
func stalledGame() {
	p := local{func(ctx context.Context, _ int) (int, string, error) {
		fmt.Println("asked")
		<-ctx.Done()
		return 7, "", ctx.Err()
	}}
	game := &count{limit: 1, got: make([]string, 0, 1)}
	players := []turn.Player[int, int]{p, echo}
	if os.Getenv(stopEnv) == "foreign" {
		players[0] = p.playerFunc
	}
	loop := turn.Loop[int, int]{Referee: game, Players: players, Game: turn.Game{Budget: timer.Control{Move: time.Second}}}
	if err := loop.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println("answers:", strings.Join(game.got, " "))
}
