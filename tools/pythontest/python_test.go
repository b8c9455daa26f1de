// Package pythontest runs the tests of the Python package gridiron.
package pythontest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

var games = []string{"amazons", "pelita", "reantics", "sarena", "tron"}

// TestPython builds the programs and runs the tests of tools/python; all but those of the raw face are long tests. They need numpy, and
// those of the other faces Gymnasium and PettingZoo, and that of the types mypy: GRIDIRON_PYTHON names a Python that has them,
// such as that of a virtual environment. .ci/run makes one.
func TestPython(t *testing.T) {
	python := interpreter(t)
	bin := t.TempDir()
	for _, game := range games {
		name := game
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		if err := gametest.Build("../..", "./"+game+"/cmd/"+game, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	patterns := gametest.Sample(t, []string{"test_raw.py", "test_*.py"})
	source, err := filepath.Abs("../python")
	if err != nil {
		t.Fatal(err)
	}
	test := exec.CommandContext(t.Context(), python, "-m", "unittest", "discover", "-s", filepath.Join(source, "tests"), "-p", patterns[len(patterns)-1])
	test.Env = append(os.Environ(), "GRIDIRON_BIN="+bin, "PYTHONPATH="+source, "PYTHONDONTWRITEBYTECODE=1")
	out, err := test.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// interpreter finds a Python with numpy; one that GRIDIRON_PYTHON names must have everything.
func interpreter(t *testing.T) string {
	if python := os.Getenv("GRIDIRON_PYTHON"); python != "" {
		if out, err := exec.Command(python, "-c", "import numpy, gymnasium, pettingzoo, mypy").CombinedOutput(); err != nil {
			t.Fatalf("GRIDIRON_PYTHON=%s: %v: %s", python, err, out)
		}
		return python
	}
	if err := exec.Command("python3", "-c", "import numpy").Run(); err != nil {
		t.Skipf("python3 has no numpy (%v); GRIDIRON_PYTHON names another Python", err)
	}
	return "python3"
}
