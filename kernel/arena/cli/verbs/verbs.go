// Package verbs has the verbs that a binary may have in addition to those of package cli.
package verbs

import "github.com/gridiron-games/gridiron/kernel/arena/cli"

// Usual are the verbs of every game, apart from those of a wing.
var Usual = []cli.Front{cli.Play, Replay, Convert, Moves, Check, Bots, rulesVerb, Version}
