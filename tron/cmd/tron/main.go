//go:build !playground

// Command tron plays Tron.
package main

import (
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/tron/maps"
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
			verbs.NewBot,
			join,
			mapsVerb,
		),
		Human:       newHuman,
		Pace:        framePace,
		PlayerFlags: []urfave.Flag{cli.ListenFlag("5000"), verbs.TokenFlag()},
		PlayFlags: []urfave.Flag{
			&urfave.BoolFlag{
				Name: "realtime", Usage: "as on the original server: --first-budget 3s --budget 0.5s --human-budget 0.5s --pace 0.5s; each may be changed",
			},
		},
		BeforePlay: realtime,
		Arguments:  map[string][]string{"serve": nil, "maps": maps.Names()},
	}
	return p.With(wings...)
}
