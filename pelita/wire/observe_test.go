package wire

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/pelita"
)

// TestObserved compares the stand-in with recorded output of the original, for all that teams and their tests use. Where the
// original is installed, its output is compared with the record, too.
func TestObserved(t *testing.T) {
	gametest.Slow(t)
	python := python3(t)
	program := filepath.Join(t.TempDir(), "pelita.exe") // it has the layouts of version 2.5.1
	if err := gametest.Build(".", "../cmd/pelita", program); err != nil {
		t.Fatal(err)
	}
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		t.Run(version.String(), func(t *testing.T) {
			standIn := t.TempDir()
			if err := UnpackStandIn(standIn, version, program); err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile("testdata/observed_" + version.String() + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			same(t, string(want), observe(t, standIn, python, "-S")) // without networkx and numpy
			t.Run("with what is installed", func(t *testing.T) {
				gametest.Long(t, "observes the stand-in once more")
				same(t, string(want), observe(t, standIn, python))
			})
		})
		t.Run(version.String()+"/original", func(t *testing.T) {
			if testing.Short() {
				t.Skip("-short: the original takes seconds")
			}
			command := original(t, version)
			want, err := os.ReadFile("testdata/observed_" + version.String() + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			same(t, string(want), observe(t, "", command))
		})
	}
}

// observe runs observe.py with an interpreter and its options, and the stand-in of a folder unless that is "".
func observe(t *testing.T, standIn string, python ...string) string {
	t.Helper()
	cmd := exec.Command(python[0], append(python[1:], "-B", "testdata/observe.py", "short")...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+standIn, "PYTHONHASHSEED=0")
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// same compares two outputs of observe.py by line.
func same(t *testing.T, want, got string) {
	t.Helper()
	wanted, lines := strings.Split(want, "\n"), strings.Split(got, "\n")
	if len(wanted) != len(lines) {
		t.Errorf("%d lines, want %d", len(lines), len(wanted))
	}
	wrong := 0
	for i := range min(len(wanted), len(lines)) {
		if wanted[i] != lines[i] {
			if wrong++; wrong <= 10 {
				t.Errorf("want %s\ngot  %s", wanted[i], lines[i])
			}
		}
	}
}

// TestByPosition checks that setup_test_game takes the layout as a positional argument, as in the documentation; the original
// takes it by keyword only.
func TestByPosition(t *testing.T) {
	standIn := t.TempDir()
	if err := UnpackStandIn(standIn, pelita.V251, "pelita"); err != nil {
		t.Fatal(err)
	}
	code := "from pelita.utils import setup_test_game as f\nassert str(f('''" + small + "''')) == str(f(layout='''" + small + "'''))"
	run(t, standIn, python3(t), []string{"PYTHONPATH=" + standIn}, "-B", "-c", code)
}
