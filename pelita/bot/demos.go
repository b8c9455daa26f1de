package bot

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// The demos are the first steps of a course: each does one thing more than the one before and fits on half a page.

// DemoStopping is the shortest bot there is.
type DemoStopping struct{}

// Move stays.
func (DemoStopping) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	return b.Position, nil
}

// DemoRandom takes any legal step, with the generator of the team, so that a seed repeats the game.
type DemoRandom struct{}

// Move draws a legal cell and says what it drew.
func (DemoRandom) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	to := choose(b, b.Legal)
	b.Say("to " + to.String())
	return to, nil
}

// DemoSmartRandom draws, too, but looks at the cells beside it first.
type DemoSmartRandom struct{}

// Move eats and kills what is beside the bot, and does not step beside a ghost.
func (DemoSmartRandom) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	var safe []pelita.Cell
	for _, c := range b.Legal {
		if slices.Contains(b.Enemy[0].Food, c) || pacmanOn(b, c) {
			return c, nil
		}
		if c != b.Position && !besideGhost(b, c) {
			safe = append(safe, c)
		}
	}
	if len(safe) == 0 {
		return b.Position, nil
	}
	return choose(b, safe), nil
}

// DemoAttacker eats pellet after pellet, and runs from ghosts.
type DemoAttacker struct{ target [2]*pelita.Cell }

// Move goes towards a pellet of its own choice; beside a ghost it goes back and chooses another one.
func (a *DemoAttacker) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	t := &a.target[b.Turn]
	if *t == nil || !slices.Contains(b.Enemy[0].Food, **t) {
		chosen := choose(b, b.Enemy[0].Food)
		*t = &chosen
	}
	next, ok := firstStep(b.Maze, b.Position, **t)
	if ok && !besideGhost(b, next) {
		return next, nil
	}
	*t = nil
	if n := len(b.Track); n > 1 && slices.Contains(b.Legal, b.Track[n-2]) {
		return b.Track[n-2], nil
	}
	return b.Position, nil
}

// DemoDefender stays at home and chases pacmen.
type DemoDefender struct{}

// Move goes towards the nearest pacman that is shown at home, otherwise towards the border and along it.
func (DemoDefender) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	goal, near := pelita.Cell{}, -1
	for _, e := range b.Enemy {
		if d := e.Position.Distance(b.Position); !isGhost(e) && (near < 0 || d < near) {
			goal, near = e.Position, d
		}
	}
	if near < 0 || !b.Maze.Free(goal) {
		goal = choose(b, homeBorder(b))
	}
	next, ok := firstStep(b.Maze, b.Position, goal)
	if !ok || b.Maze.Side(next) != b.Maze.Side(b.Start) {
		return b.Position, nil
	}
	return next, nil
}

// DemoSwitching has a bot of either kind, and both defend as soon as a pacman is at home.
type DemoSwitching struct {
	attacker DemoAttacker
	defender DemoDefender
}

// Move attacks with bot 0 and defends with bot 1; with a pacman at home both defend.
func (s *DemoSwitching) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	invaded := slices.ContainsFunc(b.Enemy[:], func(e *pelita.Bot) bool { return !isGhost(e) })
	atHome := b.Maze.Side(b.Position) == b.Maze.Side(b.Start)
	if b.Turn == 1 || invaded && atHome {
		return s.defender.Move(ctx, b)
	}
	return s.attacker.Move(ctx, b)
}

// homeBorder returns the cells of the bot's home beside the other half, from the top.
func homeBorder(b *pelita.Bot) (cells []pelita.Cell) {
	column := b.Maze.Width()/2 - 1
	if !b.IsBlue {
		column++
	}
	for _, c := range b.Home {
		if c.X == column {
			cells = append(cells, c)
		}
	}
	return cells
}

// besideGhost reports whether a ghost is shown on c or one step from it.
func besideGhost(b *pelita.Bot, c pelita.Cell) bool {
	return b.Maze.Side(c) != b.Maze.Side(b.Start) &&
		slices.ContainsFunc(b.Enemy[:], func(e *pelita.Bot) bool { return isGhost(e) && e.Position.Distance(c) <= 1 })
}

// pacmanOn reports whether a pacman is shown on a cell of the bot's home.
func pacmanOn(b *pelita.Bot, c pelita.Cell) bool {
	return slices.ContainsFunc(b.Enemy[:], func(e *pelita.Bot) bool { return e.Position == c && !isGhost(e) })
}
