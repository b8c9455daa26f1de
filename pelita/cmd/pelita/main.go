// Command pelita plays Pelita.
package main

import (
	"os"
	"time"

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
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/learn"
	"github.com/gridiron-games/gridiron/pelita/maze"
)

func main() {
	jail.Init() // in process 1 of a jail it does not return
	os.Args = append(os.Args[:1:1], asProgram(os.Args[0], os.Args[1:])...)
	cli.Main(program())
}

// program lists the fronts of this binary; a copy of the game may leave some out.
func program() *cli.Program {
	return &cli.Program{
		Game: match.Bind(game()),
		Page: page.New(nil, finds...),
		Jail: jail.Launcher{},
		Fronts: []cli.Front{
			cli.Play,
			tournamentVerb,
			contest.Ladder,
			contest.Compare,
			worker.Front,
			verbs.Review(judge.Of(game())),
			publish.Replay,
			verbs.Convert,
			verbs.Moves,
			checkVerb,
			verbs.Bots,
			cli.Completion,
			verbs.Version,
			verbs.Manual,
			verbs.Bench,
			verbs.NewBot,
			env.Front(batch.Of(game(), learn.Env)),
			layouts,
			mazes,
			backgroundVerb,
			cupVerb,
			server,
			createLayout,
			playerVerb,
			hashTeam,
			links,
			standIn,
			compareOriginal,
		},
		PlayFlags:   []urfave.Flag{cli.NumberFlag("stop-at", 0, 0, "pause before round `NUMBER`; 0: never")},
		PlayerFlags: playerFlags(),
		BeforePlay: func(c *urfave.Context) error {
			if err := agree(c.String); err != nil {
				return cli.Usagef("%w", err)
			}
			return nil
		},
		StopAt: func(c *urfave.Context) int {
			if round := cli.Number(c, "stop-at"); round > 0 {
				return (round-1)*pelita.Bots + 1
			}
			return 0
		},
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
