package bot

import (
	"context"
	"time"
)

// reserve is what a bot leaves of its budget for what is not its own doing: a collection of garbage, a busy machine.
func reserve(budget time.Duration) time.Duration {
	return min(15*time.Millisecond, budget/4) + budget/50
}

// stopper returns a function that tells a bot to stop: the deadline is near, or the context is done. Without a deadline a bot
// thinks by counts, so that the same seed gives the same game on every machine. It looks at the clock in one of so many calls.
func stopper(ctx context.Context, oneIn int) func() bool {
	deadline, clocked := ctx.Deadline()
	if clocked {
		deadline = deadline.Add(-reserve(time.Until(deadline)))
	}
	calls, over := 0, false
	return func() bool {
		if calls%oneIn == 0 && !over {
			over = ctx.Err() != nil || clocked && !time.Now().Before(deadline)
		}
		calls++
		return over
	}
}

// pace is a stopper for a bot that uses all of its time. It measures how long the machine kept the bot from looking at the clock,
// and reserves that much more the next time.
type pace struct {
	gap time.Duration // the longest of late
}

// stopper returns a function that tells a bot to stop. It is to be called often: what lies between two calls is taken for the
// machine's doing.
func (p *pace) stopper(ctx context.Context) func() bool {
	deadline, clocked := ctx.Deadline()
	if !clocked {
		return func() bool { return ctx.Err() != nil }
	}
	last := time.Now()
	budget := deadline.Sub(last)
	if p.gap == 0 {
		p.gap = budget / 10 // nothing is known yet
	}
	p.gap -= p.gap / 20 // what was long ago counts less and less
	deadline = deadline.Add(-min(reserve(budget)+p.gap, 3*budget/4))
	over := false
	return func() bool {
		if over {
			return true
		}
		now := time.Now()
		p.gap = max(p.gap, now.Sub(last))
		last = now
		over = ctx.Err() != nil || !now.Before(deadline)
		return over
	}
}
