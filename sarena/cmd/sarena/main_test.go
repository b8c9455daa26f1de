package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/gametest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sarena": func() { cli.Main(program()) }})
}

// TestScripts runs the command lines of testdata/script as a user would; network.txtar plays R16.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
	gametest.NewBots{Program: program(), Flags: []string{"--start", "+NN .NY +NR .YN/.NR +NN .NY +RN/+NY .NR +NN .YR/.NN +YR .RN +NY"}}.Test(t)
}

// TestGoldens pins what command lines print.
func TestGoldens(t *testing.T) { gametest.Goldens(t, program(), "testdata/commands.txt") }
