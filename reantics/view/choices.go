package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/reantics"
)

// Menu returns a person's choices: an action, a target, or the next cell of a placement. parts are the cells chosen before.
func Menu(v reantics.View, parts []string) scene.Menu {
	var placed []reantics.Cell
	for _, text := range parts {
		if n, err := strconv.Atoi(text); err == nil && n >= 0 && len(text) == 2 {
			placed = append(placed, reantics.At(n/10, n%10))
		}
	}
	m := scene.Menu{Steps: Steps(&v, len(placed)), Choices: Choices(&v, placed)}
	if v.Position.Asks() < reantics.AskMove {
		m.Part = len(placed)+1 < len(v.Position.Wanted())
	}
	for _, c := range placed {
		m.Done = append(m.Done, seen(&v, c))
	}
	return m
}

// seen returns the cell of the drawn board for c, a cell as the seat sees it.
func seen(v *reantics.View, c reantics.Cell) int { return cell(shown(v, c)) }

// shown returns the same cell as a person reads it on the drawn board.
func shown(v *reantics.View, c reantics.Cell) reantics.Cell {
	if v.Seat == reantics.Red {
		return c.Turned()
	}
	return c
}

// Steps tell a person how to put the answer together; placed is the number of items placed so far.
func Steps(v *reantics.View, placed int) []string {
	switch v.Position.Asks() {
	case reantics.AskMove:
		return []string{"Choose an ant, or the anthill to build", "Choose where it goes; the ant again: it stays"}
	case reantics.AskAttack:
		return []string{"Choose whom to attack"}
	}
	wanted := v.Position.Wanted()
	return []string{fmt.Sprintf("Place %v: %d of %d", wanted[min(placed, len(wanted)-1)], placed+1, len(wanted))}
}

// Choices returns the legal answers of a seat, and the ants that it cannot pay for. The cells to click are those of the drawn
// board; the texts have the cells as the seat sees them. Of the ways of an ant to a cell, there is one with the fewest cells. A
// placement is chosen cell by cell: placed are the cells chosen so far, and an answer adds one.
func Choices(v *reantics.View, placed []reantics.Cell) (choices []scene.Choice) {
	p := &v.Position
	switch p.Asks() {
	case reantics.AskMove:
		return clicks(v)
	case reantics.AskAttack:
		for _, c := range v.Targets {
			choices = append(choices, scene.Choice{Text: c.String(), Cells: []int{seen(v, c)}, Take: true})
		}
	default:
		free := v.Zone(p.Wanted()[min(len(placed), len(p.Wanted())-1)]).Minus(reantics.SetOf(placed...))
		for ; !free.Empty(); free = free.Rest() {
			choices = append(choices, scene.Choice{Text: free.First().String(), Cells: []int{seen(v, free.First())}})
		}
	}
	return choices
}

func clicks(v *reantics.View) (choices []scene.Choice) {
	p := &v.Position
	for i := range p.Count(v.Seat) {
		for _, m := range p.AppendDestinations(nil, i) {
			c := scene.Choice{Text: m.String(), Cells: []int{seen(v, m.From()), seen(v, m.To())}}
			if m.Len() == 1 {
				c.Cells, c.Label = c.Cells[:1], "Stay"
			}
			if m.Len() > 2 {
				for _, step := range m.Path(nil) {
					c.Via = append(c.Via, seen(v, step))
				}
			}
			choices = append(choices, c)
		}
	}
	return append(builds(choices, v), scene.Choice{Text: "E", Label: "End turn", Key: "Enter"})
}

// builds appends the ants that can be built on the empty anthill, and those that cost too much.
func builds(choices []scene.Choice, v *reantics.View) []scene.Choice {
	p := &v.Position
	hill := p.Hill(v.Seat)
	if _, _, occupied := p.AntAt(hill); hill == reantics.NoCell || occupied {
		return choices
	}
	for kind := reantics.Worker; kind <= reantics.Ranged; kind++ {
		cost, name := p.Rules().Stats(kind).Cost, kind.String()
		c := scene.Choice{
			Text: reantics.BuildAnt(hill, kind).String(), Cells: []int{seen(v, hill)},
			Label: strings.ToUpper(name[:1]) + name[1:], Note: fmt.Sprintf("%d food", cost),
			Sprite: kinds[kind] + "-" + v.Seat.String(),
		}
		if stock := p.Stock(v.Seat); cost > stock {
			c.Off = fmt.Sprintf("%d food, you have %d", cost, stock)
		}
		choices = append(choices, c)
	}
	return choices
}

// Say says in words what to do to give an answer, with the cells of the drawn board.
func Say(v reantics.View, a reantics.Answer) string {
	asks := v.Position.Asks()
	switch m := a.Move; {
	case asks == reantics.AskAttack && a.Target != nil:
		return fmt.Sprintf("attack the ant on %v", shown(&v, reantics.CellAt(*a.Target)))
	case asks != reantics.AskMove:
		text := "place it on"
		for _, at := range a.Cells {
			text += " " + shown(&v, reantics.CellAt(at)).String()
		}
		return text
	case m.Kind() == reantics.End:
		return "end the turn"
	case m.Kind() == reantics.Build:
		return "build a " + m.Type().String()
	case m.Kind() != reantics.MoveAnt:
		return "take the last action back"
	case m.Len() == 1:
		return fmt.Sprintf("let the ant on %v stay", shown(&v, m.From()))
	default:
		return fmt.Sprintf("move the ant on %v to %v", shown(&v, m.From()), shown(&v, m.To()))
	}
}

// Why says which rule keeps a person from clicking the last of some cells, after the placements parts.
func Why(v reantics.View, parts []string, cells []int) error {
	p, at := &v.Position, make([]reantics.Cell, len(cells)) // as the seat sees them
	for i, c := range cells {
		at[i] = shown(&v, reantics.At(c%reantics.Size, c/reantics.Size))
	}
	rule := reantics.Legal
	switch asks := p.Asks(); {
	case len(at) == 0 || len(at) > 2:
	case asks == reantics.AskAttack:
		rule = reantics.AttackNotListed
	case asks == reantics.AskMove && len(at) == 1:
		rule = p.Check(reantics.Walk(at...))
	case asks == reantics.AskMove:
		rule = reantics.MovementPoints
		if _, _, occupied := p.AntAt(at[1]); occupied {
			rule = reantics.PathOccupied
		} else if a, _, ok := p.AntAt(at[0]); ok && a.Type == reantics.Queen && reantics.Middle.Has(at[1]) {
			rule = reantics.QueenZone
		}
	default:
		rule = reantics.PlaceZone
		if p.Built().Has(at[0]) || slices.Contains(parts, at[0].String()) {
			rule = reantics.PlaceTaken
		}
	}
	if rule == reantics.Legal {
		return nil
	}
	return rule
}
