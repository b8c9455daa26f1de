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
