package render_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/web/render"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// board is what does not change in a game of noughts and crosses.
var board = &scene.Board{
	W: 3, H: 3, Look: scene.Grid, Cell: "(x, y)", Unit: "Turn", Per: 2, Score: "Squares",
	Seats: []scene.Chair{{ID: "X", Colour: "red"}, {ID: "O", Colour: "blue"}},
}

// draw returns the scene of a position such as "x..o.....": all that a game needs to be seen, in pictures and in a browser.
func draw(position string) scene.Scene {
	s := scene.Scene{Board: board, Pieces: map[string]scene.Piece{}, Sides: make(scene.Sides, 2), Turn: scene.Of(0)}
	for cell, letter := range position {
		if seat := strings.IndexRune("xo", letter); seat >= 0 {
			s.Pieces[fmt.Sprint(cell)] = scene.Piece{At: cell, Seat: scene.Of(seat), Title: board.Seats[seat].ID}
		}
	}
	for seat, letter := range []string{"x", "o"} {
		s.Sides[seat].Score = scene.Number(strings.Count(position, letter))
	}
	return s
}

func Example() {
	before, after := draw("x..o....."), draw("x..ox....")
	patch, err := json.Marshal(render.Patch(&before, &after))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(patch))
	if err := render.SVG(io.Discard, &scene.Scene{}, render.Options{}); err != nil {
		fmt.Println(err)
	}
	var picture strings.Builder
	if err := render.SVG(&picture, &after, render.Options{Width: 300}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Count(picture.String(), "<use"), "pieces")
	// Output:
	// {"pieces":{"4":{"at":4,"seat":0,"title":"X"}},"sides":{"0":{"score":2}}}
	// scene without a board, want one of at least 1x1 cells
	// 3 pieces
}
