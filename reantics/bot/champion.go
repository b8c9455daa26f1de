package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/reantics"
)

// Champion searches whole turns. A turn is built ant by ant, keeping the best half-finished turns (a beam). Each of the best
// finished turns is answered by the opponent's two best turns, found in the same way, and each answer is followed by three more
// turns, ours first. Then the most valuable turn is played, action by action.
type Champion struct {
	Limit   Limit
	Chance  *rand.Rand
	Weights *Weights // nil: tuned, or those for the hunt of weigh
	Level   *Level   // how much it sees; nil: everything
	Threads int      // number of threads that judge turns at the same time when there is a clock; below 1 counts as 1

	pace     timer.Pace
	ground   *terrain
	plan     []action
	expected reantics.Position // before the next action of plan

	Measured int // positions, over all turns

	value   int // of the turn planned last
	planned bool
	sure    bool // that turn wins the game
}

// halfway is the advantage for which Worth is 0.75, halfway between an even game and a win: about two and a half soldiers.
const halfway = 1400

// Worth returns the value of the game for the bot when it planned its last turn, from 0 (lost) to 1 (won); known is false before
// its first one.
func (b *Champion) Worth() (value float64, known bool) {
	switch {
	case b.value >= won/2:
		return 1, b.planned
	case b.value <= -won/2:
		return 0, b.planned
	}
	v := float64(b.value)
	return (1 + v/(halfway+math.Abs(v))) / 2, b.planned
}

// Exact reports whether Worth is proven: the turn planned last wins the game.
func (b *Champion) Exact() bool { return b.sure }

// action is a move and the target of the attack it leads to, NoCell if there is none.
type action struct {
	move   reantics.Move
	target reantics.Cell
}

// sprout is a turn in the making.
type sprout struct {
	p     reantics.Position
	value int
	plan  [maxPlan]action
	n     int
}

// How many turns in the making are kept: without a clock, and with a clock at first and at most.
const (
	UsualWidth = 32 // without a clock, where Limit says nothing else
	firstWidth = 2
	maxWidth   = 256
)

// How far the search goes after a turn: the number of the opponent's answers, and the number of turns that follow each.
const (
	answersSeen = 2
	foresight   = 3
)

// maxPlan bounds the actions of a planned turn; with more ants some stay where they are.
const maxPlan = 24

// Place settles as all bots but Random do, and the weakest levels as Random does.
func (b *Champion) Place(ctx context.Context, v reantics.View) ([]reantics.Cell, error) {
	if !b.level().Settles {
		return (&Random{Chance: b.Chance}).Place(ctx, v)
	}
	return settle(&v.Position, b.Chance), nil
}

// Move plans the turn when it begins and then follows the plan.
func (b *Champion) Move(ctx context.Context, v reantics.View) (reantics.Move, error) {
	if len(b.plan) == 0 || b.expected != v.Position {
		b.ground = b.ground.look(&v.Position)
		b.plan = b.think(ctx, &v.Position)
	}
	next := b.plan[0]
	b.expected = v.Position
	b.expected.Step(next.move)
	if next.target != reantics.NoCell {
		b.expected.Attack(next.target)
	}
	rescan(&b.expected, v.Seat)
	if next.target == reantics.NoCell {
		b.plan = b.plan[1:]
	}
	return next.move, ctx.Err()
}

// rescan puts the lists of a seat's view into the order in which the seat will see them next.
func rescan(p *reantics.Position, s reantics.Seat) {
	if s == reantics.Red {
		p.Turn()
	}
	p.Scan()
	if s == reantics.Red {
		p.Turn()
	}
}

// Attack hits the planned target.
func (b *Champion) Attack(_ context.Context, v reantics.View, attacker reantics.Cell,
	targets []reantics.Cell) (reantics.Cell, error) {
	if len(b.plan) > 0 && slices.Contains(targets, b.plan[0].target) {
		target := b.plan[0].target
		b.plan = b.plan[1:]
		return target, nil
	}
	b.plan = nil
	return bestTarget(&v.Position, attacker, targets), nil
}

// RegisterWin forgets the game.
func (b *Champion) RegisterWin(bool) { b.plan, b.planned = nil, false }

