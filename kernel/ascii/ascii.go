// Package ascii draws boards and tables as text: a canvas of styled cells. The terminal decides what the styles look like.
package ascii

import (
	"io"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Style is how a cell looks where colours are shown. A drawing must be readable without colours, too.
type Style uint8

// The styles.
const (
	Plain   Style = iota
	Dim           // what is no longer in play, labels
	Bold          // headings
	Changed       // what the last turn changed
	Marked        // what can be chosen now
	Red
	Blue
	Yellow
	Green
	DimRed // what red has left behind, or what is not known for certain
	DimBlue
	DimYellow
	BrightRed // the red of many Python programs
	BrightBlue
)

type cell struct {
	r rune
	s Style
}

// Canvas is a drawing. The zero value is empty; it grows to the right and downwards as it is drawn on. Drawing to the left
// of or above the origin is ignored.
type Canvas struct {
	// Live says that the drawing is for a terminal, where it is redrawn in place: it may use several characters for a cell of the
	// board, and styles that carry meaning.
	Live bool

	lines [][]cell
}

// Put draws one character.
func (c *Canvas) Put(at grid.Point, r rune, s Style) {
	if at.X < 0 || at.Y < 0 {
		return
	}
	for len(c.lines) <= at.Y {
		c.lines = append(c.lines, nil)
	}
	for len(c.lines[at.Y]) <= at.X {
		c.lines[at.Y] = append(c.lines[at.Y], cell{r: ' '})
	}
	c.lines[at.Y][at.X] = cell{r, s}
}

// Text draws a line of text to the right of at.
func (c *Canvas) Text(at grid.Point, text string, s Style) {
	for _, r := range text {
		c.Put(at, r, s)
		at.X++
	}
}

// Height returns the number of lines drawn so far.
func (c *Canvas) Height() int { return len(c.lines) }

// Width returns the number of columns up to the last one that is not blank.
func (c *Canvas) Width() (width int) {
	for _, line := range c.lines {
		for x, cell := range line {
			if cell.r != ' ' {
				width = max(width, x+1)
			}
		}
	}
	return width
}

// Write writes the drawing, with a line feed after each line and without trailing blanks. look returns the escape codes that make
// a terminal show the following text in a style; if look is nil, the drawing is plain text.
func (c *Canvas) Write(w io.Writer, look func(Style) string) error {
	var b strings.Builder
	for _, line := range c.lines {
		for len(line) > 0 && line[len(line)-1].r == ' ' {
			line = line[:len(line)-1]
		}
		style := Plain
		for _, cell := range line {
			if look != nil && cell.s != style {
				b.WriteString(look(cell.s))
				style = cell.s
			}
			b.WriteRune(cell.r)
		}
		if style != Plain {
			b.WriteString(look(Plain))
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
