package ladder

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/proc"
	"github.com/gridiron-games/gridiron/kernel/tournament"
)

// Limits of a bot's folder: a virtual environment fits, a home directory does not.
const (
	maxFiles = 20_000
	maxBytes = 512 << 20
)

// bot is what may play: a folder, or a line of the file.
type bot struct {
	name   string
	folder string // its path; "": it is the player spec
	spec   string
	wrong  error // why it can be neither
}

var named = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

func botsDir(dir string) string  { return filepath.Join(dir, "bots") }
func botsFile(dir string) string { return filepath.Join(dir, "bots.txt") }

// scan lists the bots that are there: the folders, then the lines.
func scan(dir string) (list []bot, err error) {
	entries, err := os.ReadDir(botsDir(dir))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b := bot{name: e.Name(), folder: filepath.Join(botsDir(dir), e.Name())}
		info, err := os.Stat(b.folder) // a link to a folder is one
		if err != nil || !info.IsDir() || b.name[0] == '.' {
			continue
		}
		if !named.MatchString(b.name) {
			b.wrong = fmt.Errorf("name %q: want letters, digits, _, . and - only", b.name)
		}
		list = append(list, b)
	}
	content, err := os.ReadFile(botsFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		team := tournament.ParseTeam(line)
		b := bot{name: team.Label, spec: team.Spec}
		if !named.MatchString(b.name) {
			b.wrong = fmt.Errorf("%s: line %d: %q: want LABEL=PLAYER", botsFile(dir), number, line)
		}
		for _, other := range list {
			if other.name == b.name {
				b.wrong = fmt.Errorf("%s: line %d: there is another bot called %q", botsFile(dir), number, b.name)
				b.name = fmt.Sprintf("%s (line %d)", b.name, number)
			}
		}
		list = append(list, b)
	}
	return list, err
}

// files calls visit with the files of the bot that decide what it is: those of its folder, or those that its command names.
func (b *bot) files(visit func(name, path string, info fs.FileInfo) error) error {
	if b.folder == "" {
		words, err := proc.Split(strings.TrimPrefix(b.spec, "exec:"))
		if err != nil || !strings.HasPrefix(b.spec, "exec:") {
			return nil
		}
		for _, w := range words {
			if info, err := os.Stat(w); err == nil && info.Mode().IsRegular() {
				if err := visit(w, w, info); err != nil {
					return err
				}
			}
		}
		return nil
	}
	root, err := filepath.EvalSymlinks(b.folder)
	if err != nil {
		return err
	}
	count, bytes := 0, int64(0)
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
		count++
		bytes += info.Size()
		if count > maxFiles || bytes > maxBytes {
			return fmt.Errorf("more than %d files or %d MB in the folder", maxFiles, maxBytes>>20)
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return visit(filepath.ToSlash(name), path, info)
	})
}

// stamp is the same as long as nobody has written to the bot. It is cheap, and only says when to look at the content.
func (b *bot) stamp() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %v\n", b.spec, b.wrong)
	err := b.files(func(name, _ string, info fs.FileInfo) error {
		fmt.Fprintf(sum, "%q %d %d %v\n", name, info.Size(), info.ModTime().UnixNano(), info.Mode())
		return nil
	})
	fmt.Fprint(sum, err)
	return hex.EncodeToString(sum.Sum(nil))
}

// hash is that of the content: names, what can be executed, where links go, and the bytes.
func (b *bot) hash() (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", b.spec)
	err := b.files(func(name, path string, info fs.FileInfo) error {
		fmt.Fprintf(sum, "%q %v %v\n", name, info.Mode().Type(), info.Mode()&0o100)
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			fmt.Fprintf(sum, "%q\n", target)
			return err
		}
		return add(sum, path, info)
	})
	return hex.EncodeToString(sum.Sum(nil))[:16], err
}

// add hashes the content of a file.
func add(sum hash.Hash, path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: want files, folders and links only", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	n, err := io.Copy(sum, file)
	fmt.Fprintf(sum, " %d\n", n)
	return err
}

// copyTo copies the folder of a bot.
func (b *bot) copyTo(to string) error {
	return b.files(func(name, path string, info fs.FileInfo) error {
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
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o666|info.Mode()&0o111)
	})
}

// keep copies the folder of a bot to where its version stays, and returns that place, below dir, and the hash of what is there.
// The hash is wanted, or another one if the folder was changed meanwhile.
func (b *bot) keep(dir, wanted string) (place, hash string, err error) {
	versions := filepath.Join(dir, "versions")
	place = "versions/" + b.name + "-" + wanted
	if _, err := os.Stat(filepath.Join(dir, place)); err == nil {
		return place, wanted, nil
	}
	draft := filepath.Join(versions, ".new-"+b.name)
	if err := os.RemoveAll(draft); err != nil {
		return "", "", err
	}
	if err := os.MkdirAll(draft, 0o777); err != nil {
		return "", "", err
	}
	if err := b.copyTo(draft); err != nil {
		return "", "", err
	}
	copied := bot{folder: draft}
	if hash, err = copied.hash(); err != nil {
		return "", "", err
	}
	if hash != wanted {
		return "", hash, nil
	}
	return place, hash, os.Rename(draft, filepath.Join(dir, place))
}
