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

// File is a file of a bot.
type File struct {
	Name string // in the folder, or as the command names it
	Info fs.FileInfo

	root *os.Root // the folder; nil: the user's command names the file
}

// open opens the file. Somebody may be changing the folder meanwhile: a link that is put in the place of the file does not lead
// out of the folder.
func (f File) open() (*os.File, error) {
	if f.root == nil {
		return files.Open(f.Name)
	}
	return files.Opened(f.root.OpenFile(filepath.FromSlash(f.Name), os.O_RDONLY|files.AtOnce, 0))
}

// Files calls visit with the files that make up the bot: those of its folder, or those that its command names, or the file or
// folder that is its name. A bundled bot has no files.
func (s Source) Files(visit func(f File) error) error {
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
				if err := visit(File{Name: w, Info: info}); err != nil {
					return err
				}
			}
		}
		if folder == "" {
			return nil
		}
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	return fs.WalkDir(root.FS(), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path != "." && (e.Name()[0] == '.' || e.Name() == "__pycache__") {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if e.IsDir() {
			if count++; count > maxFiles {
				return fmt.Errorf("more than %d files or folders in the folder", maxFiles)
			}
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if err := small(info); err != nil {
			return fmt.Errorf("%w in the folder", err)
		}
		return visit(File{path, info, root})
	})
}

// Hash returns a hash of the content: names, whether a file is executable, targets of links, and the bytes.
func (s Source) Hash() (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", s.Spec)
	err := s.Files(func(f File) error {
		fmt.Fprintf(sum, "%q %v %v\n", f.Name, f.Info.Mode().Type(), f.Info.Mode()&0o100)
		if f.Info.Mode()&fs.ModeSymlink != 0 {
			target, err := f.root.Readlink(filepath.FromSlash(f.Name))
			fmt.Fprintf(sum, "%q\n", target)
			return err
		}
		return add(sum, f.open)
	})
	return hex.EncodeToString(sum.Sum(nil))[:16], err
}

// add hashes the content of a file.
func add(sum hash.Hash, open func() (*os.File, error)) error {
	f, err := open()
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
	return s.Files(func(f File) error {
		name := filepath.FromSlash(f.Name)
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		if f.Info.Mode()&fs.ModeSymlink != 0 {
			link, err := f.root.Readlink(name)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		}
		in, err := f.open()
		if err != nil {
			return err
		}
		defer in.Close()
		content, err := files.All(in, f.Name, maxBytes)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666|f.Info.Mode()&0o111)
	})
}
