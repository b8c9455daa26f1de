package jail

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/jail/cell"
)

// etc are the files and folders of /etc that programs read, as patterns. None of them holds passwords, keys or names of people.
var etc = []string{
	"/etc/ld.so.*", "/etc/alternatives", "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/ca-certificates*",
	"/etc/crypto-policies", "/etc/fonts", "/etc/localtime", "/etc/timezone", "/etc/java*", "/etc/python*", "/etc/R", "/etc/nsswitch.conf",
	"/etc/mime.types", "/etc/os-release", "/etc/debian_version", "/etc/magic", "/etc/terminfo", "/etc/mono", "/etc/julia", "/etc/ghc",
}

// configuration returns the paths of etc that exist on this system.
var configuration = sync.OnceValue(func() (list []string) {
	for _, pattern := range etc {
		found, _ := filepath.Glob(pattern)
		list = append(list, found...)
	}
	return list
})

// maxLinks is how many links and interpreters are followed from a command to what runs.
const maxLinks = 20

// draft is the Spec of process 1 while it is being made.
type draft struct{ cell.Spec }

// spec returns what process 1 must know about a program.
func (p Policy) spec(command []string, folder string) (cell.Spec, error) {
	s := draft{cell.Spec{
		Argv: command, Disk: p.Disk, CPU: int64(p.CPU / time.Second), Procs: p.Procs, CPUs: p.CPUs, Loopback: p.Net == Loopback,
	}}
	var err error
	if s.Dir, err = os.Getwd(); err != nil {
		return s.Spec, err
	}
	if s.Path, err = exec.LookPath(command[0]); errors.Is(err, exec.ErrDot) {
		err = nil
	}
	if err == nil {
		s.Path, err = filepath.Abs(s.Path)
	}
	if err != nil {
		return s.Spec, err
	}
	if folder != "" {
		if folder, err = s.own(folder); err != nil {
			return s.Spec, err
		}
		s.Folder = folder
	}
	for _, paths := range []struct {
		from []string
		to   *[]string
	}{{p.Read, &s.Read}, {p.Write, &s.Write}} {
		for _, path := range paths.from {
			abs, real, err := follow(path)
			if err != nil {
				return s.Spec, fmt.Errorf("jail: path %q: %w", path, err)
			}
			*paths.to = append(*paths.to, real)
			s.link(abs, real)
		}
	}
	s.environment()
	s.program(s.Path)
	return s.Spec, nil
}

// follow returns the absolute path, and the same path without links.
func follow(path string) (abs, real string, err error) {
	if abs, err = filepath.Abs(path); err == nil {
		real, err = filepath.EvalSymlinks(abs)
	}
	return abs, real, err
}

// link makes one path lead to another inside the jail.
func (s *draft) link(name, target string) {
	if name != target {
		s.Links = append(s.Links, [2]string{name, target})
	}
}

// own returns the program's folder without links. It refuses a folder that holds more than the program, because all of it could
// be read.
func (s *draft) own(folder string) (string, error) {
	abs, real, err := follow(folder)
	if err != nil {
		return "", fmt.Errorf("jail: folder %q: %w", folder, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", fmt.Errorf("jail: folder %q: %w", folder, err)
	}
	home, _ := os.UserHomeDir()
	if h, err := filepath.EvalSymlinks(home); err == nil {
		home = h
	}
	switch {
	case !info.IsDir():
		return "", fmt.Errorf("jail: %q is not a folder", folder)
	case real == "/" || cell.Within(home, []string{real}) || cell.Within("/tmp", []string{real}) || cell.Within("/proc/self", []string{real}):
		return "", fmt.Errorf("jail: the folder of the program is %s, which has more than the program; put it into a folder of its own", real)
	case cell.Within(real, cell.SystemFolders) || cell.Within(real, []string{"/proc", "/dev", "/sys", "/etc"}):
		return "", fmt.Errorf("jail: the folder of the program is %s, which belongs to the system", real)
	}
	s.link(abs, real)
	return real, nil
}

// environment chooses the variables that the program inherits: only known ones, because others may hold secrets.
func (s *draft) environment() {
	s.Env = []string{"HOME=/tmp/home", "TMPDIR=/tmp", "USER=player", "LOGNAME=player"}
	known := []string{
		"PATH", "LANG", "LANGUAGE", "TZ", "VIRTUAL_ENV", "CONDA_PREFIX", "JAVA_HOME", "NODE_PATH", "OMP_NUM_THREADS",
		"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GOMAXPROCS", "LD_LIBRARY_PATH",
	}
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		starts := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		if slices.Contains(known, name) || starts("LC_") || starts("PYTHON") || starts("PYENV_") {
			s.Env = append(s.Env, variable)
		}
	}
	if home, err := os.UserHomeDir(); err == nil && os.Getenv("PYTHONUSERBASE") == "" {
		base := filepath.Join(home, ".local")
		if libraries, _ := filepath.Glob(base + "/lib/python*"); len(libraries) > 0 {
			s.Read = append(s.Read, libraries...)
			s.Env = append(s.Env, "PYTHONUSERBASE="+base)
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(dir) && !cell.Within(dir, cell.SystemFolders) {
			dir = filepath.Clean(dir)
			s.Read = append(s.Read, installation(dir)...)
			if python := filepath.Join(dir, "python3"); installation(dir) != nil {
				s.program(python)
			}
		}
	}
}

// program makes visible the program at a path, the files that it links to, its interpreter, and their installations.
func (s *draft) program(path string) {
	for range maxLinks {
		dir := filepath.Dir(path)
		if s.Folder != "" && cell.Within(path, []string{s.Folder}) || cell.Within(path, cell.SystemFolders) {
			path = s.interpreter(path)
			if path == "" {
				return
			}
			continue
		}
		if resolved, err := filepath.EvalSymlinks(dir); err == nil && resolved != dir { // the path contains a link
			s.link(dir, resolved)
			path = filepath.Join(resolved, filepath.Base(path))
			continue
		}
		installed := installation(dir)
		s.Read = append(s.Read, installed...)
		info, err := os.Lstat(path)
		switch {
		case err != nil:
			return
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(dir, target)
			}
			if installed == nil {
				s.link(path, target)
			}
			path = filepath.Clean(target)
		case !info.Mode().IsRegular():
			return
		default:
			if installed == nil {
				s.Read = append(s.Read, path)
			}
			if path = s.interpreter(path); path == "" {
				return
			}
		}
	}
}

// interpreter returns the program that the first line of a script names, "" if there is none.
func (s *draft) interpreter(script string) string {
	f, err := os.Open(script)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, 256).ReadSlice('\n')
	text, ok := strings.CutPrefix(string(line), "#!")
	words := strings.Fields(text)
	if !ok || len(words) == 0 {
		return ""
	}
	if filepath.Base(words[0]) == "env" {
		words = slices.DeleteFunc(words[1:], func(w string) bool { return strings.HasPrefix(w, "-") || strings.Contains(w, "=") })
		if len(words) == 0 {
			return ""
		}
	}
	path, err := exec.LookPath(words[0])
	if err != nil || !filepath.IsAbs(path) || path == script {
		return ""
	}
	return path
}
