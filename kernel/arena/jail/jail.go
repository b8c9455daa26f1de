// Package jail runs a program of a stranger so that only its answers can win the game. It sees no other process, no file but its
// own folder and the system's, no network, and uses no more memory, processes, disk and processor time than it is given. All
// processes that it started end with it.
//
// It works on Linux, without any other program, as root and as an ordinary user: this program starts itself once more, as process
// 1 of new namespaces, builds the place there and starts the stranger's program in it. Main calls [Init] first for that.
// SECURITY.md says what is promised and what is not.
package jail

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/jail/cell"
)

// Modes of a policy.
const (
	Off     = "off"     // no jail; the same as ""
	Auto    = "auto"    // as much of a jail as the system allows
	Require = "require" // a complete jail or an error
)

// Networks of a policy. No program ever reaches a network of the machine.
const (
	None     = "none"     // "" too
	Loopback = "loopback" // one of its own, for a server that the program itself starts
)

// The defaults of a Policy's fields.
const (
	DefaultMemory = 2 << 30
	DefaultProcs  = 256
	DefaultDisk   = 256 << 20
)

// Policy is what a program may do. It is plain data.
type Policy struct {
	Mode   string        `json:"mode"`
	Memory int64         `json:"memory,omitempty"` // bytes, of all its processes together; 0 is DefaultMemory
	CPU    time.Duration `json:"cpu,omitempty"`    // processor time of all its processes together, in each game, whole seconds; 0 is unlimited
	Procs  int           `json:"procs,omitempty"`  // processes and threads at the same time; 0 is DefaultProcs
	Disk   int64         `json:"disk,omitempty"`   // bytes that it may write, all its files together; 0 is DefaultDisk
	Read   []string      `json:"read,omitempty"`   // files and folders outside its own folder that it may read
	Write  []string      `json:"write,omitempty"`  // files and folders that it may change permanently; Disk does not limit these
	Hide   []string      `json:"hide,omitempty"`   // files and folders in what it may read that it does not see; they must exist
	Net    string        `json:"net,omitempty"`
	CPUs   []int         `json:"cpus,omitempty"` // numbers of the processors that it may run on; empty is all
	Keep   bool          `json:"keep,omitempty"` // when it is closed, its changes to its folder are written back
}

// Wanted reports whether the policy asks for a jail.
func (p *Policy) Wanted() bool { return p.Mode == Auto || p.Mode == Require }

// Usage is what a program and all processes that it started have used. Zero is unknown.
type Usage struct {
	CPU    time.Duration `json:"cpu"`
	Memory int64         `json:"memory"` // bytes, the most at any time
}

// Check returns what is wrong with the policy. The error begins with the name of the flag to blame.
func (p Policy) Check() error {
	switch {
	case !slices.Contains([]string{"", Off, Auto, Require}, p.Mode):
		return fmt.Errorf("jail: %q: want off, auto or require", p.Mode)
	case !slices.Contains([]string{"", None, Loopback}, p.Net):
		return fmt.Errorf("jail-net: %q: want none or loopback", p.Net)
	case p.Memory < 0 || p.Disk < 0 || p.Procs < 0 || p.CPU < 0:
		return fmt.Errorf("jail: memory %d, disk %d, processes %d and processor time %v must not be negative", p.Memory, p.Disk, p.Procs, p.CPU)
	case p.CPU%time.Second != 0:
		return fmt.Errorf("jail-cpu: %v: want whole seconds", p.CPU)
	}
	for flag, paths := range map[string][]string{"jail-read": p.Read, "jail-write": p.Write} {
		for _, path := range paths {
			real, err := filepath.EvalSymlinks(path)
			switch {
			case err == nil && real == "/":
				return fmt.Errorf("%s: %q is the whole system; name what the program needs of it", flag, path)
			case errors.Is(err, fs.ErrNotExist):
				return fmt.Errorf("%s: %q: there is no such file or folder", flag, path)
			case err != nil:
				return fmt.Errorf("%s: %q: %w", flag, path, err)
			}
		}
	}
	return nil
}

// filled returns the policy with its defaults, or what is wrong with it.
func (p Policy) filled() (Policy, error) {
	p.Memory, p.Disk, p.Procs = orElse(p.Memory, DefaultMemory), orElse(p.Disk, DefaultDisk), orElse(p.Procs, DefaultProcs)
	return p, p.Check()
}

