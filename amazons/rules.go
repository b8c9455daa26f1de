package amazons

import (
	"slices"

	"github.com/gridiron-games/gridiron/kernel/notation"
)

// Rule is the first rule that a turn breaks, or Legal.
type Rule = notation.Code[table]

type table struct{}

// Rules returns the table, for notation.Code.
func (table) Rules() []notation.Rule { return rules[:] }

// The ways to break a rule, in the order in which Check looks for them. Numbers are those of RULES.md.
const (
	Legal           Rule = iota
	OffBoard             // R1: a square that is not on a smaller board
	FromEmpty            // R3: no queen on the from square
	FromRemoved          // R3
	FromOpponent         // R3
	MoveNull             // R4: the queen stays where she is
	MoveNotLine          // R4
	MovePathBlocked      // R5
	MoveOntoQueen        // R5
	MoveOntoRemoved      // R5
	ShotNull             // R6: the arrow is shot at the square the queen landed on
	ShotNotLine          // R6
	ShotTooFar           // R13, where the arrow's range is limited
	ShotPathBlocked      // R7
	ShotOntoQueen        // R7
	ShotOntoRemoved      // R7
)

var rules = [...]notation.Rule{
	Legal:           {Name: "legal", Says: "the turn is legal"},
	OffBoard:        {Name: "off_board", Number: "R1", Says: "a square is not on this board"},
	FromEmpty:       {Name: "from_empty", Number: "R3", Says: "no queen stands on the first square"},
	FromRemoved:     {Name: "from_removed", Number: "R3", Says: "the first square was removed"},
	FromOpponent:    {Name: "from_opponent", Number: "R3", Says: "the queen on the first square is the opponent's"},
	MoveNull:        {Name: "move_null", Number: "R4", Says: "the queen must move"},
	MoveNotLine:     {Name: "move_not_line", Number: "R4", Says: "a queen moves along a row, a column or a diagonal"},
	MovePathBlocked: {Name: "move_path_blocked", Number: "R5", Says: "the queen's path is blocked"},
	MoveOntoQueen:   {Name: "move_onto_queen", Number: "R5", Says: "a queen stands where the queen would land"},
	MoveOntoRemoved: {Name: "move_onto_removed", Number: "R5", Says: "the square where the queen would land was removed"},
	ShotNull:        {Name: "shot_null", Number: "R6", Says: "the arrow must leave the queen's square"},
	ShotNotLine:     {Name: "shot_not_line", Number: "R6", Says: "an arrow flies along a row, a column or a diagonal"},
	ShotTooFar:      {Name: "shot_too_far", Number: "R13", Says: "the arrow does not fly that far"},
	ShotPathBlocked: {Name: "shot_path_blocked", Number: "R7", Says: "the arrow's path is blocked"},
	ShotOntoQueen:   {Name: "shot_onto_queen", Number: "R7", Says: "a queen stands where the arrow would hit"},
	ShotOntoRemoved: {Name: "shot_onto_removed", Number: "R7", Says: "the square where the arrow would hit was removed"},
}

// Check returns the first rule that m breaks for the side to move, or Legal. It is the definition of a legal turn;
// AppendMoves is the fast way to the same answer.
func (p Position) Check(m Move) Rule {
	for _, s := range [...]Square{m.From, m.To, m.Arrow} {
		if s >= Squares || !onBoard(s, p.Size()) {
			return OffBoard
		}
	}
	switch {
	case p.queens[p.side].Has(m.From):
	case p.queens[p.side.Other()].Has(m.From):
		return FromOpponent
	case p.removed.Has(m.From):
		return FromRemoved
	default:
		return FromEmpty
	}
	switch p.walk(m.From, m.To) {
	case walkNull:
		return MoveNull
	case walkNotLine:
		return MoveNotLine
	case walkBlocked:
		return MovePathBlocked
	case walkOntoQueen:
		return MoveOntoQueen
	case walkOntoRemoved:
		return MoveOntoRemoved
	}
	// From here on the queen stands on To, and the square she left is empty for the arrow (R7).
	p.queens[p.side] = p.queens[p.side].xor(single[m.From]).xor(single[m.To])
	end := p.walk(m.To, m.Arrow)
	switch {
	case end == walkNull:
		return ShotNull
	case end == walkNotLine:
		return ShotNotLine
	case p.arrow != 0 && distance(m.To, m.Arrow) > int(p.arrow):
		return ShotTooFar
	}
	switch end {
	case walkBlocked:
		return ShotPathBlocked
	case walkOntoQueen:
		return ShotOntoQueen
	case walkOntoRemoved:
		return ShotOntoRemoved
	}
	return Legal
}

