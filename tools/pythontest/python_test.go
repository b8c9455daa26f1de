// Package pythontest runs the tests of the Python package gridiron.
package pythontest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

var games = []string{"amazons", "pelita", "reantics", "sarena", "tron"}

// TestPython builds the programs and runs the tests of tools/python; with -short those of the raw face only. They need numpy, and
// those of the other faces Gymnasium and PettingZoo: GRIDIRON_PYTHON names a Python that has them, such as that of a virtual
// environment. With GRIDIRON_CORPUS=required they are installed into one.
func TestPython(t *testing.T) {
	python := interpreter(t)
	bin := t.TempDir()
	for _, game := range games {
		name := game
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		build := exec.Command("go", "build", "-o", filepath.Join(bin, name), "./"+game+"/cmd/"+game)
		build.Dir = "../.."
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", build, err, out)
		}
	}
	pattern := "test_*.py"
	if testing.Short() {
		pattern = "test_raw.py"
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

// interpreter finds a Python with numpy.
func interpreter(t *testing.T) string {
	python := os.Getenv("GRIDIRON_PYTHON")
	if python == "" {
		python = "python3"
	}
	required := os.Getenv("GRIDIRON_CORPUS") == "required"
	wants := "import numpy"
	if required {
		wants += ", gymnasium, pettingzoo"
	}
	err := exec.Command(python, "-c", wants).Run()
	switch {
	case err == nil:
		return python
	case !required:
		t.Skipf("%s has no numpy (%v); GRIDIRON_PYTHON names another Python", python, err)
	}
	room := t.TempDir()
	for _, words := range [][]string{
		{python, "-m", "venv", room},
		{filepath.Join(room, "bin", "pip"), "install", "--quiet", "numpy", "gymnasium", "pettingzoo"},
	} {
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("GRIDIRON_CORPUS=required: %v: %v\n%s", words, err, out)
		}
	}
	return filepath.Join(room, "bin", "python")
}