func orElse[N int | int64](n, instead N) N {
	if n == 0 {
		return instead
	}
	return n
}

// Folder guesses the folder of a program from its command line. That is the folder of the first word that names a file outside
// the system, or the first word after the program that names a folder. For a shell's -c it checks the words of the script. In the
// working directory, a word may also be a Python module after -m, or a Java class. Folder returns "" if no word fits, as for a
// program of the system without arguments.
func Folder(command []string) string {
	for i, word := range command {
		info, err := os.Stat(word)
		switch {
		case err != nil && i > 0:
			if dir := folderBehind(command[0], command[i-1], word); dir != "" {
				return dir
			}
		case err != nil || i == 0 && !strings.ContainsRune(word, filepath.Separator):
		case !info.IsDir() && (systemPath(word) || i > 0 && beside(command[0], word)): // after env or nice, for example
		case info.IsDir() && i > 0:
			return word
		case !info.IsDir():
			return filepath.Dir(word)
		}
	}
	return ""
}

// folderBehind guesses the folder from a word that is not a path but names a file to the program.
func folderBehind(program, before, word string) string {
	exists := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			_, err := os.Stat(name)
			return err == nil
		})
	}
	name := filepath.Base(program)
	switch {
	case before == "-c" && strings.HasSuffix(name, "sh"):
		const between = " \t\n'\"`;&|<>()"
		words := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(between, r) })
		return Folder(append([]string{""}, words...))
	case before == "-m" && strings.HasPrefix(name, "py"):
		if path := strings.ReplaceAll(word, ".", "/"); exists(path, path+".py") {
			return "."
		}
	case strings.HasPrefix(name, "java") && exists(word+".class"):
		return "."
	}
	return ""
}

// systemPath reports whether a program belongs to the system or to an installation, and so not to the player.
func systemPath(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	return cell.Within(abs, cell.SystemFolders) || installed(abs) != nil
}

// beside reports whether a file is in the folder of an interpreter's installation: a tool that was installed there.
func beside(interpreter, path string) bool {
	abs, err := filepath.Abs(interpreter)
	return err == nil && filepath.Dir(interpreter) == filepath.Dir(path) && installed(abs) != nil
}

// interpreters are names of programs that run the files of players. Where PATH finds them, every program may use them.
var interpreters = func() []string {
	list := []string{
		"python3", "python", "pypy3", "pypy", "node", "deno", "bun", "java", "ruby", "perl", "lua", "luajit", "julia", "Rscript", "php", "racket",
		"go", "sh", "bash", "dash", "zsh",
	}
	for minor := 6; minor < 25; minor++ {
		list = append(list, fmt.Sprint("python3.", minor))
	}
	return list
}()

// installed returns what to show of the installation to which a program belongs that the user named; nil if it belongs to none.
// Players could make any folder look like an installation around their bot. So the program must be an interpreter by its name, or
// on PATH.
func installed(program string) []string {
	dir, name := filepath.Split(program)
	dir = filepath.Clean(dir)
	if !slices.Contains(interpreters, name) && !slices.Contains(filepath.SplitList(os.Getenv("PATH")), dir) {
		return nil
	}
	return installation(dir)
}

// marks are names that an installation of a language has in its folder, as patterns.
var marks = []string{
	"pyvenv.cfg", "conda-meta", "lib/python*", "lib64/python*", "libexec/pyenv", "include/node", "lib/modules", "pkg/tool", "lib/rustlib",
	"lib/ruby", "lib/julia",
}

// installation returns what to show of the installation of a language, given the folder of its programs: /home/me/venv for
// /home/me/venv/bin. It is nil for other folders.
func installation(bin string) []string {
	root := filepath.Dir(bin)
	home, _ := os.UserHomeDir()
	if base := filepath.Base(bin); base != "bin" && base != "shims" && base != "Scripts" || root == "/" || root == home {
		return nil
	}
	if root == filepath.Join(home, ".local") { // it also holds keys and mail
		return []string{filepath.Join(root, "bin"), filepath.Join(root, "lib")}
	}
	for _, mark := range marks {
		if found, err := filepath.Glob(filepath.Join(root, mark)); err == nil && len(found) > 0 {
			return []string{root}
		}
	}
	return nil
}
