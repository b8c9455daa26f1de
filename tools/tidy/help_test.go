package tidy

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// example is a line of a help text that begins with the name of the game.
var example = regexp.MustCompile(`(?m)^ {5,}([a-z]+ .*)$`)

// verbLine is a line of the list of verbs.
var verbLine = regexp.MustCompile(`(?m)^   ([a-z][a-z-]*) +\S`)

// waiting matches examples that need a person at the keyboard, a peer on the network, or somebody who stops them; the games' own
// tests play those.
var waiting = regexp.MustCompile(`^\w+ (serve|server|join|ladder|playground)\b|\bremote-game\b|\bhuman\b|\bcompare-original\b`)

// TestHelpExamples runs the examples of every --help, in the order of the verbs and in a folder with the files that they name.
func TestHelpExamples(t *testing.T) {
	gametest.Long(t, "runs every example of all help texts, for a minute")
	for _, tool := range []string{"bash", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s to run the examples", tool)
		}
	}
	h, root := theHouse(t)
	prepare(t, h, root)
	for _, game := range gametest.Sample(t, h.games) {
		t.Run(game, func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("TMPDIR", t.TempDir())
			must := func(command string) {
				t.Helper()
				if complaint := (block{text: command}).run(patience); complaint != "" {
					t.Fatalf("%s\n%s", complaint, command)
				}
			}
			must(game + " new-bot python bot && cp bot/*.py .")
			if err := os.CopyFS(".", os.DirFS(filepath.Join(root, "tools/tidy/testdata/help", game))); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			list := examples(t, game)
			if len(list) < 10 {
				t.Errorf("%d examples in all help texts, want more: %q", len(list), list)
			}
			for _, command := range list {
				if waiting.MatchString(command) {
					t.Logf("not run: %s", command)
				} else if complaint := (block{text: command}).run(patience); complaint != "" {
					t.Errorf("%s\n%s", complaint, command)
				}
			}
		})
	}
}

// examples returns the examples of all verbs of a game.
func examples(t *testing.T, words ...string) (list []string) {
	t.Helper()
	text, err := exec.Command(words[0], slices.Concat(words[1:], []string{"--help"})...).Output()
	if err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	for _, m := range example.FindAllStringSubmatch(string(text), -1) {
		if strings.HasPrefix(m[1], words[0]+" ") {
			list = append(list, m[1])
		}
	}
	_, verbs, _ := strings.Cut(string(text), "COMMANDS:")
	verbs, _, _ = strings.Cut(verbs, "OPTIONS:")
	for _, m := range verbLine.FindAllStringSubmatch(verbs, -1) {
		list = append(list, examples(t, append(words, m[1])...)...)
	}
	return list
}

// screen is a command that a manual shows with the end of what it prints.
var screen = regexp.MustCompile("(?s)`([a-z]+ [^`\n]*)` ends with\n\n```text\n(.*?\n)```\n")

// TestScreens runs each command that README.md shows with its last screen.
func TestScreens(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games, which takes seconds; run without -short")
	}
	h, root := theHouse(t)
	prepare(t, h, root)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := screen.FindAllStringSubmatch(string(readme), -1)
	if len(shown) == 0 {
		t.Error("README.md shows no screen")
	}
	for _, m := range shown {
		words := strings.Fields(m[1])
		out, err := exec.Command(words[0], words[1:]...).Output()
		if err != nil {
			t.Errorf("%s: %v", m[1], err)
			continue
		}
		end := string(out[max(0, len(out)-len(m[2])):])
		if diff := cmp.Diff(m[2], end); diff != "" {
			t.Errorf("%s ends differently (-README.md +printed):\n%s", m[1], diff)
		}
	}
}
