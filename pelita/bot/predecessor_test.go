package bot

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// predecessor is the champion of the first releases: it keeps a belief of where the enemies are, lets the nearer bot hunt
// whoever comes in, and lets the others eat: the pellet that costs the fewest steps, with a price for company and for danger.
// No step is taken after which the ghosts that are near can force a kill within a few rounds. It uses no clock, a move takes
// microseconds.
type predecessor struct {
	steps   *pelita.Distances
	beliefs [2]*belief
	food    [2][]pelita.Cell // of its own team, when a bot was asked last
	targets [2]pelita.Cell   // by bot: what it goes for
	eating  [2]bool          // by bot: it goes for a pellet
	chase   [2]int           // by enemy: moves that its hunters have made in vain
}

// Its weights.
const (
	mateNearer  = 6.0  // price in steps of a pellet that the team mate is nearer to or goes for
	clusterGain = 0.35 // steps that a pellet within clusterStep steps of another is worth
	clusterStep = 5
	riskPrice   = 14.0 // price in steps of a ghost that will surely be there first
	patience    = 25   // moves of a hunt before the hunter lets it go for as long again
)

// Move decides for one bot.
func (c *predecessor) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	if c.steps == nil {
		c.steps = pelita.NewDistances(b.Maze)
		for i, e := range b.Enemy {
			c.beliefs[i] = newBelief(b.Maze, e.Start, odds{1})
		}
	}
	c.look(b)
	c.eating[b.Turn] = false
	if to, ok := c.kill(b); ok {
		return to, nil
	}
	safe := c.safe(b)
	if prey, ok := c.prey(b); ok {
		return c.hunt(b, prey, safe), nil
	}
	return c.eat(b, safe), nil
}

// look updates the beliefs: since the last look one enemy has moved.
func (c *predecessor) look(b *pelita.Bot) {
	mover := 0 // of blue's enemies x moves before b and y before a; of red's a before x and b before y
	if b.IsBlue == (b.Turn == 0) {
		mover = 1
	}
	for i, e := range b.Enemy {
		belief := c.beliefs[i]
		died := e.Deaths != belief.deaths
		belief.deaths = e.Deaths
		if died {
			belief.certain(e.Start)
		}
		if i == mover && b.Round+b.Turn > 1 { // a stands before anybody has moved
			belief.step(nil)
			if at, ok := c.eaten(b); ok && !died {
				belief.certain(at)
			}
		}
		if b.Maze.Free(e.Position) {
			belief.see(e.Position, b.Position, e.IsNoisy)
		}
	}
	c.food[0] = append(c.food[0][:0], b.Food...)
	pelita.SortCells(c.food[0])
}

// eaten returns the pellet of ours that is gone since the last look, if it is one and none has moved.
func (c *predecessor) eaten(b *pelita.Bot) (pelita.Cell, bool) {
	if len(b.Food) != len(c.food[0])-1 {
		return pelita.Cell{}, false
	}
	now := slices.Clone(b.Food)
	pelita.SortCells(now)
	for i, f := range c.food[0] {
		if i == len(now) || now[i] != f {
			return f, i == len(now) || slices.Equal(now[i:], c.food[0][i+1:])
		}
	}
	return pelita.Cell{}, false
}

// kill returns the cell of a pacman that can be killed for certain.
func (c *predecessor) kill(b *pelita.Bot) (pelita.Cell, bool) {
	for i, e := range b.Enemy {
		known := !e.IsNoisy || len(c.beliefs[i].where) == 1
		if at := c.beliefs[i].best(); known && atHome(b, at) && slices.Contains(b.Legal, at) {
			return at, true
		}
	}
	return pelita.Cell{}, false
}

// prey returns the enemy that this bot hunts: one that is probably in our half and that no team mate is nearer to.
func (c *predecessor) prey(b *pelita.Bot) (enemy int, ok bool) {
	near := 0.0
	for i := range b.Enemy {
		inside := c.beliefs[i].mean(func(x pelita.Cell) float64 {
			if atHome(b, x) {
				return 1
			}
			return 0
		})
		if inside < 0.5 {
			c.chase[i] = 0
			continue
		}
		mine := c.meanDistance(b.Position, i)
		theirs := c.meanDistance(b.Other.Position, i)
		tired := c.chase[i]/patience%2 == 1
		if tired {
			c.chase[i]++
		}
		mateFirst := theirs < mine || theirs == mine && b.Turn == 1 && atHome(b, b.Other.Position)
		if tired || mateFirst || !atHome(b, b.Position) && mine > 8 {
			continue
		}
		if !ok || mine < near {
			enemy, near, ok = i, mine, true
		}
	}
	if ok {
		c.chase[enemy]++
	}
	return enemy, ok
}

// meanDistance returns the expected number of steps to an enemy.
func (c *predecessor) meanDistance(from pelita.Cell, enemy int) float64 {
	return c.beliefs[enemy].mean(func(x pelita.Cell) float64 { return float64(c.steps.Between(from, x)) })
}

// hunt goes where the prey is expected to be nearest, and rather between it and its home.
func (c *predecessor) hunt(b *pelita.Bot, prey int, safe []pelita.Cell) pelita.Cell {
	border := homeBorder(b)
	best, least := b.Position, 0.0
	for i, to := range safe {
		cost := c.beliefs[prey].mean(func(x pelita.Cell) float64 {
			d := float64(c.steps.Between(to, x))
			// A pacman that we cut off from the border is as good as caught.
			exit, mine := pelita.Unreachable, pelita.Unreachable
			for _, e := range border {
				if s := c.steps.Between(x, e); s < exit {
					exit, mine = s, c.steps.Between(to, e)
				}
			}
			if mine > exit {
				d += 0.3 * float64(mine-exit)
			}
			return d
		})
		if i == 0 || cost < least {
			best, least = to, cost
		}
	}
	return best
}

