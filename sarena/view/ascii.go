// Package view draws a position of Sarena. It does not know the players.
package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/sarena"
)

// A cell of the drawing: a mark, its kind, up to four chips of two letters, a mark.
const (
	cellWidth  = 12
	labelWidth = 3
)

// Draw draws the board with its labels, the turn that led to it (if turns > 0) and the score so far. Cells are drawn as in the
// position text; in a drawing for a terminal, a legend explains them. The last turn is marked (from) and [to], so that it can be
// read without colours.
func Draw(c *ascii.Canvas, p sarena.Position, last sarena.Move, turns int) {
	head := fmt.Sprintf("# %s to move", title(p.Side()))
	if turns > 0 {
		head = fmt.Sprintf("# turn %d: %s %v", turns, title(p.Side().Other()), last)
	}
	score := p.Score()
	c.Text(grid.Point{}, fmt.Sprintf("%s, chips %+d, tie-break %+d for Yellow", head, score.Chips, score.Marked), ascii.Bold)
	for column := range p.Columns() {
		c.Text(grid.Point{X: labelWidth + 1 + cellWidth*column, Y: 1}, strconv.Itoa(column), ascii.Dim)
	}
	for row := range p.Rows() {
		c.Text(grid.Point{Y: 2 + row}, strconv.Itoa(row), ascii.Dim)
		for column := range p.Columns() {
			at := grid.Point{X: labelWidth + cellWidth*column, Y: 2 + row}
			drawCell(c, at, p, p.At(row, column))
			if turns == 0 {
				continue
			}
			width := 2 + 2*p.Pile(p.At(row, column)).Height()
			switch (sarena.Move{I1: row, J1: column}) {
			case sarena.Move{I1: last.I1, J1: last.J1}:
				c.Put(at, '(', ascii.Changed)
				c.Put(at.Add(grid.Point{X: width}), ')', ascii.Changed)
			case sarena.Move{I1: last.I2, J1: last.J2}:
				c.Put(at, '[', ascii.Changed)
				c.Put(at.Add(grid.Point{X: width}), ']', ascii.Changed)
			}
		}
	}
	if c.Live {
		for _, line := range legend {
			c.Text(grid.Point{Y: c.Height()}, line, ascii.Dim)
		}
	}
}

// legend explains the letters of a drawing, in lines that a diagram may hold.
var legend = []string{
	"# + arrows, . none. A chip is two letters, its lower and its upper side:",
	"# Y yellow, R red, N grey. The last letter of a cell is its owner's.",
}

// drawCell draws the kind of a cell and its chips from the bottom up. The top face, which owns the pile, is bright.
func drawCell(c *ascii.Canvas, at grid.Point, p sarena.Position, cell sarena.Cell) {
	kind, style := '.', ascii.Dim
	if p.Arrows().Has(cell) {
		kind, style = '+', ascii.Plain
	}
	c.Put(at.Add(grid.Point{X: 1}), kind, style)
	pile := p.Pile(cell)
	for k := range pile.Height() {
		faces := []sarena.Face{pile.Chip(k).Lower(), pile.Chip(k).Upper()}
		for i, face := range faces {
			style := ascii.Dim
			if k == pile.Height()-1 && i == 1 {
				style = styles[face]
			}
			c.Put(at.Add(grid.Point{X: 2 + 2*k + i}), rune(face.Letter()), style)
		}
	}
}

var styles = [...]ascii.Style{sarena.YellowFace: ascii.Yellow, sarena.RedFace: ascii.Red, sarena.GreyFace: ascii.Plain}

// title is the name of a seat with a capital.
func title(s sarena.Seat) string {
	name := s.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
