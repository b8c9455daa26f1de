package wire

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gridiron-games/gridiron/pelita"
)

// standIn is the package that bots import when their Python has no pelita, and its player.
//
//go:embed all:python
var standIn embed.FS

// Python describes an interpreter, and the package that plays its teams.
type Python struct {
	Command string // the interpreter
	// Version is the version of the original's package in it; "" if it has none that can be used, or if the stand-in is wanted.
	// With "", the stand-in plays.
	Version string
	// Missing says why the original's package is not used.
	Missing string
}

// protocol returns the version of the protocol that the players of the package use.
func (p Python) protocol(rules pelita.Version) pelita.Version {
	switch {
	case p.Version == "":
		return rules
	case strings.HasPrefix(p.Version, "2.5") || strings.HasPrefix(p.Version, "2.4") || strings.HasPrefix(p.Version, "2.3"):
		return pelita.V251
	}
	return pelita.V270
}

var probes sync.Map // of func() (Python, error), by command

// Probe asks an interpreter, once, which package its bots import. The error says that it is not a Python that can play.
func Probe(command string) (Python, error) {
	once, _ := probes.LoadOrStore(command, sync.OnceValues(func() (Python, error) { return probe(command) }))
	return once.(func() (Python, error))()
}

// player returns the command that runs the player of the package, for the rules of a version.
func (p Python) player(v pelita.Version) ([]string, error) {
	if p.Version != "" {
		return []string{p.Command, "-u", "-m", "pelita.scripts.pelita_player"}, nil
	}
	dir, err := StandInDir(v)
	return []string{p.Command, "-u", dir + "/run_player.py"}, err
}

// PlayerCommand returns the command that does with a Python team what the original's player program does: words are its
// arguments, such as hash-team my_team.py.
func PlayerCommand(o Options, v pelita.Version, words ...string) ([]string, error) {
	t, err := NewTeam("", o)
	if err != nil {
		return nil, err
	}
	command, err := t.python.player(v)
	return append(command, words...), err
}

// String says which package plays, for people.
func (p Python) String() string {
	if p.Version != "" {
		return fmt.Sprintf("the pelita package %s of %s", p.Version, p.Command)
	}
	return fmt.Sprintf("the built-in stand-in for the pelita package with %s (%s)", p.Command, p.Missing)
}

// UnpackStandIn writes the stand-in for the original's package to a folder; with that folder in PYTHONPATH, `import pelita` works
// without the original. program is the command that has the built-in layouts, usually this one.
func UnpackStandIn(dir string, v pelita.Version, program string) error {
	tree, err := fs.Sub(standIn, "python")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	err = fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".py") {
			return err
		}
		text, err := fs.ReadFile(tree, path)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
	if err != nil {
		return err
	}
	return writeSetting(dir, v, program)
}

// writeSetting tells an unpacked stand-in the version to behave like, and the program that it came with.
func writeSetting(dir string, v pelita.Version, program string) error {
	text, err := fs.ReadFile(standIn, "python/pelita/_setting.py")
	if err != nil {
		panic(err) // the file is embedded above
	}
	doc, _, _ := strings.Cut(string(text), "VERSION")
	setting := appendString([]byte(doc+"VERSION = "), v.String()) // literals of JSON are literals of Python
	setting = appendString(append(setting, "\nPROGRAM = "...), program)
	path := filepath.Join(dir, "pelita", "_setting.py")
	if err := os.WriteFile(path+".new", append(setting, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path) // another process may be reading it
}

// unpacked holds the folders of the stand-in that this process uses, by version.
var unpacked struct {
	sync.Mutex
	dirs      map[pelita.Version]string
	temporary []string
}

// StandInDir returns a folder with the stand-in, for PYTHONPATH. It stays in the user's cache for the next time; without a cache,
// it is a temporary folder, which CleanUp removes.
func StandInDir(v pelita.Version) (string, error) {
	unpacked.Lock()
	defer unpacked.Unlock()
	if dir := unpacked.dirs[v]; dir != "" {
		return dir, nil
	}
	program, err := os.Executable()
	if err != nil {
		program = "pelita"
	}
	dir, err := os.MkdirTemp("", "pelita-stand-in-")
	if err == nil {
		err = UnpackStandIn(dir, v, program)
	}
	if err != nil {
		os.RemoveAll(dir)
		return "", err
	}
	if cached := keep(dir, v, program); cached != "" {
		dir = cached
	} else {
		unpacked.temporary = append(unpacked.temporary, dir)
	}
	if unpacked.dirs == nil {
		unpacked.dirs = map[pelita.Version]string{}
	}
	unpacked.dirs[v] = dir
	return dir, nil
}

// keep moves an unpacked stand-in to the user's cache, unless it is there already. It returns "" if there is no cache.
func keep(dir string, v pelita.Version, program string) string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	sum := sha256.New()
	fmt.Fprintln(sum, v)
	fs.WalkDir(standIn, "python", func(path string, _ fs.DirEntry, _ error) error {
		if strings.HasSuffix(path, ".py") {
			text, _ := fs.ReadFile(standIn, path)
			fmt.Fprintln(sum, path, len(text))
			sum.Write(text)
		}
		return nil
	})
	target := filepath.Join(cache, "gridiron", fmt.Sprintf("pelita-stand-in-%x", sum.Sum(nil)[:8]))
	if _, err := os.Stat(target); err != nil {
		if os.MkdirAll(filepath.Dir(target), 0o755) != nil {
			return ""
		}
		if os.Rename(dir, target) != nil { // another file system, or another process was faster
			staged, err := os.MkdirTemp(filepath.Dir(target), "new-")
			if err != nil || UnpackStandIn(staged, v, program) != nil {
				return ""
			}
			if os.Rename(staged, target) != nil {
				os.RemoveAll(staged)
			}
		}
	}
	os.RemoveAll(dir)
	text, err := os.ReadFile(filepath.Join(target, "pelita", "_setting.py"))
	if err != nil {
		return ""
	}
	// Another program may have unpacked it, and may be gone.
	if !bytes.Contains(text, appendString(nil, program)) && writeSetting(target, v, program) != nil {
		return ""
	}
	return target
}

// CleanUp removes the files that were unpacked for this process only; call it when no team plays any more.
func CleanUp() {
	unpacked.Lock()
	defer unpacked.Unlock()
	for _, dir := range unpacked.temporary {
		os.RemoveAll(dir)
	}
	unpacked.dirs, unpacked.temporary = nil, nil
}
