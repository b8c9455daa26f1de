package sarena

import "github.com/gridiron-games/gridiron/kernel/notation"

// Rule is the first rule that a turn breaks, or Legal.
type Rule = notation.Code[table]

type table struct{}

// Rules returns the table, for notation.Code.
func (table) Rules() []notation.Rule { return rules[:] }

// The ways to break a rule, in the order in which Check looks for them. Numbers are those of RULES.md.
const (
	Legal     Rule = iota
	OffBoard       // R3: a cell that the board lacks
	NotBeside      // R4: the cells are not side by side
	FromEmpty      // R5: nothing to move
	ToEmpty        // R6: the destination is an empty plain cell
	TooHigh        // R7: a pile of more than four chips
)

var rules = [...]notation.Rule{
	Legal:     {Name: "legal", Says: "the turn is legal"},
	OffBoard:  {Name: "off_board", Number: "R3", Says: "a cell is not on this board"},
	NotBeside: {Name: "not_beside", Number: "R4", Says: "a pile moves to a cell beside it, along its row or column"},
	FromEmpty: {Name: "from_empty", Number: "R5", Says: "no pile lies on the first cell"},
	ToEmpty:   {Name: "to_empty", Number: "R6", Says: "an empty cell without arrows takes no pile"},
	TooHigh:   {Name: "too_high", Number: "R7", Says: "the pile would have more than four chips"},
}

// Check returns the first rule that m breaks, or Legal. It is the definition of a legal turn; AppendMoves is the fast way to
// the same answer. It does not matter who is to move.
func (p Position) Check(m Move) Rule {
	rows, columns := p.Rows(), p.Columns()
	if m.I1 < 0 || m.I1 >= rows || m.I2 < 0 || m.I2 >= rows || m.J1 < 0 || m.J1 >= columns || m.J2 < 0 || m.J2 >= columns {
		return OffBoard
	}
	if di, dj := m.I2-m.I1, m.J2-m.J1; di*di+dj*dj != 1 {
		return NotBeside
	}
	from, to := p.At(m.I1, m.J1), p.At(m.I2, m.J2)
	pile, under := p.Pile(from), p.Pile(to)
	switch {
	case pile == 0:
		return FromEmpty
	case under == 0 && !p.arrows.Has(to):
		return ToEmpty
	case pile.Height()+under.Height() > Height:
		return TooHigh
	}
	return Legal
}

// Play returns the position after m. It does not check m: play only what Check calls Legal or AppendMoves listed.
func (p Position) Play(m Move) Position {
	from, to := p.At(m.I1, m.J1)&63, p.At(m.I2, m.J2)&63
	if under := p.piles[to]; under == 0 {
		p.piles[to] = p.piles[from].Turn() // R9
	} else {
		p.piles[to] = p.piles[from].On(under) // R8
	}
	p.piles[from] = 0
	p.side ^= 1
	return p
}

// AppendMoves appends every legal turn to dst in the original's order: cells row by row, and from each up, left, right, down.
// A board of n cells has at most 4n, the 6x6 board at most 120.
func (p Position) AppendMoves(dst []Move) []Move {
	b := NewBoard(p)
	sources := b.Sources()
	all := sources[Up] | sources[Left] | sources[Right] | sources[Down]
	for ; all != 0; all = all.Rest() {
		from := all.First()
		for d := range Direction(Directions) {
			if sources[d].Has(from) {
				dst = append(dst, p.Move(from, b.Next(from, d)))
			}
		}
	}
	return dst
}

// CountMoves returns the number of legal turns without listing them: len(p.AppendMoves(nil)).
func (p Position) CountMoves() int {
	b := NewBoard(p)
	return b.CountMoves()
}

// Over reports whether there is no legal turn left, for either seat (R10).
func (p Position) Over() bool {
	b := NewBoard(p)
	sources := b.Sources()
	return sources[Up]|sources[Left]|sources[Right]|sources[Down] == 0
}

// Reasons for the end of a game.
const (
	Chips    = "chips"     // R10: one seat owns more
	TieBreak = "tie-break" // R11: equal, but one seat has more chips with its colour
	Tie      = "tie"       // R11: a draw
)

// Outcome is how a game ended.
type Outcome struct {
	Winner int    // a Seat; -1 for a draw
	Reason string // Chips, TieBreak or Tie
	Owned  [2]int // by seat: the chips of the piles that show its colour on top (R10)
	Marked [2]int // by seat: those of them that have its colour on a face (R11)
}

// Score returns the two stages of counting.
func (o Outcome) Score() Score {
	return Score{Chips: o.Owned[Yellow] - o.Owned[Red], Marked: o.Marked[Yellow] - o.Marked[Red]}
}

// Outcome counts the current board; over is false while there is a legal turn (R10).
func (p Position) Outcome() (o Outcome, over bool) {
	for _, pile := range p.piles[:p.Cells()] {
		for s := range Seat(2) {
			if pile.Top() == s.Face() {
				o.Owned[s] += pile.Height()
				o.Marked[s] += pile.Count(s.Face())
			}
		}
	}
	winner, decided := o.Score().Winner()
	switch {
	case !decided:
		o.Winner, o.Reason = -1, Tie
	case o.Score().Chips != 0:
		o.Winner, o.Reason = int(winner), Chips
	default:
		o.Winner, o.Reason = int(winner), TieBreak
	}
	return o, p.Over()
}
