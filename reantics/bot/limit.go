package bot

import (
	"context"
	"time"
)

// Limit is how much a bot that searches may think about a turn. Without a deadline in its context it thinks by counts, so
// that the same seed gives the same game on every machine; with one it widens its search until the time is used up.
type Limit struct {
	Width int // how many half-finished turns are kept when there is no clock; 0: as many as were measured for README.md
}

// reserve is what a bot leaves of its budget for what is not its own doing: a collection of garbage, a busy machine.
func reserve(budget time.Duration) time.Duration {
	return min(30*time.Millisecond, budget/3) + budget/20
}

// watch knows when a bot must stop.
type watch struct {
	ctx            context.Context
	began, until   time.Time
	clocked, ended bool
}

func newWatch(ctx context.Context) *watch {
	w := &watch{ctx: ctx, began: time.Now()}
	if w.until, w.clocked = ctx.Deadline(); w.clocked {
		w.until = w.until.Add(-reserve(w.until.Sub(w.began)))
	}
	return w
}

// over reports whether the bot must stop. Once it says so it goes on saying so.
func (w *watch) over() bool {
	w.ended = w.ended || w.ctx.Err() != nil || w.clocked && !time.Now().Before(w.until)
	return w.ended
}

// again reports whether there is time for a search that takes three times as long as all so far.
func (w *watch) again() bool {
	return w.clocked && !w.over() && 4*time.Since(w.began) < w.until.Sub(w.began)
}
