// Command amazons plays the game of the Amazons.
package main

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/verbs"
)

func main() { cli.Main(program()) }

// program names what this binary has; a copy of the game may leave some of it out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Fronts: []cli.Front{
			cli.Play,
			verbs.Tournament,
			verbs.Compare,
			verbs.Review,
			cli.Replay,
			cli.Convert,
			cli.Moves,
			verbs.Check,
			cli.Bots,
			cli.Completion,
			cli.Version,
			verbs.Perft,
			verbs.Bench,
			cli.NewBot,
			verbs.Env,
			serve,
		},
		Human: newPicker,
		Pace:  400 * time.Millisecond,
	}
}
