package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// source is a file of a package.
type source struct {
	path, name string // in the file system, and from the root with slashes
	text       []byte
	syntax     *ast.File
	set        *token.FileSet
}

func (s *source) offset(p token.Pos) int          { return s.set.Position(p).Offset }
func (s *source) slice(from, to token.Pos) string { return string(s.text[s.offset(from):s.offset(to)]) }

// listed is what `go list` says of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	DepOnly                       bool
}

// list returns a package and where the compiled packages are that it imports.
func list(root, folder string) (listed, map[string]string, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,DepOnly", "./"+folder)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = root, &stderr
	out, err := cmd.Output()
	if err != nil {
		return listed{}, nil, fmt.Errorf("%s: want the directory of a package, such as kernel/turn: %w\n%s", folder, err, &stderr)
	}
	var wanted listed
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return wanted, exports, nil
		} else if err != nil {
			return listed{}, nil, err
		}
		if exports[p.ImportPath] = p.Export; !p.DepOnly {
			wanted = p
		}
	}
}

// mutated is a package with all its mutants, of which a variable of the environment chooses one.
type mutated struct {
	folder  string
	mutants []*mutant
	files   map[string][]byte // by path, to be compiled instead of those that are there
}

// mutate reads the package in a folder and makes its mutants.
func mutate(root, folder string) (*mutated, error) {
	pkg, exports, err := list(root, folder)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	var sources []*source
	var syntax []*ast.File
	for _, name := range pkg.GoFiles {
		s := &source{path: filepath.Join(pkg.Dir, name), name: folder + "/" + name, set: set}
		if s.text, err = os.ReadFile(s.path); err != nil {
			return nil, err
		}
		if s.syntax, err = parser.ParseFile(set, s.path, s.text, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		sources, syntax = append(sources, s), append(syntax, s.syntax)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{},
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(set, "gc", open)}
	checked, err := config.Check(pkg.ImportPath, set, syntax, info)
	if err != nil {
		return nil, err
	}
	m := &mutated{folder: folder, files: map[string][]byte{}}
	seen := map[string]int{}
	for _, s := range sources {
		f := &finder{file: s, info: info, pkg: checked}
		f.add = func(function string, at token.Pos, from, to string) int {
			key := strings.Join([]string{s.name, function, oneLine(from), oneLine(to)}, "\x00")
			seen[key]++
			sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
			m.mutants = append(m.mutants, &mutant{
				hash: fmt.Sprintf("%x", sum[:5]), file: s.name, line: set.Position(at).Line, from: from, to: to,
				number: len(m.mutants) + 1, reached: map[*test]bool{},
			})
			return len(m.mutants)
		}
		if f.find(); len(f.sites) > 0 {
			m.files[s.path] = f.rewrite()
		}
	}
	m.files[filepath.Join(pkg.Dir, "mutant_switch.go")] = fmt.Appendf(nil, switches, pkg.Name, len(m.mutants)+1)
	return m, nil
}

// rewrite returns the file with all its mutants.
func (f *finder) rewrite() []byte {
	slices.SortStableFunc(f.sites, func(a, b site) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	next := 0
	return []byte(f.render(0, len(f.file.text), &next))
}

// render writes a part of the file; next is the index of the first site in it, and then of the first one after it.
func (f *finder) render(from, to int, next *int) string {
	var b strings.Builder
	for *next < len(f.sites) && f.sites[*next].from < to {
		s := f.sites[*next]
		*next++
		b.Write(f.file.text[from:s.from])
		b.WriteString(s.write(f.render(s.from, s.to, next)))
		from = s.to
	}
	b.Write(f.file.text[from:to])
	return b.String()
}

// switches is compiled into the package: mutant_ says which mutant is chosen, and notes which ones a test reaches.
const switches = `package %s

import (
	"os"
	"strconv"
	"sync/atomic"
)

var mutantChosen_, _ = strconv.Atoi(os.Getenv("GRIDIRON_MUTANT"))
var mutantReached_ = os.Getenv("GRIDIRON_MUTANT_REACHED")
var mutantSeen_ [%d]atomic.Bool

func mutant_(n int) bool {
	if mutantReached_ != "" && !mutantSeen_[n].Load() {
		mutantReach_(n)
	}
	return n == mutantChosen_
}

func mutantReach_(n int) {
	if mutantSeen_[n].Swap(true) {
		return
	}
	if file, err := os.OpenFile(mutantReached_, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
		file.WriteString(strconv.Itoa(n) + "\n")
		file.Close()
	}
}
`
