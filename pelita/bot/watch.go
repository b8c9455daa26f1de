package bot

import (
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// look updates the beliefs: since the last look one enemy has moved. What it saw is what we see now, but for the pellet it ate.
func (c *Champion) look(b *pelita.Bot) {
	mover := 0 // of blue's enemies x moves before b and y before a; of red's a before x and b before y
	if b.IsBlue == (b.Turn == 0) {
		mover = 1
	}
	c.stale++
	if team := teamOf(b); b.Score != c.now.score[team] || b.Enemy[0].Score != c.now.score[1-team] {
		c.stale = 0
	}
	c.place(b, c.food)
	for i, e := range b.Enemy {
		belief := c.beliefs[i]
		before, known := belief.known()
		died := e.Deaths != belief.deaths
		belief.deaths = e.Deaths
		if died {
			belief.certain(e.Start)
			c.stayed[i] = 0
		}
		if i == mover && b.Round+b.Turn > 1 { // a is asked before any bot has moved
			enemy := 2*i + 1 - teamOf(b)
			belief.step(func(at pelita.Cell) [models]choices {
				c.now.at[enemy] = c.g.at(at)
				return c.now.guesses(enemy)
			})
			if at, ok := c.eaten(b); ok && !died {
				belief.certain(at)
			}
		}
		if b.Maze.Free(e.Position) {
			belief.see(e.Position, b.Position, e.IsNoisy)
		}
		if after, now := belief.known(); i == mover && known && now && !died {
			c.judge(b, i, c.g.at(before), c.g.at(after))
		}
		if c.stayed[i]++; atHome(b, belief.best()) {
			if i == mover {
				c.eager[i] -= float64(eagerAway * c.eager[i])
			}
			c.stayed[i] = 0
		}
	}
	c.food = append(c.food[:0], b.Food...)
	pelita.SortCells(c.food)
}

// Numbers of judge.
const (
	eagerFirst = 0.2  // what is believed of an enemy that nobody has seen
	eagerStep  = 0.15 // weight of the last move
	eagerAway  = 0.02 // and of a turn in which it attacks
)

// judge learns from an enemy's move from one cell to another whether it runs after pacmen: a ghost that has come nearer to the
// nearest one does.
func (c *Champion) judge(b *pelita.Bot, enemy int, before, after cell) {
	near, closer := uint16(pelita.Unreachable), 0.0
	for _, at := range [2]pelita.Cell{b.Position, b.Other.Position} {
		if row := c.g.row(c.g.at(at)); !atHome(b, at) && row[before] < near {
			if near, closer = row[before], 0; row[after] < near {
				closer = 1
			}
		}
	}
	if near < pelita.Unreachable && !atHome(b, c.g.cells[before]) {
		c.eager[enemy] += float64(eagerStep * (closer - c.eager[enemy]))
	}
}

// eaten returns the pellet of ours that is gone since the last look, if exactly one is gone and none was relocated.
func (c *Champion) eaten(b *pelita.Bot) (pelita.Cell, bool) {
	if len(b.Food) != len(c.food)-1 {
		return pelita.Cell{}, false
	}
	now := slices.Clone(b.Food)
	pelita.SortCells(now)
	for i, f := range c.food {
		if i == len(now) || now[i] != f {
			return f, i == len(now) || slices.Equal(now[i:], c.food[i+1:])
		}
	}
	return pelita.Cell{}, false
}

// patience returns for how many of our turns an enemy may stay at home before it counts as a guard: those of the way to the
// border, and a few more.
func (c *Champion) patience(enemy int) int {
	row := c.g.row(c.g.respawn[enemy])
	way := uint16(pelita.Unreachable)
	for n, steps := range row {
		if int(c.g.side[n]) != enemy%2 {
			way = min(way, steps)
		}
	}
	return 2 * (int(way) + 8)
}
