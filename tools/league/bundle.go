package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// Limits of a bot.
const (
	maxFiles = 2000
	maxPath  = 200 // bytes
)

// maxBundle is the maximum size of all files of a bot together, in bytes. Tests lower it.
var maxBundle int64 = 64 << 20

// bundle is the files of a bot, by their paths.
type bundle []bundled

// bundled is a file of a bot.
type bundled struct {
	path    string // with slashes
	program bool   // it may be executed
	content []byte
}

// bundleHash matches the hash of a bundle.
const bundleHash = `[0-9a-f]{64}`

// inSpec finds the bundles that a player is made of: a player of a league names files below bots/HASH.
var inSpec = regexp.MustCompile(`\bbots/(` + bundleHash + `)\b`)

// inFolder finds the folder in which a bundle is unpacked, in front of a file.
var inFolder = regexp.MustCompile(`\bbots/` + bundleHash + `/`)

// bundlesOf returns the hashes of the bundles that a spec names.
func bundlesOf(spec string) (hashes []string) {
	for _, m := range inSpec.FindAllStringSubmatch(spec, -1) {
		hashes = append(hashes, m[1])
	}
	return hashes
}

// add adds a file, within the limits.
func (b *bundle) add(name string, program bool, content []byte) error {
	size := len(content)
	for _, f := range *b {
		size += len(f.content)
	}
	switch {
	case !filepath.IsLocal(filepath.FromSlash(name)) || path.Clean(name) != name || name == "." || strings.ContainsAny(name, "\\:\x00\n"):
		return fmt.Errorf("file %q: want a path inside of the folder", name)
	case len(name) > maxPath:
		return fmt.Errorf("file %.60q...: its path has %d bytes, want at most %d", name, len(name), maxPath)
	case len(*b) == maxFiles:
		return fmt.Errorf("it has more than %d files", maxFiles)
	case int64(size) > maxBundle:
		return fmt.Errorf("it has more than %d MiB", maxBundle>>20)
	}
	inside := name + "/"
	for _, f := range *b {
		within, below := strings.CutPrefix(name, f.path)
		switch {
		case strings.EqualFold(f.path, name): // on some disks they are the same
			return fmt.Errorf("file %q is there twice", name)
		case strings.HasPrefix(f.path, inside), below && within[0] == '/':
			return fmt.Errorf("%q is a file and a folder, beside %q", name, f.path)
		}
	}
	*b = append(*b, bundled{name, program, content})
	return nil
}

// readBundle reads the bot in a folder, or a bot that is a file. What version control and interpreters leave in a folder is left
// out; links and devices are refused.
func readBundle(from string) (b bundle, err error) {
	info, err := os.Stat(from)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		if !info.Mode().IsRegular() || info.Size() > maxBundle {
			return nil, fmt.Errorf("%s: want a file of at most %d MiB, or a folder", from, maxBundle>>20)
		}
		content, err := files.ReadOf(from, maxBundle)
		if err == nil {
			err = b.add(filepath.Base(from), info.Mode()&0o111 != 0, content)
		}
		return b, err
	}
	err = filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == from {
			return err
		}
		inside, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		inside = filepath.ToSlash(inside)
		switch {
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "__pycache__"):
			return fs.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("file %q is a link or a device: want plain files", inside)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Size() > maxBundle {
			return fmt.Errorf("it has more than %d MiB", maxBundle>>20)
		}
		content, err := files.ReadOf(name, maxBundle)
		if err != nil {
			return err
		}
		return b.add(inside, info.Mode()&0o111 != 0, content)
	})
	if err == nil && len(b) == 0 {
		err = errors.New("it has no files")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return b, nil
}

// pack writes a bundle as a compressed tar archive and returns its hash, which is that of the files: the same files have the same
// hash.
func (b bundle) pack() (text []byte, hash string, err error) {
	slices.SortFunc(b, func(f, g bundled) int { return strings.Compare(f.path, g.path) })
	var plain, compressed bytes.Buffer
	archive := tar.NewWriter(&plain)
	for _, f := range b {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: f.path, Mode: 0o444, Size: int64(len(f.content)), Format: tar.FormatPAX}
		if f.program {
			h.Mode = 0o555
		}
		if err := archive.WriteHeader(h); err != nil {
			return nil, "", err
		}
		if _, err := archive.Write(f.content); err != nil {
			return nil, "", err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(plain.Bytes())
	z := gzip.NewWriter(&compressed)
	_, err = z.Write(plain.Bytes())
	err = errors.Join(err, z.Close())
	return compressed.Bytes(), hex.EncodeToString(sum[:]), err
}

// unpackBundle reads an archive of a stranger, within the limits.
func unpackBundle(text []byte) (b bundle, err error) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("no archive: %w", err)
	}
	in := &io.LimitedReader{R: z, N: maxBundle + maxFiles*2048} // files have headers
	for archive := tar.NewReader(in); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && h.Typeflag != tar.TypeReg {
			err = fmt.Errorf("file %q is a link, a device or a folder: want plain files", h.Name)
		}
		if err == nil && h.Size > maxBundle { // the holes of a sparse file need no bytes in the archive
			err = fmt.Errorf("it has more than %d MiB", maxBundle>>20)
		}
		var content []byte
		if err == nil {
			content, err = io.ReadAll(archive)
		}
		if in.N <= 0 {
			err = fmt.Errorf("it has more than %d MiB", maxBundle>>20)
		}
		if err == nil {
			err = b.add(h.Name, h.Mode&0o111 != 0, content)
		}
		if err != nil {
			return nil, fmt.Errorf("no bot: %w", err)
		}
	}
	if len(b) == 0 {
		return nil, errors.New("no bot: it has no files")
	}
	return b, nil
}

// unpackTo creates a folder with the files of a bundle, which are read-only. The folder must not exist; it appears with all its
// files at once.
func (b bundle) unpackTo(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	draft, err := os.MkdirTemp(filepath.Dir(dir), "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(draft)
	for _, f := range b {
		name := filepath.Join(draft, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		mode := os.FileMode(0o444)
		if f.program {
			mode = 0o555
		}
		if err := os.WriteFile(name, f.content, mode); err != nil {
			return err
		}
	}
	if err := os.Chmod(draft, 0o755); err != nil {
		return err
	}
	return os.Rename(draft, dir)
}

// word returns the player for a command line when the bundle is in the folder dir: main if it is not ""; the only file of the
// bundle, unless it is one of mains, which make a folder a bot; otherwise the folder.
func (b bundle) word(dir, main string, mains []string) string {
	if main != "" {
		return dir + "/" + main
	}
	if len(b) == 1 && !slices.Contains(mains, b[0].path) {
		return dir + "/" + b[0].path
	}
	return dir
}

// plays returns an error unless it is clear which file of the bundle is the player: main, a file that makes a folder a bot, or
// the only file.
func (b bundle) plays(main string) error {
	known := append(check.Mains(), "__init__.py") // the last one makes a folder a module, which games in Python accept
	has := func(name string) bool {
		return slices.ContainsFunc(b, func(f bundled) bool { return f.path == name })
	}
	switch {
	case main != "" && !has(main):
		return fmt.Errorf("flag --main: %q: the bot has no such file", main)
	case main != "" || len(b) == 1 || slices.ContainsFunc(known, has):
		return nil
	}
	var top []string
	for _, f := range b {
		if !strings.Contains(f.path, "/") && len(top) < 8 {
			top = append(top, f.path)
		}
	}
	slices.Sort(top)
	return fmt.Errorf("the folder contains none of %s: want --main FILE, the file that is the player; it contains %s",
		strings.Join(known, ", "), strings.Join(top, ", "))
}
