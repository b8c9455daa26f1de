package tidy

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var goBlock = regexp.MustCompile("(?s)\n```go\n(.*?)\n```\n")

// tutorialLines is the number of lines that the sixth game of CONTRIBUTING.md must stay below: a longer one shows that the kernel
// lacks something.
const tutorialLines = 260

// TestTutorial compiles the game in CONTRIBUTING.md and does with it what the page promises.
func TestTutorial(t *testing.T) {
	_, root := theHouse(t)
	page, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := goBlock.FindSubmatch(page)
	if block == nil {
		t.Fatal("CONTRIBUTING.md: no block of Go; show how a game is written")
	}
	if n := strings.Count(string(block[1]), "\n") + 1; n >= tutorialLines {
		t.Errorf("CONTRIBUTING.md: the sixth game has %d lines, want less than %d", n, tutorialLines)
	}
	dir := t.TempDir()
	module, err := os.ReadFile(filepath.Join(root, "amazons", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "amazons", "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.NewReplacer("gridiron/amazons", "gridiron/tictactoe", "../kernel", filepath.Join(root, "kernel")).Replace(string(module))
	for name, content := range map[string]string{"main.go": string(block[1]) + "\n", "go.mod": edited, "go.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		text, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, text)
		}
		return string(text)
	}
	run("go", "vet", ".")
	run("go", "build", "-o", "tictactoe", ".")
	bot := `import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print('{"type":"hello","name":"first","legal":true}', flush=True)
    if m["type"] == "ask":
        print(json.dumps({"type": "answer", "id": m["id"], "move": m["legal"][0]}), flush=True)
`
	if err := os.WriteFile(filepath.Join(dir, "bot.py"), []byte(bot), 0o666); err != nil {
		t.Fatal(err)
	}
	players := []string{"perfect", "random"}
	if _, err := exec.LookPath("python3"); err == nil {
		players[1] = "exec:python3 bot.py"
		run("./tictactoe", "check", players[1])
	} else {
		t.Log("no python3: the tutorial's exec: bot was not tried")
	}
	for _, want := range []struct{ text, args string }{
		{"let it make a line\n", "play perfect PLAYER --seed 3 --record game.jsonl"},
		{"agrees with the rules (games: 1, finished: 1)\n", "replay game.jsonl --verify"},
		{"x 1 2\n", "replay game.jsonl"},
		{"<svg ", "convert game.jsonl --to svg"},
		{"", "replay game.jsonl --html game.html"},
		{"perfect", "tournament run perfect random --seed 1 --rounds 5"},
		{"NEW is better", "compare random perfect --seed 1"},
		{`"codes":[3,3]`, "env --games 2"},
	} {
		args := strings.Fields(want.args)
		for i := range args {
			if args[i] == "PLAYER" {
				args[i] = players[1]
			}
		}
		if got := run("./tictactoe", args...); !strings.Contains(got, want.text) {
			t.Errorf("tictactoe %s printed\n%s\nwant %q in it", want.args, got, want.text)
		}
	}
}
