// Package match plays games between named players without a terminal: it makes players from their names, plays a [job.Job], keeps
// its record, shows it to observers, and plays a record again.
//
// A game describes itself as a [Game]; [Bind] makes a [Bound] from it, for all code that does not need the types of its questions
// and answers.
package match

import (
	"context"
	"io"
	"io/fs"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Game describes a game. Its questions are Q, its answers A.
type Game[Q, A any] struct {
	Name     string
	Summary  string         // one line
	Seats    []string       // names in lower case, as programs and records have them
	Titles   []string       // the same as shown to people; nil: in upper case
	Defaults []string       // the players when none are named, by seat
	Seated   []string       // the same on a page, where a person is to play; nil: Defaults
	Round    int            // how often the referee asks in a round: 2 in a game of two alternating seats
	Hidden   bool           // a seat does not see the whole position
	Options  []Param        // what defines the game apart from its start, such as a variant; one with default "false" is a switch
	Horizon  int            // about how many answers a seat still has to give: a bundled bot divides its clock by it; 0 is 25
	Codec    jsonl.Codec[Q] // for exec: bots; it also has the version of the rules

	// Open sets up a game. If an option is wrong, the error begins with "flag --NAME: ".
	Open func(Setup) (*Table[Q, A], error)
	// Moves returns the legal answers to q; empty if q wants no move, for example a question for a name.
	Moves func(q Q) []A
	// Menu returns the choices of a person who clicks, after the texts of the first parts of an answer; nil: answers are typed.
	Menu func(q Q, parts []string) scene.Menu
	// Why says which rule keeps a person from clicking the last of some cells, after the parts of an answer and the other
	// cells; nil if no rule does. A nil Why says nothing.
	Why func(q Q, parts []string, cells []int) error

	Bots     []Bot[Q, A]      // the strongest last
	Elo      map[string][]int // how strong the bots are by name, as in BotInfo
	Schemes  []Scheme[Q, A]
	Notation Notation[Q, A]
	Manual   Manual
	Checks   Checks
}

// Notation is how people write down a game.
type Notation[Q, A any] struct {
	Layout  string // says in a few words what a start is
	Example string // an answer as a person types it
	// Parse reads what a person typed as an answer to q; the error says what is wrong with it. If it is an *IllegalError, the
	// answer that breaks the rule is returned with it.
	Parse func(q Q, text string) (A, error)
	// Text writes an answer to q as Parse reads it.
	Text func(q Q, a A) string
	// Say says in words what to do to give the answer, such as "go right, to (3, 4)".
	Say func(q Q, a A) string
	// Formats are the file formats of games, in addition to records and layouts.
	Formats []Format[Q, A]
}

// Checks are for trying out bots and rules. A nil field is something that a game does not have.
type Checks struct {
	Probes    []string // starts that a bot is asked about, in addition to whole games from the usual start
	Program   string   // a program as a player, for help texts; "" is exec:python3 bot.py
	Templates fs.FS    // a folder newbot/LANGUAGE for each kind of starter bot; files end in .tmpl, which is cut off
	// Perft counts the sequences of that many plies from a layout.
	Perft func(layout string, depth int) (uint64, error)
	// Bench plays a fixed set of games and returns a hash of what was played and the number of positions that bots evaluated.
	Bench func(ctx context.Context) (signature string, nodes int, err error)
}

// Setup is what defines a game apart from its players: the same values set up the same game.
type Setup struct {
	Start   string // a layout text; "" is the usual start
	Seed    string // a decimal integer of any length
	Options Params // by name; options that are not named have their defaults
}

// Table is a game that has been set up. Its referee may be [turn.Forgiving].
type Table[Q, A any] struct {
	Referee turn.Referee[Q, A]
	Start   string // what Open takes as Start to set up the same game again, for records
	View    any    // the start for bots, as a value for encoding/json
	Draw    func(*ascii.Canvas)
	Layout  func() string // the current position as a layout text
	// Scene returns the position as pages and pictures show it; nil: there are no pictures. before is an earlier scene of the
	// game, or nil.
	Scene func(before *scene.Scene) scene.Scene
}

// Bot is a bundled bot.
type Bot[Q, A any] struct {
	Name    string
	Summary string
	Params  []Param
	// New reads the parameters, which are all known and have their defaults filled in. It returns a function that makes the bot
	// for one game, with random numbers of its own.
	New func(Params) (func(chance *rand.Rand) turn.Player[Q, A], error)
}

// Param is a parameter of a bundled bot, or an option of a game.
type Param struct {
	Name, Default, Usage string
	// Sparse is an option that is recorded only if it is not at its default, because there are records from before it existed.
	Sparse bool
	// Effort is a bot's parameter for how much it thinks when it has no clock, such as the number of positions to look at; see
	// [judge.Deeper].
	Effort bool
	// Most is the highest of the levels 1, 2, ... of a bot, each stronger than the one before it; 0: it is no such parameter.
	Most int
}

// Params are values of parameters by name.
type Params map[string]string

// Scheme is a kind of player that only this game has, such as tcp://HOST:PORT or FILE.py.
type Scheme[Q, A any] struct {
	Prefix string // with its colon: "tcp://", "listen:"; "" with Match
	// Match reports whether a spec that does not name a bundled bot is of this kind; nil: the prefix decides.
	Match func(spec string) bool
	Usage string
	// Prints says that players of this kind print for people, also under the original program: `play` and `check` show their
	// output as it comes.
	Prints bool
	// Starts are starts that every player of this kind can play, for `check`; nil: those of all players. A player that cannot play
	// from every start also has a method Suits(start string) error, which is called with [Table.Start] before a game.
	Starts []string
	// New returns the player for what follows the prefix.
	New func(rest string, m Maker) (turn.Player[Q, A], error)
}

// Maker is what is needed to make players. The zero value makes all players that need no person.
type Maker struct {
	Notes io.Writer                                  // messages for the user; nil: they are dropped
	Flag  func(name string) string                   // the value of a setting of a scheme; "" if it is not set
	Trace func(spec string, toBot bool, line []byte) // gets each line of the conversation with a program
	Start proc.Options                               // how programs are started, such as in a jail
	Slow  func(Wait)                                 // is told, from another goroutine, when a player takes long; nil: nobody is
	Human func() (*Player, error)                    // makes a player of the person
	Cores int                                        // threads of a bundled bot that can use several; 0: the default
	// Lanes returns processors for a game with clocks whose programs are in jails, none for any, and a function that gives them
	// back; nil: any.
	Lanes func() (cores []int, back func())
	// Output gets what a program writes to standard error, as it comes, from other goroutines; nil: it is dropped.
	Output io.Writer
}

// Transcript is a game as files hold it.
type Transcript[Q, A any] struct {
	Setup
	Names   []string         // by seat; "" is unknown; nil: all are unknown
	Answers []turn.Answer[A] // in the order in which they were asked for
	// Result is the result in a record; nil: it has none, or this was not a record.
	Result *record.Result
	// End is the game after the answers, for Write.
	End *Table[Q, A]
}

// Name returns the name of a seat, "" if it is unknown.
func (t *Transcript[Q, A]) Name(seat int) string {
	if seat >= len(t.Names) {
		return ""
	}
	return t.Names[seat]
}

// Format is a notation of games, or of single positions: when such a position is read, it begins a game; when a game is written,
// its end position is written.
type Format[Q, A any] struct {
	Name    string
	Summary string
	Most    int // bytes of the largest file in this notation; 0: 4 MiB
	// Is reports whether a text is in this notation; nil: it cannot be recognised.
	Is func(text []byte) bool
	// Read and Write translate; one of them may be nil.
	Read  func(text []byte) (*Transcript[Q, A], error)
	Write func(t *Transcript[Q, A]) ([]byte, error)
	// Show reads a notation that holds positions instead of answers: the names of the players, and every position, at least one,
	// ascending by Ply. It is nil for all others.
	Show func(text []byte) (names []string, frames []Snapshot, err error)
}
