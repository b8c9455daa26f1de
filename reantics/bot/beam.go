package bot

import (
	"cmp"
	"slices"

	"github.com/gridiron-games/gridiron/reantics"
)

// seed is a possible continuation of a half-finished turn.
type seed struct {
	parent int    // in the beam
	act    action // no move: the turn stays unchanged
	value  int
}

// ended returns the value of p for a seat if its turn ended now.
func (s *searcher) ended(p *reantics.Position, side reantics.Seat) int {
	s.measured++
	q := *p
	q.Step(reantics.EndTurn)
	return s.w.value(&q, s.ground, side)
}

// grow lets expand give every turn of the beam its seeds, and returns the best of what they become: none when the time is over.
func (s *searcher) grow(beam []sprout, width int, expand func(b *sprout, i int)) []sprout {
	s.seeds = s.seeds[:0]
	for i := range beam {
		if s.over() {
			return nil
		}
		s.seeds = append(s.seeds, seed{parent: i, value: beam[i].value})
		if beam[i].n < maxPlan-1 {
			expand(&beam[i], i)
		}
	}
	s.seeds = s.sight.seeds(s.seeds)
	slices.SortStableFunc(s.seeds, func(a, b seed) int { return cmp.Compare(b.value, a.value) })
	next := make([]sprout, 0, width+1)
	for _, d := range s.seeds[:min(width, len(s.seeds))] {
		b := beam[d.parent]
		b.value = d.value
		if d.act.move != 0 {
			b.p.Step(d.act.move)
			if d.act.target != reantics.NoCell {
				b.p.Attack(d.act.target)
			}
			b.plan[b.n] = d.act
			b.n++
		}
		next = append(next, b)
	}
	return next
}

// march gives b, the i-th of the beam, the moves of the ant with an ID as seeds.
func (s *searcher) march(b *sprout, i int, id uint8) {
	side := b.p.Side()
	s.moves = s.moves[:0]
	for k := range b.p.Count(side) {
		if b.p.Ant(side, k).ID == id {
			s.moves = b.p.AppendDestinations(s.moves[:0], k)
			break
		}
	}
	for _, m := range s.moves {
		p := b.p
		p.Step(m)
		if p.Attacker() == reantics.NoCell {
			if m.Len() > 1 {
				s.seeds = append(s.seeds, seed{i, action{m, reantics.NoCell}, s.ended(&p, side)})
			}
			continue
		}
		s.targets = p.AppendTargets(s.targets[:0])
		for _, c := range s.targets {
			after := p
			after.Attack(c)
			s.seeds = append(s.seeds, seed{i, action{m, c}, s.ended(&after, side)})
		}
	}
}

// build gives b, the i-th of the beam, the ants that can be built as seeds.
func (s *searcher) build(b *sprout, i int) {
	side := b.p.Side()
	s.moves = b.p.AppendBuilds(s.moves[:0])
	for _, m := range s.moves {
		p := b.p
		p.Step(m)
		s.seeds = append(s.seeds, seed{i, action{m, reantics.NoCell}, s.ended(&p, side)})
	}
}

// marching appends the IDs of the ants that may move, in the order in which turns are built: fighters, which make room, then the
// queen, then the workers.
func marching(p *reantics.Position, dst []uint8) []uint8 {
	order := [...][]reantics.Type{{reantics.Drone, reantics.Soldier, reantics.Ranged}, {reantics.Queen}, {reantics.Worker}}
	for _, kinds := range order {
		for i := range p.Count(p.Side()) {
			if a := p.Ant(p.Side(), i); !a.Moved && slices.Contains(kinds, a.Type) && len(dst) < cap(dst) {
				dst = append(dst, a.ID)
			}
		}
	}
	return dst
}
