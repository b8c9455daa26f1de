package main

import (
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	commands := map[string]func(){"pelita": main}
	for name := range programs {
		commands[name] = main
	}
	testscript.Main(m, commands)
}

// A page offers only legal answers to clicks, and shows every position.
func TestClicks(t *testing.T) { gametest.Clicks(t, match.Bind(game()), match.Setup{Seed: "7"}, 400) }

// The levels of the champion are a ladder.
func TestLevels(t *testing.T) { gametest.Levels(t, match.Bind(game()), 200) }

func TestSignature(t *testing.T) { gametest.Signature(t, "../../testdata/signature.txt", bench) }

func TestNewBot(t *testing.T) {
	gametest.Slow(t)
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
		"--debug": "option --debug: version 2.5.1 does not have it; version 2.7.0 does: add --rules 2.7.0",
	} {
		if _, err := readOptions(strings.Fields(args), []dropOption{{"record", "FILE", "", playVerb}}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// A record of the program before it counted what each bot has eaten agrees with the rules.
func TestOldRecord(t *testing.T) {
	gametest.Run(t, program(), "replay", "testdata/old.jsonl", "--verify")
}

// TestHurry has bots play without time to think.
func TestHurry(t *testing.T) {
	g := game()
	g.Horizon = math.MaxInt
	gametest.Hurry(t, match.Bind(g))
}
