package view_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/view"
)

// The choices of both seats are legal, none occurs twice, and their cells are those of the drawn board.
func TestChoices(t *testing.T) {
	for _, side := range []string{"blue", "red"} {
		p, err := reantics.ParsePosition(strings.ReplaceAll(strings.Replace(drawn, "playing blue", "playing "+side, 1), "*", ""))
		if err != nil {
			t.Fatal(err)
		}
		v := p.View()
		ants := map[int]bool{}
		for _, piece := range view.Scene(nil, &p, nil, 0).Pieces {
			if piece.Bar[1] > 0 && piece.Seat.Index() == int(v.Seat) {
				ants[piece.At] = true
			}
		}
		moves, builds := map[string]bool{}, 0
		for _, c := range view.Choices(&v, nil) {
			m, err := reantics.ParseMove(c.Text)
			if rule := v.Position.Check(m); err != nil || (rule == reantics.Legal) != (c.Off == "") {
				t.Errorf("%s: %s: %v %v, off because %q", side, c.Text, err, rule, c.Off)
			}
			switch {
			case len(c.Cells) == 0 && c.Key != "Enter":
				t.Errorf("%s: %s has neither cells nor a key", side, c.Text)
			case c.Sprite != "":
				builds++
			case len(c.Cells) > 0:
				name := c.Text[1:3] + c.Text[len(c.Text)-2:]
				if moves[name] || !ants[c.Cells[0]] {
					t.Errorf("%s: %s begins on %d, where no ant of the seat is, or is there twice", side, c.Text, c.Cells[0])
				}
				moves[name] = true
			}
		}
		if len(moves) == 0 {
			t.Errorf("%s: no ant moves", side)
		}
	}
}

// The menu of the empty anthill has all ants; those that are too expensive are marked as such and are not legal answers.
func TestBuilds(t *testing.T) {
	free := strings.NewReplacer("*", "", "^Q", "^ ", "1 .  ;", "1 Q  ;", "Q30", "Q01").Replace(drawn)
	p, err := reantics.ParsePosition(free)
	if err != nil {
		t.Fatal(err)
	}
	v := p.View()
	menu := view.Menu(v, nil)
	on, off := 0, 0
	for _, c := range menu.Choices {
		if c.Sprite == "" {
			continue
		}
		m, err := reantics.ParseMove(c.Text)
		if err != nil {
			t.Fatal(err)
		}
		switch affordable := v.Position.Rules().Stats(m.Type()).Cost <= v.Position.Stock(v.Seat); {
		case affordable != (c.Off == ""), affordable != menu.Has(c.Text):
			t.Errorf("%s: off because %q, chosen %v; want affordable %v", c.Label, c.Off, menu.Has(c.Text), affordable)
		case affordable:
			on++
		default:
			off++
		}
	}
	if on == 0 || off == 0 || on+off != 4 {
		t.Errorf("%d ants can be built and %d cannot, want 4 of both kinds:\n%s", on, off, p.String())
	}
}

// A home is placed cell by cell; a cell that was used is not offered again.
func TestPlacing(t *testing.T) {
	chance, err := pyrand.Parse("3")
	if err != nil {
		t.Fatal(err)
	}
	p := reantics.Start(reantics.Manual)
	v := p.View()
	wanted := len(v.Position.Wanted())
	var placed []reantics.Cell
	for n := range wanted {
		choices := view.Choices(&v, placed)
		if len(choices) != 40-n {
			t.Fatalf("%d choices after %d, want %d", len(choices), n, 40-n)
		}
		c := choices[chance.Below(len(choices))]
		placed = append(placed, reantics.At(c.Cells[0]%10, c.Cells[0]/10))
		if steps := view.Steps(&v, n); len(steps) != 1 || !strings.HasPrefix(steps[0], "Place ") {
			t.Errorf("the steps are %q", steps)
		}
	}
	if rule := v.Position.CheckPlacement(reantics.Points(nil, placed...)); rule != reantics.Legal {
		t.Errorf("what was chosen is no placement: %v", rule)
	}
}
