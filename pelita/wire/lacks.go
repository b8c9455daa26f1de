//go:build !playground

package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/pelita"
)

// Lacks returns what a team of the user's uses of the packages pelita and networkx that not all of these have: version 2.5.1,
// version 2.7.0, the stand-ins for them, and that for networkx. It uses an interpreter to parse the team's files, without running
// them, and sees only explicit names: imports, attributes of imported names, and attributes of `bot`. Code in a `try` for an
// ImportError does not count.
func Lacks(ctx context.Context, python, spec string) ([]Lack, error) {
	file, err := source(spec)
	if err != nil {
		return nil, err
	}
	script, err := names.ReadFile("names/used.py")
	if err != nil {
		panic(err) // it is embedded above
	}
	// -I: modules come from the interpreter only, not from the working directory, which may be a stranger's.
	cmd := exec.CommandContext(ctx, cmp.Or(python, "python3"), "-I", "-", file)
	cmd.Stdin = strings.NewReader(string(script))
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("team %q: %s", spec, strings.TrimSpace(string(exit.Stderr)))
	} else if err != nil {
		return nil, fmt.Errorf("team %q: %w", spec, err)
	}
	var found []Lack
	for line := range strings.Lines(string(out)) {
		field := strings.Split(strings.TrimSuffix(strings.TrimRight(line, "\r\n"), "\r"), "\t")
		if len(field) != 3 {
			continue
		}
		number, _ := strconv.Atoi(field[1])
		name, not := packages().lacking(field[2])
		if len(not) > 0 && !slices.ContainsFunc(found, func(l Lack) bool { return l.Name == name && l.File == field[0] }) {
			found = append(found, Lack{File: field[0], Line: number, Name: name, Not: not})
		}
	}
	return found, nil
}

// source returns the file of a team.
func source(spec string) (string, error) {
	for _, file := range []string{spec, spec + ".py", filepath.Join(spec, "__init__.py")} {
		if about, err := os.Stat(file); err == nil && about.Mode().IsRegular() {
			return file, nil
		}
	}
	return "", fmt.Errorf("team %q: there is no such file, and no %s", spec, filepath.Join(spec, "__init__.py"))
}

// Needed returns the first name in the code of a team that only one of the versions has. A team with names of both knows how to
// play in both; for it, and for one whose code cannot be read, ok is false.
func Needed(ctx context.Context, python, spec string) (why Lack, v pelita.Version, ok bool) {
	lacks, err := Lacks(ctx, python, spec)
	if err != nil { // the game reports it
		return why, v, false
	}
	for _, l := range lacks {
		needs, only := l.Needs()
		if only && ok && needs != v {
			return why, v, false
		}
		if only && !ok {
			why, v, ok = l, needs, true
		}
	}
	return why, v, ok
}
