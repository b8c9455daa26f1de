package main

import (
	"math"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sarena": func() { cli.Main(program()) }})
}

// People who click are offered only legal answers, and see every position.
func TestClicks(t *testing.T) { gametest.Clicks(t, match.Bind(game()), match.Setup{Seed: "7"}, 400) }

// The levels of the champion are a ladder.
func TestLevels(t *testing.T) { gametest.Levels(t, match.Bind(game()), 8) }

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
	gametest.Slow(t)
	gametest.NewBots{Program: program(), Flags: []string{"--start", "+NN .NY +NR .YN/.NR +NN .NY +RN/+NY .NR +NN .YR/.NN +YR .RN +NY"}}.Test(t)
}

// TestHurry has bots play without time to think.
func TestHurry(t *testing.T) {
	gametest.Slow(t)
	g := game()
	g.Horizon = math.MaxInt
	gametest.Hurry(t, match.Bind(g))
}
