package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// loud is a program that writes to standard error at every question, and garbles its second answer in each game.
const loud = `import json, sys
questions = 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "hello", "name": "loud"}), flush=True)
    if m["type"] == "start":
        questions = 0
    if m["type"] == "ask":
        questions += 1
        print("question", questions, file=sys.stderr, flush=True)
        print(json.dumps({"type": "answer", "id": m["id"], "move": None if questions == 2 else 9}), flush=True)
`

// python returns a Python program as a player; without Python, it skips the test.
func python(t *testing.T, text string) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run the program")
	}
	file := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return "exec:" + python + " " + file
}

// TestNamesOfPrograms shows a program by the name that it gives itself, in each seat. Results in JSON and records have its
// command line, too.
func TestNamesOfPrograms(t *testing.T) {
	text := strings.Replace(loud, "None if questions == 2 else 9", "9", 1)
	loud, other := python(t, text), python(t, strings.Replace(text, `"move": 9`, `"move": 1`, 1))
	play := []string{"play", loud, "says1", "--seed", "0", "--games", "2", "--rounds", "1"}
	code, out, errw := runToy("", append(play, "--quiet")...)
	want := "LEFT (loud) wins: RIGHT (says1) said less\nLEFT (says1) wins: RIGHT (loud) said less\n" +
		"loud: 1 won, 0 drawn, 1 lost; says1: 1 won, 0 drawn, 1 lost\n"
	if code != 0 || out != want || !strings.Contains(errw, "repeat with: pairs play '"+loud+"' says1") {
		t.Errorf("exit %d, printed\n%s%s\nwant\n%s", code, out, errw, want)
	}
	file := filepath.Join(t.TempDir(), "game.jsonl")
	seat := `{"seat":"left","name":"loud","spec":"` + loud + `"}`
	if code, out, errw := runToy("", append(play, "--json", "--record", file)...); code != 0 || !strings.Contains(out, seat) {
		t.Errorf("exit %d, printed\n%s%s\nwant %s", code, out, errw, seat)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), seat) {
		t.Errorf("%v, recorded\n%s\nwant %s", err, text, seat)
	}
	// Two programs that give themselves the same name are shown with their command lines.
	want = "LEFT (loud (" + loud + ")) wins: RIGHT (loud (" + other + ")) said less\n"
	if code, out, errw := runToy("", "play", loud, other, "--seed", "0", "--rounds", "1", "--quiet"); code != 0 || out != want {
		t.Errorf("exit %d, printed\n%s%s\nwant\n%s", code, out, errw, want)
	}
}

// The games in which something went wrong are kept, all of a run in one file, and every message says how to see the ply.
func TestGamesWithFaultsAreKept(t *testing.T) {
	bot := python(t, loud)
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	code, out, errw := runToy("", "play", bot, "says1", "--seed", "0", "--games", "2", "--rounds", "3", "--json")
	if code != 0 || strings.Count(out, `"faults":[{"seat":`) != 2 {
		t.Fatalf("exit %d, printed %s%s, want two games with faults", code, out, errw)
	}
	see := regexp.MustCompile(`LEFT \(loud\) went wrong at ply 3: garbled its answer \(the move is null: want a move.*\); see: pairs replay (\S+) --at 3\n` +
		`(?s:.*)RIGHT .* went wrong at ply 4: .*; see: pairs replay (\S+) --game 2 --at 4\n`).FindStringSubmatch(errw)
	files, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if see == nil || len(files) != 1 || see[1] != files[0] || see[2] != files[0] {
		t.Fatalf("files %v, printed\n%s", files, errw)
	}
	const garbled = "garbled its answer (the move is null: want a move; PROTOCOL.md shows its form)\n"
	for _, tt := range []struct{ args, position, fault, output string }{
		{"--at 3", "sums [9 1]\n", "LEFT " + garbled, "[LEFT 3] question 2\n"},
		{"--at 4", "sums [9 2]\n", "LEFT " + garbled, "[LEFT 3] question 2\n"},
		{"--game 2 --at 4", "sums [2 9]\n", "RIGHT " + garbled, "[RIGHT 4] question 2\n"},
		{"--game 2 --at 3", "sums [1 9]\n", "", ""},
		{"--verify", "agrees with the rules (games: 2, finished: 2)", "", ""},
	} {
		code, out, errw := runToy("", append([]string{"replay", files[0]}, strings.Fields(tt.args)...)...)
		for _, want := range []string{tt.position, tt.fault, tt.output} {
			if code != 0 || !strings.Contains(out, want) || (tt.fault == "") == strings.Contains(out, "garbled") {
				t.Errorf("replay %s: exit %d\n%s%s\nwant %q", tt.args, code, out, errw, want)
			}
		}
	}
	// A run in which nothing went wrong keeps nothing.
	if code, _, errw := runToy("", "play", "says1", "says2", "--seed", "0", "--quiet"); code != 0 || strings.Contains(errw, "see: ") {
		t.Errorf("exit %d, %s", code, errw)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "*")); len(files) != 1 {
		t.Errorf("files %v, want one", files)
	}
}

