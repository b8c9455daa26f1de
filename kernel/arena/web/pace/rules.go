package pace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Rules say when a game pauses by itself.
type Rules struct {
	Faults bool        `json:"faults"` // an answer that is illegal, late or missing
	When   []Condition `json:"when"`   // one of these holds after a ply
}

// Condition holds in a game of two players when all of its counts hold at once.
type Condition struct {
	Players [2]string `json:"players"` // names, Any or AnyBot; they may sit in either order
	Counts  []Count   `json:"counts"`
}

// Count is a fact about a player, as the board shows it, and the value that it must have.
type Count struct {
	Player int     `json:"player"` // 0 or 1, of the condition's players
	Fact   string  `json:"fact"`   // id of a row of the board; "": the score
	Is     float64 `json:"is"`
}

// Names in conditions that are not those of players.
const (
	Any    = "any player"
	AnyBot = "any bot"
)

const human = "human"

// Limits on conditions.
const (
	maxConditions = 20
	maxCounts     = 16
)

// Check returns what is wrong with rules on a board.
func (r *Rules) Check(b *scene.Board) error {
	if len(r.When) > maxConditions {
		return fmt.Errorf("%d pause conditions: want at most %d", len(r.When), maxConditions)
	}
	for i, c := range r.When {
		if len(c.Counts) == 0 || len(c.Counts) > maxCounts {
			return fmt.Errorf("pause condition %d: %d facts: want 1 to %d", i+1, len(c.Counts), maxCounts)
		}
		for _, n := range c.Counts {
			row := slices.ContainsFunc(b.Rows, func(r scene.Row) bool { return r.ID == n.Fact })
			if n.Player != 0 && n.Player != 1 || !row && n.Fact != "" {
				return fmt.Errorf("pause condition %d: player %d, fact %.40q: want player 0 or 1 and a fact of the board", i+1, n.Player, n.Fact)
			}
		}
	}
	return nil
}

// Met reports whether the condition holds.
func (c *Condition) Met(s *scene.Scene, names []string) bool {
	if len(s.Sides) != 2 || len(names) != 2 {
		return false
	}
	for swap := range 2 {
		if !means(c.Players[swap], names[0]) || !means(c.Players[1-swap], names[1]) {
			continue
		}
		return !slices.ContainsFunc(c.Counts, func(n Count) bool {
			side := s.Sides[n.Player^swap]
			value, known := side.Rows[n.Fact]
			if n.Fact == "" {
				value, known = side.Score, true
			}
			return !known || !value.Is(n.Is)
		})
	}
	return false
}

// means reports whether a name of a condition is that of a player.
func means(wanted, name string) bool {
	return wanted == Any || wanted == AnyBot && name != human || wanted == name
}

// Words returns the condition in words, such as "any player Workers 1, champion Workers 2".
func (c *Condition) Words(b *scene.Board) string {
	var parts []string
	for _, n := range c.Counts {
		caption := b.Score
		for _, row := range b.Rows {
			if row.ID == n.Fact {
				caption = row.Caption
			}
		}
		who := c.Players[n.Player]
		if c.Players[0] == c.Players[1] {
			who = b.Seats[n.Player].ID
		}
		parts = append(parts, fmt.Sprintf("%s %s %v", who, caption, n.Is))
	}
	return strings.Join(parts, ", ")
}
