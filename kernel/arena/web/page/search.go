package page

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/check"
	"github.com/gridiron-games/gridiron/kernel/clean"
)

// Find says how players of a game are recognised by their files, so that the page offers them.
type Find struct {
	Pattern string                   // of the file's path from the searched folder, in the syntax of path.Match
	Is      func(text string) bool   // whether a file that begins with text is a player; nil: if it can be started
	Spec    func(path string) string // how the player is named on a command line; nil: by its path
}

// candidate is a player in a folder.
type candidate struct {
	Name string // the path of its file from the folder, with slashes
	Spec string // how it is named on a command line
}

// Limits of a search: the folder may be any, such as a home directory.
const (
	maxFound   = 50
	maxListed  = 1000    // entries of a folder
	maxFolders = 200     // that are read
	maxTexts   = 2000    // files that are read
	maxText    = 1 << 20 // bytes of each
)

// folder is a folder without its hidden entries and those of tools, such as node_modules. Each folder in it is read once.
type folder struct {
	fs.FS
	seen map[string][]fs.DirEntry
	more bool // not everything was listed
}

// Stat does not open the file: opening a named pipe may block forever.
func (f *folder) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// ReadDir lists a folder without those entries, up to the limits.
func (f *folder) ReadDir(name string) ([]fs.DirEntry, error) {
	if list, seen := f.seen[name]; seen {
		return list, nil
	}
	if len(f.seen) >= maxFolders {
		f.more = true
		return nil, nil
	}
	f.seen[name] = nil
	if info, err := f.Stat(name); err != nil || !info.IsDir() {
		return nil, err
	}
	dir, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	d, ok := dir.(fs.ReadDirFile)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	list, err := d.ReadDir(maxListed)
	f.more = f.more || len(list) == maxListed
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || slices.Contains([]string{"__pycache__", "node_modules", "site-packages"}, e.Name())
	})
	f.seen[name] = list
	if err == io.EOF {
		err = nil
	}
	return list, err
}

// text reads the beginning of a file; false if the file is not regular or cannot be read.
func (f *folder) text(name string) (string, bool) {
	if info, err := f.Stat(name); err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	file, err := f.Open(name)
	if err != nil {
		return "", false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxText))
	return string(text), err == nil
}

// runnable reports whether a file can be started: by a command that runs such files, or by itself.
func runnable(name string, mode fs.FileMode) bool {
	script := path.Ext(name) != "" && path.Ext(name) != ".exe"
	return mode.IsRegular() && (script || runtime.GOOS == "windows" || mode&0o111 != 0)
}

// search returns the players of a game in a folder and its subfolders, sorted by name; all is false if there may be more. The
// finds of the game go before those of all games, which are check.Mains: such a file, or the README.md beside it, must name the
// game.
func search(dir fs.FS, game string, finds []Find) (list []candidate, all bool) {
	finds = slices.Clone(finds)
	for _, main := range check.Mains() {
		finds = append(finds, Find{Pattern: main}, Find{Pattern: "*/" + main})
	}
	f := &folder{FS: dir, seen: map[string][]fs.DirEntry{}}
	texts := 0
	ours := func(name string) bool {
		text, _ := f.text(name)
		return strings.Contains(strings.ToLower(text), game)
	}
	for _, how := range finds {
		paths, _ := fs.Glob(f, how.Pattern) // the only error is a malformed pattern, and the patterns are ours
		for _, name := range paths {
			known := func(f candidate) bool { return f.Name == name }
			if slices.ContainsFunc(list, known) || clean.Line(name, clean.MaxDetail) != name {
				continue
			}
			if how.Is == nil {
				info, err := f.Stat(name)
				if err == nil && runnable(name, info.Mode()) && (ours(name) || ours(path.Join(path.Dir(name), "README.md"))) {
					list = append(list, candidate{name, check.Main(name)})
				}
				continue
			}
			if texts++; texts > maxTexts {
				f.more = true
				break
			}
			if text, ok := f.text(name); !ok || !how.Is(text) {
				continue
			}
			spec := name
			if how.Spec != nil {
				spec = how.Spec(name)
			}
			list = append(list, candidate{name, spec})
		}
	}
	slices.SortFunc(list, func(a, b candidate) int { return strings.Compare(a.Name, b.Name) })
	return list[:min(len(list), maxFound)], len(list) <= maxFound && !f.more
}
