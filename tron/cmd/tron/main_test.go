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
	testscript.Main(m, map[string]func(){"tron": func() { cli.Main(game()) }})
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
