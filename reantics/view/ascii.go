// Package view draws a position of ReAntics. It does not know the players.
package view

import (
	"fmt"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/reantics"
)

// Marks are cells that stand out, also without colours. The zero value marks nothing.
type Marks struct {
	Chosen reantics.Set // [ ]: what was chosen or has just moved
	Open   reantics.Set // where it may go, or what may be placed there
	Prey   reantics.Set // < >: what can be attacked
	Cursor reantics.Set // { }: where the cursor is
	Look   Look         // of grass and food
}

// Look is how grass and food are drawn; the zero value is the usual one.
type Look struct{ Grass, Food rune }

// Seasonal is the look of a month: February, March, October and December have their own, as in the original.
func Seasonal(month time.Month) Look {
	return map[time.Month]Look{
		time.February: {Food: '♥'}, time.March: {Grass: '♣'}, time.October: {Food: 'o'}, time.December: {Grass: '*', Food: '♦'},
	}[month]
}

// The hidden looks of the original, for its hotkeys Shift-N and Shift-C.
var (
	HiddenN = Look{Grass: '~', Food: '$'}
	HiddenC = Look{Grass: '"', Food: '&'}
)

const (
	left  = 2 // of the first column
	width = 7 // of a cell: mark, construction, ant, and two of health of 10, load and rest, mark
)

// Draw draws a heading, the board and a line for each seat. A cell shows what is built on it (^ anthill, @ tunnel, ; grass,
// % food), the ant (Q queen, W worker, D drone, S soldier, R ranged soldier; Red's are small letters), its health, + if it
// carries food and * if it has moved.
func Draw(c *ascii.Canvas, p *reantics.Position, heading string, m Marks) {
	top := c.Height()
	c.Text(grid.Point{Y: top}, "# "+heading, ascii.Bold)
	top++
	for x := range reantics.Size {
		c.Text(grid.Point{X: left + width*x + 2, Y: top}, fmt.Sprint(x), ascii.Dim)
	}
	for y := range reantics.Size {
		at := grid.Point{Y: top + 1 + y}
		c.Text(at, fmt.Sprint(y), home(y))
		for x := range reantics.Size {
			drawCell(c, grid.Point{X: left + width*x, Y: at.Y}, p, reantics.At(x, y), m)
		}
	}
	for s := reantics.Blue; s <= reantics.Red; s++ {
		c.Text(grid.Point{Y: c.Height()}, summary(p, s), styleOf(s))
	}
}

// styleOf is the style in which things of a seat are drawn: the colour in its name.
func styleOf(s reantics.Seat) ascii.Style {
	if s == reantics.Red {
		return ascii.Red
	}
	return ascii.Blue
}

// home is the style of a row's number.
func home(y int) ascii.Style {
	switch {
	case y < 4:
		return styleOf(reantics.Blue)
	case y > 5:
		return styleOf(reantics.Red)
	}
	return ascii.Dim
}

func drawCell(c *ascii.Canvas, at grid.Point, p *reantics.Position, cell reantics.Cell, m Marks) {
	item, owner := p.ItemAt(cell)
	style := ascii.Dim
	if item == reantics.Hill || item == reantics.Tunnel {
		style = styleOf(owner)
	}
	ground := rune(" ^@;%"[item])
	switch {
	case item == reantics.Grass && m.Look.Grass != 0:
		ground = m.Look.Grass
	case item == reantics.Food && m.Look.Food != 0:
		ground = m.Look.Food
	}
	c.Put(at.Add(grid.Point{X: 1}), ground, style)
	a, seat, ok := p.AntAt(cell)
	switch {
	case ok:
		letter := string(a.Type.Letter())
		if seat == reantics.Red {
			letter = strings.ToLower(letter)
		}
		c.Text(at.Add(grid.Point{X: 2}), letter+fmt.Sprint(a.Health)+flags(a), styleOf(seat))
	case item == reantics.Nothing:
		c.Put(at.Add(grid.Point{X: 2}), '.', ascii.Dim)
	}
	marks := ""
	switch {
	case m.Cursor.Has(cell):
		marks = "{}"
	case m.Prey.Has(cell):
		marks = "<>"
	case m.Chosen.Has(cell):
		marks = "[]"
	case m.Open.Has(cell):
		marks = "()"
	default:
		return
	}
	end := 3
	if ok {
		end = 3 + len(fmt.Sprint(a.Health)+flags(a))
	}
	c.Put(at, rune(marks[0]), ascii.Marked)
	c.Put(at.Add(grid.Point{X: end}), rune(marks[1]), ascii.Marked)
}

func flags(a reantics.Ant) string {
	text := ""
	if a.Carrying {
		text = "+"
	}
	if a.Moved {
		text += "*"
	}
	return text
}

// summary returns a line about a seat: its food, its hill's health, and its ants by kind.
func summary(p *reantics.Position, s reantics.Seat) string {
	line := fmt.Sprintf("%d %-4s food %d of %d", s, strings.ToUpper(s.String()), p.Stock(s), reantics.FoodGoal)
	if p.Hill(s) != reantics.NoCell {
		line += fmt.Sprintf(", hill %d of %d", p.HillHealth(s), reantics.HillHealth)
	}
	var count [reantics.Types]int
	for i := range p.Count(s) {
		count[p.Ant(s, i).Type]++
	}
	var parts []string
	for t, n := range count {
		switch {
		case n == 1:
			parts = append(parts, fmt.Sprintf("1 %v", reantics.Type(t)))
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %vs", n, reantics.Type(t)))
		}
	}
	if len(parts) > 0 {
		line += ", ants: " + strings.Join(parts, ", ")
	}
	return line
}

// Units returns the table of what ants can do, with the columns of the original's -r.
func Units(r reantics.Rules) string {
	var b strings.Builder
	row := func(cells ...any) { fmt.Fprintf(&b, "%-16v%10v%8v%8v%7v%6v%15v\n", cells...) }
	row("ANT_TYPES", "MOVEMENT", "HEALTH", "ATTACK", "RANGE", "COST", "IGNORES_GRASS")
	for t := range reantics.Type(reantics.Types) {
		s := r.Stats(t)
		cost, grass := any(s.Cost), "no"
		if s.Cost == 0 {
			cost = "-"
		}
		if s.IgnoresGrass {
			grass = "yes"
		}
		row(strings.ToUpper(t.String()), s.Movement, s.Health, s.Attack, s.Range, cost, grass)
	}
	return b.String()
}
