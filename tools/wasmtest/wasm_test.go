package wasmtest_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// TestSignatures has every game without its wings play its fixed set of games in Node.
func TestSignatures(t *testing.T) {
	gametest.Long(t, "builds each game for two systems")
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("GRIDIRON_NODE") == "required" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skipf("%v: the programs for WebAssembly are not run", err)
	}
	root, err := checkout.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	games, err := checkout.Games(checkout.Tracked(root))
	if err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runners := map[string][]string{
		"js": {node, filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js")},
		// Without --liftoff-only, Node 20 crashes in two of five runs on a busy machine: it ends while it still optimizes the program.
		"wasip1": {node, "--no-warnings", "--liftoff-only", filepath.Join(root, "tools", "wasmtest", "wasi.mjs")},
	}
	for _, game := range games {
		want, err := os.ReadFile(filepath.Join(root, game, "testdata", "signature.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for system, runner := range runners {
			t.Run(game+" on "+system, func(t *testing.T) {
				program := filepath.Join(t.TempDir(), game+".wasm")
				build := exec.CommandContext(t.Context(), "go", "build", "-tags", "lean,analysis", "-o", program, "./"+game+"/cmd/"+game)
				build.Dir, build.Env = root, append(os.Environ(), "GOOS="+system, "GOARCH=wasm")
				if text, err := build.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				bench := exec.CommandContext(t.Context(), runner[0], append(runner[1:], program, "bench")...)
				var out, errs bytes.Buffer
				bench.Stdout, bench.Stderr = &out, &errs
				if err := bench.Run(); err != nil {
					t.Fatalf("%v\n%s", err, &errs)
				}
				if got := strings.TrimSpace(out.String()); got != strings.TrimSpace(string(want)) {
					t.Errorf("signature %s, want %s", got, want)
				}
			})
		}
	}
}
