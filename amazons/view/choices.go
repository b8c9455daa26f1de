package view

import (
	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

// Menu returns the choices of a person who puts a turn together.
func Menu(v amazons.View, _ []string) scene.Menu {
	return scene.Menu{Steps: guide, Choices: Choices(v.Position)}
}

// guide says how a person puts a turn together.
var guide = []string{"Choose one of your queens", "Choose where she goes", "Choose the square that the arrow removes"}

// Choices returns the legal turns with the squares to click: the queen's, where she goes, and what is shot away.
func Choices(p amazons.Position) []scene.Choice {
	size := p.Size()
	cell := func(s amazons.Square) int { return (size-1-s.Row())*size + s.Column() }
	moves := p.AppendMoves(nil)
	choices, cells := make([]scene.Choice, len(moves)), make([]int, 0, 3*len(moves))
	for i, m := range moves {
		cells = append(cells, cell(m.From), cell(m.To), cell(m.Arrow))
		choices[i] = scene.Choice{Text: m.String(), Cells: cells[3*i : 3*i+3 : 3*i+3]}
	}
	return choices
}
