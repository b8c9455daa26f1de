// Package wire speaks to players outside of this process, and reads and writes the files of others: the line JSON of PROTOCOL.md
// (native.go) and, in the packages below, the original's protocol: its bytes (ks), a server and its tables (server), a client of
// other servers (client), and the drawing of a game that spectators get and .cr files hold (scene).
package wire

import (
	"encoding/json"
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/tron"
)

// view is a position as bots in other languages see it: the properties of the original's class AI.
type view struct {
	Position      string  `json:"position"` // position text
	MySide        string  `json:"my_side"`  // Blue or Yellow
	OtherSide     string  `json:"other_side"`
	CurrentCycle  int     `json:"current_cycle"`  // from 0
	CycleDuration float64 `json:"cycle_duration"` // seconds; 0 without a clock
	World         world   `json:"world"`
}

type world struct {
	Board     [][]int16       `json:"board"` // [y][x]: 0 Empty, 1 AreaWall, 2 BlueWall, 3 YellowWall
	Bikes     map[string]bike `json:"agents"`
	Scores    map[string]int  `json:"scores"`
	Constants constants       `json:"constants"`
}

type bike struct {
	Health    int    `json:"health"`
	Position  point  `json:"position"`
	Direction string `json:"direction"` // Up, Right, Down or Left
	Cooldown  int    `json:"wall_breaker_cooldown"`
	Remaining int    `json:"wall_breaker_rem_time"`
}

type point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

type constants struct {
	MaxCycles           int `json:"max_cycles"`
	InitHealth          int `json:"init_health"`
	WallBreakerCooldown int `json:"wall_breaker_cooldown"`
	WallBreakerDuration int `json:"wall_breaker_duration"`
	WallScore           int `json:"wall_score_coefficient"`
	AreaWallCrash       int `json:"area_wall_crash_score"`
	OwnWallCrash        int `json:"my_wall_crash_score"`
	EnemyWallCrash      int `json:"enemy_wall_crash_score"`
}

// Codec is how the game appears in the line JSON of PROTOCOL.md.
var Codec = jsonl.Codec[tron.View]{
	Game: "tron", Rules: "1",
	Kind: func(tron.View) string { return "cycle" },
	View: func(v tron.View) any { return viewOf(v) },
	Read: readView,
}

func readView(text []byte) (v tron.View, err error) {
	var in view
	if err = json.Unmarshal(text, &in); err != nil {
		return v, err
	}
	for v.Seat = tron.Blue; v.Seat.Title() != in.MySide; v.Seat++ {
		if v.Seat == tron.Yellow {
			return v, fmt.Errorf("my_side %q: want Blue or Yellow", in.MySide)
		}
	}
	v.CycleDuration = in.CycleDuration
	v.Position, err = tron.ParsePosition(in.Position)
	return v, err
}

func viewOf(v tron.View) view {
	p := &v.Position
	out := view{
		Position: p.String(), MySide: v.Seat.Title(), OtherSide: v.Seat.Other().Title(),
		CurrentCycle: p.Cycle(), CycleDuration: v.CycleDuration,
		World: world{Bikes: map[string]bike{}, Scores: map[string]int{}, Constants: constants(p.Constants())},
	}
	size := p.Size()
	cells := p.AppendCells(nil)
	for y := range size.H {
		row := make([]int16, size.W)
		for x := range row {
			row[x] = int16(cells[y*size.W+x])
		}
		out.World.Board = append(out.World.Board, row)
	}
	for s := range tron.Seat(2) {
		b := p.Bike(s)
		out.World.Bikes[s.Title()] = bike{
			b.Health, point{b.At.X, b.At.Y}, b.Direction.String(), b.Cooldown, b.Remaining,
		}
		out.World.Scores[s.Title()] = p.Score(s)
	}
	return out
}
