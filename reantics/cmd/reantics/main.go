// Command reantics plays ReAntics, the game of the ants.
package main

import (
	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
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
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/learn"
)

func main() {
	jail.Init() // in process 1 of a jail it does not return
	cli.Main(program())
}

// program lists the fronts of this binary; a copy of the game may leave some out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Page: page.New(&kept, finds()...),
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
			unitsVerb,
			compareOriginal,
			queue,
		},
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
		Pace:       actionPace,
		DropIn:     dropIn,
		DropInUsage: "reantics --2p|--RR|--RRall|--self|--all [-n N] [-p NAME...] [-v] [-randomLayout] [-r]     " +
			"as the original; --2p -h prints all its flags",
	}
}
