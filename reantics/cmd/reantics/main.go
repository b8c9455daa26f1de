//go:build !playground

// Command reantics plays ReAntics, the game of the ants.
package main

import (
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/reantics"
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
			unitsVerb,
			queue,
		),
		PlayerFlags: []urfave.Flag{
			&urfave.StringFlag{Name: "python", Value: "python3", Usage: "`COMMAND` that runs FILE.py players"},
		},
		Human: func(a *cli.App, p *term.Person) *match.Player {
			person := newHuman(a, p.To)
			person.strict = a.Strict()
			player := match.Seat[reantics.View, reantics.Answer]("human", person)
			player.Person = true
			return player
		},
		BeforePlay: beforePlay,
		Pace:       framePace,
		DropIn:     dropIn,
		DropInUsage: "reantics --2p|--RR|--RRall|--self|--all [-n N] [-p NAME...] [-v] [-randomLayout] [-r]     " +
			"as the original; --2p -h prints all its flags",
	}
	return p.With(wings...)
}
