package reantics

import (
	"strings"

	"github.com/gridiron-games/gridiron/kernel/notation"

	"github.com/gridiron-games/gridiron/kernel/grid"
)

// Kind is the kind of an action.
type Kind uint8

// The kinds of actions. The original's numbers are one less, and None is its None.
const (
	None Kind = iota
	MoveAnt
	Build
	End
	Undo
)

// Move is one action: a value that fits in a word, compared with ==. The zero value is not an action. An action from a player is
// a [Raw], because it can be longer, or off the board.
//
// From the lowest byte: up to four cells, the number of cells, the kind, the type to build.
type Move uint64

// Actions without cells.
const (
	EndTurn  Move = Move(End) << kindShift
	TakeBack Move = Move(Undo) << kindShift
)

const (
	countShift = 32
	kindShift  = 40
	typeShift  = 48
)

// Walk returns the move of an ant along path: its own cell first, then at most three steps. A path of its own cell alone is
// legal: the ant stays and attacks. It panics if the path has more than MaxPath cells.
func Walk(path ...Cell) Move {
	if len(path) > MaxPath {
		panic("reantics: a path has at most 4 cells")
	}
	m := Move(MoveAnt)<<kindShift | Move(len(path))<<countShift
	for i, c := range path {
		m |= Move(c) << (8 * i)
	}
	return m
}

// BuildAnt returns the action that builds an ant on a hill.
func BuildAnt(hill Cell, t Type) Move {
	return Move(Build)<<kindShift | 1<<countShift | Move(t)<<typeShift | Move(hill)
}

// Kind returns the kind of m.
func (m Move) Kind() Kind { return Kind(m >> kindShift) }

// Len returns the number of cells of m: 0 to MaxPath.
func (m Move) Len() int { return min(int(uint8(m>>countShift)), MaxPath) }

// Cell returns the i-th cell of m, from 0 to Len()-1.
func (m Move) Cell(i int) Cell { return Cell(m >> (8 * i)) }

// From returns the cell of the ant that moves, or the hill that is built on; NoCell if m has no cell.
func (m Move) From() Cell {
	if m.Len() == 0 {
		return NoCell
	}
	return Cell(m)
}

// To returns the last cell of m; NoCell if m has none.
func (m Move) To() Cell {
	if m.Len() == 0 {
		return NoCell
	}
	return m.Cell(m.Len() - 1)
}

// Type returns the kind of ant that a Build makes.
func (m Move) Type() Type { return Type(m >> typeShift) }

// Path appends the cells of m to dst.
func (m Move) Path(dst []Cell) []Cell {
	for i := range m.Len() {
		dst = append(dst, m.Cell(i))
	}
	return dst
}

// Turned returns m on the board turned by 180 degrees: it converts between the cells that Red sees and the referee's.
func (m Move) Turned() Move {
	for i := range m.Len() {
		c := m.Cell(i)
		m = m&^(0xff<<(8*i)) | Move(c.Turned())<<(8*i)
	}
	return m
}

// Raw returns m in the form in which a player sends it.
func (m Move) Raw() Raw {
	r := Raw{Type: int(m.Kind()) - 1, Build: NoBuild}
	if m.Len() > 0 {
		r.Path = make([]grid.Point, m.Len())
		for i := range r.Path {
			r.Path[i] = m.Cell(i).Point()
		}
	}
	if m.Kind() == Build {
		r.Build = int(m.Type())
	}
	return r
}

// String returns the text of m: M and the digits of its path, B with the cell and the letter of the ant, E, or U; "none" for the
// zero value.
func (m Move) String() string { return string(m.AppendTo(nil)) }

// AppendTo appends the text of m to dst.
func (m Move) AppendTo(dst []byte) []byte {
	switch m.Kind() {
	case MoveAnt, Build:
		dst = append(dst, "MB"[m.Kind()-MoveAnt])
		for i := range m.Len() {
			dst = append(dst, m.Cell(i).String()...)
		}
		if m.Kind() == Build {
			if m.Type() >= Types {
				return append(dst, '?')
			}
			dst = append(dst, m.Type().Letter())
		}
		return dst
	case End:
		return append(dst, 'E')
	case Undo:
		return append(dst, 'U')
	}
	return append(dst, "none"...)
}

