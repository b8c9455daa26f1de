package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	modzip "golang.org/x/mod/zip"

	"github.com/gridiron-games/gridiron/tools/internal/checkout"
)

// proxy writes the modules that users install, as a module proxy serves them: with the versions of this release instead of local
// folders.
func (b *build) proxy() error {
	var sums string // lines of go.sum for the modules of the kernel, which are written first
	for _, name := range slices.Concat(checkout.Kernel, b.games) {
		dir := filepath.Join(b.src, name)
		file := filepath.Join(dir, "go.mod")
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if text, err = pinned(text, b.version); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			return err
		}
		if err := copyFile(filepath.Join(dir, "LICENSE"), filepath.Join(b.src, "LICENSE")); err != nil {
			return err
		}
		if sums != "" {
			if err := addSums(filepath.Join(dir, "go.sum"), sums); err != nil {
				return err
			}
		}
		m := module.Version{Path: checkout.Prefix + name, Version: b.version}
		to := filepath.Join(b.to, "proxy", m.Path, "@v")
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		info, err := json.Marshal(map[string]any{"Version": b.version, "Time": b.stamp})
		if err != nil {
			return err
		}
		for suffix, content := range map[string][]byte{"list": []byte(b.version + "\n"), b.version + ".info": info, b.version + ".mod": text} {
			if err := os.WriteFile(filepath.Join(to, suffix), content, 0o666); err != nil {
				return err
			}
		}
		archive, err := os.Create(filepath.Join(to, b.version+".zip"))
		if err != nil {
			return err
		}
		if err := modzip.CreateFromDir(archive, m, dir); err != nil {
			archive.Close()
			return fmt.Errorf("%s: %w", dir, err)
		}
		if err := archive.Close(); err != nil {
			return err
		}
		if slices.Contains(checkout.Kernel, name) {
			content, err := dirhash.HashZip(archive.Name(), dirhash.Hash1)
			if err != nil {
				return err
			}
			description, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) {
				return io.NopCloser(bytes.NewReader(text)), nil
			})
			if err != nil {
				return err
			}
			sums += fmt.Sprintf("%[1]s %[2]s %[3]s\n%[1]s %[2]s/go.mod %[4]s\n", m.Path, m.Version, content, description)
		}
	}
	return nil
}

// addSums adds lines to a go.sum, in the order of the go command.
func addSums(file, sums string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := slices.Sorted(strings.Lines(string(text) + sums))
	return os.WriteFile(file, []byte(strings.Join(lines, "")), 0o666)
}

// publish tags this commit with the version, so that whoever builds the tag gets the same files. It makes another commit, whose
// modules name each other by the version, as the proxy has them, and tags that for every module: `go install` with a version finds
// a module in a folder by the tag FOLDER/VERSION. Then it pushes the tags.
func (r *release) publish(src string) error {
	tree := src + "-tree"
	if _, err := r.run(r.root, nil, "git", "worktree", "add", "--detach", tree, "HEAD"); err != nil {
		return err
	}
	defer r.run(r.root, nil, "git", "worktree", "remove", "--force", tree)
	tags := []string{r.version}
	for _, name := range slices.Concat(checkout.Kernel, r.games) {
		tags = append(tags, name+"/"+r.version)
		for _, file := range []string{"go.mod", "go.sum", "LICENSE"} {
			if err := copyFile(filepath.Join(tree, name, file), filepath.Join(src, name, file)); err != nil {
				return err
			}
		}
	}
	if _, err := r.run(tree, nil, "git", "add", "--all"); err != nil {
		return err
	}
	if _, err := r.run(tree, nil, "git", "commit", "--message", "Release "+r.version+"\n\nModules name each other by the version."); err != nil {
		return err
	}
	for _, tag := range tags {
		commit := "HEAD"
		if tag == r.version {
			commit = "HEAD~1"
		}
		if _, err := r.run(tree, nil, "git", "tag", "--annotate", "--message", "Release "+r.version, tag, commit); err != nil {
			return err
		}
	}
	if _, err := r.run(tree, nil, "git", append([]string{"push", "--atomic", "origin"}, tags...)...); err != nil {
		return err
	}
	fmt.Fprintf(r.out, "published: pushed %s\n", strings.Join(tags, ", "))
	return nil
}

// pinned returns a go.mod that requires our modules in this version and has no replace directives: `go install` with a version
// refuses those.
func pinned(text []byte, version string) ([]byte, error) {
	f, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return nil, err
	}
	for _, r := range f.Require {
		if strings.HasPrefix(r.Mod.Path, checkout.Prefix) {
			if err := f.AddRequire(r.Mod.Path, version); err != nil {
				return nil, err
			}
		}
	}
	for _, r := range f.Replace {
		if err := f.DropReplace(r.Old.Path, r.Old.Version); err != nil {
			return nil, err
		}
	}
	f.Cleanup()
	return f.Format()
}
