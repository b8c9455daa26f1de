package bot

import (
	"context"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/tron"
)

// Safe returns the command to send before a bot has begun to think, in games where a cycle without a command is one straight on:
// [tron.Straight] as long as that costs nothing, else the turn into the empty cell that Fill would take. Where there is no empty
// cell it does what Fill does, but only if the bike would crash otherwise, because a breaker cannot be switched off again.
func Safe(w tron.View) tron.Command {
	seat, a := w.Seat, look(&w.Position, w.Seat)
	bike := w.Position.Bike(seat)
	ahead := a.cells[0]
	switch wall := ahead != tron.Empty && ahead != tron.AreaWall; {
	case ahead == tron.Empty && !a.taken[0], wall && bike.Remaining > 1:
		return tron.Straight
	case wall && bike.Health != 1 && a.cells[1] != tron.Empty && a.cells[2] != tron.Empty:
		return tron.Straight // it costs a health
	}
	fill := Fill{Chance: rand.New(rand.NewPCG(0, 0))} // which of two equals does not matter
	c, _ := fill.Decide(context.Background(), w)
	return c
}
