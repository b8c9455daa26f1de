// Package cli is the command line of every game: the shared verbs, flags, exit codes and wording, built on urfave/cli. A game
// describes itself as a [Game] and has all of them.
package cli

import (
	"context"
	"io"
	"io/fs"
	"math/rand/v2"

	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/jsonl"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Game is what the shared verbs must know of a game whose questions are Q and whose answers are A.
type Game[Q, A any] struct {
	Name     string
	Summary  string         // one line for --help
	Seats    []string       // two names in lower case; results show them in upper case
	Defaults [2]string      // the players of `play` when none are named
	Codec    jsonl.Codec[Q] // exec: bots; names the game and the version of its rules

	// Open sets up a game from a layout text; "" is the usual start.
	Open func(start string) (*Table[Q, A], error)
	// Layout says in a few words what --start takes.
	Layout string

	Bots    []Bot[Q, A]
	Schemes []Scheme[Q, A]

	// Parse reads what a human typed as an answer to q; the error says what is wrong with it.
	Parse func(q Q, text string) (A, error)
	// List returns the legal answers to q as a human types them.
	List func(q Q) []string
	// Example is an answer as a human types it.
	Example string

	// Probes are the starts that `check` asks a bot about, beside whole games from the usual start.
	Probes []string
	// Templates holds one folder a language for `new-bot`. Files end in .tmpl, which is cut off.
	Templates fs.FS
	// Bench plays a fixed set of games and returns a hash of what was played and the number of positions that bots measured.
	Bench func(ctx context.Context) (signature string, nodes int, err error)
	// Extra returns the game's own verbs.
	Extra func(*App[Q, A]) []*cli.Command
}

// Table is a game that is set up.
type Table[Q, A any] struct {
	Referee turn.Referee[Q, A]
	Start   string // the layout text it began with
	View    any    // the same for bots, as a value for encoding/json
	Draw    func(*ascii.Canvas)
}

// Bot is a bundled bot.
type Bot[Q, A any] struct {
	Name    string
	Summary string
	Params  []Param
	// New returns the bot for one game, with its own random numbers. Unknown parameters never reach it.
	New func(params Params, chance *rand.Rand) (turn.Player[Q, A], error)
}

// Param is a parameter of a bundled bot.
type Param struct{ Name, Default, Usage string }

// Params are the values of a bot's parameters by name, defaults filled in.
type Params map[string]string

// Scheme is a kind of player that only this game has, such as tcp://HOST:PORT.
type Scheme[Q, A any] struct {
	Prefix string // with its colon: "tcp://", "listen:"
	Usage  string
	// New returns the player for what follows the prefix. Messages for the user go to notes.
	New func(rest string, notes io.Writer) (turn.Player[Q, A], error)
}
