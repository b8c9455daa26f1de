// Package league plays many games between many teams: a plan says which teams meet and receives the outcomes, a journal survives
// a crash, tables show which teams are good. It depends on no particular game or player.
package league

import (
	"errors"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/match/verdict"

	"github.com/gridiron-games/gridiron/kernel/record"
)

// Pairing is one game to be played.
type Pairing struct {
	N     int    // number in the order of issue, from 1
	Teams []int  // by seat
	Round int    // number of this meeting of these teams in these seats, from 1; ids and seeds follow from it
	Pair  int    // number of its pair, from 1: games from the same start with the same seed and the seats swapped
	Start int    // which start of the book, from 0; a shorter book starts over
	Stage string // of the plan, in words, such as "round 3"; "" if there is only one
}

// Values of Outcome.Winner that are not seats.
const (
	Draw   = -1 // everybody shares the point
	Nobody = -2 // all seats lose: all teams have forfeited, or none played to the end
	Void   = -3 // the game counts for neither team, as if it had not been played
)

// Outcome is the outcome of a pairing.
type Outcome struct {
	N       int    // of the pairing
	Winner  int    // seat, or Draw, Nobody or Void
	Default bool   // the losers failed to play: late, illegal, crashed, ...
	Reason  string // of a default, a word
	Faults  []int  // by seat: how often the team went wrong; nil: never
}

// OutcomeOf returns the outcome of a finished game, whose seats have these names in their order. Every contest takes it from
// here.
func OutcomeOf(n int, seats []string, line *record.Line) Outcome {
	v := verdict.Of(line)
	o := Outcome{N: n, Winner: Nobody, Default: v.Default, Reason: v.Reason}
	if slices.ContainsFunc(v.Faults, func(count int) bool { return count > 0 }) {
		o.Faults = v.Faults
	}
	switch {
	case v.Winner != "":
		o.Winner = slices.Index(seats, v.Winner)
	case v.Draw:
		o.Winner = Draw
	}
	return o
}

// Plan says what to play next. It is pure: the same outcomes in the order of issue give the same pairings, in whatever order they
// arrive, so an interrupted league continues where it was.
//
// A plan may also have a method Open(n int) bool, which reports whether it still waits for the outcome of pairing n: Run starts
// no other game.
type Plan interface {
	// Issue returns the pairings that may be played now and were not issued before, and whether nothing is left to play or to
	// wait for.
	Issue() (pairings []Pairing, finished bool)
	// Report hands the plan an outcome. The plan ignores one that it has already or does not wait for.
	Report(Outcome)
}

// Game is a finished game.
type Game struct {
	Teams   []int  // by seat; a single team has a bye, which counts as a won game that was not played
	Winner  int    // seat, or Draw, Nobody or Void
	Default bool   // the losers failed to play: late, illegal, crashed, ...
	Reason  string // of a default, a word
	Faults  []int  // by seat: how often the team went wrong; nil: never
	Pair    int    // games with the same number, which is not 0, belong together
}

// Game returns the finished game of a pairing.
func (p Pairing) Game(o Outcome) Game {
	return Game{Teams: p.Teams, Winner: o.Winner, Default: o.Default, Reason: o.Reason, Faults: o.Faults, Pair: p.Pair}
}

// points returns the points of a seat.
func (g *Game) points(seat int) float64 {
	switch g.Winner {
	case seat:
		return 1
	case Draw:
		return 1 / float64(len(g.Teams))
	}
	return 0
}

// Forfeit is the reason of games that the judge gave away.
const Forfeit = "forfeit"

// IsForfeit reports whether a reason is that of a judge: Forfeit, or Forfeit with a colon and the judge's words.
func IsForfeit(reason string) bool {
	return reason == Forfeit || strings.HasPrefix(reason, Forfeit+": ")
}

// RoundRobin pairs every team with every other twice a round, once in each seat. The pairs come in the order of the circle
// method, so that every team plays about equally often at any time.
func RoundRobin(teams, rounds int) []Pairing {
	pairs := circle(teams)
	var list []Pairing
	for round := 1; round <= rounds; round++ {
		for swap := range 2 {
			for i, p := range pairs {
				list = append(list, Pairing{
					N: len(list) + 1, Teams: []int{p[swap], p[1-swap]}, Round: round,
					Pair: (round-1)*len(pairs) + i + 1, Start: round - 1,
				})
			}
		}
	}
	return list
}

// circle is the circle method: the first stays, the others go round, and opposite ones meet.
func circle(teams int) (pairs [][2]int) {
	n := teams + teams%2 // an odd number of teams gets a bye
	circle := make([]int, n)
	for i := range circle {
		circle[i] = i
	}
	for range n - 1 {
		for i := range n / 2 {
			a, b := circle[i], circle[n-1-i]
			if a < teams && b < teams {
				pairs = append(pairs, [2]int{a, b})
			}
		}
		last := circle[n-1]
		copy(circle[2:], circle[1:n-1])
		circle[1] = last
	}
	return pairs
}

// List is a plan of games that are all known from the start: the n-th pairing has the number n.
type List struct {
	Pairings []Pairing
	issued   bool
	known    map[int]bool
}

// Issue implements Plan.
func (l *List) Issue() (pairings []Pairing, finished bool) {
	if !l.issued {
		l.issued, l.known = true, map[int]bool{}
		return l.Pairings, len(l.Pairings) == 0
	}
	return nil, len(l.known) == len(l.Pairings)
}

// Report implements Plan.
func (l *List) Report(o Outcome) { l.known[o.N] = true }

// ErrLocked is the error of a folder that another process works on.
var ErrLocked = errors.New("the folder is locked by another process")
