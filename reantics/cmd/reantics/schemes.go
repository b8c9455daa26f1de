//go:build !playground

package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

func schemes() []scheme {
	return []scheme{{
		Match:  isPython,
		Usage:  "FILE.py\ta player of the original: a file with a class AIPlayer, in a Python process of its own (--python)",
		Prints: true,
		New: func(rest string, m match.Maker) (player, error) {
			p, err := newPython(rest, m.Flag("python"))
			if err != nil { // not p, err: an interface that holds a nil *Python is not nil
				return nil, err
			}
			p.Start, p.Tee = m.Start, m.Output
			return p, nil
		},
	}}
}

// isPython reports whether the name is that of a file in Python.
func isPython(name string) bool {
	return strings.HasSuffix(name, ".py") || strings.HasSuffix(name, ".pyc")
}

// newPython makes a player from a file.
func newPython(file, interpreter string) (*wire.Python, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; want a file with a class AIPlayer", file)
	}
	return &wire.Python{File: file, Interpreter: interpreter}, nil
}