// With --record the message names that file.
func TestRecordedFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	_, _, errw := runToy("", "play", "says10", "says1", "--seed", "0", "--quiet", "--record", "a.jsonl")
	if !strings.Contains(errw, "said 10; see: pairs replay a.jsonl --at 1\n") {
		t.Errorf("printed %s", errw)
	}
	if code, out, _ := runToy("", "replay", "a.jsonl", "--at", "1"); code != 0 || !strings.Contains(out, "sums [0 0]\nLEFT: said 10\n") {
		t.Errorf("exit %d, %s", code, out)
	}
}

// What a program writes to standard error is shown with the seat and the ply, but only with --show-output.
func TestShowOutput(t *testing.T) {
	bot := python(t, loud)
	t.Setenv("TMPDIR", t.TempDir())
	for want, players := range map[string][2]string{"[LEFT 1] question 1\n": {bot, "says1"}, "[RIGHT 2] question 1\n": {"says1", bot}} {
		_, _, errw := runToy("", "play", players[0], players[1], "--seed", "0", "--rounds", "1", "--quiet", "--show-output")
		if !strings.Contains(errw, want) {
			t.Errorf("printed\n%s\nwant %s", errw, want)
		}
	}
	if _, _, errw := runToy("", "play", bot, "says1", "--seed", "0", "--rounds", "1", "--quiet"); strings.Contains(errw, "question") {
		t.Errorf("printed\n%s\nwant nothing from the program", errw)
	}
}

// A program that never started ends the run after its first game, whose result is printed.
func TestNeverStarted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for flag, want := range map[string][2]string{
		"--quiet": {"RIGHT (says1) wins: LEFT (exec:./no-such-program) never started (", "; says1: 1 won, 0 drawn, 0 lost\n"},
		"--json":  {`{"type":"game","n":1,`, `{"type":"summary","games":1,`},
	} {
		code, out, errw := runToy("", "play", "exec:./no-such-program", "says1", "--seed", "0", "--games", "3", flag)
		if code != 1 || !strings.Contains(out, want[0]) || !strings.Contains(out, want[1]) || strings.Contains(out, `"n":2`) ||
			!strings.Contains(errw, "went wrong 2 times, first at ply 1: never started") || !strings.HasSuffix(errw, "never started\n") {
			t.Errorf("%s: exit %d\n%s%s", flag, code, out, errw)
		}
	}
}

// fullDisk refuses everything that is written.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestHelpThatCannotBeWritten fails as every other output does.
func TestHelpThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"play", "--help"}, {"help", "moves"}} {
		var errw strings.Builder
		code := toy().Run(t.Context(), args, strings.NewReader(""), fullDisk{}, &errw)
		if want := syscall.ENOSPC.Error(); code != 1 || !strings.Contains(errw.String(), want) {
			t.Errorf("%q: exit code %d, it says %q, want 1 and %q", args, code, errw.String(), want)
		}
	}
}
