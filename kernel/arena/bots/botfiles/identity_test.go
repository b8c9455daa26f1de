package botfiles_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/botfiles"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// TestIdentify changes files that are a part of a bot, and files that are not.
func TestIdentify(t *testing.T) {
	for _, tt := range []struct {
		name, spec, path string
		changes          bool
	}{
		{"the file of a command", "exec:python3 bots/alice.py", "bots/alice.py", true},
		{"a module that it imports", "exec:python3 bots/alice.py", "bots/helper.py", true},
		{"a module that the module imports", "exec:python3 bots/alice.py", "bots/engine/search.py", true},
		{"a package's own file", "exec:python3 bots/alice.py", "bots/engine/__init__.py", true},
		{"data that it names", "exec:python3 bots/alice.py", "bots/weights.txt", true},
		{"another bot beside it", "exec:python3 bots/alice.py", "bots/carol.py", false},
		{"a file of its own folder", "exec:python3 own/bot.py", "own/deep/any.dat", true},
		{"a file of a folder", "own", "own/deep/any.dat", true},
		{"a folder of classes", "exec:java -cp own Bot", "own/deep/any.dat", true},
		{"a module", "exec:python3 -m bots.alice", "bots/helper.py", true},
		{"what Python leaves", "exec:python3 own/bot.py", "own/__pycache__/bot.pyc", false},
		{"a hidden file", "exec:python3 own/bot.py", "own/.cache", false},
		{"a new file", "exec:python3 own/bot.py", "own/new.txt", false},
		{"a file of a flag", "exec:python3 own/bot.py --net=net.bin", "net.bin", true},
		{"a file of a parameter", "greedy:net=net.bin", "net.bin", true},
		{"a file behind another prefix", "kind:own/deep/any.dat#A.B,first=white", "own/deep/any.dat", true},
		{"a folder behind another prefix", "kind:own#A", "own/deep/any.dat", true},
		{"a command behind another prefix", "kind:python3 bots/alice.py", "bots/helper.py", true},
		{"a file beside the program that runs it", "exec:venv/bin/python bots/alice.py", "venv/bin/carol.py", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, "bots/alice.py", "import helper\nopen('weights.txt')")
			write(t, "bots/helper.py", "from engine.search import best")
			write(t, "bots/engine/__init__.py", "")
			write(t, "bots/engine/search.py", "best = 1")
			write(t, "bots/weights.txt", "1")
			write(t, "bots/carol.py", "print(1)")
			write(t, "own/bot.py", "print(1)")
			write(t, "own/deep/any.dat", "1")
			write(t, "own/.cache", "1")
			write(t, "net.bin", "1")
			write(t, "venv/bin/python", "carol.py")
			write(t, "venv/bin/carol.py", "1")
			id := botfiles.Identify(tt.spec)
			if id.Hash == "" || len(id.Changed()) > 0 {
				t.Fatalf("%+v, changed: %v", id, id.Changed())
			}
			write(t, tt.path, "something else")
			if changed := id.Changed(); slices.Contains(changed, tt.path) != tt.changes || !tt.changes && len(changed) > 0 {
				t.Errorf("changed: %v; want a change: %v", changed, tt.changes)
			}
			if tt.changes {
				os.Remove(tt.path)
				if !slices.Contains(id.Changed(), tt.path) {
					t.Error("a file that is gone is no change")
				}
			}
		})
	}
	if id := botfiles.Identify("tcp://localhost:1"); id.Hash != "" {
		t.Errorf("a program elsewhere: %+v; want nothing", id)
	}
}

// TestWatch tells programs from what a bot writes.
func TestWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "own/bot.py", "print(1)")
	write(t, "own/helper.py", "x = 1")
	write(t, "own/log.txt", "")
	spec := "exec:python3 own/bot.py"
	id := botfiles.Identify(spec)
	var w botfiles.Watch
	if programs, others := w.Look(spec, id); len(programs)+len(others) > 0 {
		t.Errorf("changed: %v and %v, want nothing", programs, others)
	}
	write(t, "own/helper.py", "x = 22")
	write(t, "own/log.txt", "moves")
	programs, others := w.Look(spec, id)
	if !slices.Equal(programs, []string{filepath.Join("own", "helper.py")}) || !slices.Equal(others, []string{filepath.Join("own", "log.txt")}) {
		t.Errorf("programs %v and others %v, want the helper and the log", programs, others)
	}
	if left := id.Without(others).Changed(); !slices.Equal(left, programs) {
		t.Errorf("without what the bot wrote, changed: %v; want %v", left, programs)
	}
}

