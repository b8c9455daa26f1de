package pelita

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/notation"
)

// Move is the answer to a question: the cell to go to. Answers to other kinds of questions are the zero Move.
type Move struct {
	To    Cell
	Raw   string  // JSON of an answer that is not a pair of numbers; if set, To has no meaning and the move is illegal
	Paint []Paint // version 2.7: cells that the bot painted, for viewers
}

// Paint is a cell that a bot painted for people to see.
type Paint struct {
	Cell  Cell
	Color string // such as #96FF96
}

// MoveTo returns the move to a cell.
func MoveTo(c Cell) Move { return Move{To: c} }

// String returns the cell, such as (3, 9).
func (m Move) String() string {
	if m.Raw != "" {
		return m.Raw
	}
	return m.To.String()
}

// SyntaxError is the error for text that is not a move.
type SyntaxError = notation.Error

// ParseMove reads a cell as people type it: two integers, x and y, separated by a comma or blanks, with or without brackets
// around them. It does not check whether the move is legal. The error is a [*SyntaxError].
func ParseMove(text string) (Move, error) {
	r := moveReader{text: text}
	r.skip()
	closing := r.open()
	var c Cell
	if !r.number(&c.X) || !r.part() || !r.number(&c.Y) || !r.close(closing) {
		return Move{}, &SyntaxError{What: "move", Text: text, Line: 1, Column: r.at + 1, Want: "a cell such as 3,9 or (3, 9)"}
	}
	return Move{To: c}, nil
}

// moveReader reads a move from left to right, from its first unread byte.
type moveReader struct {
	text string
	at   int
}

// skip skips blanks.
func (r *moveReader) skip() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// one reads a byte if it comes next.
func (r *moveReader) one(b byte) bool {
	if r.at == len(r.text) || r.text[r.at] != b {
		return false
	}
	r.at++
	r.skip()
	return true
}

// open reads a bracket and returns the one that closes it, 0 if there is none.
func (r *moveReader) open() byte {
	switch {
	case r.one('('):
		return ')'
	case r.one('['):
		return ']'
	}
	return 0
}

// close reads the bracket that closes the move, and makes sure that nothing follows.
func (r *moveReader) close(bracket byte) bool {
	r.skip()
	return (bracket == 0 || r.one(bracket)) && r.at == len(r.text)
}

// part reads the separator between two numbers: a comma, blanks or both.
func (r *moveReader) part() bool {
	from := r.at
	r.skip()
	r.one(',')
	return r.at > from
}

func (r *moveReader) number(n *int) bool {
	end := r.at
	for end < len(r.text) && strings.IndexByte("+-0123456789", r.text[end]) >= 0 {
		end++
	}
	value, err := strconv.Atoi(r.text[r.at:end])
	if err != nil {
		return false
	}
	*n, r.at = value, end
	return true
}

// wideMove is the JSON of a move with more than a cell.
type wideMove struct {
	To    *[2]int         `json:"to,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
	Paint []wirePaint     `json:"paint,omitempty"`
}

type wirePaint struct {
	Cell  [2]int `json:"cell"`
	Color string `json:"color"`
}

// MarshalJSON writes [x,y], or an object if there is more than a cell.
func (m Move) MarshalJSON() ([]byte, error) {
	if m.Raw == "" && len(m.Paint) == 0 {
		return json.Marshal([2]int{m.To.X, m.To.Y})
	}
	w := wideMove{}
	if m.Raw != "" {
		w.Raw = json.RawMessage(m.Raw)
	} else {
		w.To = &[2]int{m.To.X, m.To.Y}
	}
	for _, p := range m.Paint {
		w.Paint = append(w.Paint, wirePaint{[2]int{p.Cell.X, p.Cell.Y}, p.Color})
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON writes, and null as the zero Move.
func (m *Move) UnmarshalJSON(text []byte) error {
	*m = Move{}
	var w wideMove
	switch {
	case string(text) == "null":
		return nil
	case len(text) > 0 && text[0] == '[':
		var pair []int
		if err := json.Unmarshal(text, &pair); err != nil || len(pair) != 2 {
			return fmt.Errorf("move %.60s: want [x,y], two integers", text)
		}
		m.To = Cell{pair[0], pair[1]}
		return nil
	case len(text) == 0 || text[0] != '{':
		return fmt.Errorf("move %.60s: want [x,y], two integers", text)
	}
	if err := json.Unmarshal(text, &w); err != nil {
		return fmt.Errorf("move %.60s: %w", text, err)
	}
	if w.To == nil && w.Raw == nil {
		return fmt.Errorf("move %.60s: want to or raw", text)
	}
	if m.Raw = string(w.Raw); w.To != nil {
		m.To = Cell{w.To[0], w.To[1]}
	}
	for _, p := range w.Paint {
		m.Paint = append(m.Paint, Paint{Cell{p.Cell[0], p.Cell[1]}, p.Color})
	}
	return nil
}
