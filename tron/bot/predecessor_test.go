package bot

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gridiron-games/gridiron/tron"
)

// Planner plans. It looks for a good line of the enemy, then for good lines of its own after each pair of first commands, and
// takes the command that is best when both the enemy's worst answer and its likely one are weighed.
type Planner struct {
	Width, MaxWidth int // lines kept alive in a plan: without a clock, and at most with one
	Chance          *rand.Rand

	Measured int // positions, over all decisions
	planner  planner
	force    force
	models   models
	own      line // the line that was chosen, from this cycle on
	enemys   line // the enemy's, as it was supposed
}

// Numbers found by matches; README.md has them.
var champion = weights{
	draw: 3000, maybe: 300, health: 1000, own: 100, soon: 2, cooldown: 25, far: 12, trapped: 60, narrow: 20, tidy: 4,
	unknown: 100, promise: 2500, decided: 1500,
}

// nearby is the distance in steps within which the enemy's next command matters.
const nearby = 8

// Initialize has nothing to prepare.
func (b *Planner) Initialize(tron.View) {
	b.own, b.enemys = line{}, line{}
	b.models.reset(b.Chance.Uint64())
}

// Decide plans, with a clock again and again, each time with twice as many lines.
func (b *Planner) Decide(ctx context.Context, w tron.View) (tron.Command, error) {
	p, s := &w.Position, w.Seat
	b.planner.weights, b.planner.stop = champion, stopper(ctx, 1)
	if b.models.guesses == nil {
		b.Initialize(w)
	}
	b.planner.survey(p)
	b.models.learn(p, s.Other())
	width := b.Width
	_, clocked := ctx.Deadline()
	if clocked {
		width = min(narrowest, b.MaxWidth)
	}
	_, b.enemys = b.planner.best(p, s.Other(), &b.own, &b.enemys, 0, width, horizon)
	enemys := b.models.guess(p, s.Other(), &b.own, b.enemys)
	moves := reasonable(p, s)
	b.force.stop = b.planner.stop
	if c, ok := b.force.winning(p, s, moves); ok {
		b.own, b.enemys = line{}, b.enemys.rest()
		return c, ctx.Err()
	}
	moves = b.force.lasting(p, s, moves)
	best := moves.commands[0]
	for {
		c, l, done := b.decide(p, s, moves, &enemys, width)
		if done || width == narrowest {
			best, b.own = c, l
		}
		if !clocked || !done || 2*width > b.MaxWidth {
			break
		}
		width *= 2
	}
	b.own, b.enemys = b.own.rest(), b.enemys.rest()
	b.Measured = b.planner.measured
	return best, ctx.Err()
}

// narrowest is the number of lines with which thinking begins when there is a clock.
const narrowest = 4

// decide returns the best command and the line that begins with it; done is false if there was no time to look at everything.
func (b *Planner) decide(p *tron.Position, s tron.Seat, moves options6, enemys *line, width int,
) (best tron.Command, chosen line, done bool) {
	replies := b.replies(p, s.Other(), enemys)
	top := math.MinInt
	best = moves.commands[0]
	for _, c := range moves.list() {
		hint := line{}
		if b.own.n > 0 && b.own.commands[0] == c {
			hint = b.own.rest()
		}
		value, worst := 0, math.MaxInt
		var found line
		for i, reply := range replies.list() {
			v, l := b.try(p, s, c, reply, enemys, &hint, width)
			if b.planner.stop() {
				return best, chosen, false
			}
			worst = min(worst, v)
			if i == 0 {
				value, found = v, l
			}
		}
		value = (2*worst+value)/3 + b.Chance.IntN(5)
		if value > top {
			top, best, chosen = value, c, found.after(c)
		}
	}
	return best, chosen, true
}

// replies returns what the enemy may do in this cycle, the likely first. When it is far away only that matters.
func (b *Planner) replies(p *tron.Position, enemy tron.Seat, enemys *line) (o options6) {
	likely := follow(p, enemy, enemys, 0)
	o.add(likely)
	if steps(p) > nearby {
		return o
	}
	others := reasonable(p, enemy)
	for _, c := range others.list() {
		if c != likely && o.n < len(o.commands) {
			o.add(c)
		}
	}
	return o
}

// try returns the value of a pair of commands and the best line behind it.
func (b *Planner) try(p *tron.Position, s tron.Seat, c, reply tron.Command, enemys, hint *line, width int) (int, line) {
	var both [2]tron.Command
	both[s], both[s.Other()] = c, reply
	after := p.Play(both)
	if after.Over() {
		return b.planner.ended(&after, s, 0), line{}
	}
	return b.planner.best(&after, s, enemys, hint, 1, width, horizon-1)
}

// steps is the distance of the bikes in steps on an empty board.
func steps(p *tron.Position) int {
	a, b := p.Bike(tron.Blue).At, p.Bike(tron.Yellow).At
	return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y)
}

// reasonable returns all commands that are not plain suicide: three ways, with the breaker where there is a wall to break.
func reasonable(p *tron.Position, s tron.Seat) (o options6) {
	a := look(p, s)
	ends := p.Score(s)-p.Score(s.Other()) > -p.Constants().AreaWallCrash
	for i := range a.directions {
		if a.coloured(i) && !a.on && a.ready {
			o.add(a.command(i).ThenBreaker())
		}
		if (!a.coloured(i) || a.on || p.Bike(s).Health > 1) && (a.cells[i] != tron.AreaWall || ends) {
			o.add(a.command(i))
		}
	}
	if o.n > 0 {
		return o
	}
	for i := range a.directions { // trapped: which end costs least?
		o.add(a.command(i))
	}
	return o
}

// rest returns the line from the next cycle on.
func (l line) rest() line {
	if l.n > 0 {
		copy(l.commands[:], l.commands[1:])
		l.n--
	}
	return l
}

// after returns the line with a command in front.
func (l line) after(c tron.Command) line {
	copy(l.commands[1:], l.commands[:])
	l.commands[0] = c
	l.n = min(l.n+1, horizon)
	return l
}
