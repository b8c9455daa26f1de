package main

import (
	"math"
	"os"
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

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
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

func TestPicture(t *testing.T) { gametest.Picture(t, program(), "../../testdata") }

// TestHurry has bots play without time to think.
func TestHurry(t *testing.T) {
	g := game()
	g.Horizon = math.MaxInt
	gametest.Hurry(t, match.Bind(g))
}
