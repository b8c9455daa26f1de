package main

import (
	"math"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"amazons": func() { cli.Main(program()) }})
}

// People who click are offered only legal answers, and see every position.
func TestClicks(t *testing.T) { gametest.Clicks(t, match.Bind(game()), match.Setup{Seed: "7"}, 400) }

// The levels of the champion are a ladder.
func TestLevels(t *testing.T) { gametest.Levels(t, match.Bind(game()), 8) }

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
	gametest.Slow(t)
	gametest.NewBots{Program: program(), Flags: []string{"--start", "1B1B1/B3B/5/R3R/1R1R1 r"}}.Test(t)
}

// TestHurry has bots play without time to think.
func TestHurry(t *testing.T) {
	gametest.Slow(t)
	g := game()
	g.Horizon = math.MaxInt
	gametest.Hurry(t, match.Bind(g))
}

// TestStarts: --start takes positions, names of boards, and games that convert reads, of which the last position counts.
func TestStarts(t *testing.T) {
	const (
		usual = "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r"
		fen   = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
		after = "3B2B3/6x3/10/B8B/3R6/10/R8R/10/10/6R3 b" // D0D5G8
	)
	for text, want := range map[string]string{
		"":                                   usual,
		"10x10":                              usual,
		"8x8":                                "2B2B2/8/B6B/8/8/R6R/8/2R2R2 r",
		" 6x6\n":                             "1B2B1/B4B/6/6/R4R/1R2R1 r",
		usual:                                usual,
		"1BB1/B2B/R2R/1RR1 b range=2":        "1BB1/B2B/R2R/1RR1 b range=2",
		". B B .\nB . . B\nR . . R\n. R R .": "1BB1/B2B/R2R/1RR1 r",
		"b\n.BB.\nB..B\nR..R\n.RR.":          "1BB1/B2B/R2R/1RR1 b",
		fen + " w - - 0 1":                   usual,
		fen + " w - - 0 1\n":                 usual,
		fen + " b":                           "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 b",
		fen + "[PPpp] w - - 0 1":             usual,
		"position startpos":                  usual,
		"position startpos moves d1d6,d6g9":  after,
		"d1d6,d6g9":                          after,
		"d1d6 P@g9":                          after,
		"d1-d6(g9)":                          after,
		"D0D5G8":                             after,
		usual + "\nD0D5G8\n":                 after,
		"(;GM[18];B[djdegb])":                after,
		"(;GM[18]SZ[4]AB[ad]AW[da])":         "3B/4/4/R3 r",
		"(;GM[18]SZ[4]AB[ad]AW[da]PL[W])":    "3B/4/4/R3 b",
		"(;GM[Amazons]B[D1-D6-G9])":          after,
		"[10, 4][5, 4][2, 7]":                after,
		"93 43 16":                           after,
		"[Game]\namazons(board_size=8)\n[State]\n": "2B2B2/8/B6B/8/8/R6R/8/2R2R2 r",
		"1\n-1 -1 -1 -1 -1 -1\n":                   "",
		"5 0 3 2 6 5":                              "2B2B2/8/B5xB/8/8/R2R3R/8/2R5 b",
		"d1d6g9":                                   "", // whose rows?
		"7x7":                                      "",
		"8x6":                                      "",
		"08x08":                                    "",
		"99999999999999999999x9":                   "",
		"what":                                     "",
		fen + " r":                                 "",
		"(;GM[18];B[djdegk])":                      "",
		"(;GM[18];B[djdj])":                        "",
		"D0D5G8 D0D5G8":                            "",
		"{}":                                       "",
	} {
		p, err := parseStart(text)
		if want == "" && err == nil || want != "" && (err != nil || p.String() != want) {
			t.Errorf("%q: %v, %v, want %s", text, p, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: more than a line: %v", text, err)
		}
	}
}
