// Package checkout finds the repository that a tool works on and says which modules and games it holds.
package checkout

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Prefix begins the import path of every package of ours.
const Prefix = "github.com/gridiron-games/gridiron/"

// Root returns the directory that holds go.work: dir or the nearest one above it.
func Root(dir string) (string, error) {
	from, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := from; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.work")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s: no go.work here or above; run this inside the checkout", from)
		}
	}
}

// Tracked returns the files below root for a test of this module. `go test` repeats a result from its cache until a file that the
// test has opened changes, but it checks only files below the directory of the test's module. So the others are opened by a path
// through that directory.
func Tracked(root string) fs.FS { return os.DirFS(filepath.Join(root, "tools") + "/..") }

// Modules returns the directories that go.work uses, in its order and relative to it, such as "kernel". It reads the two
// forms that the go command writes, `use ./kernel` and `use ( ... )`.
func Modules(root fs.FS) ([]string, error) {
	text, err := fs.ReadFile(root, "go.work")
	if err != nil {
		return nil, err
	}
	var list []string
	inBlock := false
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == ")":
			inBlock = false
		case inBlock:
			list = append(list, path.Clean(words[0]))
		case len(words) == 2 && words[0] == "use" && words[1] == "(":
			inBlock = true
		case len(words) == 2 && words[0] == "use":
			list = append(list, path.Clean(words[1]))
		}
	}
	if len(list) == 0 {
		return nil, errors.New("go.work: it uses no module")
	}
	return list, nil
}

// Kernel are the modules that all games share, each before those that require it.
var Kernel = []string{"kernel", "kernel/arena"}

// Games returns the modules that are games: those with a command of their own name in cmd.
func Games(root fs.FS) ([]string, error) {
	modules, err := Modules(root)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, m := range modules {
		if info, err := fs.Stat(root, path.Join(m, "cmd", m)); err == nil && info.IsDir() {
			list = append(list, m)
		}
	}
	return list, nil
}
