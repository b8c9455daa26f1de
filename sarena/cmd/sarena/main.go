//go:build !playground

// Command sarena plays Sarena.
package main

import (
	"slices"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
)

func main() { cli.Main(program()) }

// wings are what this binary has of kernel/arena besides the verbs below. Each has a file here, which adds it. Built with the tag
// lean, it has only those wings that are tags, too.
var wings []cli.Wing

// program lists the verbs of this binary.
func program() *cli.Program {
	p := &cli.Program{
		Game: match.Bind(game()),
		Fronts: append(slices.Clip(verbs.Usual),
			newBot,
			solve,
		),
		Pace:        framePace,
		DropIn:      dropIn,
		DropInUsage: "sarena [OPTIONS] PLAYER1 PLAYER2     as the original's game.py; `sarena -v --help` lists its options",
	}
	return p.With(wings...)
}
