package view

import (
	_ "embed" // the sprites
	"strconv"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

//go:embed sprites.svg
var sprites string

// Scene returns the scene of a position, with the turn that led to it if turns > 0. Queens keep the ids that they have in the
// previous scene, before, which may be nil.
func Scene(before *scene.Scene, p amazons.Position, last amazons.Move, turns int) scene.Scene {
	size := p.Size()
	cell := func(s amazons.Square) int { return (size-1-s.Row())*size + s.Column() }
	cells := func(set amazons.Set, value string) map[int]string {
		list := make(map[int]string, set.Len())
		for ; !set.Empty(); set = set.Rest() {
			list[cell(set.First())] = value
		}
		return list
	}
	red, blue := owned(p)
	s := scene.Scene{
		Board: board(before, size),
		Layers: map[string]scene.Layer{
			"gone":           {As: scene.Sprite, Cells: cells(p.Removed(), "gone")},
			"territory-red":  {As: scene.Region, Class: "territory", Seat: scene.Of(int(amazons.Red)), Show: "territory", Cells: cells(red, "1")},
			"territory-blue": {As: scene.Region, Class: "territory", Seat: scene.Of(int(amazons.Blue)), Show: "territory", Cells: cells(blue, "1")},
		},
		Curve: float64(red.Len() - blue.Len()), Group: (turns + 1) / 2,
	}
	if !p.Stuck() {
		s.Turn = scene.Of(int(p.Side()))
	}
	var queens []scene.Piece
	for seat, sprite := range []string{amazons.Red: "queen-red", amazons.Blue: "queen-blue"} {
		moves := 0
		for set := p.Queens(amazons.Seat(seat)); !set.Empty(); set = set.Rest() {
			moves += amazons.Reach(set.First(), p.Blocked()).Len()
			title := amazons.Seat(seat).String() + " queen"
			queens = append(queens, scene.Piece{At: cell(set.First()), Sprite: sprite, Seat: scene.Of(seat), Title: title})
		}
		rows := map[string]scene.Value{"moves": scene.Number(moves)}
		s.Sides = append(s.Sides, scene.Side{Score: scene.Number([]amazons.Set{red, blue}[seat].Len()), Rows: rows})
	}
	s.Pieces = scene.Follow(before, size, queens)
	if turns > 0 {
		mover := scene.Of(int(p.Side().Other()))
		from, to, shot := cell(last.From), cell(last.To), cell(last.Arrow)
		s.Moves = []scene.Move{{Seat: mover, Text: last.From.String() + "–" + last.To.String() + " (" + last.Arrow.String() + ")"}}
		s.Marks = []scene.Mark{
			{As: scene.Last, Cells: []int{from, to}},
			{As: scene.Line, Class: "move", Seat: mover, Cells: []int{from, to}},
			{As: scene.Line, Class: "shot", Seat: mover, Cells: []int{to, shot}},
			{As: scene.Ring, Cells: []int{shot}},
		}
	}
	return s
}

// board returns what does not change during a game: the board of the previous scene, if it has the same size.
func board(before *scene.Scene, size int) *scene.Board {
	if before != nil && before.Board.W == size {
		return before.Board
	}
	b := &scene.Board{
		W: size, H: size, Look: scene.Checker, Cell: "xy", Flip: scene.Turned, Up: int(amazons.Blue),
		Seats: []scene.Chair{amazons.Red: {ID: "RED", Colour: "red"}, amazons.Blue: {ID: "BLUE", Colour: "blue"}},
		Unit:  "Turn", Per: 2, Score: "Territory", Rows: []scene.Row{{ID: "moves", Caption: "Queen moves"}},
		Overlays: []scene.Overlay{{ID: "territory", Label: "Territory", Key: "t"}}, Sheet: sprites,
		Words: map[string]string{"gone": "removed", "–": "to", "(": ", arrow to", ")": ""},
	}
	for i := range size {
		b.Left = append(b.Left, strconv.Itoa(size-1-i))
		b.Bottom = append(b.Bottom, string(rune('A'+i)))
	}
	return b
}
