// Package view draws a position of Tron. It does not know the players.
package view

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// Draw draws two lines about the game and the board, one character per cell as in the position text: # area wall, b and y walls,
// B and Y bikes, * both bikes, . empty. last are the commands of the cycle that led here. The board of the usual size fits a
// window of 80 columns and 24 lines.
func Draw(c *ascii.Canvas, p *tron.Position, last [2]tron.Command) {
	head := fmt.Sprintf("# cycle %d of %d:", p.Cycle(), max(p.Constants().MaxCycles, 1))
	for seat := range tron.Seat(2) {
		head += fmt.Sprintf(" %s %s", upper(seat), strings.ToLower(p.Bike(seat).Direction.String()))
		if p.Cycle() > 0 {
			head += fmt.Sprintf(" (%v)", last[seat])
		}
	}
	c.Text(grid.Point{}, head, ascii.Bold)
	c.Text(grid.Point{Y: 1}, "#", ascii.Bold)
	c.Text(grid.Point{X: 2, Y: 1}, bike(p, tron.Blue), ascii.Blue)
	c.Text(grid.Point{X: 41, Y: 1}, bike(p, tron.Yellow), ascii.Yellow)
	size := p.Size()
	for y := range size.H {
		for x := range size.W {
			at := grid.Point{X: x, Y: y}
			glyph := p.Glyph(at)
			c.Put(grid.Point{X: x, Y: y + 2}, rune(glyph), style(glyph))
		}
	}
}

func style(glyph byte) ascii.Style {
	switch glyph {
	case 'B':
		return ascii.Blue
	case 'Y':
		return ascii.Yellow
	case 'b':
		return ascii.DimBlue
	case 'y':
		return ascii.DimYellow
	case '*':
		return ascii.Changed
	}
	return ascii.Dim
}

// bike describes a seat, such as BLUE 12, health 3, breaker on for 4. A ! after a bike says that it has crashed.
func bike(p *tron.Position, s tron.Seat) string {
	b := p.Bike(s)
	breaker := "ready"
	switch {
	case b.Remaining > 1: // in the last one the breaker is already off
		breaker = fmt.Sprintf("on for %d", b.Remaining-1)
	case b.Cooldown > 0:
		breaker = fmt.Sprintf("in %d", b.Cooldown)
	}
	end := ""
	if b.Crash != tron.NoCrash {
		end = "!"
	}
	return fmt.Sprintf("%s%s %d, health %d, breaker %s", upper(s), end, p.Score(s), b.Health, breaker)
}

func upper(s tron.Seat) string { return strings.ToUpper(s.String()) }
