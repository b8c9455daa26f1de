package jail

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/clean"
	"github.com/gridiron-games/gridiron/kernel/files"
)

// maxLinks is how many links the system follows on the way to a file.
const maxLinks = 40

// maxScripts is how many scripts may be each other's interpreters; the system allows five.
const maxScripts = 5

// maxFirstLine is how many bytes of a script the system reads to find its interpreter.
const maxFirstLine = 256

// walk returns a path without its links. It calls through for each link with its path, which has no links before its name, with
// its target as it is written, and with whether it stands for the whole rest of the path. An error of through ends the walk: then
// the path is that of the link.
func walk(path string, through func(link, target string, last bool) error) (resolved string, err error) {
	resolved = "/"
	links := 0
	for rest := strings.Split(path, "/"); len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			resolved = filepath.Dir(resolved)
			continue
		}
		next := filepath.Join(resolved, name)
		target, err := os.Readlink(next)
		if err != nil { // it is no link, or nothing
			resolved = next
			continue
		}
		if links++; links > maxLinks {
			return next, &fs.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
		}
		if err := through(next, target, len(rest) == 0); err != nil {
			return next, err
		}
		if filepath.IsAbs(target) {
			resolved = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	_, err = os.Lstat(resolved)
	return resolved, err
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// errBrought ends a walk at a link that the program brought.
var errBrought = errors.New("a link of the program")

// hidden is the error of a path that the program does not see.
type hidden struct{ path string }

func (h *hidden) Error() string { return h.path + " is not visible" }

// inside returns the file to which a path leads inside of the jail, after the links that stand for it. The error is a *hidden if
// there is one outside.
func (s *draft) inside(path string) (places []string, err error) {
	resolved, err := walk(path, func(link, target string, last bool) error {
		if !s.shows(link) && !slices.Contains(s.Links, [2]string{link, target}) {
			return &hidden{link}
		}
		if last {
			places = append(places, link)
		}
		return nil
	})
	if err == nil && !s.shows(resolved) {
		err = &hidden{resolved}
	}
	return append(places, resolved), err
}

// runnable returns why a program cannot start in the jail although it would start outside: its interpreter, the interpreter's
// interpreter, or what a link leads to is not visible.
func (s *draft) runnable(path string) error {
	script := ""
	for range maxScripts {
		if proc.Within(path, []string{"/proc", "/dev"}) {
			return nil // the jail has its own
		}
		places, err := s.inside(path)
		if err == nil && script != "" {
			err = s.complete(places)
		}
		var h *hidden
		switch {
		case errors.As(err, &h):
			return s.refusal(script, path, h.path)
		case err != nil:
			return nil // the system says what is wrong
		}
		if script, path = path, s.interpreter(places[len(places)-1]); path == "" {
			return nil
		}
	}
	return nil
}

// complete returns a *hidden if one of the places is in an installation of which the jail does not show all that it needs.
func (s *draft) complete(places []string) error {
	for _, place := range places {
		for _, path := range proc.Installation(filepath.Dir(place)) {
			if !s.shows(path) {
				return &hidden{path}
			}
		}
	}
	return nil
}

// interpreter returns the program that runs a script by its first line; "" if there is none, or if that cannot be said.
func (s *draft) interpreter(script string) string {
	path, argument := firstLine(script)
	if path == "" {
		return ""
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.Dir, path)
	}
	if _, err := s.inside(path); err != nil || filepath.Base(path) != "env" {
		return path
	}
	switch command, plain := envCommand(argument); {
	case filepath.IsAbs(command):
		return command
	case plain && !strings.Contains(command, "/"):
		return s.onPath(command)
	}
	return ""
}

// refusal says what the program would need to see, and how the user can show it.
func (s *draft) refusal(script, path, missing string) error {
	what, named, why := fmt.Sprintf("program %s: it cannot see %s", path, missing), path, "links that it brings show it nothing"
	leads := ""
	if missing != path {
		leads = ", which leads to " + missing
		if s.brought(path) {
			named = missing
		}
	}
	if script != "" {
		what, named = fmt.Sprintf("script %s: it cannot see its interpreter %s%s", script, path, leads), named+" "+script
		why = "the first line of a script alone shows it nothing"
	}
	text := fmt.Sprintf("jail: %s; show it with%s, or name it in the command (%s), or put it on PATH; %s", what, s.flags(path, missing), named, why)
	return errors.New(clean.Line(text, clean.MaxDetail)) // the names may be the program's own text
}

// flags returns the flags that show a program and what it needs, of which something is missing.
func (s *draft) flags(path, missing string) (text string) {
	more := *s
	home, _ := os.UserHomeDir()
	for h := (&hidden{missing}); len(more.Read) < len(s.Read)+maxLinks; {
		folder := filepath.Dir(h.path)
		list := proc.Installation(folder)
		switch info, err := os.Stat(h.path); {
		case list != nil:
			folder = list[0]
		case err == nil && info.IsDir() || folder == "/" || folder == home:
			folder = h.path
		}
		text += " --jail-read " + folder
		more.Read = append(more.Read, folder)
		places, err := more.inside(path)
		if err == nil {
			err = more.complete(places)
		}
		if !errors.As(err, &h) {
			break
		}
	}
	return text
}

// onPath returns the program that a name stands for: the first one on PATH that the jail shows, or else the first one; "" if
// there is none.
func (s *draft) onPath(name string) (first string) {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); !filepath.IsAbs(dir) || err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
			continue
		}
		if _, err := s.inside(path); err == nil {
			return path
		}
		if first == "" {
			first = path
		}
	}
	return first
}

// firstLine returns the interpreter that the first line of a script names, and the rest of the line, which is one argument of the
// interpreter. Both are "" if the file is no script.
func firstLine(script string) (interpreter, argument string) {
	f, err := files.Open(script)
	if err != nil {
		return "", ""
	}
	defer f.Close()
	line, _ := bufio.NewReader(io.LimitReader(f, maxFirstLine)).ReadString('\n')
	line, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return "", ""
	}
	const blanks = " \t"
	line = strings.Trim(strings.TrimSuffix(line, "\n"), blanks)
	interpreter, argument, _ = strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	return interpreter, strings.Trim(argument, blanks)
}

// envCommand returns the command that env starts, given its argument in a first line; "" if that cannot be said. plain: env
// changes nothing before it looks for the command.
func envCommand(argument string) (command string, plain bool) {
	text, split := strings.CutPrefix(argument, "-S")
	if !split {
		text, split = strings.CutPrefix(argument, "--split-string=")
	}
	switch {
	case strings.ContainsAny(text, "'\"\\$#") || !split && strings.HasPrefix(text, "-"):
		return "", false
	case !split:
		return text, !strings.Contains(text, "=")
	}
	words := strings.Fields(text)
	plain = true
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case slices.Contains([]string{"-u", "--unset", "-C", "--chdir", "-a", "--argv0", "-P"}, w):
			i++ // the next word belongs to it
			plain = false
		case strings.HasPrefix(w, "-") || strings.Contains(w, "="):
			plain = false
		default:
			return w, plain
		}
	}
	return "", false
}
