package sarena

// Board is a position to walk in place: besides the piles it keeps the set of cells of every height, so that the legal turns of
// all cells are found at once. Bots search on it. It does not know whose turn it is.
type Board struct {
	Piles   [MaxCells]Pile
	Heights [Height + 1]Set // by height: the cells with a pile of that many chips; 0: the empty cells
	Arrows  Set

	notFirst, notLast Set // the cells that are not in the first (last) column
	columns           Cell
}

// NewBoard returns p as a Board.
func NewBoard(p Position) Board {
	b := Board{Piles: p.piles, Arrows: p.arrows, columns: Cell(p.columns)}
	cells := p.Cells()
	var least [Height]Set // by k: the cells with more than k chips
	for c := 0; c < cells; c += 4 {
		four := present(p.Piles(Cell(c)))
		for k := range least {
			least[k] |= four >> (4 * k) & 15 << c
		}
	}
	all := ^Set(0) >> (MaxCells - cells)
	b.Heights = [...]Set{all &^ least[0], least[0] &^ least[1], least[1] &^ least[2], least[2] &^ least[3], least[3]}
	var first Set
	for row := range p.Rows() {
		first |= 1 << (row * p.Columns())
	}
	b.notFirst = all &^ first
	b.notLast = all &^ (first << (p.columns - 1))
	return b
}

// present returns which chips the four piles of Position.Piles have: bit 4*k + c for chip k of pile c.
func present(chips uint64) Set {
	chips |= chips >> 1
	chips = (chips | chips>>2) & 0x1111_1111_1111_1111 // bit 16*c + 4*k
	// Of the sums of shifted bits, no two meet; those that the last shift leaves are 16*c + 4*k moved up by 48 - 15*c.
	return Set(chips * (1<<48 | 1<<33 | 1<<18 | 1<<3) >> 48)
}

// Columns returns the number of columns.
func (b *Board) Columns() int { return int(b.columns) }

// Next returns the cell in a direction, which must be on the board.
func (b *Board) Next(c Cell, d Direction) Cell {
	switch d {
	case Up:
		return c - b.columns
	case Left:
		return c - 1
	case Right:
		return c + 1
	}
	return c + b.columns
}

// Sources returns the legal turns (R3 to R7): for every direction, the cells whose piles may move that way.
func (b *Board) Sources() [Directions]Set {
	// d is the set of destinations for a pile of h chips: cells with piles of at most 4-h, or empty arrow cells.
	h1, h2, h3, h4 := b.Heights[1], b.Heights[2], b.Heights[3], b.Heights[4]
	d4 := b.Heights[0] & b.Arrows
	d3 := d4 | h1
	d2 := d3 | h2
	d1 := d2 | h3
	n := b.columns
	return [Directions]Set{
		Up:    h1&(d1<<n) | h2&(d2<<n) | h3&(d3<<n) | h4&(d4<<n),
		Left:  (h1&(d1<<1) | h2&(d2<<1) | h3&(d3<<1) | h4&(d4<<1)) & b.notFirst,
		Right: (h1&(d1>>1) | h2&(d2>>1) | h3&(d3>>1) | h4&(d4>>1)) & b.notLast,
		Down:  h1&(d1>>n) | h2&(d2>>n) | h3&(d3>>n) | h4&(d4>>n),
	}
}

// CountMoves returns the number of legal turns.
func (b *Board) CountMoves() int {
	s := b.Sources()
	return s[Up].Len() + s[Left].Len() + s[Right].Len() + s[Down].Len()
}

// Do plays the turn from one cell to another, which must be legal, and returns what Undo needs.
func (b *Board) Do(from, to Cell) (pile, under Pile) {
	from, to = from&63, to&63
	pile, under = b.Piles[from], b.Piles[to]
	result := pile
	if under == 0 {
		result = pile.Turn()
	} else {
		result = pile.On(under)
	}
	b.Piles[from], b.Piles[to] = 0, result
	low, high := pile.Height(), result.Height()
	b.Heights[low] ^= 1 << from
	b.Heights[0] ^= 1 << from
	b.Heights[under.Height()] ^= 1 << to
	b.Heights[high] ^= 1 << to
	return pile, under
}

