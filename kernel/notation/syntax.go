// Package notation has what every game says about texts: what is wrong with one that is not a move or a position, and the names,
// numbers and words of rules.
package notation

import "fmt"

// Error is a text that cannot be read.
type Error struct {
	What   string // what it should have been: "turn", "position", ...
	Text   string // the whole input
	Line   int    // where in Text, from 1
	Column int    // the byte of that line, from 1
	Want   string // what was expected there
}

// maxText is the most bytes of a text that a message repeats.
const maxText = 120

func (e *Error) Error() string {
	text := e.Text
	if len(text) > maxText {
		text = text[:maxText] + "..."
	}
	if e.Line > 1 {
		return fmt.Sprintf("%s %q: line %d, byte %d: want %s", e.What, text, e.Line, e.Column, e.Want)
	}
	return fmt.Sprintf("%s %q: byte %d: want %s", e.What, text, e.Column, e.Want)
}
