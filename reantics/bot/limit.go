package bot

import (
	"context"
	"sync/atomic"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Limit is how much a bot that searches may think about a turn. Without a deadline in its context it thinks by counts, so
// that the same seed gives the same game on every machine; with one it widens its search until the time is used up.
type Limit struct {
	Width int // number of half-finished turns that are kept without a clock; 0: UsualWidth
}

// watch knows when a bot must stop.
type watch struct {
	ctx     context.Context
	pace    *timer.Pace
	clocked bool
	ended   atomic.Bool
}

func newWatch(ctx context.Context, pace *timer.Pace) *watch {
	return &watch{ctx: ctx, pace: pace, clocked: pace.Start(ctx, 1)}
}

// over looks at the clock and reports whether the bot must stop. After the first true it always returns true. One goroutine calls
// it; the others read ended.
func (w *watch) over() bool {
	if !w.ended.Load() && (w.ctx.Err() != nil || w.clocked && w.pace.Over()) {
		w.ended.Store(true)
	}
	return w.ended.Load()
}

// again reports whether there is time for a search that takes three times as long as all so far.
func (w *watch) again() bool {
	return w.clocked && !w.over() && !w.pace.Past(0.25)
}
