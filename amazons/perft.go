package amazons

// Perft counts the sequences of exactly depth legal turns from p (0 turns: one). A line that ends earlier is not counted. The
// last turn of each sequence is counted without being listed: perft 3 of the 10x10 start, 8,350,439,170, therefore takes seconds
// rather than minutes; perftList in the tests is the plain definition. Deep counts remember positions that several sequences lead
// to.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth < 4 {
		b := newBoard(p)
		return b.perft(p.side, depth)
	}
	return perftMemo(p, depth, make([]counted, 1<<20))
}

// counted is what perftMemo remembers of a position; the table is indexed by hash and keeps the latest.
type counted struct {
	position Position
	depth    int
	turns    uint64
}

func perftMemo(p Position, depth int, memo []counted) uint64 {
	if depth <= 2 {
		b := newBoard(p)
		return b.perft(p.side, depth)
	}
	slot := &memo[(p.Hash()+uint64(depth))%uint64(len(memo))]
	if slot.position == p && slot.depth == depth {
		return slot.turns
	}
	var total uint64
	for _, m := range p.AppendMoves(nil) {
		total += perftMemo(p.Play(m), depth-1, memo)
	}
	*slot = counted{p, depth, total}
	return total
}

// CountMoves returns the number of legal turns without listing them: len(p.AppendMoves(nil)).
func (p Position) CountMoves() int {
	b := newBoard(p)
	return b.countMoves(p.side)
}

// board is a position to walk in place. Besides the queens, it keeps the occupancy of every line of the board, one bit per
// square, so that one table look-up per line says how far a queen sees.
type board struct {
	queens  [2]Set
	blocked Set
	lines   [lineCount]uint16
	arrow   Range
}

// Lines: 0-9 rows, 10-19 columns, 20-38 rising and 39-57 falling diagonals by column; rounded up so that a line's number
// masked by 63 needs no check.
const lineCount = 64

// A line's occupancy is kept shifted by four bits, so that or-ing a place (0-9) into it gives the index of a table.
const (
	placeBits = 4
	lineViews = 1 << (MaxSize + placeBits)
)

type place struct{ line, at uint8 }

var (
	places   [Squares][4]place    // the four lines through a square, and its place on each
	crossing [4][Squares][3]place // the same without one of the lines
	empty    [lineCount]uint16    // the squares that a line of the 10x10 board lacks
	sight    [lineViews]uint8     // by line and place: squares seen in both directions together
	ahead    [lineViews]uint8     // squares seen towards higher places only
)

func init() {
	for line := range empty {
		empty[line] = (1<<MaxSize - 1) << placeBits
	}
	for s := range Square(Squares) {
		column, row := uint8(s.Column()), uint8(s.Row())
		places[s] = [4]place{
			{row, column},
			{10 + column, row},
			{20 + 9 + column - row, column},
			{39 + column + row, column},
		}
		for axis, on := range places[s] {
			empty[on.line] &^= 1 << (on.at + placeBits)
			copy(crossing[axis][s][:], places[s][:axis])
			copy(crossing[axis][s][axis:], places[s][axis+1:])
		}
	}
	for occupied := range 1 << MaxSize {
		for at := range MaxSize {
			up, down := 0, 0
			for i := at + 1; i < MaxSize && occupied>>i&1 == 0; i++ {
				up++
			}
			for i := at - 1; i >= 0 && occupied>>i&1 == 0; i-- {
				down++
			}
			ahead[occupied<<placeBits|at] = uint8(up)
			sight[occupied<<placeBits|at] = uint8(up + down)
		}
	}
}

func newBoard(p Position) board {
	b := board{queens: p.queens, lines: empty, arrow: p.arrow}
	for s := p.Blocked(); !s.Empty(); s = s.Rest() {
		b.toggle(s.First())
	}
	return b
}

// toggle blocks a free square or frees a blocked one.
func (b *board) toggle(s Square) {
	b.blocked = b.blocked.xor(single[s])
	for _, on := range &places[s] {
		b.lines[on.line&63] ^= 1 << ((on.at + placeBits) & 15)
	}
}

func (b *board) perft(side Seat, depth int) uint64 {
	if depth == 1 {
		return uint64(b.countMoves(side))
	}
	var total uint64
	for queens := b.queens[side]; !queens.Empty(); queens = queens.Rest() {
		from := queens.First()
		landings := Reach(from, b.blocked)
		b.toggle(from)
		for ; !landings.Empty(); landings = landings.Rest() {
			to := landings.First()
			targets := b.arrow.Shots(to, b.blocked)
			b.queens[side] = b.queens[side].xor(single[from]).Or(single[to])
			b.toggle(to)
			for ; !targets.Empty(); targets = targets.Rest() {
				arrow := targets.First()
				b.toggle(arrow)
				total += b.perft(side.Other(), depth-1)
				b.toggle(arrow)
			}
			b.toggle(to)
			b.queens[side] = b.queens[side].xor(single[to]).Or(single[from])
		}
		b.toggle(from)
	}
	return total
}

// countMoves counts turns in closed form. Suppose that a queen on f sees up squares in one direction of a line and down in the
// other. From each of those squares, an arrow can fly along the line over the other up-1 (down-1), onto the vacated f, and over
// the squares that she saw behind her; together that is (up+down) squares. Along the three crossing lines, it flies as far as a
// queen sees.
func (b *board) countMoves(side Seat) int {
	if b.arrow != 0 {
		return b.countShots(side)
	}
	total := 0
	for queens := b.queens[side]; !queens.Empty(); queens = queens.Rest() {
		f := queens.First()
		for axis, on := range &places[f] {
			view := b.view(on)
			up, seen := int(ahead[view]), int(sight[view])
			total += seen * seen
			step := steps[axis]
			cross := &crossing[axis]
			for t := int(f) - (seen-up)*step; t < int(f); t += step {
				total += b.sight(&cross[t])
			}
			for t := int(f) + up*step; t > int(f); t -= step {
				total += b.sight(&cross[t])
			}
		}
	}
	return total
}

// countShots counts the shots of arrows with a limited range, one queen move at a time.
func (b *board) countShots(side Seat) int {
	total := 0
	for queens := b.queens[side]; !queens.Empty(); queens = queens.Rest() {
		vacated := b.blocked.Minus(single[queens.First()])
		for landings := Reach(queens.First(), b.blocked); !landings.Empty(); landings = landings.Rest() {
			total += b.arrow.Shots(landings.First(), vacated).Len()
		}
	}
	return total
}

// steps is the difference of the numbers of two neighbouring squares of a line, by the order of lines in places.
var steps = [4]int{MaxSize, 1, MaxSize + 1, MaxSize - 1}

// view returns the index into sight and ahead for a place on a line.
func (b *board) view(on place) uint16 {
	return (b.lines[on.line&63] | uint16(on.at)) & (lineViews - 1)
}

// sight returns how many squares are seen along three lines from the square where they cross.
func (b *board) sight(on *[3]place) int {
	return int(sight[b.view(on[0])]) + int(sight[b.view(on[1])]) + int(sight[b.view(on[2])])
}
