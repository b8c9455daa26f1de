// Package measured finds the tables of measurements, and whether the code that they measure has changed since.
//
// A table is in a Markdown file between two comment lines. The first of them has a sum of the code, which does not depend on its
// comments, layout and tests. If the code now has another sum, the table must say so: its last line is then Changed. So a reader
// always knows, and a small change can land without hours of measuring.
package measured

import (
	"crypto/sha256"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// Table is a table in a file.
type Table struct {
	Name string   // as in its first line, such as "strength"
	File string   // relative to the root of the checkout
	Dirs []string // the packages that it measures; packages of this repository that they import count, too
	By   string   // the command that measures it again
}

// Changed is the last line of a table whose code has changed since it was measured.
const Changed = "*The code that this table measures has changed since.*"

// Tables returns all tables of a checkout.
func Tables(root fs.FS) ([]Table, error) {
	games, err := checkout.Games(root)
	if err != nil {
		return nil, err
	}
	var list []Table
	for _, game := range games {
		list = append(list, Strength(game))
		levels := Levels(game)
		text, err := fs.ReadFile(root, levels.File)
		if err != nil {
			return nil, err
		}
		if levels.place().Match(text) { // there is none before its levels are measured for the first time
			list = append(list, levels)
		}
	}
	return append(list, Speed(games)), nil
}

// Speed is the table of the speed of all games.
func Speed(games []string) Table {
	t := Table{Name: "speed", File: "README.md", By: "go run ./tools/speed --write"}
	for _, game := range games {
		t.Dirs = append(t.Dirs, game, game+"/referee", game+"/bot")
	}
	return t
}

// Strength is the table of the champion of a game.
func Strength(game string) Table {
	return Table{Name: "strength", File: game + "/bot/README.md", Dirs: []string{game + "/bot"}, By: "make strength GAME=" + game}
}

// Levels is the table of the levels of a game's champion.
func Levels(game string) Table {
	return Table{Name: "levels", File: game + "/bot/README.md", Dirs: []string{game + "/bot"}, By: "make strength LEVELS=1 GAME=" + game}
}

// block finds a table: its sum and its lines.
func (t Table) block() *regexp.Regexp {
	return regexp.MustCompile(`(?s)<!-- ` + t.Name + `: [^\n]*; code ([0-9a-f]+) -->\n(.*?)\n<!-- ` + t.Name + ` end -->`)
}

// place finds the place of a table, or its future place if nothing was measured yet.
func (t Table) place() *regexp.Regexp {
	return regexp.MustCompile(`(?s)<!-- ` + t.Name + `:.*?<!-- ` + t.Name + ` end -->`)
}

// Put returns the text of the file with a table that measures code with this sum.
func (t Table) Put(file, sum, text string) (string, error) {
	at := t.place().FindStringIndex(file)
	if at == nil {
		return "", fmt.Errorf("%s: no lines `<!-- %s: -->` and `<!-- %[2]s end -->` for the table to stand between", t.File, t.Name)
	}
	return fmt.Sprintf("%s<!-- %s: `%s` writes this; code %s -->\n%s\n<!-- %[2]s end -->%[6]s",
		file[:at[0]], t.Name, t.By, sum, strings.TrimSpace(text), file[at[1]:]), nil
}

// Mark returns the text of the file. In it, the table says Changed exactly if it measured code with another sum than this.
func (t Table) Mark(file, sum string) (string, error) {
	at := t.block().FindStringSubmatchIndex(file)
	if at == nil {
		return "", fmt.Errorf("%s: no table between `<!-- %s: ...; code SUM -->` and `<!-- %[2]s end -->`; `%s` makes one", t.File, t.Name, t.By)
	}
	text := strings.TrimSpace(strings.TrimSuffix(file[at[4]:at[5]], Changed))
	if file[at[2]:at[3]] != sum {
		text += "\n\n" + Changed
	}
	return file[:at[4]] + text + file[at[5]:], nil
}

// Old reports whether the code has changed since the table was measured.
func (t Table) Old(root fs.FS) (bool, error) {
	text, err := fs.ReadFile(root, t.File)
	if err != nil {
		return false, err
	}
	sum, err := Sum(root, t.Dirs...)
	if err != nil {
		return false, err
	}
	at := t.block().FindSubmatch(text)
	return at == nil || string(at[1]) != sum, nil
}

// Sum returns a sum of the code of some packages, and of the packages of this repository that they import, without tests,
// comments and layout. In a package that embeds files, all files except Markdown and testdata count.
func Sum(root fs.FS, dirs ...string) (string, error) {
	seen := map[string]bool{}
	todo := slices.Clone(dirs)
	var lines []string
	for len(todo) > 0 {
		dir := path.Clean(todo[0])
		if todo = todo[1:]; seen[dir] {
			continue
		}
		seen[dir] = true
		sum, imports, err := one(root, dir)
		if err != nil {
			return "", err
		}
		lines = append(lines, dir+" "+sum)
		todo = append(todo, imports...)
	}
	slices.Sort(lines)
	return fmt.Sprintf("%.6x", sha256.Sum256([]byte(strings.Join(lines, "\n")))), nil
}

// one returns the sum of a package and the packages of ours that it imports.
func one(root fs.FS, dir string) (sum string, imports []string, err error) {
	all := sha256.New()
	embedded := false
	list, err := files(root, dir)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s: no Go files", dir)
	}
	if err != nil {
		return "", nil, err
	}
	for _, name := range list {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return "", nil, err
		}
		embedded = embedded || strings.Contains(string(text), "\n//go:embed ")
		words, err := words(name, text)
		if err != nil {
			return "", nil, err
		}
		fmt.Fprintf(all, "%s %x\n", path.Base(name), sha256.Sum256([]byte(words)))
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return "", nil, err
		}
		for _, i := range file.Imports {
			if of, err := strconv.Unquote(i.Path.Value); err == nil && strings.HasPrefix(of, checkout.Prefix) {
				imports = append(imports, strings.TrimPrefix(of, checkout.Prefix))
			}
		}
	}
	if !embedded {
		return fmt.Sprintf("%x", all.Sum(nil)), imports, nil
	}
	err = fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && d.Name() == "testdata" {
				return fs.SkipDir
			}
			return err
		}
		if strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".md") {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		fmt.Fprintf(all, "%s %x\n", name, sha256.Sum256(text))
		return err
	})
	return fmt.Sprintf("%x", all.Sum(nil)), imports, err
}

// files returns the Go files of a package without its tests.
func files(root fs.FS, dir string) (list []string, err error) {
	entries, err := fs.ReadDir(root, dir)
	for _, e := range entries {
		if name := e.Name(); !e.IsDir() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			list = append(list, path.Join(dir, name))
		}
	}
	return list, err
}

// words returns the tokens of a Go file, with only those comments that the compiler reads.
func words(name string, text []byte) (string, error) {
	var (
		s     scanner.Scanner
		out   strings.Builder
		fault error
	)
	set := token.NewFileSet()
	s.Init(set.AddFile(name, -1, len(text)), text, func(at token.Position, message string) {
		fault = fmt.Errorf("%v: %s", at, message)
	}, scanner.ScanComments)
	for {
		switch _, kind, literal := s.Scan(); {
		case kind == token.EOF:
			return out.String(), fault
		case kind == token.SEMICOLON: // explicit or inserted
		case kind == token.COMMENT && !strings.HasPrefix(literal, "//go:"):
		case literal != "":
			out.WriteString(literal + "\n")
		default:
			out.WriteString(kind.String() + "\n")
		}
	}
}
