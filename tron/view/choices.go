package view

import (
	"strings"

	"github.com/gridiron-games/gridiron/kernel/scene"
	"github.com/gridiron-games/gridiron/tron"
)

// Menu returns the choices of a person who drives.
func Menu(v tron.View, _ []string) scene.Menu {
	return scene.Menu{Steps: guide, Choices: Choices(&v.Position, v.Seat)}
}

// guide says how a person drives.
var guide = []string{"Steer with the cursor keys, W A S D, a swipe or the buttons; a full stop drives straight on"}

// Choices returns the commands of a side that have different effects, with their keys.
func Choices(p *tron.Position, s tron.Seat) (choices []scene.Choice) {
	for _, command := range p.AppendMoves(nil, s) {
		c := scene.Choice{Text: command.String(), Label: "Straight on", Key: "."}
		if d, ok := command.Turn(); ok {
			c.Label = [...]string{tron.Up: "Up", tron.Right: "Right", tron.Down: "Down", tron.Left: "Left"}[d]
			c.Key = "Arrow" + c.Label
		}
		if command.Breaker() {
			c.Group = "Wall breaker on, and"
			if c.Key != "." {
				c.Key = ""
			} else {
				c.Key = " "
			}
		}
		way := p.Bike(s).Direction
		if d, ok := command.Turn(); ok {
			way = d
		}
		if at, next := p.Bike(s).At, p.Bike(s).At.Add(way.Delta()); p.Size().Contains(next) {
			c.Via = []int{at.Y*p.Size().W + at.X, next.Y*p.Size().W + next.X}
		}
		choices = append(choices, c)
	}
	return choices
}

// Say says in words what to do to give a command.
func Say(_ tron.View, c tron.Command) string {
	text := "drive straight on"
	if d, ok := c.Turn(); ok {
		text = "drive " + strings.ToLower(d.String())
	}
	if c.Breaker() {
		text += ", switch the wall breaker on"
	}
	return text
}
