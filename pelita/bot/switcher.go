package bot

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// Switcher decides in every turn whether a bot attacks or goes after an intruder: by the score, and by the ways of both bots to
// the intruder. README.md describes its plan.
type Switcher struct {
	steps *pelita.Distances
	dead  []bool
}

// Move plays the role that the bot has now.
func (s *Switcher) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	if s.steps == nil {
		s.steps, s.dead = pelita.NewDistances(b.Maze), deadEnds(b.Maze)
	}
	for _, to := range b.Legal {
		if atHome(b, to) && pacmanOn(b, to) {
			return to, nil
		}
	}
	if intruder, ok := s.intruder(b); ok && s.defends(b, intruder) {
		return s.chase(b, intruder), nil
	}
	return s.attack(b), nil
}

// intruder returns where the pacman is shown that is nearest to one of our bots.
func (s *Switcher) intruder(b *pelita.Bot) (at pelita.Cell, ok bool) {
	near := pelita.Unreachable + 1
	for _, e := range b.Enemy {
		if !b.Maze.Free(e.Position) || !atHome(b, e.Position) {
			continue
		}
		far := min(s.steps.Between(b.Position, e.Position), s.steps.Between(b.Other.Position, e.Position))
		if far < near {
			at, near, ok = e.Position, far, true
		}
	}
	return at, ok
}

// defends reports whether this bot goes after an intruder: only the nearer bot does, and only if the way is not too long.
// A team that is behind needs pellets more than kills, a team that is ahead keeps what it has.
func (s *Switcher) defends(b *pelita.Bot, intruder pelita.Cell) bool {
	mine, theirs := s.steps.Between(b.Position, intruder), s.steps.Between(b.Other.Position, intruder)
	if theirs < mine || theirs == mine && b.Turn == 1 {
		return false
	}
	return mine <= chaseReach(b.Score-b.Enemy[0].Score, atHome(b, b.Position))
}

// chaseReach returns how many steps a bot goes after an intruder, with a lead in points, from its home or from elsewhere.
func chaseReach(lead int, home bool) int {
	reach := 6
	switch {
	case lead >= 5:
		reach = 20
	case lead > 0:
		reach = 10
	case lead <= -5:
		reach = 3
	}
	if !home {
		reach /= 2
	}
	return reach
}

// chase goes to an intruder, and waits at the border for one that has left.
func (s *Switcher) chase(b *pelita.Bot, intruder pelita.Cell) pelita.Cell {
	best := b.Position
	for _, to := range b.Legal {
		if s.steps.Between(to, intruder) < s.steps.Between(best, intruder) && (atHome(b, to) || !ghostWithin(b, to, 2)) {
			best = to
		}
	}
	return best
}

// nearCost returns the cost of a pellet, two for each step of the bot; theirs are the steps of the mate.
func nearCost(mine, theirs int, mateAttacks, ghost bool) int {
	cost := 2 * mine
	if theirs < mine && mateAttacks {
		cost += mine
	}
	if ghost {
		cost += 20
	}
	return cost
}

// attack goes to the nearest pellet. The way to a pellet counts half as much again if an attacking mate is nearer to it.
func (s *Switcher) attack(b *pelita.Bot) pelita.Cell {
	var goal pelita.Cell
	near := 0
	for i, f := range b.Enemy[0].Food {
		mine, theirs := s.steps.Between(b.Position, f), s.steps.Between(b.Other.Position, f)
		far := nearCost(mine, theirs, !atHome(b, b.Other.Position), ghostWithin(b, f, 1))
		if i == 0 || far < near {
			goal, near = f, far
		}
	}
	closed := func(c pelita.Cell) bool {
		return !atHome(b, c) && c.Distance(b.Position) <= 4 &&
			(ghostWithin(b, c, 1) || ghostWithin(b, c, 4) && s.dead[b.Maze.Index(c)])
	}
	if to, ok := way(b.Maze, b.Position, func(c pelita.Cell) bool { return c == goal }, closed); ok {
		return to
	}
	if to, ok := way(b.Maze, b.Position, func(c pelita.Cell) bool { return slices.Contains(b.Enemy[0].Food, c) }, closed); ok {
		return to
	}
	return retreat(b)
}
