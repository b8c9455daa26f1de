// Command pelita plays Pelita.
package main

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/term"
	"github.com/gridiron-games/gridiron/kernel/verbs"
	"github.com/gridiron-games/gridiron/kernel/verbs/contest"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
)

func main() { cli.Main(program()) }

// program names what this binary has; a copy of the game may leave some of it out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Fronts: []cli.Front{
			cli.Play,
			tournamentVerb,
			contest.Ladder,
			contest.Compare,
			cli.Replay,
			verbs.Convert,
			verbs.Moves,
			verbs.Check,
			cli.Bots,
			cli.Completion,
			cli.Version,
			verbs.Bench,
			cli.NewBot,
			verbs.Env,
			layouts,
			mazes,
			backgroundVerb,
			cupVerb,
			server,
			standIn,
		},
		PlayerFlags: playerFlags(),
		Human: func(a *cli.App, _ *term.Person) *match.Player {
			p := match.Seat[pelita.View, pelita.Move]("human", &person{app: a, name: "Humans"})
			p.Person = true
			return p
		},
		Pace:        25 * time.Millisecond,
		Arguments:   map[string][]string{"layouts": maze.Names()},
		DropIn:      dropIn,
		DropInUsage: "pelita [OPTIONS] [TEAM1 TEAM2]            the original's command line; `pelita --long-help` lists it",
	}
}
