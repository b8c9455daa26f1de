package jail

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
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

// draft is the Spec of process 1 while it is being made. What it shows derives from the command line, from the program's own
// folder, from the system, and from what PATH and the user's flags name. What a program brought, such as the first line of a
// script or a link in its folder, never adds to that: it could name its opponent's files.
type draft struct{ sandbox.Spec }

// specOf returns what process 1 must know about a program.
func specOf(p proc.Policy, command []string, folder string) (sandbox.Spec, error) {
	s := draft{sandbox.Spec{
		Argv: command, Disk: p.Disk, CPU: int64(p.CPU / time.Second), Procs: p.Procs, CPUs: p.CPUs,
		Loopback: p.Net == proc.Loopback,
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
		if s.Folder, err = s.own(folder); err != nil {
			return s.Spec, err
		}
	}
	for _, paths := range []struct {
		from []string
		to   *[]string
	}{{p.Write, &s.Write}, {p.Read, &s.Read}} {
		for _, path := range paths.from {
			resolved, err := s.follow(path)
			if err != nil {
				return s.Spec, fmt.Errorf("jail: path %q: %w", path, err)
			}
			*paths.to = append(*paths.to, resolved)
		}
	}
	s.environment()
	programs := []string{s.Path}
	if path := s.started(); path != "" {
		programs = append(programs, path)
	}
	for _, path := range programs {
		s.program(path)
	}
	s.hide(p.Hide)
	s.Links = slices.DeleteFunc(s.Links, func(l [2]string) bool { return s.shows(l[0]) })
	for _, path := range programs {
		if err := s.runnable(path); err != nil {
			return s.Spec, err
		}
	}
	return s.Spec, nil
}

// starters are programs of the system that start another one, which stands among their arguments.
var starters = strings.Fields("env nice ionice nohup setsid stdbuf taskset chrt timeout")

// started returns the program that the user's command has a starter start, if it is named by its path; "" if there is none.
func (s *draft) started() string {
	if !slices.Contains(starters, filepath.Base(s.Path)) || !proc.Within(s.Path, proc.SystemFolders) {
		return ""
	}
	for _, word := range s.Argv[1:] {
		info, err := os.Stat(word)
		if err == nil && strings.Contains(word, "/") && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			path, err := filepath.Abs(word)
			if err != nil {
				path = ""
			}
			return path
		}
	}
	return ""
}

// hide hides paths, except those that hold what the program needs.
func (s *draft) hide(paths []string) {
	shown := slices.Concat(s.Read, s.Write)
	if s.Folder != "" {
		shown = append(shown, s.Folder)
	}
	var list []string
	for _, path := range paths {
		resolved, err := filepath.Abs(path)
		if err == nil {
			resolved, err = filepath.EvalSymlinks(resolved)
		}
		needed := func(shown string) bool { return proc.Within(shown, []string{resolved}) }
		if err == nil && !slices.ContainsFunc(shown, needed) && proc.Within(resolved, shown) {
			list = append(list, resolved)
		}
	}
	slices.Sort(list) // folders before what is in them
	for _, path := range list {
		if !proc.Within(path, s.Hidden) {
			s.Hidden = append(s.Hidden, path)
		}
	}
}

// follow returns the absolute path without links, and makes the links on the way to it visible.
func (s *draft) follow(path string) (resolved string, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return walk(path, func(link, target string, _ bool) error {
		if s.brought(link) {
			return fmt.Errorf("%s is a link in a folder of the program, which could name any file with it; name what it leads to: %s", link, target)
		}
		s.link(link, target)
		return nil
	})
}

// brought reports whether the program, or who made it, may have put a file where it is.
func (s *draft) brought(path string) bool {
	return s.Folder != "" && proc.Within(path, []string{s.Folder}) || proc.Within(path, s.Write)
}

// shows reports whether the program sees the file or folder at a path without links.
func (s *draft) shows(path string) bool {
	ours := proc.Within(path, proc.SystemFolders) || proc.Within(path, configuration())
	return ours || s.brought(path) || proc.Within(path, s.Read)
}

// link makes one path lead to another inside the jail.
func (s *draft) link(name, target string) {
	if l := [2]string{name, target}; !slices.Contains(s.Links, l) {
		s.Links = append(s.Links, l)
	}
}

// own returns the program's folder without links. It refuses a folder that holds more than the program, because all of it could
// be read.
func (s *draft) own(folder string) (string, error) {
	resolved, err := s.follow(folder)
	if err != nil {
		return "", fmt.Errorf("jail: folder %q: %w", folder, err)
	}
	info, err := os.Stat(resolved)
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
	case resolved == "/" || slices.ContainsFunc([]string{home, "/tmp", "/proc/self"}, func(p string) bool {
		return proc.Within(p, []string{resolved})
	}):
		return "", fmt.Errorf("jail: the folder of the program is %s, which contains more than the program; put the program into a folder of its own", resolved)
	case proc.Within(resolved, proc.SystemFolders) || proc.Within(resolved, []string{"/proc", "/dev", "/sys", "/etc"}):
		return "", fmt.Errorf("jail: the folder of the program is %s, which belongs to the system", resolved)
	}
	return resolved, nil
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
		if !filepath.IsAbs(dir) || proc.Within(dir, proc.SystemFolders) {
			continue
		}
		resolved, err := s.follow(dir)
		if err != nil {
			continue
		}
		if !s.brought(resolved) {
			s.Read = append(s.Read, proc.Installation(resolved)...)
		}
		for _, name := range proc.Interpreters {
			if path := filepath.Join(resolved, name); isThere(path) {
				s.program(path)
			}
		}
	}
}

// program makes visible the program at a path that the user gave, what the links on the way to it lead to, and their
// installations. From a link that the program brought, nothing follows.
func (s *draft) program(path string) {
	resolved, err := walk(path, func(link, target string, last bool) error {
		if s.brought(link) {
			return errBrought
		}
		s.link(link, target)
		if last && !s.shows(link) {
			s.Read = append(s.Read, proc.Installed(link)...)
		}
		return nil
	})
	if err != nil || s.shows(resolved) {
		return
	}
	if list := proc.Installed(resolved); list != nil {
		s.Read = append(s.Read, list...)
	} else if info, err := os.Lstat(resolved); err == nil && info.Mode().IsRegular() {
		s.Read = append(s.Read, resolved)
	}
}
