package bot

import "github.com/gridiron-games/gridiron/tron"

// foresight guesses what the enemy's bike will do, as Solo would, and counts how often it was right. Most bots drive like Solo as
// long as the bikes are apart.
type foresight struct {
	solo   Solo
	line   [foreseen]ride // the rides of the next cycles
	cycles int            // in line

	right, asked int // guesses about rides between which the enemy had a choice
	open         bool
	seat         tron.Seat // of the enemy
	cycle        int       // of the last guess
	direction    tron.Direction
}

const (
	foreseen     = 5 // cycles
	guessDepth   = 6 // cycles that the enemy is supposed to look ahead
	guessPrior   = 5 // guesses right, and as many wrong, at the begin of a game
	leastTrusted = 10
	mostTrusted  = 90
)

// watch compares the last guess with what the enemy did.
func (g *foresight) watch(w *tron.View) {
	if g.open && g.seat == w.Seat.Other() && g.cycle+1 == w.Position.Cycle() {
		g.asked++
		if g.direction == w.Position.Bike(g.seat).Direction {
			g.right++
		}
	}
	g.open = false
}

// foresee guesses the rides of a seat's bike, as if the other one stood still.
func (g *foresight) foresee(a *arena, s tron.Seat, cycle int) {
	b := &g.solo
	b.arena, b.stop = *a, never
	r := &b.arena.riders[s]
	left := int(a.left)
	for g.cycles = 0; g.cycles < min(foreseen, left) && !r.crashed; g.cycles++ {
		var list [3]ride
		m := b.choose(s, min(guessDepth, left-g.cycles), &list)[0]
		g.line[g.cycles] = m
		b.drive(s, m)
	}
	var list [3]ride
	g.open = len(a.rides(s, &list)) > 1
	g.seat, g.cycle, g.direction = s, cycle, a.riders[s].way(g.line[0])
}

func never() bool { return false }

// trust returns how far the guesses can be relied on, in percent: 0 if they are right half of the time or less often, as guesses
// at random would be.
func (g *foresight) trust() int32 {
	trust := 100 * (2*g.right - g.asked) / (g.asked + 2*guessPrior)
	if trust < leastTrusted {
		return 0
	}
	return int32(min(trust, mostTrusted))
}
