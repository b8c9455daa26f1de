package verdict

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/record"
)

// Adjudicated is the reason of a game that ended early because its players agreed on the outcome.
const Adjudicated = "adjudicated"

// Tally counts games by the names of the players.
type Tally struct {
	games   int
	players []standing
}

type standing struct {
	Name   string  `json:"name"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Points float64 `json:"points"`
}

// NewTally returns a tally of players that have not played yet.
func NewTally(names []string) *Tally {
	t := &Tally{}
	for _, name := range names {
		if t.of(name) == nil {
			t.players = append(t.players, standing{Name: name})
		}
	}
	return t
}

func (t *Tally) of(name string) *standing {
	for i := range t.players {
		if t.players[i].Name == name {
			return &t.players[i]
		}
	}
	return nil
}

// Add counts a finished game as its rules say, and one whose players did not all start as a contest does.
func (t *Tally) Add(line *record.Line) {
	t.games++
	v := Verdict{Draw: line.Winner == nil}
	switch {
	case len(Unstarted(line)) > 0:
		v = Of(line)
	case line.Winner != nil:
		v.Winner = *line.Winner
	}
	for _, seat := range line.Seats {
		s := t.of(seat.Name)
		switch {
		case v.Draw:
			s.Draws++
			s.Points += 0.5
		case v.Winner == seat.Seat:
			s.Wins++
			s.Points++
		default:
			s.Losses++
		}
	}
}

// Summary returns the last line of --json.
func (t *Tally) Summary() any {
	return struct {
		Type    string     `json:"type"`
		Games   int        `json:"games"`
		Players []standing `json:"players"`
	}{"summary", t.games, t.players}
}

func (t *Tally) String() string {
	var parts []string
	for _, s := range t.players {
		parts = append(parts, fmt.Sprintf("%s: %d won, %d drawn, %d lost", s.Name, s.Wins, s.Draws, s.Losses))
	}
	return strings.Join(parts, "; ")
}
