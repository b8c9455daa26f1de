// Command licences prints the licence texts of everything that is linked into programs of this repository: Go itself and
// third-party modules. They go into the archives of a release.
//
//	go run ./tools/licences PROGRAM... > THIRD-PARTY.txt
//
// The programs themselves list what is linked.
package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errw io.Writer) int {
	if len(args) == 0 || slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
		fmt.Fprintf(errw, "licences: arguments %q: want programs that were built: licences PROGRAM...\n", args)
		return 2
	}
	text, err := collect(args)
	if err == nil {
		_, err = out.Write(text)
	}
	if err != nil {
		fmt.Fprintf(errw, "licences: %v\n", err)
		return 1
	}
	return 0
}

// module is a linked module and the folder of its source.
type module struct{ Path, Version, Dir string }

// ours is the prefix of the paths of our own modules.
const ours = "github.com/gridiron-games/gridiron/"

// linked returns the third-party modules in programs, each once, sorted by path.
func linked(programs []string) (list []module, err error) {
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, fmt.Errorf("%s: want a program that Go has built: %w", program, err)
		}
		for _, dep := range info.Deps {
			if dep.Replace != nil {
				dep = dep.Replace
			}
			m := module{Path: dep.Path, Version: dep.Version}
			if strings.HasPrefix(m.Path, ours) || m.Version == "(devel)" || slices.Contains(list, m) {
				continue
			}
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b module) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Version, b.Version)) })
	return list, nil
}

// collect returns the licences of what is linked into programs.
func collect(programs []string) ([]byte, error) {
	list, err := linked(programs)
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	var b bytes.Buffer
	if err := add(&b, module{Path: "Go, its runtime and standard library", Dir: strings.TrimSpace(string(root))}); err != nil {
		return nil, err
	}
	for _, m := range list {
		if m.Dir, err = source(m); err != nil {
			return nil, err
		}
		if err := add(&b, m); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// source returns the folder with a module's source.
func source(m module) (string, error) {
	out, err := exec.Command("go", "mod", "download", "-json", m.Path+"@"+m.Version).Output()
	var found struct{ Dir, Error string }
	if decoded := json.Unmarshal(out, &found); err == nil {
		err = decoded
	}
	if found.Error != "" {
		err = errors.New(found.Error)
	}
	if err != nil {
		return "", fmt.Errorf("module %s %s: %w", m.Path, m.Version, err)
	}
	return found.Dir, nil
}

var isLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents)([-_.].*)?$`)

// add writes the licences of a module.
func add(b *bytes.Buffer, m module) error {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return err
	}
	found := false
	for _, e := range entries {
		if e.IsDir() || !isLicence.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(m.Dir, e.Name()))
		if err != nil {
			return err
		}
		found = true
		title := strings.TrimSpace(m.Path+" "+m.Version) + ": " + e.Name()
		fmt.Fprintf(b, "%s\n%s\n\n%s\n\n", title, strings.Repeat("=", len(title)), bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r"), nil)))
	}
	if !found {
		return fmt.Errorf("module %s %s has no licence in its folder: find it before you hand out a program with it", m.Path, m.Version)
	}
	return nil
}
