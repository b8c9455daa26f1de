package bot

import "github.com/gridiron-games/gridiron/tron"

// foresight guesses what the enemy's bike will do. It has two models of the enemy, Solo with its own prices and Solo with those
// of the champion, and believes the one that explains this game better. Most bots drive like one of them as long as the bikes
// are apart.
type foresight struct {
	models [2]model
	trusts *model             // the model that makes the guesses
	seat   tron.Seat          // of the enemy
	cycle  int                // of the decision
	known  map[uint64]guessed // by key: the guesses of this decision
}

// model drives as the enemy may, and remembers how well that fitted.
type model struct {
	solo   Solo
	belief int32                 // evidence for the model and, negative, against it
	open   bool                  // there is a guess at the root between rides, which was not compared yet
	ways   [tron.Directions]bool // where it drives, by that guess: more than one if they are equal to it
	choice int                   // the number of them
	turns  bool                  // straight on is none of them
}

// guessed is a guess that looked some cycles ahead.
type guessed struct {
	ride   ride
	cycles int8
}

const (
	foreseen     = 5   // cycles of a line in which the enemy drives as guessed
	guessFarther = 2   // cycles that the enemy is supposed to look ahead of what is left of the search
	guessDepth   = 12  // cycles that it looks ahead at most
	untrusted    = 6   // cycles of the search with which guesses become no deeper as long as they are not trusted
	doubted      = 3   // the same for the model that is believed less
	mostBelief   = 400 // so that a bot that changes its ways is noticed
	noTrust      = 30  // belief up to which guesses are not trusted
	fullTrust    = 150 // belief from which on they are trusted most
	mostTrusted  = 84  // percent
	rare         = 80  // so much more evidence the second model needs, since few bots are like it
)

// Evidence for a model, or against it, in hundredths: about the logarithm of how much more probable it is if the enemy drives
// like the model than if not. Nearly every bot drives straight on most of the time, and where both models turn, others do, too.
const (
	straightRight, straightWrong = 5, -40
	turnRight, turnWrong         = 60, -200
	bothRight                    = 30 // a turn that the other model foresaw, too
)

// watch compares the last guesses with what the enemy did.
func (g *foresight) watch(w *tron.View) {
	agree := g.models[0].open && g.models[1].open && g.models[0].ways == g.models[1].ways
	compare := g.seat == w.Seat.Other() && g.cycle+1 == w.Position.Cycle()
	for i := range g.models {
		m := &g.models[i]
		if m.open && compare {
			change := int32(0)
			switch right := m.ways[w.Position.Bike(g.seat).Direction]; {
			case m.turns && !right:
				change = turnWrong
			case !right:
				change = straightWrong
			case m.choice > 1: // it would have been right by chance
			case m.turns && agree:
				change = bothRight
			case m.turns:
				change = turnRight
			default:
				change = straightRight
			}
			m.belief = max(-mostBelief, min(m.belief+change, mostBelief))
		}
		m.open = false
	}
}

// begin prepares for a decision against a seat; prices are the champion's for the position.
func (g *foresight) begin(enemy tron.Seat, cycle int, prices *appraiser) {
	g.seat, g.cycle = enemy, cycle
	if g.known == nil {
		g.known = map[uint64]guessed{}
	}
	clear(g.known)
	g.models[1].solo.raids = prices
	g.trusts = &g.models[0]
	if g.models[1].belief-rare > g.models[0].belief {
		g.trusts = &g.models[1]
	}
}

// expect makes the guesses that watch compares, with depth cycles left to search.
func (g *foresight) expect(a *arena, depth int, stop func() bool) {
	var list [3]ride
	if len(a.rides(g.seat, &list)) < 2 {
		return
	}
	for i := range g.models {
		m, r := &g.models[i], &a.riders[g.seat]
		m.solo.stop = stop
		limit := doubted
		switch {
		case m == g.trusts && g.trust() > 0:
			limit = depth
		case m == g.trusts:
			limit = untrusted
		}
		if depth > limit && m.open {
			continue // it has looked as far as it may
		}
		if guesses := m.rides(a, g.seat, farther(a, min(depth, limit)), &list); !stop() {
			m.open, m.ways, m.choice = true, [tron.Directions]bool{}, len(guesses)
			for _, guess := range guesses {
				m.ways[r.way(guess)] = true
			}
			m.turns = !m.ways[r.direction]
		}
	}
}

// ride guesses the enemy's ride with depth cycles left to search, as if the other bike stood still where it is now. It is not
// whole, and means nothing, if it was stopped.
func (g *foresight) ride(a *arena, depth int, stop func() bool) (r ride, whole bool) {
	key, cycles := a.key(), farther(a, depth)
	if known := g.known[key]; int(known.cycles) == cycles {
		return known.ride, true
	}
	var list [3]ride
	g.trusts.solo.stop = stop
	r = g.trusts.rides(a, g.seat, cycles, &list)[0]
	if whole = !stop(); whole {
		g.known[key] = guessed{r, int8(cycles)}
	}
	return r, whole
}

// farther returns how many cycles a guess looks ahead.
func farther(a *arena, depth int) int { return min(depth+guessFarther, guessDepth, int(a.left)) }

// rides returns the rides among which the model chooses at random if it looks some cycles ahead.
func (m *model) rides(a *arena, enemy tron.Seat, cycles int, list *[3]ride) []ride {
	m.solo.arena = a
	return m.solo.choose(enemy, cycles, list)
}

func never() bool { return false }

// trust returns how far the guesses can be relied on, in percent. Bots that are guessed badly, such as the champion itself, take
// advantage of one that relies on it.
func (g *foresight) trust() int32 {
	belief := max(g.models[0].belief, g.models[1].belief-rare)
	return max(0, min(mostTrusted*(belief-noTrust)/(fullTrust-noTrust), mostTrusted))
}
