// Package wire speaks to players outside of this process: the line JSON of PROTOCOL.md (native.go) and the Python files of the
// original (python.go, frame.go, channel_*.go, and python/ for the side of Python).
package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/reantics"
)

// view is a position as bots in other languages see it: their home is rows 0 to 3, cells are [x, y].
type view struct {
	Position    *reantics.Position `json:"position"` // position text
	Rules       string             `json:"rules"`    // manual or original
	Phase       int                `json:"phase"`    // 1 and 2 set-up, 3 play
	WhoseTurn   int                `json:"whose_turn"`
	Place       []string           `json:"place,omitempty"` // items to place, in order
	Attacker    *point             `json:"attacker,omitempty"`
	Targets     []point            `json:"targets,omitempty"` // of the attacker
	Inventories [2]inventory       `json:"inventories"`
	Grass       []point            `json:"grass"`
	Food        []point            `json:"food"`
	Board       []string           `json:"board"` // rows from the top, one character per cell, as in the position text
}

type point [2]int

type inventory struct {
	Player    int       `json:"player"`
	FoodCount int       `json:"food_count"`
	Anthill   *building `json:"anthill"` // null before it is placed
	Tunnel    *building `json:"tunnel"`
	Ants      []ant     `json:"ants"`
}

type building struct {
	Coords        point `json:"coords"`
	CaptureHealth int   `json:"capture_health"`
}

type ant struct {
	ID       int    `json:"unique_id"`
	Type     string `json:"type"`
	Coords   point  `json:"coords"`
	Health   int    `json:"health"`
	Carrying bool   `json:"carrying"`
	HasMoved bool   `json:"has_moved"`
}

// Codec is how the game appears in the line JSON of PROTOCOL.md.
var Codec = jsonl.Codec[reantics.View]{
	Game: "reantics", Rules: "1",
	Kind: func(v reantics.View) string { return v.Position.Asks().String() },
	View: func(v reantics.View) any { return viewOf(&v) },
	Read: readView,
}

func readView(text []byte) (v reantics.View, err error) {
	var in view
	switch err = json.Unmarshal(text, &in); {
	case err != nil:
		return v, err
	case in.Position == nil:
		return v, errors.New("no position")
	case in.WhoseTurn != int(reantics.Blue) && in.WhoseTurn != int(reantics.Red):
		return v, fmt.Errorf("whose_turn %d: want 0 or 1", in.WhoseTurn)
	}
	v.Position, v.Seat = *in.Position, reantics.Seat(in.WhoseTurn)
	for _, at := range in.Targets {
		c := reantics.CellAt(grid.Point{X: at[0], Y: at[1]})
		if c == reantics.NoCell {
			return v, fmt.Errorf("target %v: want a cell of the board", at)
		}
		v.Targets = append(v.Targets, c)
	}
	return v, nil
}

func pointOf(c reantics.Cell) point { return point{c.X(), c.Y()} }

func pointsOf(cells []reantics.Cell) []point {
	list := make([]point, 0, len(cells))
	for _, c := range cells {
		list = append(list, pointOf(c))
	}
	return list
}

func viewOf(v *reantics.View) *view {
	p := &v.Position
	out := &view{
		Position: p, Rules: p.Rules().String(), Phase: int(p.Phase()), WhoseTurn: int(v.Seat),
		Targets: pointsOf(v.Targets), Grass: pointsOf(p.GrassList()), Food: pointsOf(p.FoodList()),
	}
	for _, item := range p.Wanted() {
		out.Place = append(out.Place, item.String())
	}
	if c := p.Attacker(); c != reantics.NoCell {
		at := pointOf(c)
		out.Attacker = &at
	}
	for s := reantics.Blue; s <= reantics.Red; s++ {
		out.Inventories[s] = inventoryOf(p, s)
	}
	for y := range reantics.Size {
		var row strings.Builder
		for x := range reantics.Size {
			glyph := p.Glyph(reantics.At(x, y))
			row.WriteByte(glyph[len(glyph)-1])
		}
		out.Board = append(out.Board, row.String())
	}
	return out
}

func inventoryOf(p *reantics.Position, s reantics.Seat) inventory {
	out := inventory{Player: int(s), FoodCount: p.Stock(s), Ants: []ant{}}
	if c := p.Hill(s); c != reantics.NoCell {
		out.Anthill = &building{pointOf(c), p.HillHealth(s)}
	}
	if c := p.Tunnel(s); c != reantics.NoCell {
		out.Tunnel = &building{pointOf(c), p.TunnelHealth(s)}
	}
	for i := range p.Count(s) {
		a := p.Ant(s, i)
		out.Ants = append(out.Ants, ant{int(a.ID), a.Type.String(), pointOf(a.Cell), int(a.Health), a.Carrying, a.Moved})
	}
	return out
}
