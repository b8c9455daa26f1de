package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

func TestMain(m *testing.M) {
	if os.Getenv("GRIDIRON_TEST_MAIN") != "" { // this process is the program, for tests that start it
		cli.Main(program())
	}
	testscript.Main(m, map[string]func(){"reantics": func() { cli.Main(program()) }})
}

// A page offers only legal answers to clicks, and shows every position.
func TestClicks(t *testing.T) { gametest.Clicks(t, match.Bind(game()), match.Setup{Seed: "7"}, 400) }

// The levels of the champion are a ladder.
func TestLevels(t *testing.T) { gametest.Levels(t, match.Bind(game()), 60) }

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
	gametest.Slow(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	gametest.NewBots{
		Program: program(), Flags: []string{"--cap", "60"}, Env: []string{"REANTICS=" + self, "GRIDIRON_TEST_MAIN=1"},
		Other: []gametest.Language{{
			Name: "aiplayer", Tools: []string{"python3"}, Bot: "%s/AI/MyBot.py",
			Tests: []string{"python3", "-m", "unittest"}, Passed: `Ran [1-9](.|\n)*\nOK\n`,
			Source: "AI/MyBot.py", Right: "Move(END, None, None)", Wrong: "None",
		}},
	}.Test(t)
}

// TestHurry has bots play without time to think.
func TestHurry(t *testing.T) {
	g := game()
	g.Horizon = math.MaxInt
	gametest.Hurry(t, match.Bind(g))
}

// TestLearningInterrupted interrupts the program while a player learns from a game that has ended: the game still counts, and
// what the player may have lost is said.
func TestLearningInterrupted(t *testing.T) {
	gametest.Slow(t)
	if _, err := exec.LookPath("python3"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no python3, or no signals")
	}
	t.Parallel()
	file := filepath.Join(t.TempDir(), "Learner.py")
	source := `from Game import *
class AIPlayer(Player):
    def __init__(self, number):
        super(AIPlayer, self).__init__(number, "Learner")
    def getPlacement(self, state):
        if state.phase == SETUP_PHASE_1:
            return [(x, 1) for x in range(10)] + [(0, 2)]
        return [(x, 6) for x in range(10) if getConstrAt(state, (x, 6)) is None][:2]
    def registerWin(self, won):
        print("learning")
        while True:
            time.sleep(1)
`
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"play", file, "random", "--quiet", "--seed", "1", "--games", "3"},
		{"--2p", "-p", file, "random", "-n3", "--seed", "1"},
	} {
		command := exec.Command(os.Args[0], args...)
		command.Env = append(os.Environ(), "GRIDIRON_TEST_MAIN=1")
		var said strings.Builder
		stderr, err := command.StderrPipe()
		if err == nil {
			err = command.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(stderr)
		for told := false; lines.Scan(); {
			fmt.Fprintln(&said, lines.Text())
			if !told && strings.Contains(lines.Text(), "learning") {
				told = true
				command.Process.Signal(os.Interrupt)
			}
		}
		command.Wait()
		text := said.String()
		if command.ProcessState.ExitCode() != 1 || !strings.Contains(text, "registerWin: this program was told to end before it returned") ||
			!strings.Contains(text, "repeat with: reantics "+args[0]) || !strings.Contains(text, "reantics: interrupted") {
			t.Errorf("%v: exit %d\n%s", args, command.ProcessState.ExitCode(), text)
		}
	}
}
