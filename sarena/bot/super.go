package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/sarena"
)

// Super is the strongest player of the course of 2012: negamax with alpha-beta and iterative deepening by the clock, with the
// Outlook updated turn by turn and used to sort successors. It plays the same moves as the original at the same depth, weaknesses
// included: it knows only the 6x6 board, gives a finished game the value of its outlook, and once it has seen the end of the game
// anywhere, it searches no deeper.
type Super struct {
	Depth int // turns to look ahead; 0: as its clock allows, 4 without one

	Nodes int // successors looked at, over all moves

	sawEnd  bool // in the last search, above its horizon
	end     int  // depth of the end that was seen last
	horizon int
	pace    timer.Pace
	clocked bool
	late    bool
	levels  [][]superChild // successors, by depth
}

// untimedDepth is what the original uses without a clock.
const untimedDepth = 4

// Move deepens until it has seen an end of the game or its time is used up.
func (b *Super) Move(ctx context.Context, v sarena.View) (sarena.Move, error) {
	if v.Position.Rows() != 6 || v.Position.Columns() != 6 {
		return sarena.Move{}, fmt.Errorf("super plays on 6x6 cells, not on %dx%d", v.Position.Rows(), v.Position.Columns())
	}
	if v.Step <= 2 {
		b.sawEnd, b.end = false, 0
	}
	root := newSuperState(v.Percepts())
	b.setClock(ctx, v)
	b.sawEnd = false
	if !b.clocked {
		from, to := b.search(&root, b.fixedDepth())
		return v.Position.Move(from, to), ctx.Err()
	}
	var best sarena.Move
	for depth := 1; b.Depth == 0 || depth <= b.Depth; depth++ {
		from, to := b.search(&root, depth)
		if b.late {
			break
		}
		best = v.Position.Move(from, to)
		if b.sawEnd {
			break
		}
	}
	if best == (sarena.Move{}) {
		return best, errors.New("super had no time to look one turn ahead")
	}
	return best, ctx.Err()
}

// SawEnd reports whether the last search met the end of the game somewhere above its horizon.
func (b *Super) SawEnd() bool { return b.sawEnd }

func (b *Super) fixedDepth() int {
	if b.Depth > 0 {
		return b.Depth
	}
	return untimedDepth
}

// setClock begins this move: it has a share of the credit, by the original's guess of 35 turns a game or by the end that it saw
// in its last search. Without a credit all the time up to the deadline of ctx is its own.
func (b *Super) setClock(ctx context.Context, v sarena.View) {
	b.late = false
	if v.Timed && v.Credit != 0 { // for the original, no time at all means no limit
		turns := max(1, 35-v.Step)
		if b.sawEnd {
			turns = max(1, b.end-1)
		}
		b.clocked = true
		b.pace.Share(ctx, time.Duration(v.Credit/float64(turns)*float64(time.Second)))
		return
	}
	b.clocked = b.pace.Start(ctx, 1)
}

// search returns the first of the best turns at a depth.
func (b *Super) search(root *superState, horizon int) (from, to sarena.Cell) {
	b.horizon = horizon
	for len(b.levels) <= horizon {
		b.levels = append(b.levels, nil)
	}
	children := b.successors(root, 0, +1, true)
	top := math.MinInt
	for i := range children {
		// The window is open to one side only, as in the original: alpha is the best value so far.
		value := -b.negamax(&children[i].state, 1, -1, -math.MaxInt, -max(top, -math.MaxInt))
		if b.late {
			break
		}
		if value > top {
			top, from, to = value, children[i].from, children[i].to
		}
	}
	return from, to
}

// negamax returns the value of s for the seat to move; sign is 1 if that is Yellow and -1 if Red.
func (b *Super) negamax(s *superState, depth, sign, alpha, beta int) int {
	if b.Nodes++; b.Nodes%256 == 0 && b.clocked && b.pace.Over() {
		b.late = true
	}
	if b.late {
		return 0 // the value is not used
	}
	if depth == b.horizon {
		return sign * s.outlook
	}
	children := b.successors(s, depth, sign, depth < b.horizon-1)
	if len(children) == 0 {
		b.sawEnd, b.end = true, depth
		return sign * s.outlook
	}
	for i := range children {
		value := -b.negamax(&children[i].state, depth+1, -sign, -beta, -alpha)
		if value >= beta {
			return value
		}
		alpha = max(alpha, value)
	}
	return alpha
}

