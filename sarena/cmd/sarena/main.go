// Command sarena plays Sarena.
package main

import (
	"time"

	"github.com/gridiron-games/gridiron/kernel/cli"
	"github.com/gridiron-games/gridiron/kernel/match"
	"github.com/gridiron-games/gridiron/kernel/match/batch"
	"github.com/gridiron-games/gridiron/kernel/match/judge"
	"github.com/gridiron-games/gridiron/kernel/verbs"
	"github.com/gridiron-games/gridiron/kernel/verbs/contest"
	"github.com/gridiron-games/gridiron/kernel/verbs/page"
	"github.com/gridiron-games/gridiron/kernel/verbs/publish"
	"github.com/gridiron-games/gridiron/kernel/verbs/worker"
	"github.com/gridiron-games/gridiron/sarena/view"
)

func main() { cli.Main(program()) }

// program lists the fronts of this binary; a copy of the game may leave some out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Page: page.New(nil, finds()...),
		Fronts: []cli.Front{
			cli.Play,
			publish.Tournament,
			contest.Ladder,
			contest.Compare,
			worker.Front,
			verbs.Review(judge.Of(game())),
			publish.Replay,
			verbs.Convert,
			verbs.Moves,
			verbs.Check,
			verbs.Bots,
			cli.Completion,
			verbs.Version,
			verbs.Manual,
			verbs.Perft,
			verbs.Bench,
			newBot,
			verbs.Env(batch.Of(game(), view.Env)),
			serve,
			solve,
			compareOriginal,
		},
		Pace:        500 * time.Millisecond,
		DropIn:      dropIn,
		DropInUsage: "sarena [OPTIONS] PLAYER1 PLAYER2     as the original's game.py; `sarena -v --help` lists its options",
	}
}
