package view

import (
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
