package sarena

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/notation"
)

// Move is one turn: the pile on row I1 and column J1 goes to row I2 and column J2, all from 0. A Move may hold any numbers; it
// need not be legal.
type Move struct{ I1, J1, I2, J2 int }

// Move returns the move from one cell of the board to another.
func (p Position) Move(from, to Cell) Move {
	i1, j1 := p.Place(from)
	i2, j2 := p.Place(to)
	return Move{i1, j1, i2, j2}
}

func (m Move) numbers() [4]int { return [4]int{m.I1, m.J1, m.I2, m.J2} }

func (m Move) digitsOnly() bool {
	for _, n := range m.numbers() {
		if n < 0 || n > 9 {
			return false
		}
	}
	return true
}

// String returns the four digits of the move, such as 2324, or its numbers with commas if one of them has more than one digit or
// a sign.
func (m Move) String() string {
	var b [16]byte
	return string(m.AppendTo(b[:0]))
}

// AppendTo appends what String returns to dst.
func (m Move) AppendTo(dst []byte) []byte {
	commas := !m.digitsOnly()
	for i, n := range m.numbers() {
		if commas && i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return dst
}

// MarshalText returns what String returns, so that a Move is a JSON string.
func (m Move) MarshalText() ([]byte, error) { return m.AppendTo(nil), nil }

// UnmarshalText accepts exactly what MarshalText writes. The error is a [*SyntaxError].
func (m *Move) UnmarshalText(text []byte) error {
	parsed, err := ParseMove(string(text))
	if err == nil {
		*m = parsed
	}
	return err
}

// UnmarshalJSON accepts a string as String writes it, or a list of four integers such as [2, 3, 2, 4], where true is 1 and
// false is 0. The error is a [*SyntaxError].
func (m *Move) UnmarshalJSON(text []byte) error {
	s := string(text)
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return m.parseList(s)
	}
	if !strings.Contains(s, `\`) {
		return m.UnmarshalText(text[1 : len(text)-1])
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return &SyntaxError{What: "move", Text: s, Line: 1, Column: 1, Want: "a JSON string"}
	}
	return m.UnmarshalText([]byte(s))
}

func (m *Move) parseList(text string) error {
	var numbers [4]int
	at := 0
	wrong := func(want string) error {
		return &SyntaxError{What: "move", Text: text, Line: 1, Column: at + 1, Want: want}
	}
	blanks := func() {
		for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
			at++
		}
	}
	for i := range numbers {
		if at == len(text) || text[at] != "[,,,"[i] {
			return wrong([]string{"four digits in quotes or a list of four integers", "a comma"}[min(i, 1)])
		}
		at++
		blanks()
		n, length := parseNumber(text[at:])
		switch {
		case length > 0:
		case strings.HasPrefix(text[at:], "true"):
			n, length = 1, len("true")
		case strings.HasPrefix(text[at:], "false"):
			length = len("false")
		case strings.HasPrefix(text[at:], "["):
			return wrong("four integers in one list, such as [0,0,0,1]")
		default:
			return wrong("an integer")
		}
		numbers[i] = n
		at += length
		blanks()
	}
	if text[at:] != "]" {
		return wrong("] after four integers")
	}
	*m = Move{numbers[0], numbers[1], numbers[2], numbers[3]}
	return nil
}

// parseNumber reads a decimal integer in its shortest form and returns it with its length, 0 if there is none.
func parseNumber(text string) (n, length int) {
	for length < len(text) && (text[length]-'0' <= 9 || length == 0 && text[0] == '-') {
		length++
	}
	n, err := strconv.Atoi(text[:length])
	if err != nil || strconv.Itoa(n) != text[:length] {
		return 0, 0
	}
	return n, length
}

// ParseMove reads a move exactly as String writes it. The error is a [*SyntaxError].
func ParseMove(text string) (Move, error) {
	at := 0
	wrong := func(want string) (Move, error) {
		return Move{}, &SyntaxError{What: "move", Text: text, Line: 1, Column: at + 1, Want: want}
	}
	var numbers [4]int
	commas := len(text) > 4
	for i := range numbers {
		if commas && i > 0 {
			if at == len(text) || text[at] != ',' {
				return wrong("a comma")
			}
			at++
		}
		end := len(text)
		if !commas {
			end = min(end, at+1)
		}
		n, length := parseNumber(text[at:end])
		if length == 0 {
			return wrong([]string{"a digit", "an integer"}[btoi(commas)])
		}
		numbers[i] = n
		at += length
	}
	m := Move{numbers[0], numbers[1], numbers[2], numbers[3]}
	switch {
	case at < len(text):
		return wrong("the end of the move")
	case commas && m.digitsOnly():
		at = 0
		return wrong("four digits without commas")
	}
	return m, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// SyntaxError is the error for text that is not a move or not a position.
type SyntaxError = notation.Error
