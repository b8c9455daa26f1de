// Package tidy enforces the house rules that ARCHITECTURE.md states: the rooms of a game, which package may import which, what
// the kernel and the rules packages must not have, and that documents are right. It is a test: `go test ./tools/tidy` reads the
// checkout as text and syntax trees. tables.go holds the rules; an exception is an entry there, with its reason.
package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

const prefix = checkout.Prefix

// house is a checkout as the checks read it.
type house struct {
	root  fs.FS
	games []string
	code  []*file // Go files but for testdata, vendored and generated ones
	docs  []*file // Markdown files
	set   *token.FileSet
}

// file is one file of the checkout.
type file struct {
	path   string // from the root, with slashes
	lines  []string
	syntax *ast.File // nil in docs
	set    *token.FileSet
}

// complaints are what a check found, each with its place and with what to do instead.
type complaints []string

func (c *complaints) add(file string, line int, format string, args ...any) {
	*c = append(*c, fmt.Sprintf("%s:%d: ", file, line)+fmt.Sprintf(format, args...))
}

// read reads a checkout.
func read(root fs.FS) (*house, error) {
	games, err := checkout.Games(root)
	if err != nil {
		return nil, err
	}
	h := &house{root: root, games: games, set: token.NewFileSet()}
	return h, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (d.Name()[0] == '.' || d.Name() == "testdata" || d.Name() == "vendor"):
			return fs.SkipDir
		case !d.IsDir() && (path.Ext(name) == ".go" || path.Ext(name) == ".md"):
			return h.add(name)
		}
		return nil
	})
}

func (h *house) add(name string) error {
	text, err := fs.ReadFile(h.root, name)
	if err != nil {
		return err
	}
	f := &file{path: name, lines: strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), set: h.set}
	if path.Ext(name) == ".md" {
		h.docs = append(h.docs, f)
		return nil
	}
	f.syntax, err = parser.ParseFile(h.set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err == nil && !ast.IsGenerated(f.syntax) {
		h.code = append(h.code, f)
	}
	return err
}

// pkg returns the files of a package without its tests.
func (h *house) pkg(dir string) (files []*file) {
	for _, f := range h.code {
		if f.dir() == dir && !f.isTest() {
			files = append(files, f)
		}
	}
	return files
}

// kernel returns the directories of the kernel's packages.
func (h *house) kernel() (dirs []string) {
	for _, f := range h.code {
		if module, _ := room(f.dir()); module == "kernel" && !slices.Contains(dirs, f.dir()) {
			dirs = append(dirs, f.dir())
		}
	}
	return dirs
}

// doc returns a Markdown file, nil if there is none.
func (h *house) doc(name string) *file {
	if i := slices.IndexFunc(h.docs, func(f *file) bool { return f.path == name }); i >= 0 {
		return h.docs[i]
	}
	return nil
}

func (f *file) line(n ast.Node) int { return f.set.Position(n.Pos()).Line }
func (f *file) dir() string         { return path.Dir(f.path) }
func (f *file) isTest() bool        { return strings.HasSuffix(f.path, "_test.go") }

// room returns the module and the room of a package: amazons/wire/x is in the room wire of amazons, and the rules are the
// room "".
func room(dir string) (module, name string) {
	module, rest, _ := strings.Cut(dir, "/")
	name, _, _ = strings.Cut(rest, "/")
	return module, name
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
