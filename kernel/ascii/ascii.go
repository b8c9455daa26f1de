// Package ascii draws boards and tables as text: a canvas of styled cells, written with colours to a terminal and without a
// single escape to anything else.
package ascii

import (
	"io"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Style is how a cell looks where colours are shown. A drawing must be readable without.
type Style uint8

// The styles.
const (
	Plain   Style = iota
	Dim           // what is out of play, labels
	Bold          // headings
	Changed       // what the last turn changed
	Marked        // what can be chosen now
	Red
	Blue
	Yellow
	Green
	DimRed // what red left behind or cannot be seen surely
	DimBlue
	DimYellow
)

// sgr are the terminal's codes for the styles.
var sgr = [...]string{
	Plain: "", Dim: "2", Bold: "1", Changed: "33", Marked: "7",
	Red: "1;31", Blue: "1;34", Yellow: "1;33", Green: "32", DimRed: "31", DimBlue: "34", DimYellow: "33",
}

type cell struct {
	r rune
	s Style
}

// Canvas is a drawing. The zero value is empty; it grows to the right and downwards as it is drawn on. Drawing to the left
// of or above the origin is ignored.
type Canvas struct{ lines [][]cell }

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

// Write writes the drawing, a line feed after each line and no blanks at the end of one.
func (c *Canvas) Write(w io.Writer, colour bool) error {
	var b strings.Builder
	for _, line := range c.lines {
		for len(line) > 0 && line[len(line)-1].r == ' ' {
			line = line[:len(line)-1]
		}
		style := Plain
		for _, cell := range line {
			if colour && cell.s != style {
				b.WriteString("\x1b[0")
				if sgr[cell.s] != "" {
					b.WriteString(";" + sgr[cell.s])
				}
				b.WriteByte('m')
				style = cell.s
			}
			b.WriteRune(cell.r)
		}
		if style != Plain {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Clean makes text that a stranger wrote fit to be shown on one line: no control characters, at most width characters.
func Clean(text string, width int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || 0x7f <= r && r < 0xa0 || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.TrimSpace(text)
	if runes := []rune(text); len(runes) > width {
		text = string(runes[:width-3]) + "..."
	}
	return text
}