// Undo takes back the last turn that Do played.
func (b *Board) Undo(from, to Cell, pile, under Pile) {
	from, to = from&63, to&63
	b.Heights[b.Piles[to].Height()] ^= 1 << to
	b.Heights[under.Height()] ^= 1 << to
	b.Heights[0] ^= 1 << from
	b.Heights[pile.Height()] ^= 1 << from
	b.Piles[from], b.Piles[to] = pile, under
}

// Score counts the board as [Position.Score] does.
func (b *Board) Score() (s Score) {
	for occupied := b.Heights[1] | b.Heights[2] | b.Heights[3] | b.Heights[4]; occupied != 0; occupied = occupied.Rest() {
		pile := b.Piles[occupied.First()&63]
		top := pile.Top()
		if sign := top.Sign(); sign != 0 {
			s.Chips += sign * pile.Height()
			s.Marked += sign * pile.Count(top)
		}
	}
	return s
}

// draw draws one of all legal turns, each with the same chance, by its place in the order of AppendMoves. It returns false if
// there is none.
func (b *Board) draw(chance Chance) (from, to Cell, ok bool) {
	s := b.Sources()
	// The number of turns of every cell in binary: ones + 2 twos + 4 fours.
	a, c := s[Up]^s[Left], s[Right]^s[Down]
	ones := a ^ c
	both := s[Up]&s[Left] ^ s[Right]&s[Down]
	fours := s[Up] & s[Left] & s[Right] & s[Down]
	twos := both ^ a&c
	total := ones.Len() + 2*twos.Len() + 4*fours.Len()
	if total == 0 {
		return 0, 0, false
	}
	k := chance.Below(total)
	for half := MaxCells / 2; half > 0; half /= 2 {
		low := (Set(1)<<(half&63) - 1) << (from & 63)
		n := (ones & low).Len() + 2*(twos&low).Len() + 4*(fours&low).Len()
		beyond := (n - 1 - k) >> 63 // -1 if the turn is after the cells of low, else 0: a branch here would be unpredictable
		k -= n & beyond
		from += Cell(half & beyond)
	}
	for d := range Direction(Directions) {
		if k -= int(s[d] >> (from & 63) & 1); k < 0 {
			return from, b.Next(from, d), true
		}
	}
	panic("sarena: fewer turns than counted")
}

// RandomMove draws one of all legal turns, each with the same chance; there must be one. The same draw picks the same place
// in the list of AppendMoves.
func (p Position) RandomMove(chance Chance) Move {
	b := NewBoard(p)
	from, to, _ := b.draw(chance)
	return p.Move(from, to)
}

// RandomGame plays turns drawn as RandomMove draws them until the game is over, on an endless board at most TurnLimit, and
// returns the score and the number of turns.
func RandomGame(p Position, chance Chance) (score Score, turns int) {
	b := NewBoard(p)
	for turns < TurnLimit {
		from, to, ok := b.draw(chance)
		if !ok {
			break
		}
		b.Do(from, to)
		turns++
	}
	return b.Score(), turns
}

// TurnLimit is the number of turns after which a game on an endless board is over (R12). On any other board every game is
// shorter: every turn either puts a pile on another, at most 63 times, or empties a plain cell for ever, at most 64 times.
const TurnLimit = 200

// Perft counts the sequences of exactly depth legal turns from p (0 turns: one). A line that ends earlier is not counted.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	b := NewBoard(p)
	return b.perft(depth)
}

func (b *Board) perft(depth int) uint64 {
	if depth == 1 {
		return uint64(b.CountMoves())
	}
	var total uint64
	for d, sources := range b.Sources() {
		for ; sources != 0; sources = sources.Rest() {
			from := sources.First()
			to := b.Next(from, Direction(d))
			pile, under := b.Do(from, to)
			total += b.perft(depth - 1)
			b.Undo(from, to, pile, under)
		}
	}
	return total
}
