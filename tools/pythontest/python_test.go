// Package pythontest runs the tests of the Python package gridiron.
package pythontest

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

var games = []string{"amazons", "pelita", "reantics", "sarena", "tron"}

// TestPython runs the tests of tools/python; all but those of the raw face are long tests, which run with the library if there is a
// C compiler, and those of the raw face also with processes. They need numpy, and those of the other faces Gymnasium and
// PettingZoo, and that of the types mypy: GRIDIRON_PYTHON names a Python that has them, such as that of a virtual environment.
// .ci/run makes one.
func TestPython(t *testing.T) {
	python := named(t, "GRIDIRON_PYTHON", "numpy, gymnasium, pettingzoo, mypy")
	if python == "" {
		python = "python3"
		if err := exec.Command(python, "-c", "import numpy").Run(); err != nil {
			t.Skipf("python3 has no numpy (%v); GRIDIRON_PYTHON names another Python", err)
		}
	}
	bin := programs(t)
	for _, pattern := range gametest.Sample(t, []string{"test_raw.py", "test_*.py"}) {
		if pattern == "test_*.py" {
			library(t, python, bin)
		}
		unittest(t, python, bin, pattern)
	}
}

// library builds the shared library beside the programs if there is a C compiler.
func library(t *testing.T, python, bin string) {
	compiler, err := exec.Command("go", "env", "CC").Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath(strings.Fields(string(compiler))[0]); err != nil {
		t.Logf("the library is not tested: %v", err)
		return
	}
	name := "gridiron" + cmp.Or(map[string]string{"windows": ".dll", "darwin": ".dylib"}[runtime.GOOS], ".so")
	if out, err := exec.Command(python, "../python/library.py", filepath.Join(bin, name)).CombinedOutput(); err != nil {
		t.Fatalf("library.py: %v\n%s", err, out)
	}
}

// TestStableBaselines runs the tests that need torch, which TestPython skips without it, with the Python of GRIDIRON_SB3.
func TestStableBaselines(t *testing.T) {
	gametest.Long(t, "trains with Stable-Baselines3")
	python := named(t, "GRIDIRON_SB3", "gymnasium, torch, stable_baselines3, sb3_contrib")
	if python == "" {
		t.Skip("GRIDIRON_SB3 names no Python with torch, Stable-Baselines3 and sb3-contrib")
	}
	unittest(t, python, programs(t), "test_sb3.py")
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

// programs builds the programs and returns their folder.
func programs(t *testing.T) (bin string) {
	bin = t.TempDir()
	for _, game := range games {
		name := game
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		if err := gametest.Build("../..", "./"+game+"/cmd/"+game, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

// unittest runs the tests of the files that a pattern matches, with the programs in a folder.
func unittest(t *testing.T, python, bin, pattern string) {
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
