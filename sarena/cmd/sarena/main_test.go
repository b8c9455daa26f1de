package main

import (
	"math"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

func TestMain(m *testing.M) {
	jail.Init()
	testscript.Main(m, map[string]func(){"sarena": func() { cli.Main(program()) }})
}

// TestScripts runs the command lines of testdata/script as a user would; network.txtar plays R16.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

// People who click are offered only legal answers, and see every position.
func TestClicks(t *testing.T) { gametest.Clicks(t, match.Bind(game()), match.Setup{Seed: "7"}, 400) }

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
	gametest.NewBots{Program: program(), Flags: []string{"--start", "+NN .NY +NR .YN/.NR +NN .NY +RN/+NY .NR +NN .YR/.NN +YR .RN +NY"}}.Test(t)
}

func TestPicture(t *testing.T) { gametest.Picture(t, program(), "../../testdata") }

// TestGoldens pins what command lines print.
func TestGoldens(t *testing.T) { gametest.Goldens(t, program(), "testdata/commands.txt") }

// TestHurry has bots play without time to think.
func TestHurry(t *testing.T) {
	g := game()
	g.Horizon = math.MaxInt
	gametest.Hurry(t, match.Bind(g))
}
