//go:build !lean || (analysis && contest && jail && learn && shell && web)

package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the command lines of testdata/script as a user would.
func TestScripts(t *testing.T) {
	originals := map[string]func() bool{}
	for _, name := range []string{"GRIDIRON_PELITA_251", "GRIDIRON_PELITA_270"} {
		originals[name] = sync.OnceValue(func() bool { return hasTk(name) })
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			for name := range originals {
				e.Setenv(name, os.Getenv(name))
			}
			free, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return err
			}
			e.Setenv("SERVER", free.Addr().String())
			return free.Close()
		},
		Condition: func(name string) (bool, error) {
			if version, ok := strings.CutPrefix(name, "tk"); ok {
				return originals["GRIDIRON_PELITA_"+version](), nil
			}
			if version, ok := strings.CutPrefix(name, "orig"); ok {
				there := os.Getenv("GRIDIRON_PELITA_"+version) != ""
				if !there {
					t.Logf("lines of a script are skipped: GRIDIRON_PELITA_%s names no interpreter", version)
				}
				return there, nil
			}
			if wanted, err := gametest.Condition(name); err == nil {
				return wanted, nil
			}
			_, err := exec.LookPath(name)
			if err != nil {
				if os.Getenv("GRIDIRON_CORPUS") == "required" {
					return false, err
				}
				t.Logf("a script is skipped: there is no %s", name)
			}
			return err == nil, nil
		},
	})
}

// hasTk reports whether the interpreter that a variable names can open a window of the original on a display of xvfb-run.
func hasTk(variable string) bool {
	python := os.Getenv(variable)
	if python == "" || testing.Short() {
		fmt.Printf("%s names no interpreter, or tests are to be short: its Tk viewer is not tried\n", variable)
		return false
	}
	out, err := exec.Command("xvfb-run", "-a", python, "-c", "import pelita.scripts.pelita_tkviewer, tkinter; tkinter.Tk()").CombinedOutput()
	if err != nil {
		fmt.Printf("the Tk viewer of %s is not tried: %v %s\n", variable, err, out[:min(len(out), 300)])
	}
	return err == nil
}

// TestGoldens pins what command lines print.
func TestGoldens(t *testing.T) { gametest.Goldens(t, program(), "testdata/commands.txt") }

func TestYAML(t *testing.T) {
	got, err := parseYAML("# first\na: 1 # one\nb: 'it''s # no'\nc: [x, \"y z\"]\nd:\n- e: 1\n  f:\n  - 2\n  - three: 3\n- plain\ng: null\nh:\n  i: ~\n")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"a": "1", "b": "it's # no", "c": []any{"x", "y z"}, "g": nil, "h": map[string]any{"i": nil},
		"d": []any{map[string]any{"e": "1", "f": []any{"2", map[string]any{"three": "3"}}}, "plain"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, text := range []string{"", "- a", "a", "a: &x 1\nb: *x", "a: 'b", "a:\n    b: 1\n  c: 2", "\ta: 1", "a: \"\\q\""} {
		if got, err := parseYAML(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	if _, err := parseYAML("a:" + strings.Repeat("\n- b", 5<<20)); err == nil || err.Error() != "20971522 bytes: want at most 1048576" {
		t.Errorf("a list of 20 MB: %v", err)
	}
}

func TestPicture(t *testing.T) {
	gametest.Picture(t, program(), "../../testdata")
	gametest.Picture(t, program(), "../../bot/testdata")
}
