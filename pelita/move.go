package pelita

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Move is the answer to a question: the cell to go to. Answers to the other kinds of questions are the zero Move.
type Move struct {
	To    Cell
	Raw   string  // JSON of a request that is no pair of numbers; then To means nothing and the move is illegal
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

// SyntaxError is text that is no move.
type SyntaxError struct{ Text string }

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("move %.60q: want a cell such as 3,9 or (3, 9)", e.Text)
}

// ParseMove reads a cell as people type it: two integers, x and y, with a comma or blanks between them and brackets around them
// or not. Whether the move is legal is another question. The error is a [*SyntaxError].
func ParseMove(text string) (Move, error) {
	inner := strings.TrimSpace(text)
	for _, brackets := range []string{"()", "[]"} {
		if len(inner) > 1 && inner[0] == brackets[0] && inner[len(inner)-1] == brackets[1] {
			inner = inner[1 : len(inner)-1]
		}
	}
	fields := strings.FieldsFunc(inner, func(r rune) bool { return r == ',' || r == ' ' })
	if len(fields) != 2 || strings.Count(inner, ",") > 1 {
		return Move{}, &SyntaxError{text}
	}
	x, errX := strconv.Atoi(fields[0])
	y, errY := strconv.Atoi(fields[1])
	if errX != nil || errY != nil {
		return Move{}, &SyntaxError{text}
	}
	return Move{To: Cell{x, y}}, nil
}

// wideMove is the JSON of a move that is more than a cell.
type wideMove struct {
	To    *[2]int         `json:"to,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
	Paint []wirePaint     `json:"paint,omitempty"`
}

type wirePaint struct {
	Cell  [2]int `json:"cell"`
	Color string `json:"color"`
}

// MarshalJSON writes [x,y], or an object when there is more to say.
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
