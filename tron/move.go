package tron

import "github.com/gridiron-games/gridiron/kernel/notation"

// Command is what a seat does in one cycle: a turn or none, the wall breaker or not. The zero value drives straight on. A cycle
// takes at most one of each (R4); their order affects only the order of events.
type Command struct {
	turn         uint8 // 1 + direction; 0: none
	breaker      bool
	breakerFirst bool // both are set, and the breaker came first
}

// Straight is the command that changes nothing.
var Straight = Command{}

// Turn returns the command that turns to a direction.
func Turn(d Direction) Command { return Command{turn: 1 + uint8(d%Directions)} }

// Breaker returns the command that switches the wall breaker on.
func Breaker() Command { return Command{breaker: true} }

// ThenTurn returns c with a later order to turn: it replaces an earlier one and keeps its place (R4).
func (c Command) ThenTurn(d Direction) Command {
	c.breakerFirst = c.breaker && (c.turn == 0 || c.breakerFirst)
	c.turn = 1 + uint8(d%Directions)
	return c
}

// ThenBreaker returns c with a later order to switch the wall breaker on (R4).
func (c Command) ThenBreaker() Command {
	c.breaker = true
	return c
}

// Turn returns the direction that c turns to; ok is false if it does not turn.
func (c Command) Turn() (d Direction, ok bool) { return Direction(c.turn-1) % Directions, c.turn > 0 }

// Breaker reports whether c switches the wall breaker on.
func (c Command) Breaker() bool { return c.breaker }

// String returns the letters of c in their order: U, R, D or L for a turn, A for the wall breaker, and - for neither.
func (c Command) String() string {
	turn := ""
	if d, ok := c.Turn(); ok {
		turn = "URDL"[d : d+1]
	}
	switch {
	case c == Straight:
		return "-"
	case !c.breaker:
		return turn
	case c.breakerFirst:
		return "A" + turn
	}
	return turn + "A"
}

// MarshalText returns the letters of c, so that a Command is a JSON string.
func (c Command) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText accepts exactly what MarshalText writes. The error is a [*SyntaxError].
func (c *Command) UnmarshalText(text []byte) error {
	parsed, err := ParseCommand(string(text))
	if err == nil {
		*c = parsed
	}
	return err
}

// ParseCommand reads what String writes: -, or one of U R D L, or A, or both in any order. It does not check whether the bike
// would obey. The error is a [*SyntaxError].
func ParseCommand(text string) (Command, error) {
	wrong := func(at int, want string) (Command, error) {
		return Command{}, &SyntaxError{What: "command", Text: text, Line: 1, Column: at + 1, Want: want}
	}
	if text == "-" {
		return Straight, nil
	}
	var c Command
	for i := range len(text) {
		d, letter := Direction(0), text[i]
		switch letter {
		case 'A':
			if c.breaker {
				return wrong(i, "one A at most")
			}
			c = c.ThenBreaker()
			continue
		case 'U':
			d = Up
		case 'R':
			d = Right
		case 'D':
			d = Down
		case 'L':
			d = Left
		default:
			return wrong(i, "U, R, D or L to turn, A for the wall breaker, or - alone")
		}
		if c.turn != 0 {
			return wrong(i, "one of U, R, D and L at most")
		}
		c = c.ThenTurn(d)
	}
	if text == "" {
		return wrong(0, "U, R, D or L to turn, A for the wall breaker, or - for neither")
	}
	return c, nil
}

// SyntaxError is the error for text that is not a command or not a position.
type SyntaxError = notation.Error