// TestGrown adds files after a bot was identified: programs that could take the place of others count, data does not.
func TestGrown(t *testing.T) {
	for _, tt := range []struct {
		spec, path string
		grown      bool
	}{
		{"exec:python3 own/bot.py", "own/json.py", true},
		{"own", "own/deep/Helper.class", true},
		{"exec:python3 own/bot.py", "own/log.txt", false},
		{"own", "own/Bot.class", false},
		{"own", "own/Bot$1.class", false},
		{"own", "own/main", false},
		{"own", "own/Bot.so", true},
		{"exec:python3 own/bot.py", "own/__pycache__/bot.cpython-312.pyc", false},
		{"exec:python3 bots/alice.py", "bots/json.py", true},
		{"exec:python3 bots/alice.py", "bots/carol.py", false},
		{"greedy", "greedy.py", false},
	} {
		t.Chdir(t.TempDir())
		write(t, "own/bot.py", "import json")
		write(t, "own/Bot.java", "class Bot {}")
		write(t, "own/main.c", "")
		write(t, "bots/alice.py", "import json")
		id := botfiles.Identify(tt.spec)
		if grown := id.Grown(tt.spec); len(grown) > 0 {
			t.Errorf("%s has grown by %v at once", tt.spec, grown)
		}
		write(t, tt.path, "new")
		if grown := id.Grown(tt.spec); len(grown) > 0 != tt.grown || tt.grown && grown[0] != filepath.FromSlash(tt.path) {
			t.Errorf("%s has grown by %v after %s came; want that: %v", tt.spec, grown, tt.path, tt.grown)
		}
	}
}

// A folder with thousands of files is a bot's own, too: those directly in it count.
func TestManyFiles(t *testing.T) {
	gametest.Slow(t)
	t.Chdir(t.TempDir())
	write(t, "own/bot.py", "print(1)")
	write(t, "own/helper.py", "x = 1")
	write(t, "own/node_modules/x.js", "1")
	for i := range 2001 {
		write(t, fmt.Sprintf("own/data/%d", i), "")
	}
	if id := botfiles.Identify("exec:python3 own/bot.py"); len(id.Files) != 2 {
		t.Errorf("%d files, want 2", len(id.Files))
	}
}

// A huge file, which takes no room on the disk, is not read into memory.
func TestHugeFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "bots/alice.py", "import huge")
	write(t, "bots/huge.py", "")
	if err := os.Truncate("bots/huge.py", 1<<30); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	id := botfiles.Identify("exec:python3 bots/alice.py")
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 || len(id.Files) != 2 {
		t.Errorf("%d files, %d MiB of memory", len(id.Files), used>>20)
	}
}

// Folders that take long to read do not hold up a contest: what is read is bounded, and changes are seen all the same.
func TestBounds(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct {
		name, spec string
		fill       func(t *testing.T)
	}{
		{"large files", "exec:python3 own/bot.py", func(t *testing.T) {
			for i := range 1000 {
				path := fmt.Sprintf("own/data/%d", i)
				write(t, path, "")
				if err := os.Truncate(path, 100<<20); err != nil {
					t.Fatal(err)
				}
			}
		}},
		{"files that mention each other", "exec:python3 own/alice.py", func(t *testing.T) {
			names := ""
			for i := range 300 {
				names += fmt.Sprintf(" m%d", i)
			}
			text := strings.Repeat(" x ", 1<<19) + names
			write(t, "own/alice.py", text)
			for i := range 80 {
				write(t, fmt.Sprintf("own/m%d.py", i), text)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, "own/bot.py", "print(1)")
			write(t, "own/alice.py", "print(1)")
			tt.fill(t)
			began, _ := cpu.Tree(os.Getpid())
			id := botfiles.Identify(tt.spec)
			changed := id.Changed()
			ended, _ := cpu.Tree(os.Getpid())
			if took := ended - began; took > 2*time.Second {
				t.Errorf("it takes %v of processor time for %d files, want at most 2s", took, len(id.Files))
			}
			if len(changed) > 0 || len(id.Files) == 0 {
				t.Errorf("%d files, changed: %v", len(id.Files), changed)
			}
		})
	}
	t.Run("a change of a file that is not read", func(t *testing.T) {
		t.Chdir(t.TempDir())
		write(t, "own/bot.py", "print(1)")
		for _, name := range []string{"own/a", "own/b", "own/c"} {
			write(t, name, "")
			if err := os.Truncate(name, 120<<20); err != nil {
				t.Fatal(err)
			}
		}
		id := botfiles.Identify("exec:python3 own/bot.py")
		write(t, "own/c", "other")
		if want, got := []string{filepath.Join("own", "c")}, id.Changed(); !slices.Equal(got, want) {
			t.Errorf("changed: %v, want %v", got, want)
		}
	})
}

func TestSameVersion(t *testing.T) {
	for _, tt := range []struct {
		was, now string
		same     bool
	}{{"v1.2.3", "v1.2.3", true}, {"v1.2.3", "v1.2.4", false}, {"(devel)", "v1.2.3", true}, {"v1.2.3", "(devel)", true}, {"", "v1.2.3", true}} {
		if got := botfiles.SameVersion(tt.was, tt.now); got != tt.same {
			t.Errorf("%s and %s are the same: %v, want %v", tt.was, tt.now, got, tt.same)
		}
	}
}
