// Package bot has the bundled teams. A team is one value that moves both of its bots and lives for one game; README.md explains
// the algorithms.
package bot

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// Exception is the error with which a bundled player of the original fails, where the original fails.
type Exception struct{ Type, Message string }

func (e *Exception) Error() string { return e.Type + ": " + e.Message }

// Stopping stays where it is.
type Stopping struct{}

// Move returns the cell of the bot.
func (Stopping) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) { return b.Position, nil }

// Random goes to any legal cell.
type Random struct{}

// Move draws a legal cell.
func (Random) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	return choose(b, b.Legal), nil
}

// NotQuiteRandom goes anywhere except back, and stays only if it must.
type NotQuiteRandom struct{}

// Move draws a legal cell that is neither the bot's own nor the one it came from.
func (NotQuiteRandom) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	cells := without(b.Legal, b.Position)
	if n := len(b.Track); len(cells) > 1 && n > 1 {
		cells = without(cells, b.Track[n-2])
	}
	return choose(b, cells), nil
}

// FoodEating goes for one pellet after another and ignores enemies.
type FoodEating struct{ target [2]*pelita.Cell }

// Move takes a step on a shortest path to the pellet that the bot has chosen.
func (f *FoodEating) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	if t := f.target[b.Turn]; t == nil || !slices.Contains(b.Enemy[0].Food, *t) {
		chosen := choose(b, b.Enemy[0].Food)
		f.target[b.Turn] = &chosen
	}
	next, ok := firstStep(b.Maze, b.Position, *f.target[b.Turn])
	if !ok {
		return next, &Exception{"IndexError", "list index out of range"}
	}
	return next, nil
}

// SmartEating is a FoodEating that does not run into ghosts: it waits and chooses another pellet.
type SmartEating struct{ eating FoodEating }

// Move takes a step towards a pellet, or stays if a ghost is in the way.
func (s *SmartEating) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	next, err := s.eating.Move(ctx, b)
	if err == nil && slices.ContainsFunc(b.Enemy[:], func(e *pelita.Bot) bool { return e.Position == next && isGhost(e) }) {
		s.eating.target[b.Turn] = nil
		next = b.Position
	}
	return next, err
}

// SmartRandom takes what lies beside it, pellet or pacman, keeps out of the way of ghosts, and otherwise goes anywhere.
type SmartRandom struct{}

// Move looks only at the cells beside the bot.
func (SmartRandom) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	var safe []pelita.Cell
	for _, c := range b.Legal {
		on := func(ghost bool) bool {
			return slices.ContainsFunc(b.Enemy[:], func(e *pelita.Bot) bool { return e.Position == c && isGhost(e) == ghost })
		}
		switch {
		case c == b.Position || on(true):
		case on(false) || slices.Contains(b.Enemy[0].Food, c):
			return c, nil
		default:
			safe = append(safe, c)
		}
	}
	if len(safe) == 0 {
		return b.Position, nil
	}
	return choose(b, safe), nil
}

// RandomExplorer goes where it has been least recently.
type RandomExplorer struct{ visited [2][]pelita.Cell } // the most recent first

// Move removes the cells beside the bot in the order in which it saw them last, until few are left.
func (r *RandomExplorer) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	visited := &r.visited[b.Turn]
	*visited = append([]pelita.Cell{b.Position}, without(*visited, b.Position)...)
	cells := b.Legal
	for _, c := range *visited {
		switch len(cells) {
		case 0:
			return b.Position, nil
		case 1:
			return cells[0], nil
		}
		cells = without(cells, c)
	}
	if len(cells) == 0 {
		return b.Position, nil
	}
	return choose(b, cells), nil
}

// isGhost reports whether an enemy, where it is shown, is in its home.
func isGhost(e *pelita.Bot) bool { return (e.Maze.Side(e.Position) == pelita.Blue) == e.IsBlue }

// choose draws one of some cells as Python's choice does; there must be one.
func choose(b *pelita.Bot, cells []pelita.Cell) pelita.Cell { return cells[b.Random.Below(len(cells))] }

// without returns the cells except one, in their order.
func without(cells []pelita.Cell, not pelita.Cell) []pelita.Cell {
	list := make([]pelita.Cell, 0, len(cells))
	for _, c := range cells {
		if c != not {
			list = append(list, c)
		}
	}
	return list
}
