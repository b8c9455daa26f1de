package check

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

// Find is a way in which players of a game are known by their files.
type Find struct {
	Pattern string                   // of its path from the folder where the program was started, as path.Match has it
	Is      func(text string) bool   // whether the file is a player; text is its beginning
	Spec    func(path string) string // how the player is named on a command line; nil: by its path
}

// Found is a player in a folder.
type Found struct {
	Name string // the path of its file from the folder, with slashes
	Spec string // how it is named on a command line
}

// Limits of the folder where a program was started: it may be anything, such as a home directory.
const (
	maxFound   = 50
	maxListed  = 1000    // of a folder
	maxFolders = 200     // that are looked into
	maxTexts   = 2000    // files that are looked into
	maxText    = 1 << 20 // bytes of each
)

// folder is a folder with what can hold players: what is hidden or made by tools is not in it. Each folder is read once.
type folder struct {
	fs.FS
	seen map[string][]fs.DirEntry
	more bool // not everything was listed
}

// Stat opens nothing: to open a named pipe may take forever.
func (f *folder) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

// ReadDir lists a folder as far as that is wanted.
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

// text reads the beginning of a file; false if it is none that can be read.
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

// Players returns the players in a folder and in the folders there, by name; false if there may be more of them. What a game
// finds goes before what all games have, which is Mains.
func Players(dir fs.FS, finds []Find) (list []Found, all bool) {
	finds = slices.Clone(finds)
	for _, main := range Mains() {
		finds = append(finds, Find{Pattern: main}, Find{Pattern: "*/" + main})
	}
	f := &folder{FS: dir, seen: map[string][]fs.DirEntry{}}
	texts := 0
	for _, how := range finds {
		paths, _ := fs.Glob(f, how.Pattern) // the error would be that of the pattern, which is ours
		for _, name := range paths {
			known := func(f Found) bool { return f.Name == name }
			if slices.ContainsFunc(list, known) || clean.Line(name, clean.MaxDetail) != name {
				continue
			}
			if how.Is == nil {
				info, err := f.Stat(name)
				if err == nil && runnable(name, info.Mode()) {
					list = append(list, Found{name, Main(name)})
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
			list = append(list, Found{name, spec})
		}
	}
	slices.SortFunc(list, func(a, b Found) int { return strings.Compare(a.Name, b.Name) })
	return list[:min(len(list), maxFound)], len(list) <= maxFound && !f.more
}
