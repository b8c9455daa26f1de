//go:build !lean || web

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
)

const logger = `
from Player import *
from Constants import *
from AIPlayerUtils import *
class AIPlayer(Player):
    def __init__(self, i):
        super().__init__(i, "NAME")
    def getPlacement(self, s):
        if s.phase == 1:
            return [(0,0),(5,1),(0,3),(1,2),(2,1),(3,0),(0,2),(1,1),(2,0),(0,1),(1,0)]
        return [(x,y) for x in range(10) for y in range(6,10) if getConstrAt(s,(x,y)) is None][:2]
    def getMove(self, s):
        return Move(99 if s.whoseTurn == 0 else END, [(0,0)], None)
    def registerWin(self, w):
        open("log.txt","a").write("%s %s %s\n" % (self.author, self.playerId, w))
`

func folderAI(t *testing.T, author string) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("AI", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("AI", "Logger.py"), []byte(strings.Replace(logger, "NAME", author, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, args ...string) (int, string) {
	var out bytes.Buffer
	code := program().Run(t.Context(), args, strings.NewReader(""), &out, &out)
	return code, out.String()
}

// The winner is told first, and the copy's author ends in @@.
func TestCopyAndOrder(t *testing.T) {
	folderAI(t, "Logger")
	if code, out := run(t, "--self", "-p", "Logger"); code != 0 {
		t.Fatal(out)
	}
	log, _ := os.ReadFile("log.txt")
	if want := "Logger@@ -2 True\nLogger 0 False\n"; string(log) != want {
		t.Errorf("told %q, want %q", log, want)
	}
}

// What went wrong after a game is said.
func TestNotes(t *testing.T) {
	folderAI(t, "Logger")
	if err := os.Mkdir("log.txt", 0o777); err != nil {
		t.Fatal(err)
	}
	if _, out := run(t, "--2p", "-p", "Logger", "greedy"); !strings.Contains(out, "Logger: registerWin: crashed: ") {
		t.Error(out)
	}
}

func TestNamesOfFiles(t *testing.T) {
	gametest.Slow(t)
	folderAI(t, "Bot.py")
	for _, args := range [][]string{{"--2p", "-p", "Bot.py", "greedy"}, {"--2p", "-p", "Logger.py", "greedy"}, {"--all", "-p", "Logger"}, {"--RRall"}} {
		if code, out := run(t, args...); code != 0 {
			t.Errorf("%v: exit %d: %s", args, code, out)
		}
	}
	if err := os.Mkdir("greedy", 0o777); err != nil {
		t.Fatal(err)
	}
	if code, out := run(t, "--self", "-p", "greedy", "--cap", "2"); code != 0 {
		t.Errorf("a folder greedy: exit %d: %s", code, out)
	}
}

// An author is shown without what would change the terminal; a player without an author has the name of its file.
func TestOddAuthors(t *testing.T) {
	for author, want := range map[string]string{`a\x1b[31mb`: "a [31mb", `c\u202ed`: "c d", "": " Logger ", " ": " Logger "} {
		folderAI(t, author)
		code, out := run(t, "--2p", "-p", "greedy", "Logger.py", "--cap", "1")
		if code != 0 || !strings.Contains(out, want) || strings.ContainsAny(out, "\x1b\u202e") {
			t.Errorf("author %q: exit %d: %q, want %q in it", author, code, out, want)
		}
	}
}

func TestRepeatWithOneSeed(t *testing.T) {
	for _, seed := range [][]string{{"--seed", "7"}, {"-seed=8", "--seed=7"}, {"--seed", "7", "--python", "--seed"}} {
		code, out := run(t, append([]string{"--2p", "-p", "greedy", "rush"}, seed...)...)
		if code != 0 || !strings.HasSuffix(out, " --seed 7\n") || strings.Count(out, "seed") != 1+len(seed)/4 {
			t.Errorf("%v: exit %d: %s", seed, code, out)
		}
	}
}

// The line that repeats a queue has the flags that change its games. An editor may have begun the file with a byte order mark.
func TestQueueRepeats(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "\ufeff" + `{"games":[{"type":"Two Player","players":["greedy","rush"]}]}`
	if err := os.WriteFile("my-settings.json", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	want := "\nrepeat with: reantics queue my-settings.json --rules manual --cap 3 --seed 7\n"
	if code, out := run(t, "queue", "--seed", "7", "--cap", "3", "--rules", "manual"); code != 0 || !strings.HasSuffix(out, want) {
		t.Errorf("exit %d: %s", code, out)
	}
}

// Save writes only what can be read again.
func TestSavedIsRead(t *testing.T) {
	for _, q := range []page.Queued{
		{Kind: "Quick start", Players: []string{"greedy"}, Games: 3}, {Kind: "Two players", Players: []string{"human", "greedy"}, Games: 2},
		{Kind: "Two players", Players: []string{"greedy", "greedy"}, Games: 2}, {Kind: "Two players", Players: []string{"human", "human"}, Games: 1},
	} {
		text, err := writeKept(&page.Saved{Queue: []page.Queued{q}})
		if err != nil {
			continue
		}
		if _, err := parseSettings("f", text, &series{roster: &roster{}}); err != nil {
			t.Errorf("%v was saved, but is not read: %v", q, err)
		}
	}
}

const conditional = `{"games":[{"type":"Two Player","players":["Logger","greedy"]}],
"pause_conditions":[{"players":["NAME","greedy"],"conditions":{"P0 Food":1}}]}`

// Page and queue know players of conditions by author and by file.
func TestNamesOfConditions(t *testing.T) {
	gametest.Slow(t)
	folderAI(t, "Logger")
	for _, name := range []string{"Logger", "AI/Logger.py"} {
		text := strings.Replace(conditional, "NAME", name, 1)
		if err := os.WriteFile("my-settings.json", []byte(strings.Replace(text, `"Logger","greedy"]}]`, `"greedy","Logger"]}]`, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, out := run(t, "queue", "--cap", "3"); !strings.Contains(out, "pause condition: ") {
			t.Errorf("queue, %s: no pause: %s", name, out)
		}
		var saved *page.Saved
		a := &urfave.App{Flags: []urfave.Flag{&urfave.StringFlag{Name: "python", Value: "python3"}}}
		a.Action = func(c *urfave.Context) (err error) {
			saved, err = readKept(&cli.App{Program: program(), Terminal: term.New(strings.NewReader(""), io.Discard, io.Discard)}, c, []byte(text))
			return err
		}
		if err := a.Run([]string{"x"}); err != nil {
			t.Fatal(err)
		}
		if got := saved.Rules.When[0].Players; got != [2]string{saved.Queue[0].Players[0], "greedy"} {
			t.Errorf("page, %s: condition on %v, but the queue has %v", name, got, saved.Queue[0].Players)
		}
	}
}
