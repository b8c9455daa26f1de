package bot

import (
	"context"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Limit is how long a bot may think. Without a deadline in its context it thinks by Nodes, so that the same seed gives the same
// game on every machine. With a deadline it uses the time, but never more than MaxNodes, so that the weaker levels stay weak with
// any amount of time.
type Limit struct {
	Nodes    int // positions to measure when there is no clock
	MaxNodes int // positions to measure when there is one; 0: as many as there is time for

	pace timer.Pace
}

// start returns a function that tells a bot to stop, given the number of positions it has measured.
func (l *Limit) start(ctx context.Context) func(measured int) bool {
	if !l.pace.Start(ctx, 1) {
		return func(measured int) bool { return measured >= l.Nodes || measured%64 == 0 && ctx.Err() != nil }
	}
	next, over := 0, false
	return func(measured int) bool {
		if measured >= next && !over { // reading the clock takes as long as measuring a small position
			next = measured + 32
			over = l.pace.Over() || ctx.Err() != nil
		}
		return over || l.MaxNodes > 0 && measured >= l.MaxNodes
	}
}

// third returns a function that tells a solver to stop when it has used a third of the bot's limit.
func (l *Limit) third(ctx context.Context) func(searched int) bool {
	if !l.pace.Start(ctx, 1.0/3) {
		return func(searched int) bool { return searched > l.Nodes/3 }
	}
	return func(searched int) bool {
		return searched%64 == 0 && (l.pace.Over() || ctx.Err() != nil) || l.MaxNodes > 0 && searched > l.MaxNodes/3
	}
}
