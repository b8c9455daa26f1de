//go:build !playground

// Command pelita plays Pelita.
package main

import (
	"os"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
)

func main() {
	os.Args = append(os.Args[:1:1], asProgram(os.Args[0], os.Args[1:])...)
	cli.Main(program())
}

// wings are what this binary has of kernel/arena besides the verbs below. Each has a file here, which adds it. Built with the tag
// lean, it has only those wings that are tags, too.
var wings []cli.Wing

// program lists the verbs of this binary.
func program() *cli.Program {
	p := &cli.Program{
		Game: match.Bind(game()),
		Fronts: append(slices.Clip(verbs.Usual),
			checkVerb,
			verbs.NewBot,
			layouts,
			mazes,
			backgroundVerb,
			createLayout,
			playerVerb,
			hashTeam,
			links,
			standIn,
		),
		PlayFlags:   []urfave.Flag{cli.NumberFlag("stop-at", 0, 0, "pause before round `NUMBER`; 0: never")},
		PlayerFlags: playerFlags(),
		BeforePlay: func(c *urfave.Context) error {
			if err := agree(c.String); err != nil {
				return cli.Usagef("%w", err)
			}
			noted(c, c.App.ErrWriter)
			return nil
		},
		StopAt: func(c *urfave.Context) int {
			if round := cli.Number(c, "stop-at"); round > 0 {
				return (round-1)*pelita.Bots + 1
			}
			return 0
		},
		Human: func(a *cli.App, p *term.Person) *match.Player {
			p.To, p.Help = a.Err, linesHelp
			return a.Game.Person(&person{p}, a.Strict())
		},
		Pace:        framePace,
		Arguments:   map[string][]string{"layouts": maze.Names()},
		DropIn:      dropIn,
		DropInUsage: "pelita [OPTIONS] [TEAM1 TEAM2]            the original's command line; `pelita --long-help` lists it",
	}
	return p.With(wings...)
}
