package view

import (
	"errors"
	"fmt"

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

// Say says in words what to do to make a turn.
func Say(_ amazons.View, m amazons.Move) string {
	return fmt.Sprintf("move the queen from %v to %v, then shoot at %v", m.From, m.To, m.Arrow)
}

var errStuck = errors.New("this queen cannot move: every square beside her is taken (R5)")

// Why says which rule keeps a person from clicking the last of some cells, which are the first squares of a turn.
func Why(v amazons.View, _ []string, cells []int) error {
	if len(cells) == 0 || len(cells) > 3 {
		return nil
	}
	size := v.Position.Size()
	square := func(i int) amazons.Square {
		c := cells[min(i, len(cells)-1)]
		return amazons.SquareAt(c%size, size-1-c/size)
	}
	m := amazons.Move{From: square(0), To: square(1), Arrow: square(2)}
	if len(cells) == 2 {
		m.Arrow = m.From // she can always shoot at the square that she left
	}
	switch rule := v.Position.Check(m); {
	case rule == amazons.Legal:
		return nil
	case rule == amazons.MoveNull && len(cells) == 1:
		return errStuck
	default:
		return rule
	}
}
