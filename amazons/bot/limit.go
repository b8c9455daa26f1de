package bot

import (
	"context"
	"time"
)

// Limit is how long a bot may think. Without a deadline in its context it thinks by Nodes, so that the same seed gives the
// same game on every machine. With a deadline it uses the time, but never more than MaxNodes: the weaker levels stay weak
// however much time they have.
type Limit struct {
	Nodes    int // positions to measure when there is no clock
	MaxNodes int // positions to measure when there is one; 0: as many as there is time for
}

// reserve is what a bot leaves of its budget for what is not its own doing: a collection of garbage, a busy machine.
func reserve(budget time.Duration) time.Duration {
	return min(15*time.Millisecond, budget/4) + budget/50
}

// start returns a function that tells a bot to stop, given the number of positions it has measured.
func (l Limit) start(ctx context.Context) func(measured int) bool {
	deadline, clocked := ctx.Deadline()
	if !clocked {
		return func(measured int) bool { return measured >= l.Nodes || measured%64 == 0 && ctx.Err() != nil }
	}
	budget := time.Until(deadline)
	deadline = deadline.Add(-reserve(budget))
	next, over := 0, false
	return func(measured int) bool {
		if measured >= next { // looking at the clock costs as much as a small position
			next = measured + 32
			over = !time.Now().Before(deadline) || ctx.Err() != nil
		}
		return over || l.MaxNodes > 0 && measured >= l.MaxNodes
	}
}
