package wire_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/sarena/wire"
)

// write writes the template of a language to a folder, as new-bot does.
func write(t *testing.T, language string) string {
	t.Helper()
	dir := t.TempDir()
	files, err := fs.Glob(wire.Templates, "newbot/"+language+"/*.tmpl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(wire.Templates, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".tmpl")), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The player with alpha-beta search passes its own tests, and chooses the turns that players of the original's framework chose.
func TestAlphaBeta(t *testing.T) {
	gametest.Slow(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		fmt.Println("skipped for want of python3:", err)
		t.Skip(err)
	}
	dir := write(t, "python-alphabeta")
	run := func(args ...string) string {
		cmd := exec.Command(python, append([]string{"-B"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PYTHONPATH="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("python3 %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run("-m", "unittest")
	check, err := filepath.Abs("testdata/check_alphabeta.py")
	if err != nil {
		t.Fatal(err)
	}
	bots, err := filepath.Abs("../../../shared/conformance/sarena/bots.jsonl")
	if err == nil {
		_, err = os.Stat(bots)
	}
	if err != nil {
		fmt.Println("skipped for want of the corpus:", err)
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	records := "20"
	if testing.Short() {
		records = "6"
	}
	t.Log(run(check, bots, records))
}
