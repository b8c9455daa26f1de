package amazons

import "github.com/gridiron-games/gridiron/kernel/notation"

// Move is one turn: the queen on From goes to To and shoots at Arrow.
type Move struct{ From, To, Arrow Square }

// String returns the six characters of the turn, such as D0D4J4.
func (m Move) String() string {
	var b [6]byte
	return string(m.AppendTo(b[:0]))
}

// AppendTo appends the six characters of the turn to dst.
func (m Move) AppendTo(dst []byte) []byte {
	return append(dst, m.From.letter(), m.From.digit(), m.To.letter(), m.To.digit(), m.Arrow.letter(), m.Arrow.digit())
}

// MarshalText returns the six characters of the turn, so that a Move is a JSON string.
func (m Move) MarshalText() ([]byte, error) { return m.AppendTo(nil), nil }

// UnmarshalText accepts exactly what MarshalText writes. The error is a [*SyntaxError].
func (m *Move) UnmarshalText(text []byte) error {
	parsed, err := ParseMove(string(text))
	if err == nil {
		*m = parsed
	}
	return err
}

// ParseMove reads the six characters of a turn: three times a letter A-J and a digit 0-9. It does not check whether the turn is
// legal. The error is a [*SyntaxError].
func ParseMove(text string) (Move, error) {
	var squares [3]Square
	for i := range 6 {
		first, kind := byte('A'), "a column letter A-J"
		if i%2 == 1 {
			first, kind = '0', "a row digit 0-9"
		}
		if i >= len(text) || text[i] < first || text[i] > first+9 {
			return Move{}, &SyntaxError{What: "turn", Text: text, Line: 1, Column: i + 1, Want: kind}
		}
		if i%2 == 0 {
			squares[i/2] = SquareAt(int(text[i]-'A'), 0)
		} else {
			squares[i/2] += Square(text[i] - '0')
		}
	}
	if len(text) > 6 {
		return Move{}, &SyntaxError{What: "turn", Text: text, Line: 1, Column: 7, Want: "the end of the turn"}
	}
	return Move{squares[0], squares[1], squares[2]}, nil
}

// SyntaxError is the error for text that is not a turn or not a position.
type SyntaxError = notation.Error
