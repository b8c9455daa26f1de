package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// Rules follows the priorities of the course bot and draws among equals: with the breaker on into walls of the enemy, else into
// empty cells, else into its own walls; with the breaker off into empty cells, and where there is none it switches the breaker
// on, if it can, and takes the enemy's walls before its own.
type Rules struct{ Chance *rand.Rand }

// Initialize has nothing to prepare.
func (b *Rules) Initialize(tron.View) {}

// Decide draws from the best group.
func (b *Rules) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	a := look(&w.Position, w.Seat)
	o := a.group()
	return o.commands[b.Chance.IntN(o.n)], ctx.Err()
}

// options are up to three commands.
type options struct {
	commands [3]tron.Command
	n        int
}

func (o *options) add(c tron.Command) {
	o.commands[o.n] = c
	o.n++
}

// ahead is what a bike can drive into.
type ahead struct {
	seat       tron.Seat
	directions [3]tron.Direction
	cells      [3]tron.Cell
	taken      [3]bool // by the enemy's bike
	on, ready  bool    // the breaker will break walls in this cycle; it can be switched on
}

func look(p *tron.Position, s tron.Seat) ahead {
	b, enemy := p.Bike(s), p.Bike(s.Other())
	a := ahead{seat: s, on: b.Remaining > 1, ready: b.Cooldown <= 0}
	a.directions = [3]tron.Direction{b.Direction, b.Direction.Clockwise(), b.Direction.Anticlockwise()}
	for i, d := range a.directions {
		at := b.At.Add(d.Delta())
		if !p.Size().Contains(at) { // only when it stands on an area wall: the game is over
			at = grid.Point{}
		}
		a.cells[i], a.taken[i] = p.Cell(at), at == enemy.At
	}
	return a
}

// command returns the command that drives into the i-th cell.
func (a *ahead) command(i int) tron.Command {
	if i == 0 {
		return tron.Straight
	}
	return tron.Turn(a.directions[i])
}

// coloured reports whether a wall of a seat is in the i-th cell.
func (a *ahead) coloured(i int) bool {
	return a.cells[i] == tron.BlueWall || a.cells[i] == tron.YellowWall
}

// group returns the commands of the best group that has any; there is always one.
func (a *ahead) group() (o options) {
	enemys, own := tron.Wall(a.seat.Other()), tron.Wall(a.seat)
	order := [...]tron.Cell{tron.Empty, enemys, own, tron.AreaWall}
	if a.on {
		order = [...]tron.Cell{enemys, tron.Empty, own, tron.AreaWall}
	}
	for _, wanted := range order {
		for i := range a.directions {
			if a.cells[i] != wanted || a.taken[i] {
				continue
			}
			c := a.command(i)
			if a.coloured(i) && !a.on && a.ready {
				c = c.ThenBreaker()
			}
			o.add(c)
		}
		if o.n > 0 {
			return o
		}
	}
	o.add(tron.Straight) // the enemy's bike is all there is
	return o
}
