package view

import (
	"fmt"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/sarena"
)

// Menu returns the choices of a person who puts a turn together.
func Menu(v sarena.View, _ []string) scene.Menu {
	return scene.Menu{Steps: guide, Choices: Choices(v.Position)}
}

// guide says how a person puts a turn together.
var guide = []string{"Choose a pile", "Choose the cell beside it to which it goes"}

// Choices returns the legal turns with the cells to click.
func Choices(p sarena.Position) (choices []scene.Choice) {
	for _, m := range p.AppendMoves(nil) {
		from, to := p.At(m.I1, m.J1), p.At(m.I2, m.J2)
		c := scene.Choice{Text: m.String(), Cells: []int{int(from), int(to)}}
		if p.Pile(to).Height() == 0 {
			c.Note = "turns it over"
		}
		choices = append(choices, c)
	}
	return choices
}

// Say says in words what to do to make a turn.
func Say(v sarena.View, m sarena.Move) string {
	text := fmt.Sprintf("move the pile on %d,%d to %d,%d", m.I1, m.J1, m.I2, m.J2)
	if p := v.Position; p.Pile(p.At(m.I2, m.J2)).Height() == 0 {
		text += ", which turns it over"
	}
	return text
}

// Why says which rule keeps a person from clicking the last of some cells, which are the first cells of a turn.
func Why(v sarena.View, _ []string, cells []int) error {
	p := v.Position
	turn := func(from, to int) sarena.Rule {
		w := p.Columns()
		return p.Check(sarena.Move{I1: from / w, J1: from % w, I2: to / w, J2: to % w})
	}
	var rule sarena.Rule
	switch len(cells) {
	case 1: // of the reasons why it goes to no side, one
		for to := range p.Cells() {
			if one := turn(cells[0], to); one != sarena.NotBeside {
				rule = one
			}
		}
	case 2:
		rule = turn(cells[0], cells[1])
	}
	if rule == sarena.Legal {
		return nil
	}
	return rule
}
