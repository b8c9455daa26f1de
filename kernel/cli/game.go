// Package cli is the command line of every game: the shared verbs, flags, exit codes and wording, built on urfave/cli. A game
// describes itself as a [Game] and has all of them.
package cli

import (
	"context"
	"io"
	"io/fs"
	"math/rand/v2"
	"time"

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

	// Open sets up a game. An error that an option is to blame for begins with "flag --NAME: ".
	Open func(Setup) (*Table[Q, A], error)
	// Layout says in a few words what --start takes.
	Layout string
	// Options are flags that define the game beside its start, such as a variant of the rules. One whose default is "false" is
	// a switch.
	Options []Param
	// Moves is how many moves a seat still has to make, about: a bundled bot uses its clock up over so many. 0 is 25.
	Moves int
	// Round is the number of times the referee asks in a round: 2 in a game of alternating turns.
	Round int

	Bots    []Bot[Q, A]
	Schemes []Scheme[Q, A]
	// PlayerFlags are flags of every verb that makes players, for the schemes; they define nothing.
	PlayerFlags []cli.Flag
	// Human returns the player at the keyboard; nil is one who types lines that Parse reads.
	Human func(*App[Q, A]) turn.Player[Q, A]

	// Parse reads what a human typed as an answer to q; the error says what is wrong with it.
	Parse func(q Q, text string) (A, error)
	// List returns the legal answers to q as a human types them; none if q wants no move.
	List func(q Q) []string
	// Example is an answer as a human types it.
	Example string
	// Program is a program as a player, for help texts; "" is one that speaks PROTOCOL.md.
	Program string

	// Probes are the starts that `check` asks a bot about, beside whole games from the usual start.
	Probes []string
	// Templates holds a folder newbot/LANGUAGE for each bot that `new-bot` writes; nil: there is no such verb. Files end in .tmpl,
	// which is cut off.
	Templates fs.FS
	// Formats are the notations of games that `convert` knows beside records and layouts.
	Formats []Format[Q, A]
	// Perft counts the sequences of that many plies from a layout; nil: there is no such verb.
	Perft func(layout string, depth int) (uint64, error)
	// Bench plays a fixed set of games and returns a hash of what was played and the number of positions that bots measured. nil:
	// there is no such verb.
	Bench func(ctx context.Context) (signature string, nodes int, err error)
	// Extra returns the game's own verbs.
	Extra func(*App[Q, A]) []*cli.Command

	// PlayFlags are the game's own flags of play that do not change what is played; BeforePlay sees the command line before it is
	// read and may set other flags. Both may be nil.
	PlayFlags  []cli.Flag
	BeforePlay func(*cli.Context) error
	// Pace is how long a frame stands on a terminal when nobody says otherwise; 0 is not at all.
	Pace time.Duration
	// DropIn runs a command line that does not begin with a verb, in the manner of the program that this one replaces, also an
	// empty one; ErrHouse says that it is not in that manner. An error that is a cli.ExitCoder is printed as it is and sets the
	// exit code. nil: there is no such manner.
	DropIn      func(ctx context.Context, a *App[Q, A], args []string) error
	DropInUsage string // a line for --help
}

// Setup is what defines a game beside its players: the same values set up the same game.
type Setup struct {
	Start   string // a layout text; "" is the usual start
	Seed    string // a decimal integer of any length
	Options Params // by name, defaults filled in
}

// Table is a game that is set up.
type Table[Q, A any] struct {
	Referee turn.Referee[Q, A]
	Start   string // what Open takes as Start to set up the same game, for records
	View    any    // the start for bots, as a value for encoding/json
	Draw    func(*ascii.Canvas)
	// Layout returns the position as it is now, as a layout text.
	Layout func() string
	// Wrongs returns what a seat did wrong so far that did not end the game, a line each. nil: in this game whatever is wrong
	// ends it.
	Wrongs func(seat int) []string
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

// Scheme is a kind of player that only this game has, such as tcp://HOST:PORT or FILE.py.
type Scheme[Q, A any] struct {
	Prefix string // with its colon: "tcp://", "listen:"; "" with Match
	// Match reports whether a spec that is no bundled bot is of this kind; nil: the prefix tells.
	Match func(spec string) bool
	Usage string
	// New returns the player for what follows the prefix.
	New func(rest string, m Maker) (turn.Player[Q, A], error)
}

// Maker is what a scheme may use.
type Maker struct {
	Notes io.Writer                // messages for the user
	Flag  func(name string) string // the value of one of PlayerFlags
}
