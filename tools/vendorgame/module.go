package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

const kernel = checkout.Prefix + "kernel"

// module is the module that is written for a game.
type module struct {
	root, dir string // of the checkout and of the new module; absolute
	game      string

	files    int      // written for the game itself
	packages []string // of the kernel, copied; by directory name, ascending
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
	needed, spare, err := kernelPackages(ctx, m.root, m.game)
	if err != nil {
		return err
	}
	from := filepath.Join(m.root, "kernel")
	for _, dir := range needed {
		name, err := filepath.Rel(from, dir)
		if err != nil {
			return err
		}
		m.packages = append(m.packages, filepath.ToSlash(name))
	}
	if m.files, err = copyTree(filepath.Join(m.root, m.game), m.dir, []string{m.dir}); err != nil {
		return err
	}
	if _, err = copyTree(from, filepath.Join(m.dir, "kernel"), spare); err != nil {
		return err
	}
	if err = copyFile(filepath.Join(m.root, "LICENSE"), filepath.Join(m.dir, "LICENSE")); err != nil {
		return err
	}
	if err = m.documents(); err != nil {
		return err
	}
	for _, name := range checkout.Kernel {
		if _, err = goTool(ctx, m.dir, "mod", "edit", "-replace="+checkout.Prefix+name+"=./"+name); err != nil {
			return err
		}
	}
	_, err = goTool(ctx, m.dir, "mod", "vendor")
	return err
}

// documents writes the pages that a bot author needs, with their paths changed to those in the new module.
func (m *module) documents() error {
	paths := strings.NewReplacer("](../", "](", "]("+m.game+"/", "](", "./"+m.game+"/", "./")
	for from, to := range map[string]string{filepath.Join(m.game, "README.md"): "README.md", "PROTOCOL.md": "PROTOCOL.md"} {
		text, err := os.ReadFile(filepath.Join(m.root, from))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(m.dir, to), []byte(paths.Replace(string(text))), 0o666); err != nil {
			return err
		}
	}
	return nil
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

// kernelPackages returns the directories of the kernel packages that the game or its tests import, those packages' own
// tests included, and of all other kernel packages.
func kernelPackages(ctx context.Context, root, game string) (needed, spare []string, err error) {
	home := filepath.Join(root, checkout.Kernel[len(checkout.Kernel)-1]) // it requires the others
	const ofKernel = "-f={{with .Module}}{{if or (eq .Path `" + kernel + "`) (eq .Path `" + kernel + "/arena`)}}{{$.Dir}}{{end}}{{end}}"
	list := func(dir string, args ...string) ([]string, error) {
		text, err := goTool(ctx, dir, append([]string{"list", ofKernel}, args...)...)
		dirs := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
		slices.Sort(dirs)
		return slices.Compact(dirs), err
	}
	if needed, err = list(filepath.Join(root, game), "-deps", "-test", "./..."); err != nil {
		return nil, nil, err
	}
	for grown := true; grown && len(needed) > 0; {
		all, err := list(home, append([]string{"-deps", "-test"}, needed...)...)
		if err != nil {
			return nil, nil, err
		}
		grown, needed = len(all) > len(needed), all
	}
	spare, err = list(home, "./...", kernel+"/...")
	spare = slices.DeleteFunc(spare, func(dir string) bool { return slices.Contains(needed, dir) })
	return needed, spare, err
}

// goTool runs the go command in dir, outside of any workspace and without flags from the environment, and returns its output.
func goTool(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off", "GOFLAGS=")
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("go %s in %s: %w\n%s", strings.Join(args, " "), dir, err, complaint.String())
	}
	return out.String(), nil
}

// copyTree copies the regular files below from to the directory to, without those in skipped directories, and returns their
// number.
func copyTree(from, to string, skipped []string) (files int, err error) {
	err = filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
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
		files++
		return copyFile(name, filepath.Join(to, inside))
	})
	return files, err
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
