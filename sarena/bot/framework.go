package bot

import (
	"context"
	"iter"
	"math"

	"github.com/gridiron-games/gridiron/sarena"
)

// This page is the framework of the course: two searches that know nothing about the game, and the three questions that a player
// answers for them. A player of your own needs three short methods.

// Game has the questions that a search asks a player. Positions are seen with the player as Yellow, who wants high values; Red
// wants low ones.
type Game interface {
	// Successors yields every legal turn and the position after it, in the order in which the search should try them.
	Successors(p sarena.Position) iter.Seq2[sarena.Move, sarena.Position]
	// Cutoff reports whether to evaluate p instead of looking further; the root has depth 0. It must be true when the game is
	// over.
	Cutoff(p sarena.Position, depth int) bool
	// Evaluate returns the value of p.
	Evaluate(p sarena.Position) int
}

// Choice is the result of a search.
type Choice struct {
	Move  sarena.Move // the first of the best turns; no meaning if the root was cut off
	Value int
	Nodes int // successors looked at
}

// Minimax searches the whole tree above the cut-off.
func Minimax(g Game, root sarena.Position) (c Choice) {
	var value func(p sarena.Position, depth int) int
	value = func(p sarena.Position, depth int) int {
		if g.Cutoff(p, depth) {
			return g.Evaluate(p)
		}
		maximise := p.Side() == sarena.Yellow
		best := math.MaxInt
		if maximise {
			best = math.MinInt
		}
		for move, next := range g.Successors(p) {
			c.Nodes++
			if v := value(next, depth+1); maximise == (v > best) && v != best {
				best = v
				if depth == 0 {
					c.Move = move
				}
			}
		}
		return best
	}
	c.Value = value(root, 0)
	return c
}

// AlphaBeta chooses the turn that Minimax chooses, but skips what cannot change the choice: alpha is the value that Yellow
// already has, beta the value that Red already has. A position with a value above beta, or below alpha, is one that the opponent
// will not let happen.
func AlphaBeta(g Game, root sarena.Position) (c Choice) {
	var value func(p sarena.Position, depth, alpha, beta int) int
	value = func(p sarena.Position, depth, alpha, beta int) int {
		if g.Cutoff(p, depth) {
			return g.Evaluate(p)
		}
		maximise := p.Side() == sarena.Yellow
		best := math.MaxInt
		if maximise {
			best = math.MinInt
		}
		for move, next := range g.Successors(p) {
			c.Nodes++
			v := value(next, depth+1, alpha, beta)
			if maximise == (v > best) && v != best {
				best = v
				if depth == 0 {
					c.Move = move
				}
			}
			if maximise {
				if v >= beta {
					return v
				}
				alpha = max(alpha, v)
			} else {
				if v <= alpha {
					return v
				}
				beta = min(beta, v)
			}
		}
		return best
	}
	c.Value = value(root, 0, math.MinInt, math.MaxInt)
	return c
}

// Plan is a Game that tries all turns in the order of the list, to a fixed depth.
type Plan struct {
	Depth int // turns; 0: to the end of the game
	Value func(p sarena.Position) int
}

// Successors yields the legal turns in the order of the list.
func (g Plan) Successors(p sarena.Position) iter.Seq2[sarena.Move, sarena.Position] {
	return func(yield func(sarena.Move, sarena.Position) bool) {
		for _, m := range p.AppendMoves(nil) {
			if !yield(m, p.Play(m)) {
				return
			}
		}
	}
}

// Cutoff stops at the depth and at the end of the game.
func (g Plan) Cutoff(p sarena.Position, depth int) bool {
	return g.Depth > 0 && depth == g.Depth || p.Over()
}

// Evaluate asks Value.
func (g Plan) Evaluate(p sarena.Position) int { return g.Value(p) }

// Planner plays what alpha-beta chooses for its Game.
type Planner struct{ Game Game }

// Move searches, until ctx is done.
func (b Planner) Move(ctx context.Context, v sarena.View) (sarena.Move, error) {
	return AlphaBeta(patient{b.Game, ctx}, v.Percepts()).Move, ctx.Err()
}

// patient is a Game that is cut off after every turn once ctx is done, so that the search ends with a turn.
type patient struct {
	Game
	ctx context.Context
}

func (g patient) Cutoff(p sarena.Position, depth int) bool {
	return g.Game.Cutoff(p, depth) || depth > 0 && g.ctx.Err() != nil
}

// The players of the course that consist only of a depth and an evaluation.
var (
	Base   = Planner{Plan{1, scoreValue}} // the score after its turn
	Ours   = Planner{Plan{1, Outlook}}    // the outlook after its turn
	Basic  = Planner{Plan{2, scoreSign}}  // who is ahead after the answer
	Simple = Planner{Plan{2, scoreValue}} // the score after the answer
)

func scoreValue(p sarena.Position) int { return p.Score().Value() }

func scoreSign(p sarena.Position) int {
	v := p.Score().Value()
	return min(max(v, -1), 1)
}

// Outlook is the evaluation of two students of 2012, H: it estimates what will count at the end rather than what counts now. The
// pile on a plain cell is likely to be turned over, so it belongs to the colour at its bottom; piles of four, and piles that are
// alone on an arrow cell, will not change any more.
func Outlook(p sarena.Position) (sum int) {
	for c := range sarena.Cell(p.Cells()) {
		pile := p.Pile(c)
		height, top, bottom := pile.Height(), pile.Top().Sign(), pile.Bottom().Sign()
		switch arrow := p.Arrows().Has(c); {
		case arrow && height == sarena.Height:
			sum += 40 * top
		case arrow && alone(p, c):
			sum += 10 * height * top
		case arrow:
			sum += 2 * height * top
		case height == sarena.Height:
			sum += 40 * bottom
		default:
			sum += 5 * height * bottom
		}
	}
	return sum
}

// alone reports whether all cells beside c are empty.
func alone(p sarena.Position, c sarena.Cell) bool {
	i, j := p.Place(c)
	return (i == 0 || p.Pile(p.At(i-1, j)) == 0) && (j == 0 || p.Pile(p.At(i, j-1)) == 0) &&
		(i == p.Rows()-1 || p.Pile(p.At(i+1, j)) == 0) && (j == p.Columns()-1 || p.Pile(p.At(i, j+1)) == 0)
}
