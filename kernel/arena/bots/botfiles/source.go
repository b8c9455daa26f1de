// Package botfiles finds the files that make up a bot, so that a changed bot is recognised as another version.
package botfiles

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// Limits of a bot's folder: a virtual environment is small enough, a home directory is not.
const (
	maxFiles = 20_000
	maxBytes = 512 << 20
)

// Source is a bot: a folder, or a player.
type Source struct {
	Folder string // its path; "": it is the player Spec
	Spec   string
}

// Files calls visit with the files that make up the bot: those of its folder, or those that its command names, or the file or
// folder that is its name. A bundled bot has no files.
func (s Source) Files(visit func(name, path string, info fs.FileInfo) error) error {
	folder, count, bytes := s.Folder, 0, int64(0)
	small := func(info fs.FileInfo) error {
		count++
		bytes += info.Size()
		if count > maxFiles || bytes > maxBytes {
			return fmt.Errorf("more than %d files or %d MB", maxFiles, maxBytes>>20)
		}
		return nil
	}
	if folder == "" {
		words := wordsOf(s.Spec)
		if len(words) == 1 && isFolder(words[0]) && !strings.HasPrefix(s.Spec, "exec:") {
			folder = words[0]
		}
		for _, w := range words {
			if info, err := os.Stat(w); err == nil && info.Mode().IsRegular() {
				if err := small(info); err != nil {
					return err
				}
				if err := visit(w, w, info); err != nil {
					return err
				}
			}
		}
		if folder == "" {
			return nil
		}
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path != root && (e.Name()[0] == '.' || e.Name() == "__pycache__") {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if e.IsDir() {
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if err := small(info); err != nil {
			return fmt.Errorf("%w in the folder", err)
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return visit(filepath.ToSlash(name), path, info)
	})
}

// Hash returns a hash of the content: names, whether a file is executable, targets of links, and the bytes.
func (s Source) Hash() (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", s.Spec)
	err := s.Files(func(name, path string, info fs.FileInfo) error {
		fmt.Fprintf(sum, "%q %v %v\n", name, info.Mode().Type(), info.Mode()&0o100)
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			fmt.Fprintf(sum, "%q\n", target)
			return err
		}
		return add(sum, path)
	})
	return hex.EncodeToString(sum.Sum(nil))[:16], err
}

// add hashes the content of a file.
func add(sum hash.Hash, path string) error {
	f, err := files.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	n, err := io.Copy(sum, io.LimitReader(f, maxBytes)) // it may grow meanwhile
	fmt.Fprintf(sum, " %d\n", n)
	return err
}

// CopyTo copies the folder of a bot.
func (s Source) CopyTo(to string) error {
	return s.Files(func(name, path string, info fs.FileInfo) error {
		target := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		}
		content, err := files.ReadOf(path, maxBytes)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666|info.Mode()&0o111)
	})
}
