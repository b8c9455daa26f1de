// Command tron plays Tron.
package main

import (
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/contest"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/publish"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/worker"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/arena/learn/env"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/judge"
	"github.com/gridiron-games/gridiron/kernel/arena/web/page"
	"github.com/gridiron-games/gridiron/tron/learn"
	"github.com/gridiron-games/gridiron/tron/maps"
)

func main() {
	jail.Init() // in process 1 of a jail it does not return
	cli.Main(program())
}

// program lists the fronts of this binary; a copy of the game may leave some out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Page: page.Front,
		Jail: jail.Launcher{},
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
			verbs.Bench,
			verbs.NewBot,
			env.Front(batch.Of(game(), learn.Env)),
			serve,
			join,
			mapsVerb,
		},
		Human:       newHuman,
		Pace:        100 * time.Millisecond,
		PlayerFlags: []urfave.Flag{cli.ListenFlag("5000"), verbs.TokenFlag()},
		PlayFlags: []urfave.Flag{
			&urfave.BoolFlag{
				Name: "realtime", Usage: "as on the original server: --first-budget 3s --budget 0.5s --human-budget 0.5s --pace 0.5s; each may be changed",
			},
		},
		BeforePlay: realtime,
		Arguments:  map[string][]string{"serve": nil, "maps": maps.Names()},
	}
}
