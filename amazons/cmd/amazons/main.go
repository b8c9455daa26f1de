// Command amazons plays the game of the Amazons.
package main

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
)

func main() { cli.Main(program()) }

// program names what this binary has; a copy of the game may leave some of it out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Fronts: []cli.Front{
			cli.Play,
			cli.Tournament,
			cli.Replay,
			cli.Convert,
			cli.Moves,
			cli.Check,
			cli.Bots,
			cli.Completion,
			cli.Version,
			cli.Perft,
			cli.Bench,
			cli.NewBot,
			serve,
		},
		Human: newPicker,
		Pace:  400 * time.Millisecond,
	}
}
