package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build/constraint"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// wings are the parts of kernel/arena that a copy may have, as build tags, and what each brings.
var wings = map[string]string{
	"analysis": "review, bench, perft, compare-original",
	"contest":  "tournament, ladder, compare, grade, worker",
	"jail":     "--jail",
	"learn":    "env, for programs that learn",
	"shell":    "completion, manual",
	"web":      "play --web, replay --html, serve, pictures",
}

// systems are the systems for which third-party files are kept.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// module is the module that is written for a game.
type module struct {
	root, dir string // of the checkout and of the new module; absolute
	game      string
	with      []string // wings, ascending

	packages []string // of the kernel, copied; relative to the checkout, ascending
}

// write writes the module. If it fails, nothing of what it created is left.
func (m *module) write(ctx context.Context) (err error) {
	undo, err := claim(m.dir)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, undo())
		}
	}()
	for _, step := range []func(context.Context) error{m.copyGame, m.copyKernel, m.documents, m.goMod, m.prune} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// tags are the build tags of the copy.
func (m *module) tags() []string { return append([]string{"lean"}, m.with...) }

// wants reports whether a file is part of the copy: it has no build constraint on wings or the playground, or one that the copy's
// tags satisfy.
func (m *module) wants(name string) (bool, error) {
	if filepath.Ext(name) != ".go" {
		return true, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return false, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if !strings.HasPrefix(line, "//go:build ") || !strings.Contains(line, "lean") && !strings.Contains(line, "playground") {
		return true, nil
	}
	expr, err := constraint.Parse(line)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return expr.Eval(func(tag string) bool { return slices.Contains(m.tags(), tag) }), nil
}

// copyGame copies the game: all rooms but learn, which goes with its wing, and without the tests of the whole binary, where that
// is not whole.
func (m *module) copyGame(context.Context) error {
	var skipped []string
	if !slices.Contains(m.with, "learn") {
		skipped = append(skipped, filepath.Join(m.root, m.game, "learn"))
	}
	if len(m.with) < len(wings) {
		skipped = append(skipped, filepath.Join(m.root, m.game, "cmd", m.game, "testdata", "script"))
	}
	from, to := filepath.Join(m.root, m.game), filepath.Join(m.dir, m.game)
	return copyTree(from, to, append(skipped, m.dir), func(name string) (bool, error) {
		if base := filepath.Base(name); base == "go.mod" || base == "go.sum" {
			return false, nil // the copy is one module
		}
		return m.wants(name)
	})
}

// copyKernel copies the packages of the kernel that the game and its tests import, without their own tests: those run where the
// kernel is changed.
func (m *module) copyKernel(ctx context.Context) error {
	home, tags := filepath.Join(m.root, m.game), "-tags="+strings.Join(m.tags(), ",")
	own, err := goTool(ctx, home, nil, "list", tags, "./...")
	if err != nil {
		return err
	}
	packages := strings.Fields(own)
	if !slices.Contains(m.with, "learn") {
		packages = slices.DeleteFunc(packages, func(path string) bool { return path == checkout.Prefix+m.game+"/learn" })
	}
	const dirs = "-f={{with .Module}}{{if not .Main}}{{$.ImportPath}}{{end}}{{end}}"
	text, err := goTool(ctx, home, nil, append([]string{"list", dirs, tags, "-deps", "-test"}, packages...)...)
	if err != nil {
		return err
	}
	for path := range strings.FieldsSeq(text) {
		if dir, ours := strings.CutPrefix(path, checkout.Prefix); ours && strings.HasPrefix(dir, "kernel/") {
			m.packages = append(m.packages, dir)
		}
	}
	slices.Sort(m.packages)
	m.packages = slices.Compact(m.packages)
	for _, dir := range m.packages {
		from := filepath.Join(m.root, filepath.FromSlash(dir))
		skipped, err := below(from)
		if err != nil {
			return err
		}
		err = copyTree(from, filepath.Join(m.dir, filepath.FromSlash(dir)), skipped, func(name string) (bool, error) {
			return !strings.HasSuffix(name, "_test.go") && filepath.Base(name) != "go.mod" && filepath.Base(name) != "go.sum", nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// below returns the folders below that of a package that are no part of it: testdata, and other packages.
func below(dir string) (list []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		folder := filepath.Join(dir, entry.Name())
		if !entry.IsDir() {
			continue
		}
		code := false
		walked := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			code = code || filepath.Ext(name) == ".go"
			return err
		})
		if err = cmp.Or(err, walked); code || entry.Name() == "testdata" {
			list = append(list, folder)
		}
	}
	return list, err
}

// documents writes the pages that a bot author needs.
func (m *module) documents(context.Context) error {
	for _, name := range []string{"LICENSE", "PROTOCOL.md"} {
		if err := copyFile(filepath.Join(m.root, name), filepath.Join(m.dir, name)); err != nil {
			return err
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# %[1]s\n\nA copy of one game of gridiron, which needs nothing else: `%[1]s/` is the game ([README](%[1]s/README.md)), `kernel/` what it uses of "+
		"the kernel, `vendor/` code of others, as far as Linux, macOS and Windows on amd64 and arm64 need it.\n\n", m.game)
	fmt.Fprintf(&text, "```text\ngo build -o bin/ ./%[1]s/cmd/%[1]s     # the program\ngo test ./...     # its tests\n```\n\n", m.game)
	if left := m.left(); len(left) > 0 {
		fmt.Fprintf(&text, "Left out, to be had with `vendorgame --with`:\n\n")
		for _, wing := range left {
			fmt.Fprintf(&text, "- `%s`: %s\n", wing, wings[wing])
		}
		text.WriteString("\n")
	}
	fmt.Fprintf(&text, "To update it, make it again from a newer checkout: `go run ./tools/vendorgame %s`, in an empty folder, and compare. A plain "+
		"`go mod vendor` here works, too, but brings back the files of other systems.\n", strings.Join(append(m.flags(), m.game, "DIR"), " "))
	return os.WriteFile(filepath.Join(m.dir, "README.md"), []byte(text.String()), 0o666)
}

// flags are the flags that make a copy like this one.
func (m *module) flags() []string {
	if len(m.with) == 0 {
		return nil
	}
	return []string{"--with", strings.Join(m.with, ",")}
}

// left returns the wings that are left out, ascending.
func (m *module) left() (list []string) {
	for wing := range wings {
		if !slices.Contains(m.with, wing) {
			list = append(list, wing)
		}
	}
	slices.Sort(list)
	return list
}

// goMod makes the copy one module with the path of the repository, so that all import paths stay as they are, and its vendor
// folder.
func (m *module) goMod(ctx context.Context) error {
	text, err := os.ReadFile(filepath.Join(m.root, m.game, "go.mod"))
	if err != nil {
		return err
	}
	f, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return err
	}
	if err := f.AddModuleStmt(strings.TrimSuffix(checkout.Prefix, "/")); err != nil {
		return err
	}
	for _, name := range checkout.Kernel {
		if err := errors.Join(f.DropRequire(checkout.Prefix+name), f.DropReplace(checkout.Prefix+name, "")); err != nil {
			return err
		}
	}
	f.Cleanup()
	if text, err = f.Format(); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(m.dir, "go.mod"), text, 0o666); err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(m.root, m.game, "go.sum"))
	if errors.Is(err, fs.ErrNotExist) { // it requires nothing of others
		err = nil
	} else if err == nil {
		err = os.WriteFile(filepath.Join(m.dir, "go.sum"), sums, 0o666)
	}
	for _, words := range [][]string{{"mod", "tidy"}, {"mod", "vendor"}} {
		if err == nil {
			_, err = goTool(ctx, m.dir, nil, words...)
		}
	}
	return err
}

