// Command sarena plays Sarena.
package main

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/verbs"
	"github.com/gridiron-games/gridiron/kernel/verbs/contest"
)

func main() { cli.Main(program()) }

// program names what this binary has; a copy of the game may leave some of it out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Fronts: []cli.Front{
			cli.Play,
			contest.Tournament,
			contest.Ladder,
			contest.Compare,
			verbs.Review,
			cli.Replay,
			verbs.Convert,
			verbs.Moves,
			verbs.Check,
			cli.Bots,
			cli.Completion,
			cli.Version,
			verbs.Perft,
			verbs.Bench,
			cli.NewBot,
			verbs.Env,
			serve,
			solve,
		},
		Pace:        500 * time.Millisecond,
		DropIn:      dropIn,
		DropInUsage: "sarena [OPTIONS] PLAYER1 PLAYER2     as the original's game.py; `sarena -v --help` lists its options",
	}
}
