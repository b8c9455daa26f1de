// Package verdict says how a finished game counts for a contest, or in a count of games: the rules decide, but a player that did
// not take part to the end has lost. Contests and the verb play use it.
package verdict

import (
	"slices"

	"github.com/gridiron-games/gridiron/kernel/record"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// Verdict is how a game ended for a contest, such as a tournament.
type Verdict struct {
	Winner  string // a seat; "": there is none
	Draw    bool   // nobody won, and everybody gets a share of the point; false without a winner: all have lost
	Default bool   // the losers failed to play
	Reason  string // of a default: a kind of fault
	Faults  []int  // by seat: how often its player went wrong
}

// Of returns how the game ended for a contest. That is how it ended by the rules of the game, unless players did not take
// part to the end: then they have lost, although the game may forgive it. If nobody else is left, nobody gets a point.
func Of(l *record.Line) Verdict {
	v := Verdict{Draw: l.Winner == nil && len(l.Default) == 0, Default: turn.IsFault(l.Reason)}
	if v.Default {
		v.Reason = l.Reason
	}
	var left []string
	for _, s := range l.Seats {
		count := 0
		for _, f := range l.Faults {
			if f.Seat == s.Seat {
				count += f.Count
			}
		}
		if v.Faults = append(v.Faults, count); !slices.Contains(l.Default, s.Seat) {
			left = append(left, s.Seat)
		}
	}
	if l.Winner != nil {
		v.Winner = *l.Winner
	}
	if len(l.Default) == 0 {
		return v
	}
	if v.Winner == "" || slices.Contains(l.Default, v.Winner) {
		if v.Winner = ""; len(left) == 1 {
			v.Winner = left[0]
		}
	}
	if !v.Default {
		v.Default, v.Reason = true, string(Missed(l, l.Default[0]).Kind)
	}
	return v
}

// Missed returns the fault for which a contest counts a seat in Default as lost. Without one, the player was silent.
func Missed(l *record.Line, seat string) record.Fault {
	for _, f := range l.Faults {
		switch f.Kind {
		case turn.NeverStarted, turn.Crashed, turn.Gone:
			if f.Seat == seat {
				return f
			}
		}
	}
	for _, f := range l.Faults {
		if f.Seat == seat && f.Kind == turn.Late {
			return f
		}
	}
	return record.Fault{Seat: seat, Kind: turn.Late}
}

// Unstarted returns the faults of the players that never started: such a game does not count, whatever its rules say.
func Unstarted(l *record.Line) (list []record.Fault) {
	for _, f := range l.Faults {
		if f.Kind == turn.NeverStarted && slices.Contains(l.Default, f.Seat) {
			list = append(list, f)
		}
	}
	return list
}
