// Package wire speaks to players outside of this process, and reads and writes the game files of others: the line JSON of
// PROTOCOL.md (native.go), six-character turns over TCP and UDP (lines.go, net.go, udp.go), and the notations of the literature,
// SGF, GGF and Fairy-Stockfish (formats.go and beside it).
package wire

import (
	"encoding/json"
	"errors"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
)

// view is a position as bots in other languages see it.
type view struct {
	Position amazons.Position `json:"position"` // position text
	Size     int              `json:"size"`
	Side     string           `json:"side"`                  // red or blue
	Turns    int              `json:"turns"`                 // played before this one
	Last     *amazons.Move    `json:"last"`                  // the opponent's last turn, null before the first
	Board    []string         `json:"board"`                 // rows from the top, one character per square: R, B, x, '.'
	Range    amazons.Range    `json:"arrow_range,omitempty"` // squares that an arrow flies at most; left out: no limit
}

// Codec is how the game appears in the line JSON of PROTOCOL.md.
var Codec = jsonl.Codec[amazons.View]{
	Game: "amazons", Rules: "1",
	Kind: func(amazons.View) string { return "move" },
	View: func(v amazons.View) any { return viewOf(v) },
	Read: readView,
}

func readView(text []byte) (v amazons.View, err error) {
	var in view
	switch err = json.Unmarshal(text, &in); {
	case err != nil:
		return v, err
	case in.Position.Size() == 0:
		return v, errors.New("no position")
	}
	v.Position, v.Turns = in.Position, in.Turns
	if in.Last != nil {
		v.Last = *in.Last
	}
	return v, nil
}

func viewOf(v amazons.View) view {
	p := v.Position
	out := view{Position: p, Size: p.Size(), Side: p.Side().String(), Turns: v.Turns, Range: p.ArrowRange()}
	if v.Turns > 0 {
		out.Last = &v.Last
	}
	for row := p.Size() - 1; row >= 0; row-- {
		line := make([]byte, p.Size())
		for column := range line {
			line[column] = p.Cell(amazons.SquareAt(column, row))
		}
		out.Board = append(out.Board, string(line))
	}
	return out
}