// eat goes towards the pellet that costs least.
func (c *predecessor) eat(b *pelita.Bot, safe []pelita.Cell) pelita.Cell {
	type wish struct {
		food pelita.Cell
		cost float64
	}
	var wishes []wish
	for _, f := range b.Enemy[0].Food {
		far := c.steps.Between(b.Position, f)
		cost := float64(far) + riskPrice*c.risk(b, f, far)
		if mate := c.steps.Between(b.Other.Position, f); mate < far || c.eating[1-b.Turn] && c.targets[1-b.Turn] == f {
			cost += mateNearer
		}
		for _, g := range b.Enemy[0].Food {
			if g != f && c.steps.Between(f, g) <= clusterStep {
				cost -= clusterGain
			}
		}
		wishes = append(wishes, wish{f, cost})
	}
	slices.SortFunc(wishes, func(v, w wish) int {
		switch {
		case v.cost < w.cost:
			return -1
		case v.cost > w.cost:
			return 1
		}
		return v.food.Compare(w.food)
	})
	for _, w := range wishes {
		if to, ok := c.towards(b, w.food, safe); ok {
			c.targets[b.Turn], c.eating[b.Turn] = w.food, true
			return to
		}
	}
	return c.flee(b, safe)
}

// towards returns the safe step that shortens the way to a pellet, the one that is farther from ghosts if there are two.
func (c *predecessor) towards(b *pelita.Bot, f pelita.Cell, safe []pelita.Cell) (best pelita.Cell, ok bool) {
	far, least := c.steps.Between(b.Position, f), 0.0
	for _, to := range safe {
		if c.steps.Between(to, f) >= far {
			continue
		}
		if risk := c.risk(b, to, 1); !ok || risk < least {
			best, least, ok = to, risk, true
		}
	}
	return best, ok
}

// risk is the number of ghosts expected to be at a cell of the enemy's half not later than we are, after so many steps.
func (c *predecessor) risk(b *pelita.Bot, at pelita.Cell, after int) (sum float64) {
	if atHome(b, at) {
		return 0
	}
	for i := range b.Enemy {
		sum += c.beliefs[i].mean(func(x pelita.Cell) float64 {
			lead := float64(after + 2 - c.steps.Between(x, at))
			return min(1, max(0, lead/6))
		})
	}
	return sum
}

// flee takes the safe step that is farthest from the ghosts and nearest to our half.
func (c *predecessor) flee(b *pelita.Bot, safe []pelita.Cell) pelita.Cell {
	best, most := b.Position, 0.0
	for i, to := range safe {
		value := -c.risk(b, to, 1)
		home := pelita.Unreachable
		for _, e := range homeBorder(b) {
			home = min(home, c.steps.Between(to, e))
		}
		if value -= 0.05 * float64(home); i == 0 || value > most {
			best, most = to, value
		}
	}
	return best
}

// safe returns the legal steps after which no ghost that is near can force a kill within a few rounds; all of them if there is
// none.
func (c *predecessor) safe(b *pelita.Bot) []pelita.Cell {
	e := oldEscape{maze: b.Maze, steps: c.steps, home: b.Maze.Side(b.Start)}
	for i := range b.Enemy {
		// Whoever moves first after us stands first.
		k := i
		if b.Turn == 1 && b.IsBlue || b.Turn == 0 && !b.IsBlue {
			k = 1 - i
		}
		if at := c.beliefs[k].best(); !atHome(b, at) && c.steps.Between(at, b.Position) <= 2*oldRounds {
			e.ghosts = append(e.ghosts, at)
		}
	}
	if len(e.ghosts) == 0 {
		return b.Legal
	}
	var list []pelita.Cell
	for _, to := range b.Legal {
		if e.survives(to, oldRounds) {
			list = append(list, to)
		}
	}
	if len(list) == 0 {
		return b.Legal
	}
	return list
}

// oldRounds is how far its search for an escape looks ahead.
const oldRounds = 5

// oldEscape is a chase in the enemy's half: a pacman, and the ghosts that are near it.
type oldEscape struct {
	maze   *pelita.Maze
	steps  *pelita.Distances
	home   pelita.Seat // team of the pacman
	ghosts []pelita.Cell
}

// survives reports whether a pacman that has just stepped on a cell gets away: the ghosts move one after the other, then the
// pacman.
func (e *oldEscape) survives(at pelita.Cell, left int) bool {
	if e.maze.Side(at) == e.home {
		return true
	}
	for _, g := range e.ghosts {
		if g == at {
			return false
		}
	}
	return e.ghostsMove(at, 0, left)
}

func (e *oldEscape) ghostsMove(at pelita.Cell, ghost, left int) bool {
	if ghost == len(e.ghosts) {
		if left == 1 {
			return true
		}
		for _, to := range e.maze.Legal(at) {
			if e.survives(to, left-1) {
				return true
			}
		}
		return false
	}
	from := e.ghosts[ghost]
	far := e.steps.Between(from, at)
	if far > 2*left+1 { // it comes too late
		return e.ghostsMove(at, ghost+1, left)
	}
	defer func() { e.ghosts[ghost] = from }()
	for _, to := range e.maze.Legal(from) {
		if to == at {
			return false
		}
		// A chaser comes nearer, or waits: what leads away is not worth the search.
		if e.steps.Between(to, at) > far || e.maze.Side(to) == e.home {
			continue
		}
		e.ghosts[ghost] = to
		if !e.ghostsMove(at, ghost+1, left) {
			return false
		}
	}
	return true
}
