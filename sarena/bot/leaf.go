package bot

import (
	"math"

	"github.com/gridiron-games/gridiron/sarena"
)

// busy reports whether there are so many turns that none of them ends the game: a turn changes two cells, which have 14 turns
// with each other and with those beside them.
func busy(sources *[sarena.Directions]sarena.Set) bool {
	return sources[0].Len()+sources[1].Len()+sources[2].Len()+sources[3].Len() > 14
}

// leaf is the value of a busy position one turn ahead. It is the result of walk at depth 1, without playing a turn.
func (s *search) leaf(p *ply, alpha, beta int, sources *[sarena.Directions]sarena.Set) (top int) {
	f, x := s.f, &s.prospect
	x.look(f)
	top = -infinity
	for _, m := range p.killers {
		if !sources[m>>6].Has(sarena.Cell(m & 63)) {
			continue
		}
		s.count()
		from, to := f.cells(m)
		x.leave(f, from)
		if top = max(top, x.value(f, to)); top >= beta {
			p.kill(m)
			return top
		}
	}
	x.learn(f, x.occupied)
	for all := sources[0] | sources[1] | sources[2] | sources[3]; all != 0; all = all.Rest() {
		from := uint8(all.First() & 63)
		x.leave(f, from)
		for d := range sources {
			if sources[d]>>from&1 == 0 {
				continue
			}
			s.count()
			if top = max(top, x.value(f, uint8(int8(from)+f.steps[d&3])&63)); top >= beta {
				p.kill(turn(from) | turn(d)<<6)
				return top
			}
		}
	}
	return top
}

// Turns are not searched if the outlook after them is below the value that the side to move already has, by more than the coming
// turns are likely to gain.
const (
	futileDepth  = 5 // largest depth at which turns are left out
	futileMargin = 100
	futileStep   = 150 // more for every turn to come beyond two
)

// futile is the value up to which turns are not searched.
func futile(depth, alpha, beta int, sources *[sarena.Directions]sarena.Set) int {
	if depth > futileDepth || beta > alpha+1 || !busy(sources) {
		return math.MinInt
	}
	return alpha - futileMargin - futileStep*(depth-2)
}

// weigh does what list does, but rates every turn by the outlook after it. It leaves out turns that are worth no more than least;
// highest is the largest of top and their values.
func (s *search) weigh(p *ply, sources *[sarena.Directions]sarena.Set, top, least int) (n, highest int) {
	f, x := s.f, &s.prospect
	history := &s.history[s.seat()]
	x.look(f)
	x.learn(f, x.occupied)
	best := int32(math.MinInt32)
	for all := sources[0] | sources[1] | sources[2] | sources[3]; all != 0; all = all.Rest() {
		from := uint8(all.First() & 63)
		x.leave(f, from)
		for d := range sources {
			if sources[d]>>from&1 == 0 {
				continue
			}
			v := x.value(f, uint8(int8(from)+f.steps[d&3])&63)
			if v <= least {
				top = max(top, v)
				continue
			}
			m := turn(from) | turn(d)<<6
			r := history[m] + int32(v)
			p.turns[n&255], p.rating[n&255] = m, r
			if r > best {
				best, p.first = r, n
			}
			n++
		}
	}
	return n, top
}
