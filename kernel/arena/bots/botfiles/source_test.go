package botfiles_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
)

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestHash changes files that belong to a bot, and files that do not.
func TestHash(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "bot.py", "print(1)")
	write(t, "team/__init__.py", "TEAM_NAME = 'a'")
	write(t, "team/deep/helper.py", "x = 1")
	for _, tt := range []struct {
		name    string
		of      botfiles.Source
		path    string
		changes bool
	}{
		{"the file of a command", botfiles.Source{Spec: "exec:python3 bot.py --fast"}, "bot.py", true},
		{"a file of no command", botfiles.Source{Spec: "exec:python3 bot.py"}, "other.py", false},
		{"a player that is a file", botfiles.Source{Spec: "bot.py"}, "bot.py", true},
		{"a player that is a folder", botfiles.Source{Spec: "team"}, "team/deep/helper.py", true},
		{"a folder", botfiles.Source{Folder: "team"}, "team/deep/helper.py", true},
		{"a new file of a folder", botfiles.Source{Folder: "team"}, "team/new.py", true},
		{"what Python leaves in a folder", botfiles.Source{Folder: "team"}, "team/__pycache__/helper.pyc", false},
		{"a bundled bot", botfiles.Source{Spec: "random"}, "random.py", false},
	} {
		before, err := tt.of.Hash()
		if err != nil {
			t.Fatal(err)
		}
		write(t, tt.path, "something else "+tt.name)
		after, err := tt.of.Hash()
		if err != nil {
			t.Fatal(err)
		}
		if (before != after) != tt.changes {
			t.Errorf("%s: %s and %s; want a change: %v", tt.name, before, after, tt.changes)
		}
	}
	one, _ := botfiles.Source{Spec: "random"}.Hash()
	if other, _ := (botfiles.Source{Spec: "greedy"}).Hash(); one == other {
		t.Error("two bundled bots have the same hash")
	}
}

// TestCopyTo copies a folder: the copy is the same bot.
func TestCopyTo(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "team/bot", "#!/bin/sh")
	write(t, "team/deep/helper.py", "x = 1")
	if err := os.Chmod("team/bot", 0o777); err != nil {
		t.Fatal(err)
	}
	from := botfiles.Source{Folder: "team"}
	if err := from.CopyTo("copy"); err != nil {
		t.Fatal(err)
	}
	want, _ := from.Hash()
	if got, err := (botfiles.Source{Folder: "copy"}).Hash(); err != nil || got != want {
		t.Errorf("the copy has the hash %s, %v, want %s", got, err, want)
	}
}

// TestTooLarge hashes a file of 10 GB, or rather does not.
func TestTooLarge(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "team/bot", "")
	if err := os.Truncate("team/bot", 10<<30); err != nil {
		t.Skipf("no file of 10 GB here: %v", err)
	}
	for _, of := range []botfiles.Source{{Folder: "team"}, {Spec: "exec:./team/bot"}, {Spec: "team"}} {
		if hash, err := of.Hash(); err == nil || !strings.Contains(err.Error(), "or 512 MB") {
			t.Errorf("%v has the hash %q, %v", of, hash, err)
		}
	}
	if err := (botfiles.Source{Folder: "team"}).CopyTo("copy"); err == nil {
		t.Error("it was copied")
	}
}
