package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridiron-games/gridiron/kernel/cli"
)

func TestMain(m *testing.M) {
	if os.Getenv("GRIDIRON_TEST_MAIN") != "" { // this process is the program, for tests that start it
		cli.Main(game())
	}
	testscript.Main(m, map[string]func(){"reantics": func() { cli.Main(game()) }})
}

// TestScripts runs the command lines of testdata/script as a user would.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

// The signature changes only with a rule or a bot: a commit that changes it says so (CONTRIBUTING.md).
func TestSignature(t *testing.T) {
	want, err := os.ReadFile("../../testdata/signature.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := bench(context.Background())
	if err != nil || got != strings.TrimSpace(string(want)) {
		t.Errorf("the signature is %s, %v, want %s", got, err, want)
	}
}
