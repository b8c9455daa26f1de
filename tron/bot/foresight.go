package bot

import "github.com/gridiron-games/gridiron/tron"

// foresight guesses what the enemy's bike will do, as Solo would, and counts how often it was right. Most bots drive like Solo as
// long as the bikes are apart.
type foresight struct {
	solo  Solo
	seat  tron.Seat          // of the enemy
	known map[uint64]guessed // by key: the guesses of this decision

	right, asked int  // guesses at the root between which the enemy had a choice
	open         bool // there is such a guess, which was not compared yet
	cycle        int  // of the decision
	direction    tron.Direction
}

// guessed is a guess that looked depth cycles ahead.
type guessed struct {
	ride  ride
	depth int8
}

const (
	foreseen     = 5  // cycles of a line in which the enemy drives as guessed
	guessFarther = 2  // cycles that the enemy is supposed to look ahead of what is left of the search
	guessDepth   = 12 // cycles that it looks ahead at most
	untrusted    = 6  // cycles of the search with which guesses become no deeper as long as they are not trusted
	guessPrior   = 3  // guesses right, and as many wrong, at the begin of a game
	hardlyRight  = 72 // percent of guesses right, up to which they are not trusted
	trustGain    = 6  // percent of trust for each percent above that
	mostTrusted  = 84
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

// begin prepares for a decision against a seat.
func (g *foresight) begin(enemy tron.Seat, cycle int) {
	g.seat, g.cycle = enemy, cycle
	if g.known == nil {
		g.known = map[uint64]guessed{}
	}
	clear(g.known)
}

// expect makes the guess that watch compares.
func (g *foresight) expect(a *arena, depth int, stop func() bool) {
	var list [3]ride
	if m, whole := g.ride(a, depth, stop); whole && len(a.rides(g.seat, &list)) > 1 {
		g.open, g.direction = true, a.riders[g.seat].way(m)
	}
}

// ride guesses the enemy's ride with depth cycles left to search, as if the other bike stood still where it is now. It is not
// whole, and means nothing, if it was stopped.
func (g *foresight) ride(a *arena, depth int, stop func() bool) (m ride, whole bool) {
	depth = min(depth+guessFarther, guessDepth, int(a.left))
	key := a.key()
	if known := g.known[key]; int(known.depth) == depth {
		return known.ride, true
	}
	g.solo.arena, g.solo.stop = a, stop
	var list [3]ride
	m = g.solo.choose(g.seat, depth, &list)[0]
	if stop() {
		return m, false
	}
	g.known[key] = guessed{m, int8(depth)}
	return m, true
}

func never() bool { return false }

// trust returns how far the guesses can be relied on, in percent. Bots that are guessed right in two of three cases only, such as
// the champion itself, take advantage of one that relies on it.
func (g *foresight) trust() int32 {
	trust := trustGain * (100*g.right - hardlyRight*g.asked) / (g.asked + 2*guessPrior)
	return int32(max(0, min(trust, mostTrusted)))
}
