package cli

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// tally counts the games of `play` by player.
type tally struct{ players []standing }

type standing struct {
	Name   string  `json:"name"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Points float64 `json:"points"`
}

func newTally(names []string) *tally {
	t := &tally{}
	for _, name := range names {
		if t.of(name) == nil {
			t.players = append(t.players, standing{Name: name})
		}
	}
	return t
}

func (t *tally) of(name string) *standing {
	for i := range t.players {
		if t.players[i].Name == name {
			return &t.players[i]
		}
	}
	return nil
}

func (t *tally) add(names [2]string, r turn.Result) {
	for seat, name := range names {
		s := t.of(name)
		switch r.Winner {
		case turn.Draw:
			s.Draws++
			s.Points += 0.5
		case seat:
			s.Wins++
			s.Points++
		default:
			s.Losses++
		}
	}
}

// summary is the last line of --json.
func (t *tally) summary() any {
	games := 0
	for _, s := range t.players {
		games += s.Wins + s.Draws + s.Losses
	}
	return struct {
		Type    string     `json:"type"`
		Games   int        `json:"games"`
		Players []standing `json:"players"`
	}{"summary", games / 2, t.players}
}

func (t *tally) String() string {
	var parts []string
	for _, s := range t.players {
		parts = append(parts, fmt.Sprintf("%s: %d won, %d drawn, %d lost", s.Name, s.Wins, s.Draws, s.Losses))
	}
	return strings.Join(parts, "; ")
}