// think returns the actions of the best turn found, EndTurn last.
func (b *Champion) think(ctx context.Context, p *reantics.Position) []action {
	w, threads := newWatch(ctx, &b.pace), 1
	s := searcher{w: weigh(b.Weights, p, b.ground), ground: b.ground, over: w.over}
	width := b.Limit.Width
	if width == 0 {
		width = UsualWidth
	}
	if w.clocked {
		width, threads = firstWidth, b.Threads
	}
	if b.Level != nil {
		width, threads = b.Level.Width, 1
	}
	crew := newCrew(&s, w, threads)
	var best []action
	for ; ; width *= 2 {
		// A search that was stopped has not tried everything, so the result of a narrower one is better.
		plan, value, sure := crew.choose(p, width, &sight{b.level(), b.Chance})
		if plan != nil && (best == nil || sure || !w.over()) {
			best = plan
			b.value, b.planned, b.sure = value, true, sure
			if sure {
				break
			}
		}
		if b.Level != nil || !w.again() || width >= maxWidth {
			break
		}
	}
	if w.clocked {
		b.pace.Over() // how long the last steps took
	}
	b.Measured += s.measured
	if best == nil {
		best = []action{{reantics.EndTurn, reantics.NoCell}}
	}
	return best
}

// searcher is one search.
type searcher struct {
	w        pair
	ground   *terrain
	over     func() bool // the time is over
	measured int
	moves    []reantics.Move
	targets  []reantics.Cell
	seeds    []seed
	sight    *sight

	_ [8]byte // 128 bytes in all, so that the searchers of two threads have no line of the processor's cache in common
}

// choose returns the best of width turns, judged by the opponent's answers and the turns that follow them; nil if the time is
// over before there is a turn. It also returns the value of the turn, and whether it wins at once.
func (c *crew) choose(p *reantics.Position, width int, seen *sight) (plan []action, value int, sure bool) {
	c.first.sight = seen
	turns := c.first.turns(p, width)
	c.first.sight = nil // of what the opponent may do it sees everything
	if len(turns) == 0 {
		return nil, 0, false
	}
	best, top := 0, 8*turns[0].value
	if top >= 8*won/2 {
		seen.chance.IntN(8) // one draw, as for each turn that is judged
		return slices.Clone(turns[0].plan[:turns[0].n]), turns[0].value, true
	}
	if !seen.level.Answers {
		return slices.Clone(turns[0].plan[:turns[0].n]), turns[0].value, false
	}
	values, known := c.judge(turns, width)
	for i, v := range values {
		if !known[i] {
			continue
		}
		if v = 8*v + seen.chance.IntN(8); i == 0 || !known[best] || v > top { // ties are broken at random
			best, top = i, v
		}
	}
	return slices.Clone(turns[best].plan[:turns[best].n]), top / 8, false
}

// answered returns the value of a position for the seat that has just ended its turn: the worst of the results of the opponent's
// best answers.
func (s *searcher) answered(p *reantics.Position, width int) int {
	me := p.Side().Other()
	answers := s.turns(p, max(1, width/3))
	worst := won
	for i := range answers[:min(len(answers), answersSeen)] {
		worst = min(worst, s.line(&answers[i], me, max(1, width/8)))
	}
	if len(answers) == 0 {
		return s.w.value(p, s.ground, me)
	}
	return worst
}

// line returns what a turn of the opponent is worth to me after the best turns of both seats that follow it.
func (s *searcher) line(t *sprout, me reantics.Seat, width int) int {
	for range foresight {
		if t.value >= won/2 {
			break
		}
		next := s.turns(&t.p, width)
		if len(next) == 0 {
			break
		}
		t = &next[0]
	}
	if t.p.Side() == me { // the last turn was the opponent's
		return -t.value
	}
	return t.value
}

// turns returns the best turns of the seat to move, best first, each to its end: at most width. It is empty only if the time
// is over.
func (s *searcher) turns(p *reantics.Position, width int) []sprout {
	side := p.Side()
	beam := []sprout{{p: *p, value: s.ended(p, side)}}
	var order [maxPlan]uint8
	for _, id := range s.sight.ants(marching(p, order[:0])) {
		beam = s.grow(beam, width, func(b *sprout, i int) { s.march(b, i, id) })
	}
	beam = s.grow(beam, width, s.build)
	for i := range beam {
		b := &beam[i]
		b.plan[b.n] = action{reantics.EndTurn, reantics.NoCell}
		b.n++
		b.p.Step(reantics.EndTurn)
	}
	return beam
}
