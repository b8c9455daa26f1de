// Package notation has what every game says about texts: what is wrong with one that is not a move or a position, and the names,
// numbers and words of rules.
package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

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
	line := ""
	if e.Line > 1 {
		line = fmt.Sprintf("line %d, ", e.Line)
	}
	return fmt.Sprintf("%s %q: %scharacter %d: want %s", e.What, text, line, e.character(), e.Want)
}

// character is the place as people count.
func (e *Error) character() int {
	line := e.Text
	for range e.Line - 1 {
		_, line, _ = strings.Cut(line, "\n")
	}
	return utf8.RuneCountInString(line[:min(e.Column-1, len(line))]) + 1 + max(0, e.Column-1-len(line))
}
