// Command pelita plays Pelita.
package main

import (
	"io"
	"time"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/verbs"
	"github.com/gridiron-games/gridiron/pelita"
)

func main() { cli.Main(program()) }

// program names what this binary has; a copy of the game may leave some of it out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Fronts: []cli.Front{
			cli.Play,
			tournamentVerb,
			verbs.Compare,
			cli.Replay,
			cli.Convert,
			cli.Moves,
			verbs.Check,
			cli.Bots,
			cli.Completion,
			cli.Version,
			cli.Bench,
			cli.NewBot,
			layouts,
			mazes,
			backgroundVerb,
			cupVerb,
			server,
			standIn,
		},
		PlayerFlags: playerFlags(),
		Human: func(a *cli.App, _ io.Writer) *match.Player {
			p := match.Seat[pelita.View, pelita.Move]("human", &person{app: a, name: "Humans"})
			p.Person = true
			return p
		},
		Pace:        25 * time.Millisecond,
		DropIn:      dropIn,
		DropInUsage: "pelita [OPTIONS] [TEAM1 TEAM2]            the original's command line; `pelita --long-help` lists it",
	}
}
