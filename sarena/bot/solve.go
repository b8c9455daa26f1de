package bot

import (
	"context"
	"errors"

	"github.com/gridiron-games/gridiron/sarena"
)

// Solution is what Solve proves.
type Solution struct {
	Value int           // the score that the game ends with if both play their best, positive for Yellow
	Best  []sarena.Move // all turns that keep it, in the order of the list; nil if the game is over
	Nodes int           // turns played in the search
}

// solveTable is the binary logarithm of the number of positions that the solver remembers: 64 MB for the 6x6 board.
func solveTable(p sarena.Position) int { return min(8+p.Cells(), 22) }

// errEndless says that a position has no value: its games need not end.
var errEndless = errors.New("a board with arrow cells side by side cannot be solved: a game on it may never end")

// Solve searches p to the end of the game. It returns when it has finished or ctx is done; then the error is that of ctx, and
// only Nodes of the Solution has a meaning.
func Solve(ctx context.Context, p sarena.Position) (Solution, error) {
	if p.Endless() {
		return Solution{}, errEndless
	}
	if p.Over() {
		return Solution{Value: p.Score().Value()}, ctx.Err()
	}
	s := newSearch(newTable(solveTable(p)))
	s.reset(newField(p, newTerrain(p)), func(int) bool { return ctx.Err() != nil })
	value, turns := s.all()
	if s.over {
		return Solution{Nodes: s.nodes}, ctx.Err()
	}
	solution := Solution{Value: scoreFrom(value), Nodes: s.nodes}
	if p.Side() == sarena.Red {
		solution.Value = -solution.Value
	}
	for _, m := range turns {
		solution.Best = append(solution.Best, s.f.move(p, m))
	}
	return solution, nil
}

func (f *field) move(p sarena.Position, m turn) sarena.Move {
	from, to := f.cells(m)
	return p.Move(sarena.Cell(from), sarena.Cell(to))
}