// MarshalText returns the text of m, so that a Move is a JSON string.
func (m Move) MarshalText() ([]byte, error) { return m.AppendTo(nil), nil }

// UnmarshalText accepts exactly what MarshalText writes for an action. The error is a [*SyntaxError].
func (m *Move) UnmarshalText(text []byte) error {
	parsed, err := ParseMove(string(text))
	if err == nil {
		*m = parsed
	}
	return err
}

// ParseMove reads the text of an action: M and one to four cells of two digits, B with a cell and one of the letters QWDSR, E, or
// U. It does not check whether the action is legal. The error is a [*SyntaxError].
func ParseMove(text string) (Move, error) {
	wrong := func(column int, want string) (Move, error) {
		return 0, &SyntaxError{What: "action", Text: text, Line: 1, Column: column, Want: want}
	}
	if text == "" || !strings.Contains("MBEU", text[:1]) {
		return wrong(1, "M (move), B (build), E (end) or U (undo)")
	}
	if text[0] == 'E' || text[0] == 'U' {
		if len(text) > 1 {
			return wrong(2, "the end of the action")
		}
		return map[byte]Move{'E': EndTurn, 'U': TakeBack}[text[0]], nil
	}
	digits := len(text) - 1
	if text[0] == 'B' {
		digits = 2
	}
	for i := 1; i <= max(digits+digits%2, 2); i++ {
		if i > MaxPath*2 {
			return wrong(i+1, "the end of the action: a path has at most 4 cells")
		}
		if i >= len(text) || text[i] < '0' || text[i] > '9' {
			return wrong(i+1, [2]string{"the digit of a row, 0-9", "the digit of a column, 0-9"}[i%2])
		}
	}
	cell := func(i int) Cell { return At(int(text[i]-'0'), int(text[i+1]-'0')) }
	if text[0] == 'B' {
		t := -1
		if len(text) > 3 {
			t = strings.IndexByte(typeLetters, text[3])
		}
		if t < 0 {
			return wrong(4, "the letter of an ant: Q, W, D, S or R")
		}
		if len(text) > 4 {
			return wrong(5, "the end of the action")
		}
		return BuildAnt(cell(1), Type(t)), nil
	}
	var path [MaxPath]Cell
	n := digits / 2
	for i := range n {
		path[i] = cell(1 + 2*i)
	}
	return Walk(path[:n]...), nil
}

// Raw is an action as a player sent it, in the original's numbers. It is judged, but never played.
type Raw struct {
	Type  int          // 0 move, 1 build, 2 end, 3 undo
	Path  []grid.Point // nil: not a list of cells
	Build int          // the number of the ant to build, or NoBuild
}

// NoBuild is the Build of a Raw that builds nothing.
const NoBuild = -1 << 31

// Move returns r as a Move. It is the same action if r is legal; from an illegal one it keeps what fits.
func (r Raw) Move() Move {
	m := Move(uint8(r.Type+1)) << kindShift
	if r.Type == 2 || r.Type == 3 {
		return m // cells and building do not matter (R8)
	}
	if r.Type == 1 {
		m |= Move(uint8(r.Build)) << typeShift
	}
	path := r.Path[:min(len(r.Path), MaxPath)]
	for i, p := range path {
		m |= Move(CellAt(p)) << (8 * i)
	}
	return m | Move(len(path))<<countShift
}

// Turned returns r on the board turned by 180 degrees, cells off the board included.
func (r Raw) Turned() Raw {
	if r.Path == nil {
		return r
	}
	path := make([]grid.Point, len(r.Path))
	for i, p := range r.Path {
		path[i] = grid.Point{X: Size - 1 - p.X, Y: Size - 1 - p.Y}
	}
	r.Path = path
	return r
}

// SyntaxError is the error for text that is not an action or not a position.
type SyntaxError = notation.Error
