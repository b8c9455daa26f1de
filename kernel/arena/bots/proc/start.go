//go:build !js

package proc

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/files"
)

// pipe is a stream of a program.
type pipe = os.File

// start starts the program and connects its streams.
func (p *Program) start(words []string, o *Options) error {
	var theirs [3]*os.File
	err := o.regular(words)
	if err != nil {
		return err
	}
	if theirs[0], p.stdin, err = os.Pipe(); err == nil {
		if p.stdout.from, theirs[1], err = os.Pipe(); err == nil {
			p.stderr.from, theirs[2], err = os.Pipe()
		}
	}
	if err == nil {
		p.child, p.level, err = launch(words, *o, append(theirs[:], o.Files...))
	}
	for _, f := range theirs {
		f.Close() // a nil file only returns an error
	}
	if err != nil {
		p.stdin.Close()
		p.stdout.from.Close()
		p.stderr.from.Close()
		return advise(words, err)
	}
	return nil
}

// launch starts a program, in a jail or plainly.
func launch(words []string, o Options, files []*os.File) (c Child, level string, err error) {
	level = none
	if o.Jail.Mode != "" && o.Jail.Mode != Off {
		unfit := o.unfit(words)
		switch {
		case unfit == nil:
			return o.Launcher.Launch(words, &o, files)
		case o.Jail.Mode != Auto:
			return nil, none, unfit
		}
		level += " (" + unfit.Error() + ")"
	}
	c, err = startPlain(words, o, files)
	return c, level, err
}

// regular returns an error if the program, or another word of its command that names something in the program's own folder, is a
// pipe, a socket or a device: it, or we, would wait for that for ever. What the user names elsewhere may be one.
func (o *Options) regular(words []string) error {
	folder, err := filepath.Abs(cmp.Or(o.Folder, Folder(words)))
	if err != nil {
		return err
	}
	for i, word := range words {
		path := word
		if i == 0 {
			path, _ = exec.LookPath(word) // of a file in this folder it returns the name, with an error
		} else if abs, err := filepath.Abs(word); err != nil || !ofPlayer(abs, folder) {
			continue
		}
		if err := files.Check(path); err != nil {
			return err
		}
	}
	return nil
}

// ofPlayer reports whether a path is in the folder of a program, which is not one with pipes and devices for everybody.
func ofPlayer(path, folder string) bool {
	below := func(folder string) bool {
		return strings.HasPrefix(path, filepath.Clean(folder)+string(filepath.Separator))
	}
	return below(folder) && !below("/dev") && !below("/proc")
}

// advise adds to the error of a program that could not be started how a file of its name is started, if there is one.
func advise(words []string, err error) error {
	if !errors.Is(err, exec.ErrNotFound) && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	command, missing := RunsFile(words[0])
	if missing != nil || command == "" {
		return err
	}
	return fmt.Errorf("%w; the command that runs this file is: %s", err, strings.TrimSpace(command+" "+Join(words[1:]...)))
}