// superState is the board as the original keeps it, with the outlook.
type superState struct {
	cells   [36]superPile
	outlook int
}

type superPile struct{ height, bottom, top int8 }

type superChild struct {
	state    superState
	from, to sarena.Cell
}

func newSuperState(p sarena.Position) (s superState) {
	for c := range s.cells {
		pile := p.Pile(sarena.Cell(c))
		s.cells[c] = superPile{int8(pile.Height()), int8(pile.Bottom().Sign()), int8(pile.Top().Sign())}
	}
	for c := range s.cells {
		s.outlook += s.value(sarena.Cell(c))
	}
	return s
}

// value is what a cell adds to the outlook.
func (s *superState) value(c sarena.Cell) int {
	pile := s.cells[c]
	height, top, bottom := int(pile.height), int(pile.top), int(pile.bottom)
	switch arrow := superArrows.Has(c); {
	case arrow && height == 4:
		return 40 * top
	case arrow && s.alone(c):
		return 10 * height * top
	case arrow:
		return 2 * height * top
	case height == 4:
		return 40 * bottom
	}
	return 5 * height * bottom
}

func (s *superState) alone(c sarena.Cell) bool {
	for _, n := range superBeside[c] {
		if s.cells[n].height > 0 {
			return false
		}
	}
	return true
}

// successors lists the children of s in the order of the original: neighbours up, right, down, left, then sorted by outlook
// for the seat to move if they are to be.
func (b *Super) successors(s *superState, depth, sign int, sorted bool) []superChild {
	list := b.levels[depth][:0]
	for from := range sarena.Cell(len(s.cells)) {
		pile := s.cells[from]
		if pile.height == 0 {
			continue
		}
		for _, to := range superBeside[from] {
			under := s.cells[to]
			if under.height == 0 && !superArrows.Has(to) || pile.height+under.height > 4 {
				continue
			}
			list = append(list, superChild{s.play(from, to), from, to})
		}
	}
	b.levels[depth] = list
	if sorted {
		slices.SortStableFunc(list, func(x, y superChild) int { return sign * (y.state.outlook - x.state.outlook) })
	}
	return list
}

// play returns the state after a turn. Besides the two cells, only their neighbours can change their value, by being alone or
// not.
func (s *superState) play(from, to sarena.Cell) superState {
	next := *s
	pile, under := s.cells[from], s.cells[to]
	next.cells[from] = superPile{}
	if under.height == 0 {
		next.cells[to] = superPile{pile.height, pile.top, pile.bottom}
	} else {
		next.cells[to] = superPile{pile.height + under.height, under.bottom, pile.top}
	}
	for near := superNear[from] | superNear[to]; near != 0; near = near.Rest() {
		c := near.First()
		next.outlook += next.value(c) - s.value(c)
	}
	return next
}

// The board that super knows.
var (
	superArrows sarena.Set
	superBeside [36][]sarena.Cell // up, right, down, left
	superNear   [36]sarena.Set    // a cell and those beside it
)

func init() {
	for c := range 36 {
		i, j := c/6, c%6
		if (i+j)%2 == 0 {
			superArrows |= sarena.SetOf(sarena.Cell(c))
		}
		superNear[c] = sarena.SetOf(sarena.Cell(c))
		for _, n := range [...][2]int{{i - 1, j}, {i, j + 1}, {i + 1, j}, {i, j - 1}} {
			if n[0] >= 0 && n[0] < 6 && n[1] >= 0 && n[1] < 6 {
				superBeside[c] = append(superBeside[c], sarena.Cell(6*n[0]+n[1]))
				superNear[c] |= sarena.SetOf(sarena.Cell(6*n[0] + n[1]))
			}
		}
	}
}
