package view_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/view"
)

// The choices are the legal turns, and their cells are where the page draws them.
func TestChoices(t *testing.T) {
	p, err := sarena.ParsePosition("+NN .NY +NR/.NR +NN ./+NY .NR +NN r")
	if err != nil {
		t.Fatal(err)
	}
	choices := view.Choices(p)
	if len(choices) != p.CountMoves() {
		t.Fatalf("%d choices, want %d", len(choices), p.CountMoves())
	}
	board := view.Scene(nil, p, sarena.Move{}, 0).Board
	for _, c := range choices {
		m, err := sarena.ParseMove(c.Text)
		if err != nil || p.Check(m) != sarena.Legal {
			t.Fatalf("%s: %v %v", c.Text, err, p.Check(m))
		}
		if got := strings.ReplaceAll(board.CellName(c.Cells[0])+board.CellName(c.Cells[1]), ",", ""); got != c.Text {
			t.Errorf("the cells of %s are called %s", c.Text, got)
		}
	}
}
