package timer

import (
	"context"
	"time"
)

// Pace tells a bot that thinks in this process when to stop, so that its answer is not late. It measures how long the machine
// keeps the bot from looking at the clock, and leaves that much more of the next budgets. The zero value begins a game.
type Pace struct {
	gap   time.Duration // the longest time lately between two looks at the clock
	known bool          // gap was measured
	last  time.Time     // when it was looked last
	stop  time.Time
}

// Reserve is what a bot leaves of its budget for what is not its own doing: a collection of garbage, a busy machine.
func Reserve(budget time.Duration) time.Duration {
	return min(15*time.Millisecond, budget/4) + budget/50
}

// Start begins to think until a part of the time up to the deadline of ctx, from 0 to 1, has gone by. clocked is false if there
// is no deadline: then no clock is to be asked, so that the same seed gives the same game on every machine.
func (p *Pace) Start(ctx context.Context, part float64) (clocked bool) {
	deadline, clocked := ctx.Deadline()
	if clocked {
		p.start(time.Now(), deadline, part)
	}
	return clocked
}

func (p *Pace) start(now, deadline time.Time, part float64) {
	budget := deadline.Sub(now)
	if !p.known {
		p.gap, p.known = budget/10, true
	}
	p.gap -= p.gap / 20 // what was long ago counts less and less
	p.last = now
	p.stop = now.Add(time.Duration(part * float64(budget-min(Reserve(budget)+p.gap, 3*budget/4))))
}

// Over looks at the clock and reports whether the time is over. What lies between two calls is taken for the machine's doing,
// so it is to be called often.
func (p *Pace) Over() bool { return p.over(time.Now()) }

func (p *Pace) over(now time.Time) bool {
	p.gap = max(p.gap, now.Sub(p.last))
	p.last = now
	return !now.Before(p.stop)
}
