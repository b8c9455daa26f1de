package tidy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// tutorialLines is the number of lines that the sixth game of CONTRIBUTING.md must stay below: a longer one shows that the kernel
// lacks something.
const tutorialLines = 260

// TestTutorial follows CONTRIBUTING.md word by word, where nothing is installed but Go, git and the modules: the first hour, and the
// sixth game. A block of `bash` continues where the one before it ended. A block of `text` right below has lines that it prints; if
// they say that a test fails, the commands fail, too. Then the game does what the page promises.
func TestTutorial(t *testing.T) {
	gametest.Long(t, "follows CONTRIBUTING.md in a clone, where all is compiled again")
	h, root := theHouse(t)
	blocks, _ := h.doc("CONTRIBUTING.md").markdown()
	b := bare(t, root)
	followed := 0
	for i, block := range blocks {
		switch {
		case block.tag == "go":
			if n := strings.Count(block.text, "\n"); n >= tutorialLines {
				t.Errorf("CONTRIBUTING.md: the sixth game has %d lines, want less than %d", n, tutorialLines)
			}
			b.run(t, "mkdir tictactoe\ncat >tictactoe/main.go <<'END OF FILE'\n"+block.text+"END OF FILE\n")
		case block.tag == "bash":
			followed++
			shown := ""
			if i+1 < len(blocks) && blocks[i+1].tag == "text" {
				shown = blocks[i+1].text
			}
			printed, err := b.try(block.text)
			if fails := strings.Contains(shown, "--- FAIL"); fails != (err != nil) {
				t.Fatalf("CONTRIBUTING.md:%d: it fails: %v, want %v\n%s%s", block.line, err != nil, fails, block.text, printed)
			}
			for line := range strings.Lines(shown) {
				if !strings.Contains(printed, strings.TrimSpace(line)) {
					t.Errorf("CONTRIBUTING.md:%d: the commands printed\n%s\nwant %q in it", block.line, printed, line)
				}
			}
		}
	}
	if followed < 6 {
		t.Fatalf("CONTRIBUTING.md: %d blocks of bash, want the first hour and how the sixth game is built", followed)
	}
	b.run(t, "cd tictactoe && GOWORK=off go build .")
	bot := `import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print('{"type":"hello","name":"first","legal":true}', flush=True)
    if m["type"] == "ask":
        print(json.dumps({"type": "answer", "id": m["id"], "move": m["legal"][0]}), flush=True)
`
	player := "random"
	if python, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output(); err == nil {
		b.run(t, "cat >bot.py <<'END'\n"+bot+"END\n")
		player = "'exec:" + strings.TrimSpace(string(python)) + " bot.py'"
		b.run(t, "./tictactoe check "+player)
	} else {
		t.Log("no python3: the tutorial's exec: bot was not tried")
	}
	for _, want := range []struct{ text, command string }{
		{"let it make a line\n", "play perfect " + player + " --seed 3 --record game.jsonl"},
		{"agrees with the rules (games: 1, finished: 1)\n", "replay game.jsonl --verify"},
		{"x 1 2\n", "replay game.jsonl"},
		{"<svg ", "convert game.jsonl --to svg"},
		{"", "replay game.jsonl --html game.html"},
		{"perfect", "tournament run perfect random --seed 1 --rounds 5"},
		{"NEW is better", "compare random perfect --seed 1"},
		{`"codes":[3,3]`, "env --games 2"},
	} {
		if got := b.run(t, "./tictactoe "+want.command); !strings.Contains(got, want.text) {
			t.Errorf("tictactoe %s printed\n%s\nwant %q in it", want.command, got, want.text)
		}
	}
}

// shell runs commands where little is installed.
type shell struct {
	bash, home string
	env        []string
}

// bare returns a shell in an empty home, for which the address of the repository is a copy of this checkout.
func bare(t *testing.T, root string) *shell {
	t.Helper()
	home := t.TempDir()
	b := &shell{home: home, env: []string{
		"HOME=" + home, "TMPDIR=" + t.TempDir(), "GOTOOLCHAIN=local",
		"GOFLAGS=-trimpath", // so that the cache has what was built in other clones
		"GIT_CONFIG_GLOBAL=" + filepath.Join(home, ".gitconfig"), "GIT_CONFIG_NOSYSTEM=1",
	}}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB"} { // a module alone may need other versions than all together
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		b.env = append(b.env, name+"="+strings.TrimSpace(string(value)))
	}
	bin := t.TempDir()
	for _, name := range []string{"bash", "git", "go", "cat", "cp", "grep", "mkdir", "mv", "sed"} {
		program, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("no %s to follow CONTRIBUTING.md with", name)
		}
		if name == "bash" {
			b.bash = program
		}
		if runtime.GOOS == "windows" { // where programs find their libraries beside themselves
			bin += string(filepath.ListSeparator) + filepath.Dir(program)
		} else if err := os.Symlink(program, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	b.env = append(b.env, "PATH="+bin)
	files, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("git ls-files: %v; a clone needs a repository", err)
	}
	upstream, tree := t.TempDir(), checkout.Tracked(root)
	for name := range strings.SplitSeq(strings.TrimSuffix(string(files), "\x00"), "\x00") {
		info, err := fs.Stat(tree, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted, but not committed
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(upstream, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, text, info.Mode())); err != nil {
			t.Fatal(err)
		}
	}
	b.run(t, fmt.Sprintf(`git config --global url.'%s'.insteadOf https://github.com/gridiron-games/gridiron
git config --global user.name tidy && git config --global user.email tidy@example.org
cd '%[1]s' && git init -q && git add -A && git commit -qm all && cd -
`, filepath.ToSlash(upstream)))
	return b
}

// try runs commands from where the ones before ended and returns what they printed. The first one that fails ends them.
func (b *shell) try(commands string) (string, error) {
	c := exec.Command(b.bash, "-eu", "-c", `cd "$(cat "$HOME/where" 2>/dev/null || echo .)"`+"\n"+commands+"\n"+`pwd >"$HOME/where"`)
	c.Dir, c.Env = b.home, b.env
	printed, err := c.CombinedOutput()
	return string(printed), err
}

// run runs commands that must not fail.
func (b *shell) run(t *testing.T, commands string) string {
	t.Helper()
	printed, err := b.try(commands)
	if err != nil {
		t.Fatalf("%s: %v\n%s", commands, err, printed)
	}
	return printed
}
