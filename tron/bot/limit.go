package bot

import (
	"context"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// stopper returns a function that tells a bot to stop: the deadline is near, or the context is done. Without a deadline a bot
// thinks by counts, so that the same seed gives the same game on every machine. It looks at the clock in one of oneIn calls.
func stopper(ctx context.Context, oneIn int) func() bool {
	deadline, clocked := ctx.Deadline()
	if clocked {
		deadline = deadline.Add(-timer.Reserve(time.Until(deadline)))
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

// paced returns a stopper for a bot that uses all of its time. It is to be called often, see [timer.Pace].
func paced(ctx context.Context, p *timer.Pace) func() bool {
	if !p.Start(ctx, 1) {
		return func() bool { return ctx.Err() != nil }
	}
	over := false
	return func() bool {
		over = over || p.Over() || ctx.Err() != nil
		return over
	}
}
