package bot

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// Halves attacks with both bots for the whole game: bot 0 eats in the upper half of the maze, bot 1 in the lower one. It never
// defends. README.md describes its plan.
type Halves struct {
	dead   []bool
	camped map[pelita.Cell]int // pellets beside a ghost: for how many of our turns
}

// campedTurns is the number of turns of the team, two per round, for which a ghost may be beside a pellet before the pellet is
// given up.
const campedTurns = 6

// Move goes to the nearest pellet of the bot's half that no ghost guards.
func (h *Halves) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	if h.dead == nil {
		h.dead, h.camped = deadEnds(b.Maze), map[pelita.Cell]int{}
	}
	h.watch(b)
	for _, to := range b.Legal {
		if atHome(b, to) && pacmanOn(b, to) {
			return to, nil
		}
	}
	goals := h.goals(b)
	wanted := func(c pelita.Cell) bool { return slices.Contains(goals, c) }
	// A cell beside a ghost is closed, and so is a dead end with a ghost within two cells of us or of it.
	closed := func(c pelita.Cell) bool {
		if atHome(b, c) || c.Distance(b.Position) > 4 {
			return false
		}
		hunted := ghostWithin(b, b.Position, 2) || ghostWithin(b, c, 2)
		return ghostWithin(b, c, 1) || hunted && h.dead[b.Maze.Index(c)]
	}
	if to, ok := way(b.Maze, b.Position, wanted, closed); ok {
		return to, nil
	}
	// Stuck: any pellet, by a way without the cells that a ghost can reach in two steps.
	reached := func(c pelita.Cell) bool { return !atHome(b, c) && ghostWithin(b, c, 2) }
	if to, ok := way(b.Maze, b.Position, func(c pelita.Cell) bool { return slices.Contains(b.Enemy[0].Food, c) }, reached); ok {
		return to, nil
	}
	if ghostWithin(b, b.Position, 3) {
		return retreat(b), nil
	}
	return b.Position, nil
}

// watch counts how long ghosts have stood beside pellets.
func (h *Halves) watch(b *pelita.Bot) {
	for _, f := range b.Enemy[0].Food {
		if ghostWithin(b, f, 1) {
			h.camped[f]++
		} else {
			delete(h.camped, f)
		}
	}
}

// goals returns the pellets to go for: those of the bot's half that no ghost camps on, or else those of both halves, or else all.
func (h *Halves) goals(b *pelita.Bot) []pelita.Cell {
	var mine, free []pelita.Cell
	for _, f := range b.Enemy[0].Food {
		if h.camped[f] >= campedTurns {
			continue
		}
		free = append(free, f)
		if lower := f.Y >= b.Maze.Height()/2; lower == (b.Turn == 1) {
			mine = append(mine, f)
		}
	}
	switch {
	case len(mine) > 0:
		return mine
	case len(free) > 0:
		return free
	}
	return b.Enemy[0].Food
}
