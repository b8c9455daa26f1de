package view_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/view"
)

// A team sees its own moves and those of near enemies; of distant enemies it sees only that they have moved.
func TestSeen(t *testing.T) {
	position, err := pelita.NewGame("################\n#a  .      .  x#\n#b  .      .  y#\n################\n", pelita.Options{MaxRounds: 3})
	if err != nil {
		t.Fatal(err)
	}
	position.Round, position.Turn, position.Phase = 1, 0, pelita.Running
	var sights [pelita.Bots]pelita.Sight
	first := position.ViewOf(pelita.Blue, pelita.AskMove, &sights)
	before := view.Seen(nil, nil, &first, "")
	if before.Next != "a" || before.Turn != scene.Of(0) || before.Group != 1 || before.Board.Per != 2 {
		t.Errorf("the first question is that of %s, %v, round %d, %d questions a round", before.Next, before.Turn, before.Group, before.Board.Per)
	}
	position.Bots[0], position.Bots[1], position.Turn = pelita.Cell{X: 2, Y: 1}, pelita.Cell{X: 13, Y: 1}, 2
	second := position.ViewOf(pelita.Blue, pelita.AskMove, &sights)
	far := sights
	far[1] = pelita.Sight{Noisy: true, Cell: pelita.Cell{X: 12, Y: 1}}
	third := position.ViewOf(pelita.Blue, pelita.AskMove, &far)
	for _, tt := range []struct {
		v     *pelita.View
		moves string
		at    int
		title string
	}{
		{&second, "a→ x←", 13 + 16, "RED ghost x"},
		{&third, "a→ x?", 12 + 16, "RED ghost x, or up to 5 steps from here"},
	} {
		s := view.Seen(&before, &first, tt.v, "hello")
		if i := slices.IndexFunc(s.Marks, func(m scene.Mark) bool { return m.As == scene.Say }); i < 0 || s.Marks[i].Piece != "a" || s.Marks[i].Text != "hello" {
			t.Errorf("marks %v: want the bubble of a", s.Marks)
		}
		var moves []string
		for _, m := range s.Moves {
			moves = append(moves, m.Text)
		}
		if got := strings.Join(moves, " "); got != tt.moves || s.Next != "b" {
			t.Errorf("moves %q, next %q; want %q, b", got, s.Next, tt.moves)
		}
		if p := s.Pieces["x"]; p.At != tt.at || p.Title != tt.title {
			t.Errorf("x is at %d, %q; want %d, %q", p.At, p.Title, tt.at, tt.title)
		}
	}
}
