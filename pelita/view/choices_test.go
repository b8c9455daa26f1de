package view_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/view"
)

// The choices of the bot that is asked are its legal cells, with the keys for them.
func TestChoices(t *testing.T) {
	s := game(t, pelita.V251)
	v := s.ViewOf(pelita.SeatOf(s.Turn), pelita.AskMove)
	choices := view.Choices(&v)
	if len(choices) != len(v.Legal()) {
		t.Fatalf("%d choices, want %d", len(choices), len(v.Legal()))
	}
	width, _ := v.Shape()
	at := v.Position()
	for i, c := range choices {
		to := v.Legal()[i]
		m, err := pelita.ParseMove(c.Text)
		if err != nil || m.To != to || c.Cells[0] != to.Y*width+to.X {
			t.Errorf("%+v leads to %v, want %v; %v", c, m.To, to, err)
		}
		want := map[pelita.Cell]string{
			at: ".", at.Add(pelita.Cell{X: 1}): "ArrowRight", at.Add(pelita.Cell{X: -1}): "ArrowLeft",
			at.Add(pelita.Cell{Y: 1}): "ArrowDown", at.Add(pelita.Cell{Y: -1}): "ArrowUp",
		}
		if c.Key != want[to] {
			t.Errorf("%v has the key %q, want %q", to, c.Key, want[to])
		}
	}
	if start := s.ViewOf(0, pelita.AskStart); view.Choices(&start) != nil {
		t.Error("there are choices before the game")
	}
}
