package measured_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gridiron-games/gridiron/tools/internal/measured"
)

// house is a game and a package of the kernel that its bots import.
func house(change map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range map[string]string{
		"checkers/bot/bot.go":      "package bot\n\nimport _ \"github.com/gridiron-games/gridiron/kernel/grid\"\n\n// Best is the best.\nfunc Best() int { return 1 }\n",
		"checkers/bot/bot_test.go": "package bot\n", "checkers/bot/README.md": "about\n", "checkers/bot/weights.txt": "1 2 3\n",
		"kernel/grid/grid.go": "package grid\n\nvar Size = 8\n", "kernel/grid/notes.txt": "x\n", "kernel/turn/turn.go": "package turn\n",
	} {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, text := range change {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

func TestSum(t *testing.T) {
	before, err := measured.Sum(house(nil), "checkers/bot")
	if err != nil {
		t.Fatal(err)
	}
	const head = "package bot\n\nimport _ \"github.com/gridiron-games/gridiron/kernel/grid\"\n\n"
	for _, tt := range []struct {
		what, file, text string
		other            bool
	}{
		{"a comment and the layout", "checkers/bot/bot.go", head + "// Best is better.\nfunc Best() int {\n\treturn 1 // one\n}\n", false},
		{"the code", "checkers/bot/bot.go", head + "func Best() int { return 2 }\n", true},
		{"a directive", "checkers/bot/bot.go", head + "//go:noinline\nfunc Best() int { return 1 }\n", true},
		{"a test", "checkers/bot/bot_test.go", "package bot\n\nfunc f() {}\n", false},
		{"a text", "checkers/bot/README.md", "other\n", false},
		{"a file that nobody embeds", "checkers/bot/weights.txt", "3 2 1\n", false},
		{"a new file", "checkers/bot/more.go", "package bot\n", true},
		{"what is imported", "kernel/grid/grid.go", "package grid\n\nvar Size = 9\n", true},
		{"what is not imported", "kernel/turn/turn.go", "package turn\n\nvar x = 1\n", false},
	} {
		after, err := measured.Sum(house(map[string]string{tt.file: tt.text}), "checkers/bot")
		if err != nil || (after != before) != tt.other {
			t.Errorf("%s: another sum %v, want %v; %v", tt.what, after != before, tt.other, err)
		}
	}
	embeds := map[string]string{"checkers/bot/bot.go": "package bot\n\nimport _ \"embed\"\n\n//go:embed weights.txt\nvar text string\n"}
	one, err := measured.Sum(house(embeds), "checkers/bot")
	if err != nil {
		t.Fatal(err)
	}
	embeds["checkers/bot/weights.txt"] = "3 2 1\n"
	if two, err := measured.Sum(house(embeds), "checkers/bot"); err != nil || one == two {
		t.Errorf("a file that is embedded changed: sums %s and %s, %v", one, two, err)
	}
	if _, err := measured.Sum(house(nil), "chess"); err == nil || !strings.Contains(err.Error(), "chess") {
		t.Errorf("no such package: %v", err)
	}
}

func TestPutAndMark(t *testing.T) {
	table := measured.Strength("checkers")
	const file = "# Bots\n\n<!-- strength: -->\n<!-- strength end -->\n\nThe end.\n"
	if _, err := table.Mark(file, "aa"); err == nil || !strings.Contains(err.Error(), "`make strength GAME=checkers` makes one") {
		t.Errorf("mark without a table: %v", err)
	}
	fresh, err := table.Put(file, "aa", "| a |\n")
	const want = "# Bots\n\n<!-- strength: `make strength GAME=checkers` writes this; code aa -->\n| a |\n<!-- strength end -->\n\nThe end.\n"
	if err != nil || fresh != want {
		t.Fatalf("%v, %q, want %q", err, fresh, want)
	}
	stale, err := table.Mark(fresh, "bb")
	if err != nil || !strings.Contains(stale, "| a |\n\n"+measured.Changed+"\n<!-- strength end -->\n\nThe end.\n") {
		t.Errorf("marked: %v, %q", err, stale)
	}
	for text, sum := range map[string]string{fresh: "aa", stale: "bb"} {
		if again, err := table.Mark(text, sum); err != nil || again != text {
			t.Errorf("marked again: %v, %q, want %q", err, again, text)
		}
	}
	if back, err := table.Mark(stale, "aa"); err != nil || back != fresh {
		t.Errorf("the code is as it was: %v, %q", err, back)
	}
	if over, err := table.Put(stale, "cc", "| b |"); err != nil || strings.Contains(over, measured.Changed) || strings.Contains(over, "| a |") {
		t.Errorf("measured again: %v, %q", err, over)
	}
	if _, err := table.Put("# Bots\n", "aa", "x"); err == nil || !strings.Contains(err.Error(), "checkers/bot/README.md: no lines `<!-- strength: -->`") {
		t.Errorf("no place: %v", err)
	}
}
