// Package syntax says what is wrong with a text that is no move and no position.
package syntax

import "fmt"

// Error is a text that cannot be read.
type Error struct {
	What   string // what it is not: "turn", "position", ...
	Text   string // the whole input
	Line   int    // where in Text, from 1
	Column int    // the byte of that line, from 1
	Want   string // what was expected there
}

// maxText is how much of a text a message repeats, in bytes.
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
