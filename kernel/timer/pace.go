package timer

import (
	"context"
	"time"
)

// Pace tells a bot that thinks in this process when to stop, so that its answer is not late. It measures how long the machine
// keeps the bot from reading the clock, and leaves that much more of the next budgets unused. The zero value begins a game. One
// goroutine uses it at a time.
type Pace struct {
	Now func() time.Time // the clock, also that of the deadlines; nil: time.Now

	gap   time.Duration // the longest recent time between two readings of the clock
	known bool          // gap was measured
	begun time.Time
	last  time.Time     // the last reading
	time  time.Duration // from begun on
}

// Reserve is the part of its budget that a bot leaves for delays that it does not cause: garbage collection, a busy machine.
func Reserve(budget time.Duration) time.Duration {
	return min(15*time.Millisecond, budget/4) + budget/50
}

// Start begins to think. Over reports true when a part, from 0 to 1, of the time up to the deadline of ctx has passed. clocked is
// false if there is no deadline: then the bot must not read a clock, so that the same seed gives the same game on every machine.
func (p *Pace) Start(ctx context.Context, part float64) (clocked bool) {
	deadline, clocked := ctx.Deadline()
	if clocked {
		budget := deadline.Sub(p.now())
		p.start(budget)
		p.time = time.Duration(part * float64(budget-min(Reserve(budget)+p.gap, 3*budget/4)))
	}
	return clocked
}

// Share begins to think for a part of a clock that is the bot's for the whole game. The rest of such a clock can make up for a
// turn that took too long, so the bot uses at least half of the share, however busy the machine is. With a deadline in ctx, too,
// the time ends at whichever is first.
func (p *Pace) Share(ctx context.Context, share time.Duration) {
	clocked := p.Start(ctx, 1)
	if !clocked {
		p.start(share)
	}
	if share -= min(p.gap, share/2); !clocked || share < p.time {
		p.time = share
	}
}

func (p *Pace) start(budget time.Duration) {
	if !p.known {
		p.gap, p.known = budget/10, true
	}
	p.gap -= p.gap / 20 // what was long ago counts less and less
	p.begun = p.now()
	p.last = p.begun
}

// Over reads the clock and reports whether the time is over. The time between two calls counts as a delay by the machine, so call
// it often, and once more when the answer is ready.
func (p *Pace) Over() bool { return p.Past(1) }

// Past is Over for a part of the time, from 0 to 1.
func (p *Pace) Past(part float64) bool {
	now := p.now()
	p.gap = max(p.gap, now.Sub(p.last))
	p.last = now
	return now.Sub(p.begun) >= time.Duration(part*float64(p.time))
}

func (p *Pace) now() time.Time {
	if p.Now != nil {
		return p.Now()
	}
	return time.Now()
}
