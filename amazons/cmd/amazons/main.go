//go:build !playground

// Command amazons plays the game of the Amazons.
package main

import (
	"slices"

	urfave "github.com/urfave/cli/v2"

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
			botzone,
		),
		PlayerFlags: []urfave.Flag{verbs.TokenFlag()},
		Human:       newPicker,
		Pace:        framePace,
	}
	return p.With(wings...)
}
