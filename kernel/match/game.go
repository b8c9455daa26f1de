// Package match plays games between named players without a terminal: it makes players from their names, plays a [job.Job], keeps
// its record, shows it to observers, and plays a record again.
//
// A game describes itself as a [Game]; [Bind] makes of it a [Bound], which everybody uses who does not care what its questions
// and answers are.
package match

import (
	"context"
	"io"
	"io/fs"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/jail"
	"github.com/gridiron-games/gridiron/kernel/jsonl"
	"github.com/gridiron-games/gridiron/kernel/proc"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Game is what a game tells of itself. Its questions are Q, its answers A.
type Game[Q, A any] struct {
	Name     string
	Summary  string         // one line
	Seats    []string       // names in lower case, as programs and records have them
	Titles   []string       // the same as people read them; nil: in upper case
	Defaults []string       // the players when none are named, by seat
	Round    int            // number of times that the referee asks in a round: 2 in a game of two alternating seats
	Hidden   bool           // a seat does not see all of the position
	Options  []Param        // what defines the game beside its start, such as a variant of the rules; "false" makes a switch
	Horizon  int            // answers that a seat still has to give, about: a bundled bot divides its clock by it; 0 is 25
	Codec    jsonl.Codec[Q] // of exec: bots; names the version of the rules

	// Open sets up a game. An error that an option is to blame for begins with "flag --NAME: ".
	Open func(Setup) (*Table[Q, A], error)
	// Moves returns the legal answers to q; none if q wants no move, such as a question for a name.
	Moves func(q Q) []A
	// Menu returns what a person who clicks chooses from after the texts of some parts of an answer; nil: answers are typed.
	Menu func(q Q, parts []string) scene.Menu

	Bots     []Bot[Q, A] // the strongest last
	Schemes  []Scheme[Q, A]
	Notation Notation[Q, A]
	Checks   Checks
}

// Notation is how people write a game down.
type Notation[Q, A any] struct {
	Layout  string // says in a few words what a start is
	Example string // an answer as a person types it
	// Parse reads what a person typed as an answer to q; the error says what is wrong with it. With an *IllegalError comes the
	// answer that breaks the rule.
	Parse func(q Q, text string) (A, error)
	// Text writes an answer to q as Parse reads it.
	Text func(q Q, a A) string
	// Formats are the files of games beside records and layouts.
	Formats []Format[Q, A]
}

// Checks are what bots and rules are tried with. What is nil a game does not have.
type Checks struct {
	Probes    []string // starts that a bot is asked about, beside whole games from the usual start
	Program   string   // a program as a player, for help texts; "" is exec:python3 bot.py
	Templates fs.FS    // a folder newbot/LANGUAGE for each kind of bot to start from; files end in .tmpl, which is cut off
	// Perft counts the sequences of that many plies from a layout.
	Perft func(layout string, depth int) (uint64, error)
	// Bench plays a fixed set of games and returns a hash of what was played and the number of positions that bots measured.
	Bench func(ctx context.Context) (signature string, nodes int, err error)
}

// Setup is what defines a game beside its players: the same values set up the same game.
type Setup struct {
	Start   string // a layout text; "" is the usual start
	Seed    string // a decimal integer of any length
	Options Params // by name; those that are not named have their defaults
}

// Table is a game that is set up. Its referee may be [turn.Forgiving].
type Table[Q, A any] struct {
	Referee turn.Referee[Q, A]
	Start   string // what Open takes as Start to set up the same game, for records
	View    any    // the start for bots, as a value for encoding/json
	Draw    func(*ascii.Canvas)
	Layout  func() string // the position as it is now, as a layout text
	// Scene returns the position as pages and pictures show it; nil: there are none. before is an earlier one of the game or nil.
	Scene func(before *scene.Scene) scene.Scene
}

// Bot is a bundled bot.
type Bot[Q, A any] struct {
	Name    string
	Summary string
	Params  []Param
	// New reads the parameters, all of them known and with their defaults filled in, and returns what makes the bot for one game
	// with its own random numbers.
	New func(Params) (func(chance *rand.Rand) turn.Player[Q, A], error)
}

// Param is a parameter of a bundled bot, or an option of a game.
type Param struct {
	Name, Default, Usage string
	// Sparse is an option that is recorded only where it is not at its default, because there were records before it.
	Sparse bool
	// Effort is a bot's parameter that counts how much it thinks when it has no clock, such as positions to look at; see
	// [judge.Deeper].
	Effort bool
}

// Params are the values of parameters by name.
type Params map[string]string

// Scheme is a kind of player that only this game has, such as tcp://HOST:PORT or FILE.py.
type Scheme[Q, A any] struct {
	Prefix string // with its colon: "tcp://", "listen:"; "" with Match
	// Match reports whether a spec that is no bundled bot is of this kind; nil: the prefix tells.
	Match func(spec string) bool
	Usage string
	// Prints is a kind whose players print for people, under the original, too: `play` and `check` show it as it comes.
	Prints bool
	// New returns the player for what follows the prefix.
	New func(rest string, m Maker) (turn.Player[Q, A], error)
}

// Maker is what is used to make players. Its zero value makes all that need nobody else.
type Maker struct {
	Notes io.Writer                                  // messages for the user; nil: nobody reads them
	Flag  func(name string) string                   // the value of a setting of a scheme; "" if it is not set
	Trace func(spec string, toBot bool, line []byte) // sees every line of the conversation with a program
	Start proc.Options                               // how programs are started, such as in a jail
	Lanes *jail.Lanes                                // processors for games with clocks whose programs are in jails; nil: any
	Human func() (*Player, error)                    // seats a person
	Cores int                                        // threads of a bundled bot that can have several; 0: as usual
	// Output gets what a program that is made writes to standard error, as it comes, from other goroutines; nil: nobody reads it.
	Output io.Writer
}

// Transcript is a game as files hold it.
type Transcript[Q, A any] struct {
	Setup
	Names   []string         // by seat; "" is unknown; nil: nobody is known
	Answers []turn.Answer[A] // in the order in which they were asked for
	// Result is how a record ends; nil: it does not, or this was no record.
	Result *record.Result
	// End is the game behind the answers, for Write.
	End *Table[Q, A]
}

// Name returns the name of a seat, "" if it is unknown.
func (t *Transcript[Q, A]) Name(seat int) string {
	if seat >= len(t.Names) {
		return ""
	}
	return t.Names[seat]
}

// Format is a notation of games, or of positions alone: those begin a game when they are read, and hold its end when they are
// written.
type Format[Q, A any] struct {
	Name    string
	Summary string
	// Is reports whether a text is in this notation; nil: nobody can tell.
	Is func(text []byte) bool
	// Read and Write translate; one of them may be nil.
	Read  func(text []byte) (*Transcript[Q, A], error)
	Write func(t *Transcript[Q, A]) ([]byte, error)
	// Show reads a notation that holds positions in place of answers: the names of the players, and every position, at least
	// one, ascending by Ply. It is nil for all others.
	Show func(text []byte) (names []string, frames []Snapshot, err error)
}
