package bot

import (
	"context"
	"time"
)

// now is the clock that bots think by; matches on a busy machine take another.
var now = time.Now

// limit is how long a bot may think: up to a time if it is clocked, else a number of nodes, so that it plays the same on every
// machine.
type limit struct {
	ctx        context.Context
	nodes      int
	clocked    bool
	began, end time.Time
	stall      *time.Duration // of the champion
}

// stop returns a function that tells a search to stop after its part of the limit: 1 all of it, 3 a third.
func (l limit) stop(part int) func(nodes int) bool {
	if !l.clocked {
		return func(nodes int) bool { return nodes >= l.nodes/part || l.ctx.Err() != nil }
	}
	end := l.began.Add(l.end.Sub(l.began) / time.Duration(part))
	last := now()
	return func(int) bool {
		at := now()
		*l.stall = max(*l.stall, at.Sub(last))
		last = at
		return !at.Before(end) || l.ctx.Err() != nil
	}
}
