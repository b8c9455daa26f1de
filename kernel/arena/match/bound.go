package match

import (
	"context"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
)

// Bound is a game whose types are erased.
type Bound struct {
	Info

	// Player makes the player that a spec names, such as "alphabeta:level=3" or "exec:python3 bot.py". The error says what is
	// wrong with the spec.
	Player func(spec string, m Maker) (*Player, error)
	// Person makes a player of somebody who answers in text. After an answer that breaks a rule, the person is asked again; if
	// strict is true, the referee gets the answer, as it gets a program's.
	Person func(t Typist, strict bool) *Player
	// Any returns a player that draws one of the legal answers; the same seed draws the same.
	Any func(seed uint64) *Player
	// Play plays a game, takebacks included, and returns how it ended. A *SetupError says that it could not be set up; a
	// *record.PartialError, that it was played but its record is not complete; any other error, that it was broken off.
	Play func(ctx context.Context, j job.Job, s Seating) (*record.Line, error)
	// Try opens a player for a game and asks it what comes before its first move, such as its name. The error says why it cannot
	// play.
	Try func(ctx context.Context, s Setup, p *Player) error

	// Position sets up a game and plays some moves. The error is a *SetupError, or says which move is wrong.
	Position func(s Setup, moves []string) (*Snapshot, error)
	// Replay plays a record again and calls visit with every position at which a seat is asked, and with the last one. The error
	// names the line, or is the error of visit.
	Replay func(g *record.Game, visit func(*Snapshot) error) error
	// Verify plays a record again by the rules; the error names the first line that differs.
	Verify func(g *record.Game) error
	// Read reads a game in one of the Formats as a record; from a record with several games it reads the n-th, from 1.
	Read func(format string, text []byte, n int) (*record.Game, error)
	// Convert translates a game. The error may be a *RangeError.
	Convert func(text []byte, c Conversion) ([]byte, error)

	Checks
}

// Info is what is known of a game without playing it.
type Info struct {
	Name     string
	Summary  string   // one line
	Rules    string   // version of the rules
	Seats    []string // as programs and records have them
	Titles   []string // as shown to people
	Defaults []string // the players when none are named, by seat
	Seated   []string // the same on a page
	Round    int      // how often the referee asks in a round
	Hidden   bool     // a seat does not see the whole position
	Options  []Param
	Bots     []BotInfo // the strongest last
	Schemes  []SchemeInfo
	Formats  []FormatInfo // records and layouts first
	Manual   Manual
	Layout   string // what a start is, in a few words
	Example  string // an answer as a person types it
}

// BotInfo describes a bundled bot.
type BotInfo struct {
	Name    string
	Summary string
	// Elo is how strong the bot is without parameters, or at each of its levels from 1 on. With 400 more, a bot makes ten points
	// for each of the other's. random has 0. nil: not measured.
	Elo    []int
	Params []Param
}

// SchemeInfo describes a kind of player that only this game has.
type SchemeInfo struct {
	Prefix, Usage string
	Match         func(spec string) bool // nil: the prefix decides
	Prints        bool
	Starts        []string
}

// FormatInfo describes a notation.
type FormatInfo struct {
	Name, Summary string
	Is            func(text []byte) bool // nil: the format cannot be recognised
	Reads, Writes bool
	// Show reads a notation that holds positions in place of answers; see Format. It is nil for all others.
	Show func(text []byte) (names []string, frames []Snapshot, err error)
}

// Typed is a game with its types, for code that plays it in other ways than a [Bound] does.
type Typed[Q, A any] struct{ *Game[Q, A] }

// Bind erases the types of a game.
func Bind[Q, A any](g *Game[Q, A]) *Bound {
	e := &Typed[Q, A]{g}
	b := &Bound{
		Info: Info{
			Name: g.Name, Summary: g.Summary, Rules: g.Codec.Rules, Seats: g.Seats, Titles: g.Titles, Defaults: g.Defaults,
			Seated: g.Seated, Round: g.Round, Hidden: g.Hidden, Options: g.Options, Manual: g.Manual,
			Layout: g.Notation.Layout, Example: g.Notation.Example,
		},
		Player: e.Player, Person: e.person, Play: e.play, Try: e.try, Position: e.position, Verify: e.verify,
		Read: e.read, Convert: e.convert, Any: e.any, Checks: g.Checks,
	}
	b.Replay = func(g *record.Game, visit func(*Snapshot) error) error {
		_, _, err := e.follow(g, visit)
		return err
	}
	if b.Seated == nil {
		b.Seated = g.Defaults
	}
	if b.Titles == nil {
		for _, seat := range g.Seats {
			b.Titles = append(b.Titles, strings.ToUpper(seat))
		}
	}
	for _, bot := range g.Bots {
		b.Bots = append(b.Bots, BotInfo{bot.Name, bot.Summary, g.Elo[bot.Name], bot.Params})
	}
	for _, s := range g.Schemes {
		b.Schemes = append(b.Schemes, SchemeInfo{s.Prefix, s.Usage, s.Match, s.Prints, s.Starts})
	}
	for _, f := range e.formats(1) {
		b.Formats = append(b.Formats, FormatInfo{f.Name, f.Summary, f.Is, f.Read != nil, f.Write != nil, f.Show})
	}
	return b
}

// PlayerNames returns how players are named: "human", the bundled bots, and the prefixes of the other kinds.
func (i *Info) PlayerNames() []string {
	list := []string{person, execs}
	for _, b := range i.Bots {
		list = append(list, b.Name)
	}
	for _, s := range i.Schemes {
		if s.Prefix != "" {
			list = append(list, s.Prefix)
		}
	}
	return list
}

// Takes reports whether a spec names a player of one of the game's own kinds, such as a file that it knows how to play.
func (i *Info) Takes(spec string) bool { return i.scheme(spec) >= 0 }

// Bundled reports whether a spec names one of the game's own bots.
func (i *Info) Bundled(spec string) bool {
	name, _, _ := strings.Cut(spec, ":")
	return slices.ContainsFunc(i.Bots, func(b BotInfo) bool { return b.Name == name })
}

// Prints reports whether a spec names a player of a kind that prints for people.
func (i *Info) Prints(spec string) bool {
	at := i.scheme(spec)
	return at >= 0 && i.Schemes[at].Prints
}

// Starts returns the starts from which `check` has a player play: "" is the usual one, which each seat plays.
func (b *Bound) Starts(spec string) []string {
	if at := b.scheme(spec); at >= 0 && b.Schemes[at].Starts != nil {
		return b.Schemes[at].Starts
	}
	return append(make([]string, len(b.Seats)), b.Probes...)
}

// scheme returns the index of the kind of player of the game's own that a spec names, -1 if it names none.
func (i *Info) scheme(spec string) int {
	return slices.IndexFunc(i.Schemes, func(s SchemeInfo) bool { return takes(spec, s.Prefix, s.Match) })
}

// takes reports whether a spec is of the kind with that prefix and match. "exec:python3 bot.py" ends like a file that a game may
// know.
func takes(spec, prefix string, match func(string) bool) bool {
	return !strings.HasPrefix(spec, execs) && strings.HasPrefix(spec, prefix) && (match == nil || match(spec))
}

// Title returns the name of a seat as shown to people.
func (i *Info) Title(seat string) string {
	if at := slices.Index(i.Seats, seat); at >= 0 {
		return i.Titles[at]
	}
	return seat
}

// Strongest returns the name of the strongest bundled bot.
func (i *Info) Strongest() string { return i.Bots[len(i.Bots)-1].Name }
