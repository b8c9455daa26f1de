package bot

import (
	"math"
	"math/bits"

	"github.com/gridiron-games/gridiron/tron"
)

// foresight guesses what the enemy's bike will do. It has three models of the enemy, Solo with its own prices, Solo with those
// of the champion, and Fill. Each has a chance, by how well it explains this game. Most bots drive like one of them as long as
// the bikes are apart.
type foresight struct {
	models [kinds]model
	seat   tron.Seat          // of the enemy
	cycle  int                // of the decision
	known  map[uint64]guessed // by key: the guesses of this decision
}

// model drives as the enemy may, and remembers how well that fitted.
type model struct {
	solo   Solo
	fills  bool                  // it drives like Fill
	belief int32                 // evidence for the model and, negative, against it
	fit    int32                 // 0 for the best model; -n for one that is 2^n times less probable by what it foresaw
	open   bool                  // there is a guess at the root between rides, which was not compared yet
	ways   [tron.Directions]bool // where it drives, by that guess: more than one if they are equal to it
	choice int                   // the number of them
	turns  bool                  // straight on is none of them
}

// The models.
const (
	likeSolo = iota
	likeRaider
	likeFill
	kinds
)

// guessed are guesses that looked some cycles ahead: by model a bit for each ride among which it chooses at random, 0 if it was
// not asked.
type guessed struct {
	rides  [kinds]uint8
	cycles int8
}

// shares are the chances of the models, in 1024ths, if one of them is right.
type shares [kinds]int32

const whole = 1024

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

// Powers of two by which a model is less probable than the one that explains the game best.
const (
	wrongHalvings = 3  // after one wrong guess that the other one had right
	mostHalvings  = 4  // of a model that may be right
	worstFit      = 14 // so that a bot that changes its ways is noticed
)

// watch compares the last guesses with what the enemy did.
func (g *foresight) watch(w *tron.View) {
	agree := func(i, k int) bool {
		return g.models[i].open && g.models[k].open && g.models[i].ways == g.models[k].ways
	}
	compare := g.seat == w.Seat.Other() && g.cycle+1 == w.Position.Cycle()
	best := int32(math.MinInt32)
	for i := range g.models {
		m := &g.models[i]
		if m.open && compare {
			common := agree(likeSolo, likeRaider)
			if i == likeFill {
				common = agree(likeSolo, likeFill)
			}
			change := int32(0)
			right := m.ways[w.Position.Bike(g.seat).Direction]
			switch {
			case m.turns && !right:
				change = turnWrong
			case !right:
				change = straightWrong
			case m.choice > 1: // it would have been right by chance
			case m.turns && common:
				change = bothRight
			case m.turns:
				change = turnRight
			default:
				change = straightRight
			}
			m.belief = max(-mostBelief, min(m.belief+change, mostBelief))
			if right {
				m.fit -= int32(m.choice - 1) // half as probable if it chose between two
			} else {
				m.fit -= wrongHalvings
			}
		}
		best = max(best, m.fit)
	}
	for i := range g.models {
		m := &g.models[i]
		m.fit = max(m.fit-best, -worstFit)
		m.open = false
	}
}

// shares returns the chances of the models, by how well they explain this game. A model that hardly can be right has none.
func (g *foresight) shares() (s shares) {
	sum := int32(0)
	for i := range g.models {
		halvings := -g.models[i].fit
		if i == likeRaider {
			halvings++ // few bots are like it
		}
		if halvings <= mostHalvings {
			s[i] = whole >> halvings
			sum += s[i]
		}
	}
	for i := range s {
		s[i] = s[i] * whole / sum
	}
	return s
}

// begin prepares for a decision against a seat; prices are the champion's for the position.
func (g *foresight) begin(enemy tron.Seat, cycle int, prices *appraiser) {
	g.seat, g.cycle = enemy, cycle
	if g.known == nil {
		g.known = map[uint64]guessed{}
	}
	clear(g.known)
	g.models[likeRaider].solo.raids = prices
	g.models[likeFill].fills = true
}

// expect makes the guesses that watch compares, with depth cycles left to search.
func (g *foresight) expect(a *arena, depth int, stop func() bool) {
	var list [3]ride
	if len(a.rides(g.seat, &list)) < 2 {
		return
	}
	share := g.shares()
	for i := range g.models {
		m, r := &g.models[i], &a.riders[g.seat]
		m.solo.stop = stop
		limit := doubted
		switch {
		case share[i] > 0 && g.trust() > 0:
			limit = depth
		case share[i] > 0:
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

// rides guesses the enemy's rides with depth cycles left to search, as if the other bike stood still where it is now, for each
// model that has a share. It is not whole, and means nothing, if it was stopped.
func (g *foresight) rides(a *arena, depth int, share *shares, stop func() bool) (known guessed, whole bool) {
	key, cycles := a.key(), farther(a, depth)
	if known = g.known[key]; int(known.cycles) != cycles {
		known = guessed{cycles: int8(cycles)}
	}
	changed := false
	for i := range share {
		if share[i] == 0 || known.rides[i] != 0 {
			continue
		}
		m := &g.models[i]
		m.solo.stop = stop
		var list [3]ride
		for _, r := range m.rides(a, g.seat, cycles, &list) {
			known.rides[i] |= 1 << (r & 3)
		}
		if stop() {
			return known, false
		}
		changed = true
	}
	if changed {
		g.known[key] = known
	}
	return known, true
}

// reply is a ride that the enemy may take.
type reply struct {
	ride   ride
	chance int32  // in 1024ths
	share  shares // of the models that would take it
}

// replies returns the rides that the enemy takes if the models have the given shares, the most probable first. There are none if
// it was stopped.
func (g *foresight) replies(a *arena, depth int, share shares, stop func() bool) (list [3]reply, n int) {
	var dst [3]ride
	rides := a.rides(g.seat, &dst)
	if len(rides) == 1 {
		list[0] = reply{rides[0], whole, share}
		return list, 1
	}
	all, ok := g.rides(a, depth, &share, stop)
	if !ok {
		return list, 0
	}
	for _, m := range rides {
		r := reply{ride: m}
		for i, c := range share {
			if all.rides[i]>>(m&3)&1 != 0 {
				r.share[i] = c / int32(bits.OnesCount8(all.rides[i]))
				r.chance += r.share[i]
			}
		}
		if r.chance == 0 {
			continue
		}
		for i := range r.share {
			r.share[i] = r.share[i] * whole / r.chance
		}
		k := n
		for ; k > 0 && r.chance > list[k-1].chance; k-- {
			list[k] = list[k-1]
		}
		list[k] = r
		n++
	}
	return list, n
}

// farther returns how many cycles a guess looks ahead.
func farther(a *arena, depth int) int { return min(depth+guessFarther, guessDepth, int(a.left)) }

// rides returns the rides among which the model chooses at random if it looks some cycles ahead.
func (m *model) rides(a *arena, enemy tron.Seat, cycles int, list *[3]ride) []ride {
	m.solo.arena = a
	if m.fills {
		return m.solo.fill(enemy, list)
	}
	return m.solo.choose(enemy, cycles, list)
}

func never() bool { return false }

// trust returns how far the guesses can be relied on, in percent. Bots that are guessed badly, such as the champion itself, take
// advantage of one that relies on it.
func (g *foresight) trust() int32 {
	belief := max(g.models[0].belief, g.models[1].belief-rare, g.models[2].belief)
	return max(0, min(mostTrusted*(belief-noTrust)/(fullTrust-noTrust), mostTrusted))
}
