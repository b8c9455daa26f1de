// Package verbs has the verbs that a binary may have in addition to those of package cli.
package verbs

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Usual are the verbs of every game, apart from those of a wing.
var Usual = []cli.Front{cli.Play, Replay, Convert, Moves, Check, Bots, rulesVerb, Version}

// Version is the verb version.
func Version(a *cli.App) *urfave.Command {
	return &urfave.Command{
		Name: "version", Usage: "print the version", UsageText: a.Game.Name + " version",
		Action: func(*urfave.Context) error {
			_, err := fmt.Fprintf(a.Out, "%s %s, rules %s\n", a.Game.Name, record.Version(), a.Game.Rules)
			return err
		},
	}
}
