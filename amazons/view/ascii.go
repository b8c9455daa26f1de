// Package view draws a position of the Amazons. It does not know the players.
package view

import (
	"fmt"
	"strings"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Draw draws the board with its labels, the turn that led to it (if turns > 0) and the territory of both seats: the free
// squares that its queens reach in fewer moves. The last turn is marked (from), [to] and <arrow>, so that it can be read
// without colours; amazons.ParseDiagram reads the drawing back.
func Draw(c *ascii.Canvas, p amazons.Position, last amazons.Move, turns int) {
	drawHead(c, p, last, turns)
	drawBoard(c, p, func(s amazons.Square) (string, ascii.Style) {
		switch {
		case turns == 0:
		case s == last.Arrow: // may be the square just left
			return "<>", ascii.Changed
		case s == last.From:
			return "()", ascii.Changed
		case s == last.To:
			return "[]", ascii.Plain
		}
		return "", ascii.Plain
	})
}

// Marks show a person the squares of a turn that is being chosen.
type Marks struct {
	Cursor amazons.Set // { }: where the cursor is
	Chosen amazons.Set // [ ]: what was chosen
	Open   amazons.Set // ( ): what may be chosen next
}

// DrawChoice draws as Draw does, with these marks instead of those of the last turn.
func DrawChoice(c *ascii.Canvas, p amazons.Position, last amazons.Move, turns int, m Marks) {
	drawHead(c, p, last, turns)
	drawBoard(c, p, func(s amazons.Square) (string, ascii.Style) {
		switch {
		case m.Cursor.Has(s):
			return "{}", ascii.Changed
		case m.Chosen.Has(s):
			return "[]", ascii.Changed
		case m.Open.Has(s):
			return "()", ascii.Plain
		}
		return "", ascii.Plain
	})
}

// drawHead draws the line above the board.
func drawHead(c *ascii.Canvas, p amazons.Position, last amazons.Move, turns int) {
	head := fmt.Sprintf("# %s to move", upper(p.Side()))
	if turns > 0 {
		head = fmt.Sprintf("# turn %d: %s %s", turns, upper(p.Side().Other()), last)
	}
	if r := p.ArrowRange(); r != 0 {
		head += fmt.Sprintf(", arrows fly %d", r)
	}
	red, blue := Territory(p)
	c.Text(grid.Point{}, fmt.Sprintf("%s, territory RED %d, BLUE %d", head, red, blue), ascii.Bold)
}

// drawBoard draws the labels and the squares, each with two marks, "" for none. The style of a mark applies to a square without a
// queen.
func drawBoard(c *ascii.Canvas, p amazons.Position, mark func(amazons.Square) (marks string, style ascii.Style)) {
	size := p.Size()
	for row := range size {
		y := size - row
		c.Text(grid.Point{Y: y}, amazons.SquareAt(0, row).String()[1:], ascii.Dim)
		for column := range size {
			s := amazons.SquareAt(column, row)
			x := 2 + 2*column
			marks, style := mark(s)
			switch p.Cell(s) {
			case 'R':
				style = ascii.Red
			case 'B':
				style = ascii.Blue
			case 'x':
				if style == ascii.Plain {
					style = ascii.Dim
				}
			}
			c.Put(grid.Point{X: x, Y: y}, rune(p.Cell(s)), style)
			if marks != "" {
				c.Put(grid.Point{X: x - 1, Y: y}, rune(marks[0]), ascii.Changed)
				c.Put(grid.Point{X: x + 1, Y: y}, rune(marks[1]), ascii.Changed)
			}
		}
	}
	for column := range size {
		c.Text(grid.Point{X: 2 + 2*column, Y: size + 1}, amazons.SquareAt(column, 0).String()[:1], ascii.Dim)
	}
}

// Territory counts the free squares that one seat's queens reach in fewer moves than the other's.
func Territory(p amazons.Position) (red, blue int) {
	reds, blues := owned(p)
	return reds.Len(), blues.Len()
}

// owned returns the squares that Territory counts.
func owned(p amazons.Position) (red, blue amazons.Set) {
	reds, blues, free := p.Queens(amazons.Red), p.Queens(amazons.Blue), p.Free()
	redFree, blueFree := free, free
	for !reds.Empty() || !blues.Empty() {
		reds, blues = amazons.Slide(reds, redFree), amazons.Slide(blues, blueFree)
		redFree, blueFree = redFree.Minus(reds), blueFree.Minus(blues)
		red = red.Or(reds.And(blueFree))
		blue = blue.Or(blues.And(redFree))
	}
	return red, blue
}

func upper(s amazons.Seat) string { return strings.ToUpper(s.String()) }
