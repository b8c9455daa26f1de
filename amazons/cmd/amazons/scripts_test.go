//go:build !lean || (analysis && contest && jail && learn && shell && web)

package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// TestScripts runs the command lines of testdata/script as a user would; tournament.txtar plays R12.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Condition: gametest.Condition})
}

// TestGoldens pins what command lines print.
func TestGoldens(t *testing.T) { gametest.Goldens(t, program(), "testdata/commands.txt") }

func TestPicture(t *testing.T) {
	gametest.Picture(t, program(), "../../testdata")
	gametest.Picture(t, program(), "../../bot/testdata")
}
