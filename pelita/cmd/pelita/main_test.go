package main

import (
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	jail.Init()
	commands := map[string]func(){"pelita": main}
	for name := range programs {
		commands[name] = main
	}
	testscript.Main(m, commands)
}

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
			if name == "long" {
				return gametest.Condition(name)
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

// A page offers only legal answers to clicks, and shows every position.
func TestClicks(t *testing.T) { gametest.Clicks(t, match.Bind(game()), match.Setup{Seed: "7"}, 400) }

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
	standIn := filepath.Join(t.TempDir(), "stand-in")
	if _, err := exec.LookPath("python3"); err == nil {
		gametest.Run(t, program(), "stand-in", standIn)
	}
	gametest.NewBots{
		Program: program(), Flags: []string{"--rounds", "30", "--size", "small"}, Env: []string{"PYTHONPATH=" + standIn},
		Other: []gametest.Language{{
			Name: "python", Tools: []string{"python3"}, Bot: "%s/my_team.py",
			Tests: []string{"python3", "-m", "unittest"}, Passed: `Ran [1-9](.|\n)*\nOK\n`,
			Source: "my_team.py", Right: "step in enemy.homezone", Wrong: "step not in enemy.homezone",
		}},
	}.Test(t)
}

func TestFold(t *testing.T) {
	long := "ᗧ red team: '%%%Could not load badname.py: Invalid team name (only alphanumeric chars or blanks): \"no-good!\"%%%'"
	want := "ᗧ red team: '%%%Could not load badname.py: Invalid team name (only alphanumeric \nchars or blanks): \"no-good!\"%%%'"
	for text, want := range map[string]string{
		long: want, "short": "short",
		strings.Repeat("x", 80) + " y": strings.Repeat("x", 80) + "\ny",
		strings.Repeat("x", 100):       strings.Repeat("x", 80) + "\n" + strings.Repeat("x", 20),
	} {
		if diff := cmp.Diff(want, fold(text, 80)); diff != "" {
			t.Errorf("%.20s (-want +got):\n%s", text, diff)
		}
	}
}

func TestReadOptions(t *testing.T) {
	for _, tt := range []struct {
		args  string
		want  map[string]string
		teams []string
	}{
		{"--null a.py b.py", map[string]string{"null": ""}, []string{"a.py", "b.py"}},
		{"a.py --rounds 5 b.py", map[string]string{"rounds": "5"}, []string{"a.py", "b.py"}},
		{"--rounds=5 --seed -3", map[string]string{"rounds": "5", "seed": "-3"}, nil},
		{"--write-replay --null", map[string]string{"write-replay": "", "null": ""}, nil},
		{"--write-replay x.dump --null", map[string]string{"write-replay": "x.dump", "null": ""}, nil},
		{"--roun 5 --prog", map[string]string{"rounds": "5", "progress": ""}, nil},
		{"--rules 2.7 --store-layout - -- a b", map[string]string{"rules": "2.7", "store-layout": "-"}, []string{"a", "b"}},
		{"--stop 3", map[string]string{"stop-at": "3"}, nil}, // 2.7.0 has two that begin so
	} {
		g, err := readOptions(strings.Fields(tt.args), nil)
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		if diff := cmp.Diff(tt.want, g.values); diff != "" || !slices.Equal(tt.teams, g.teams) {
			t.Errorf("%s: teams %q, options (-want +got):\n%s", tt.args, g.teams, diff)
		}
	}
	for args, want := range map[string]string{
		"--rounds": "option --rounds: want N", "--null=1": `option --null takes no value, but got "1"`,
		"--no": `option "--no" may be --no-timeout or --no-publish`, "-x": "unknown option \"-x\"; `pelita --long-help` lists them",
		"--seed --null": "option --seed: want N", "--rules 2.7 --stop 3": `option "--stop" may be --stop-at or --stop-after-kill`,
		"--rec x": "unknown option \"--rec\"; `pelita --long-help` lists them", // flags of the house are not cut short
		"--debug": "option --debug: version 2.5.1 does not have it; version 2.7.0 has: --rules 2.7.0",
	} {
		if _, err := readOptions(strings.Fields(args), []dropOption{{"record", "FILE", "", playVerb}}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

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

func TestPicture(t *testing.T) { gametest.Picture(t, program(), "../../testdata") }

// TestGoldens pins what command lines print.
func TestGoldens(t *testing.T) { gametest.Goldens(t, program(), "testdata/commands.txt") }

// TestHurry has bots play without time to think.
func TestHurry(t *testing.T) {
	g := game()
	g.Horizon = math.MaxInt
	gametest.Hurry(t, match.Bind(g))
}