// distance returns the number of king's steps between two squares.
func distance(a, b Square) int {
	columns, rows := a.Column()-b.Column(), a.Row()-b.Row()
	return max(columns, -columns, rows, -rows)
}

type walkEnd uint8

const (
	walkFree walkEnd = iota
	walkNull
	walkNotLine
	walkBlocked
	walkOntoQueen
	walkOntoRemoved
)

// walk goes from one square to another and says what stops it first.
func (p Position) walk(from, to Square) walkEnd {
	if from == to {
		return walkNull
	}
	d := lineBetween(from, to)
	if d < 0 {
		return walkNotLine
	}
	for s := squareOf(stepFrom(from, d)); ; s = squareOf(stepFrom(s, d)) {
		switch cell := p.Cell(s); {
		case cell == '.' && s == to:
			return walkFree
		case cell == '.':
		case s != to:
			return walkBlocked
		case cell == 'x':
			return walkOntoRemoved
		default:
			return walkOntoQueen
		}
	}
}

// AppendMoves appends every legal turn of the side to move to dst, ascending by From, To and Arrow, which is the order of their
// text. The start of the 10x10 game has 2176; some later positions have more, and 4 queens have at most 4900.
func (p Position) AppendMoves(dst []Move) []Move {
	blocked := p.Blocked()
	for queens := p.queens[p.side]; !queens.Empty(); queens = queens.Rest() {
		from := queens.First()
		vacated := blocked.Minus(single[from])
		for landings := Reach(from, blocked); !landings.Empty(); landings = landings.Rest() {
			to := landings.First()
			dst = appendShots(dst, from, to, p.arrow.limit(to, Reach(to, vacated)))
		}
	}
	return dst
}

func appendShots(dst []Move, from, to Square, targets Set) []Move {
	n := len(dst)
	dst = slices.Grow(dst, targets.Len())[:n+targets.Len()]
	shots := dst[n:]
	i := 0
	for lo := targets.lo; lo != 0 && i < len(shots); lo &= lo - 1 {
		shots[i] = Move{from, to, Set{lo: lo}.First()}
		i++
	}
	for hi := targets.hi; hi != 0 && i < len(shots); hi &= hi - 1 {
		shots[i] = Move{from, to, Set{hi: hi}.First()}
		i++
	}
	return dst
}

// Play returns the position after m. It does not check m: play only what Check calls Legal or AppendMoves listed.
func (p Position) Play(m Move) Position {
	p.Make(m)
	return p
}

// Make plays m on p itself, which takes half of the time that Play takes, because nothing is copied. A copy that was made before
// takes it back.
func (p *Position) Make(m Move) {
	queens, from, to, arrow := &p.queens[p.side&1], &single[m.From], &single[m.To], &single[m.Arrow]
	queens.lo ^= from.lo | to.lo
	queens.hi ^= from.hi | to.hi
	p.removed.lo |= arrow.lo
	p.removed.hi |= arrow.hi
	p.side ^= 1
}

// Stuck reports whether the side to move has no legal turn and so has lost (R9). Since the square that a queen just left can
// always be shot at, a seat can move exactly if one of its queens has an empty neighbour square (R10).
func (p Position) Stuck() bool {
	return p.queens[p.side].Neighbours().And(p.Free()).Empty()
}

// Stuck is the reason for every end by the rules (R9).
const Stuck = "stuck"

// Outcome is how a game ended.
type Outcome struct {
	Winner int    // a Seat; -1 for nobody: there are no draws
	Reason string // Stuck
}

// Outcome returns how the game ended; while it continues, over is false and the winner -1.
func (p Position) Outcome() (o Outcome, over bool) {
	if !p.Stuck() {
		return Outcome{Winner: -1}, false
	}
	return Outcome{Winner: int(p.side.Other()), Reason: Stuck}, true
}
