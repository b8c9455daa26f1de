package view

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/reantics"
)

// Steps say how a person puts together what is asked: placed is how many items were placed already.
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

// Choices returns the legal answers of a seat with the cells to click, as the board is seen, while their texts are as the seat
// counts. Of the ways of an ant to a cell there is one with the fewest cells. A placement is asked for cell by cell: placed are
// those that were chosen, and the answer is one more.
func Choices(v *reantics.View, placed []reantics.Cell) (choices []scene.Choice) {
	seen := func(c reantics.Cell) int {
		if v.Seat == reantics.Red {
			c = c.Turned()
		}
		return cell(c)
	}
	p := &v.Position
	switch p.Asks() {
	case reantics.AskMove:
		return clicks(v, seen)
	case reantics.AskAttack:
		for _, c := range v.Targets {
			choices = append(choices, scene.Choice{Text: c.String(), Cells: []int{seen(c)}, Take: true})
		}
	default:
		free := v.Zone(p.Wanted()[min(len(placed), len(p.Wanted())-1)]).Minus(reantics.SetOf(placed...))
		for ; !free.Empty(); free = free.Rest() {
			choices = append(choices, scene.Choice{Text: free.First().String(), Cells: []int{seen(free.First())}})
		}
	}
	return choices
}

func clicks(v *reantics.View, seen func(reantics.Cell) int) (choices []scene.Choice) {
	p := &v.Position
	for i := range p.Count(v.Seat) {
		for _, m := range p.AppendDestinations(nil, i) {
			c := scene.Choice{Text: m.String(), Cells: []int{seen(m.From()), seen(m.To())}}
			if m.Len() == 1 {
				c.Cells, c.Label = c.Cells[:1], "Stay"
			}
			if m.Len() > 2 {
				for _, step := range m.Path(nil) {
					c.Via = append(c.Via, seen(step))
				}
			}
			choices = append(choices, c)
		}
	}
	for _, m := range p.AppendBuilds(nil) {
		cost := p.Rules().Stats(m.Type()).Cost
		name := m.Type().String()
		choices = append(choices, scene.Choice{
			Text: m.String(), Cells: []int{seen(m.From())},
			Label: strings.ToUpper(name[:1]) + name[1:], Note: fmt.Sprintf("%d food", cost),
			Sprite: kinds[m.Type()] + "-" + v.Seat.String(),
		})
	}
	return append(choices, scene.Choice{Text: "E", Label: "End turn", Key: "Enter"})
}
