package bot

import (
	"context"
	"time"
)

// share is the part of its time that a team thinks for. It is small, so that a move takes less than the turn that a busy machine
// gives a program: who is not done by then waits until the others have had theirs.
const share = 0.05

// reserve is what a team leaves of its budget for what is not its own doing: a collection of garbage, a busy machine.
func reserve(budget time.Duration) time.Duration {
	return min(15*time.Millisecond, budget/4) + budget/50
}

// pace tells a team when to stop thinking. It measures how long the machine kept the team from looking at the clock, and reserves
// that much more in the next moves. A team without a deadline thinks by counts, and no clock is read.
type pace struct {
	gap     time.Duration // the longest time lately between two looks at the clock
	last    time.Time     // when it looked last
	stop    time.Time     // when it stops thinking
	clocked bool
}

// start begins a move.
func (p *pace) start(ctx context.Context) {
	deadline, clocked := ctx.Deadline()
	if p.clocked = clocked; clocked {
		p.begin(time.Now(), deadline)
	}
}

// begin begins a move that must be answered before a deadline.
func (p *pace) begin(now, deadline time.Time) {
	budget := deadline.Sub(now)
	p.last = now
	p.gap -= p.gap / 20 // what was long ago counts less and less
	p.stop = now.Add(time.Duration(share * float64(budget-reserve(budget)-p.gap)))
}

// over looks at the clock and reports whether the time for thinking is over. What lies between two calls is taken for the
// machine's doing, so it is to be called often.
func (p *pace) over() bool { return p.clocked && p.look(time.Now()) }

func (p *pace) look(now time.Time) bool {
	p.gap = max(p.gap, now.Sub(p.last))
	p.last = now
	return !now.Before(p.stop)
}
