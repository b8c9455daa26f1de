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

// TestPython runs the tests of tools/python; all but those of the raw face are long tests. They need numpy, and
// those of the other faces Gymnasium and PettingZoo, and that of the types mypy: GRIDIRON_PYTHON names a Python that has them,
// such as that of a virtual environment. .ci/run makes one.
func TestPython(t *testing.T) {
	python := named(t, "GRIDIRON_PYTHON", "numpy, gymnasium, pettingzoo, mypy")
	if python == "" {
		python = "python3"
		if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
			t.Skipf("python3 has no numpy (%v); GRIDIRON_PYTHON names another Python", err)
		}
	}
	patterns := gametest.Sample(t, []string{"test_raw.py", "test_*.py"})
	unittest(t, python, patterns[len(patterns)-1])
}

// TestStableBaselines runs the tests that need torch, which TestPython skips without it, with the Python of GRIDIRON_SB3.
func TestStableBaselines(t *testing.T) {
	gametest.Long(t, "trains with Stable-Baselines3")
	python := named(t, "GRIDIRON_SB3", "gymnasium, torch, stable_baselines3, sb3_contrib")
	if python == "" {
		t.Skip("GRIDIRON_SB3 names no Python with torch, Stable-Baselines3 and sb3-contrib")
	}
	unittest(t, python, "test_sb3.py")
}

// named returns the Python that a variable names, which must have these modules, or "".
func named(t *testing.T, variable, modules string) string {
	python := os.Getenv(variable)
	if python != "" {
		if out, err := exec.Command(python, "-c", "import "+modules).CombinedOutput(); err != nil {
			t.Fatalf("%s=%s: %v: %s", variable, python, err, out)
		}
	}
	return python
}

// unittest builds the programs and runs the tests of the files that a pattern matches.
func unittest(t *testing.T, python, pattern string) {
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
	source, err := filepath.Abs("../python")
	if err != nil {
		t.Fatal(err)
	}
	test := exec.CommandContext(t.Context(), python, "-m", "unittest", "discover", "-s", filepath.Join(source, "tests"), "-p", pattern)
	test.Env = append(os.Environ(), "GRIDIRON_BIN="+bin, "PYTHONPATH="+source, "PYTHONDONTWRITEBYTECODE=1")
	out, err := test.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
