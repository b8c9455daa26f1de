package tidy

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// patience is how long commands may take, on a machine that does much else: none that ends takes nearly as long.
const patience = 5 * time.Minute

// TestCommands runs what the manuals tell their readers to type, in the root of the checkout. Each block runs by itself, with a
// home and a place for temporary files of its own.
func TestCommands(t *testing.T) {
	gametest.Long(t, "runs every block of commands in the manuals, for minutes")
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash to run the commands of the manuals")
	}
	h, root := theHouse(t)
	prepare(t, h, root)
	before := status(t)
	list := commands(h)
	if len(list) == 0 {
		t.Errorf("%v: none has a block of commands tagged sh; show readers what to type", manuals)
	}
	for _, b := range list {
		t.Run(fmt.Sprintf("%s:%d", b.path, b.line), func(t *testing.T) {
			if command := recursive.FindStringSubmatch(b.text); command != nil {
				t.Logf("not run because of %q", command[1])
				return
			}
			t.Setenv("HOME", t.TempDir())
			t.Setenv("TMPDIR", t.TempDir())
			if complaint := b.run(patience); complaint != "" {
				t.Errorf("%s:%d: %s\n%s", b.path, b.line, complaint, b.text)
			}
		})
	}
	if after := status(t); after != before {
		t.Errorf("the manuals' commands, or somebody else meanwhile, changed the checkout; write to $TMPDIR instead.\n"+
			"before:\n%safter:\n%s", before, after)
	}
}

// prepare changes to the root and puts a directory at the front of PATH, which holds the programs of the games and those that
// `go install` makes. The go command keeps its caches and settings although blocks have a home of their own.
func prepare(t *testing.T, h *house, root string) {
	t.Helper()
	bin := t.TempDir()
	for _, name := range []string{"GOCACHE", "GOENV", "GOMODCACHE"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv(name, strings.TrimSpace(string(value)))
	}
	t.Chdir(root)
	t.Setenv("GOBIN", bin)
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for _, game := range h.games {
		if err := gametest.Build(root, "./"+game+"/cmd/"+game, filepath.Join(bin, game)); err != nil {
			t.Fatal(err)
		}
	}
}

// run runs the block with empty input and says what went wrong, "" if nothing.
func (b block) run(limit time.Duration) string {
	p, err := proc.Start([]string{"bash", "-eu", "-c", b.text})
	if err != nil {
		return err.Error()
	}
	defer p.Close(0)
	p.CloseInput()
	late := time.After(limit)
	var out strings.Builder
	for reading := true; reading; {
		select {
		case line := <-p.Lines:
			if reading = line.Err == nil; reading {
				fmt.Fprintf(&out, "%s\n", line.Text)
			}
		case <-late:
			return fmt.Sprintf("still running after %v", limit)
		}
	}
	if ended := p.Close(limit); ended != "exit status 0" {
		return fmt.Sprintf("%s; standard error:\n%sstandard output:\n%scommands:", ended, p.Stderr(), out.String())
	}
	return ""
}

// status returns what git says about the checkout, "" where there is no git.
func status(t *testing.T) string {
	t.Helper()
	text, err := exec.Command("git", "status", "--porcelain").Output()
	if err != nil {
		t.Logf("git status: %v; not checked whether the commands change the checkout", err)
	}
	return string(text)
}

// moves finds a change of the folder that the next block would see: not one in brackets.
var moves = regexp.MustCompile(`(?m)^cd `)

// The commands of a manual run one block after the other, in one shell and twice, and without settings that not everybody has.
func TestCommandsRunAnywhere(t *testing.T) {
	h, _ := theHouse(t)
	checked := 0
	for _, b := range commands(h) {
		checked++
		comes, goes := strings.Contains(b.text, "$(mktemp -d)"), strings.HasSuffix(b.text, "\ncd -\n")
		if strings.Contains(b.text, "$TMPDIR") || moves.MatchString(b.text) && !(comes && goes) {
			t.Errorf("%s:%d: go to a folder with `cd \"$(mktemp -d)\"` and back with `cd -`; not everybody has TMPDIR set", b.path, b.line)
		}
	}
	if checked == 0 {
		t.Error("no manual has a block of commands")
	}
}

// A line of Python that a template's README shows for a bot runs there: what it needs is imported beside it, or in the bot.
func TestTemplatesImportWhatTheyShow(t *testing.T) {
	root := filepath.Join("..", "..")
	readmes, err := filepath.Glob(filepath.Join(root, "*", "wire", "newbot", "python", "README.md.tmpl"))
	if err != nil || len(readmes) == 0 {
		t.Fatal("no templates: ", err)
	}
	imports := regexp.MustCompile(`(?m)^import (?:.*, )?sys\b`)
	for _, file := range readmes {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bot, err := os.ReadFile(filepath.Join(filepath.Dir(file), "bot.py.tmpl"))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "sys.stderr") && !imports.Match(text) && !imports.Match(bot) {
			t.Errorf("%s shows sys.stderr, but neither it nor the bot imports sys", file)
		}
	}
}

func TestBlocksToRun(t *testing.T) {
	h := build(t, "\n-- README.md --\nType\n```sh\nls\n  ls -l\n```\nto see\n```text\nnothing\n```\n"+
		"-- checkers/PROTOCOL.md --\n~~~sh\n```\nmake\n~~~\n-- checkers/NOTES.md --\n```sh\nrm -r .\n```\n")
	want := []block{
		{"README.md", 3, "sh", "ls\n  ls -l\n"},
		{"checkers/PROTOCOL.md", 2, "sh", "```\nmake\n"},
	}
	if diff := cmp.Diff(want, commands(h), cmp.AllowUnexported(block{})); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	for text, want := range map[string]bool{
		"ls\nmake\n":                         true,
		"cd x && make test":                  true,
		"# make it so\nmake-believe\nremake": false,
		"git clone https://example.org":      true,
		"go test -short work":                true,
		"go test ./tools/...":                true,
		"go test ./amazons/...":              false,
		"GRIDIRON_CORPUS=required .ci/run":   true,
	} {
		if got := recursive.MatchString(text); got != want {
			t.Errorf("%q is not run: %v, want %v", text, got, want)
		}
	}
}

func TestBlocksFail(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash to run commands with")
	}
	for text, want := range map[string]string{
		"true\n":                   "",
		"false\ntrue\n":            "exit status 1;",
		"read line\n":              "exit status 1;", // the input is empty
		"echo $no_such_variable\n": "exit status 1;",
		"sleep 60\n":               "still running",
	} {
		if got := (block{text: text}).run(200 * time.Millisecond); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
