package view_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/view"
)

// The choices are the legal turns, and their cells are where the page draws the squares.
func TestChoices(t *testing.T) {
	p := amazons.Start()
	choices := view.Choices(p)
	if len(choices) != p.CountMoves() {
		t.Fatalf("%d choices, want %d", len(choices), p.CountMoves())
	}
	board := view.Scene(nil, p, amazons.Move{}, 0).Board
	for _, c := range choices {
		m, err := amazons.ParseMove(c.Text)
		if err != nil || p.Check(m) != amazons.Legal {
			t.Fatalf("%s: %v %v", c.Text, err, p.Check(m))
		}
		text := ""
		for _, cell := range c.Cells {
			text += board.CellName(cell)
		}
		if text != c.Text {
			t.Fatalf("the cells of %s are called %s", c.Text, text)
		}
	}
}