// prune removes the vendored files that no system of systems needs, and without manual pages those that write them.
func (m *module) prune(ctx context.Context) error {
	tags := "-tags="
	if !slices.Contains(m.with, "shell") {
		tags += "urfave_cli_no_docs"
	}
	vendor := filepath.Join(m.dir, "vendor")
	needed := map[string]bool{filepath.Join(vendor, "modules.txt"): true}
	for _, system := range systems {
		name, arch, _ := strings.Cut(system, "/")
		text, err := goTool(ctx, m.dir, []string{"GOOS=" + name, "GOARCH=" + arch, "CGO_ENABLED=0"}, "list", "-mod=vendor", tags, "-deps", "-test", "-json", "./...")
		if err != nil {
			return err
		}
		for decoder := json.NewDecoder(strings.NewReader(text)); decoder.More(); {
			var p struct {
				Dir                                 string
				GoFiles, SFiles, HFiles, EmbedFiles []string
			}
			if err := decoder.Decode(&p); err != nil {
				return err
			}
			for _, file := range slices.Concat(p.GoFiles, p.SFiles, p.HFiles, p.EmbedFiles) {
				needed[filepath.Join(p.Dir, file)] = true
			}
		}
	}
	return filepath.WalkDir(vendor, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // it requires nothing of others
			return nil
		}
		if err != nil || d.IsDir() || needed[name] || !slices.Contains([]string{".go", ".s", ".h", ".c", ".md", ".yml", ".yaml"}, filepath.Ext(name)) {
			return err
		}
		return os.Remove(name)
	})
}

// claim makes sure that dir is an empty directory, creates it if it does not exist, and returns a function that restores the
// former state.
func claim(dir string) (undo func() error, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return nil, fmt.Errorf("%s: the directory is not empty; want a new or an empty one", dir)
	case err == nil:
		return func() error { return empty(dir) }, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	top := dir // the topmost directory that is missing
	for {
		above := filepath.Dir(top)
		if _, err := os.Stat(above); err == nil || above == top {
			break
		}
		top = above
	}
	undo = func() error { return os.RemoveAll(top) }
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, errors.Join(err, undo())
	}
	return undo, nil
}

// empty removes what dir holds, but not dir.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, entry := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, entry.Name())))
	}
	return err
}

// goTool runs the go command in dir, outside of any workspace and without flags from the environment but those given, and returns
// its output.
func goTool(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(cmd.Environ(), "GOWORK=off", "GOFLAGS="), env...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s in %s: %w\n%s", strings.Join(args, " "), dir, err, complaint.String())
	}
	return out.String(), nil
}

// copyTree copies the regular files below from that are wanted to the directory to, without those in skipped directories.
func copyTree(from, to string, skipped []string, wanted func(name string) (bool, error)) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && (slices.Contains(skipped, name) || inside == "vendor" || d.Name() == ".git"):
			return filepath.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("%s: neither a file nor a directory; want only those in a module", name)
		}
		if is, err := wanted(name); err != nil || !is {
			return err
		}
		return copyFile(name, filepath.Join(to, inside))
	})
}

// copyFile copies a file and creates the directories above the copy.
func copyFile(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o666|info.Mode()&0o111)
}
