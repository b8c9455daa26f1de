// Package wire speaks to players outside of this process, and reads and writes the files of others: the line JSON of PROTOCOL.md
// (native.go), the original's XML-RPC as its client and as its server (remote.go, serve.go, with the protocol itself in xmlrpc),
// and the original's pickled boards and traces (files.go, with Python's values in python). Package classic below it is the
// original's referee.
package wire

import (
	"encoding/json"
	"errors"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/sarena"
)

// view is a position as bots in other languages see it.
type view struct {
	Position sarena.Position `json:"position"` // position text
	Side     string          `json:"side"`     // yellow or red
	Step     int             `json:"step"`     // number of this turn: odd for yellow, even for red
	Turns    int             `json:"turns"`    // played before this one
	Last     *sarena.Move    `json:"last"`     // the opponent's last turn, null before the first
	Percepts [][]cell        `json:"percepts"` // rows of cells as the original shows them: red sees the colours exchanged
}

// cell is a cell as the original has it: [kind, [lower, upper], ...] with four chips.
type cell [1 + sarena.Height]any

// Codec is how the game appears in the line JSON of PROTOCOL.md.
var Codec = jsonl.Codec[sarena.View]{
	Game: "sarena", Rules: "1",
	Kind: func(sarena.View) string { return "move" },
	View: func(v sarena.View) any { return viewOf(v) },
	Read: readView,
}

func readView(text []byte) (v sarena.View, err error) {
	var in view
	switch err = json.Unmarshal(text, &in); {
	case err != nil:
		return v, err
	case in.Position.Cells() == 0:
		return v, errors.New("no position")
	}
	v.Position, v.Step, v.Turns = in.Position, in.Step, in.Turns
	if in.Last != nil {
		v.Last = *in.Last
	}
	return v, nil
}

func viewOf(v sarena.View) view {
	out := view{Position: v.Position, Side: v.Position.Side().String(), Step: v.Step, Turns: v.Turns}
	if v.Turns > 0 {
		out.Last = &v.Last
	}
	p := v.Percepts()
	for row := range p.Rows() {
		cells := make([]cell, p.Columns())
		for column := range cells {
			c := p.At(row, column)
			cells[column][0] = kind(p, c)
			for k := range sarena.Height {
				chip := p.Pile(c).Chip(k)
				cells[column][1+k] = [2]int{chip.Lower().Code(), chip.Upper().Code()}
			}
		}
		out.Percepts = append(out.Percepts, cells)
	}
	return out
}

// The numbers of the two kinds of cells in percepts and files.
const (
	plainCell = 3
	arrowCell = 4
)

func kind(p sarena.Position, c sarena.Cell) int {
	if p.Arrows().Has(c) {
		return arrowCell
	}
	return plainCell
}
