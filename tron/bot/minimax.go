package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/tron"
)

// Minimax is the course bot: minimax over the moves of both seats, one after the other, its own first, in its own simulation of
// the game.
type Minimax struct {
	Depth  int // plies, own and enemy's together: the course bot has 6
	Chance *rand.Rand
	duel   duel
}

// Initialize has nothing to prepare.
func (b *Minimax) Initialize(tron.View) {}

// Decide searches the commands of the best group.
func (b *Minimax) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	b.duel.begin(&w.Position)
	return b.duel.choose(w.Seat, b.Depth, b.Chance), ctx.Err()
}

// One decision in oneIn chooses at random among equals; otherwise straight on comes first, then the turn to the right. Always to
// choose at random would tangle the bike up.
const oneIn = 8

// choose returns the command with the best minimax value.
func (d *duel) choose(s tron.Seat, plies int, chance *rand.Rand) tron.Command {
	best := d.best(s, plies)
	if chance.IntN(oneIn) > 0 {
		return best.commands[0]
	}
	return best.commands[chance.IntN(best.n)]
}

// best returns those commands of the best group, and of the ones given, which come first, whose minimax value is best.
func (d *duel) best(s tron.Seat, plies int, commands ...tron.Command) (best options) {
	a := d.ahead(s)
	o := a.group()
	for _, c := range o.commands[:o.n] {
		if !slices.Contains(commands, c) {
			commands = append(commands, c)
		}
	}
	top := math.MinInt
	for _, c := range commands {
		m := d.move(s, c)
		// The bound is one below the best value so far, so that equals are seen as such.
		value := d.minimax(s, s.Other(), plies-1, max(top, math.MinInt+1)-1, math.MaxInt)
		d.takeBack(m)
		if value > top {
			top, best = value, options{}
		}
		if value == top && best.n < len(best.commands) {
			best.add(c)
		}
	}
	return best
}
