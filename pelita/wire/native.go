// Package wire speaks to players, viewers and servers outside of this process: the line JSON of PROTOCOL.md (native.go), the
// original's conversation with teams in Python (codec.go, team.go, talk.go; python.go with the package that it embeds), its
// servers (remote.go, server.go), and its viewers and files (state.go, publish.go, replay.go).
package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/pelita"
)

// View is a question as bots in other languages see it, with the names of the original's Bot.
type View struct {
	Position string `json:"position"` // layout text with the bots as they are shown
	Rules    string `json:"rules"`    // 2.5.1 or 2.7.0
	Shape    [2]int `json:"shape"`    // columns, rows
	Bot      string `json:"bot"`      // a, b, x or y: the bot that moves; if none does, the first of the team
	Turn     int    `json:"turn"`     // 0 or 1: the same bot's number in its team
	IsBlue   bool   `json:"is_blue"`
	Round    *int   `json:"round"`
	Rounds   int    `json:"max_rounds"`
	Seed     string `json:"seed,omitempty"` // at the start: of the team's own generator
	Team     side   `json:"team"`
	Enemy    side   `json:"enemy"`
	Legal    []cell `json:"legal_positions"`

	version pelita.Version
}

type cell [2]int

// side is a team; lists are by bot, a or x first.
type side struct {
	Name     *string `json:"team_name"`
	Bots     [2]cell `json:"positions"`
	Noisy    [2]bool `json:"is_noisy"`
	Killed   [2]bool `json:"was_killed"`
	Kills    [2]int  `json:"kills"`
	Deaths   [2]int  `json:"deaths"`
	Score    int     `json:"score"`
	Errors   int     `json:"error_count"`
	Time     float64 `json:"team_time"`
	Food     []cell  `json:"food"`
	Shaded   []cell  `json:"shaded_food"`
	Respawns [2]cell `json:"initial_positions"`
}

// Codec is how the game appears in the line JSON of PROTOCOL.md. A bot plays both bots of its team; it is not asked for a name.
var Codec = jsonl.Codec[pelita.View]{
	Game: "pelita", Rules: "1",
	Kind: func(v pelita.View) string {
		if v.Kind == pelita.AskMove {
			return "move"
		}
		return ""
	},
	View: func(v pelita.View) any { return newView(&v) },
	Read: readView,
}

func readView(text []byte) (v pelita.View, err error) {
	var in View
	if err = json.Unmarshal(text, &in); err != nil {
		return v, err
	}
	width, height := in.Shape[0], in.Shape[1]
	rows := strings.Split(strings.TrimSuffix(in.Position, "\n"), "\n")
	if len(rows) != height || slices.ContainsFunc(rows, func(row string) bool { return len(row) != width }) {
		return v, fmt.Errorf("position: want %d rows of %d cells", height, width)
	}
	var walls []pelita.Cell
	for x := range width {
		for y := range height {
			if rows[y][x] == '#' {
				walls = append(walls, pelita.Cell{X: x, Y: y})
			}
		}
	}
	if v.Maze, err = pelita.NewMaze(width, height, walls); err != nil {
		return v, err
	}
	if v.Version, err = pelita.ParseVersion(in.Rules); err != nil {
		return v, fmt.Errorf("rules %w", err)
	}
	v.Kind, v.Bot, v.MaxRounds, v.Setup = pelita.AskStart, -1, in.Rounds, in.Round == nil
	if in.Round != nil {
		v.Kind, v.Round, v.Bot = pelita.AskMove, *in.Round, in.Turn&1
	}
	own := pelita.Red
	if in.IsBlue {
		own = pelita.Blue
	}
	if v.Team, err = in.Team.read(&v, own); err != nil {
		return v, fmt.Errorf("team: %w", err)
	}
	if v.Enemy, err = in.Enemy.read(&v, own.Other()); err != nil {
		return v, fmt.Errorf("enemy: %w", err)
	}
	return v, nil
}

// read is the inverse of sideOf. All cells must be on the board.
func (s *side) read(v *pelita.View, seat pelita.Seat) (out pelita.Side, err error) {
	width, height := v.Shape()
	read := func(list []cell) (cells []pelita.Cell) {
		for _, c := range list {
			if c[0] < 0 || c[1] < 0 || c[0] >= width || c[1] >= height {
				err = fmt.Errorf("cell %v: want one of %dx%d", c, width, height)
			}
			cells = append(cells, pelita.Cell{X: c[0], Y: c[1]})
		}
		return cells
	}
	out = pelita.Side{
		Seat: seat, Noisy: s.Noisy, Killed: s.Killed, Kills: s.Kills, Deaths: s.Deaths, Score: s.Score,
		Errors: s.Errors, Time: s.Time,
		Food: read(s.Food), Shaded: read(s.Shaded),
	}
	copy(out.Bots[:], read(s.Bots[:]))
	if s.Name != nil {
		out.Name = *s.Name
	}
	return out, err
}

// newView returns a question as a value for encoding/json.
func newView(v *pelita.View) View {
	width, height := v.Shape()
	out := View{
		Rules: v.Version.String(), Shape: [2]int{width, height}, IsBlue: v.Team.Seat == pelita.Blue, Rounds: v.MaxRounds,
		Team: sideOf(v, &v.Team), Enemy: sideOf(v, &v.Enemy), version: v.Version,
	}
	if v.Round > 0 {
		out.Round = &v.Round
	}
	out.Turn = max(v.Bot, 0)
	out.Bot = string(pelita.Letters[v.Own(out.Turn)])
	out.Legal = cellsOf(v.Legal())
	layout := pelita.Layout{Width: width, Height: height, Walls: v.Maze.Walls(), Bots: v.Bots()}
	layout.Food = append(append(layout.Food, v.Team.Food...), v.Enemy.Food...)
	out.Position = layout.String()
	return out
}

func sideOf(v *pelita.View, s *pelita.Side) side {
	out := side{
		Noisy: s.Noisy, Killed: s.Killed, Kills: s.Kills, Deaths: s.Deaths, Score: s.Score, Errors: s.Errors, Time: s.Time,
		Food: cellsOf(s.Food), Shaded: cellsOf(s.Shaded),
	}
	if s.Name != "" {
		out.Name = &s.Name
	}
	for bot := range 2 {
		out.Bots[bot] = cell{s.Bots[bot].X, s.Bots[bot].Y}
		at := v.Maze.Respawn(s.Seat.Bot(bot))
		out.Respawns[bot] = cell{at.X, at.Y}
	}
	return out
}

// cellsOf returns cells for JSON: an empty list, not null.
func cellsOf(cells []pelita.Cell) []cell {
	out := make([]cell, len(cells))
	for i, c := range cells {
		out[i] = cell{c.X, c.Y}
	}
	return out
}
