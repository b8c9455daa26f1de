package proc

import (
	"context"
	"time"
)

// StartTime is how long a program may take from its start to its first word, unless its Options say something else: what it loads
// first may be large.
const StartTime = time.Minute

// How long a program that is working may take, as a multiple of the time for it, and how long it may be idle meanwhile.
const (
	busyFactor = 6
	restTime   = time.Second
)

// Starting returns how long a program that is started with these options may take to its first word; 0: without a limit.
func (o *Options) Starting() time.Duration {
	if o.Patience == 0 {
		return StartTime
	}
	return max(0, o.Patience)
}

// Answering is a context for an answer of a program, which ends as [Patience] says if the options have a patience.
func (o *Options) Answering(
	ctx context.Context, spent func() (time.Duration, bool),
) (context.Context, context.CancelFunc) {
	if o.Patience <= 0 {
		return ctx, func() {}
	}
	return Patience(ctx, o.Patience, spent)
}

// Patience returns a context for something that the program is to do, see the function [Patience].
func (p *Program) Patience(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return Patience(ctx, d, p.Spent)
}

// Patience returns a context for something that a program is to do. It ends after d, unless the program is still working then: on
// a busy machine it has had the processor for less than d. In that case it ends when the program has used d of processor time, or
// has used none for a second, or after 6 times d. If processor time is not known, it ends after d; with d = 0 it does not end by
// itself. Time in which this process does not run, because the machine is held up, does not count. spent returns the processor
// time of the program. [context.Cause] is then [context.DeadlineExceeded].
func Patience(
	ctx context.Context, d time.Duration, spent func() (time.Duration, bool),
) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if d == 0 {
		return ctx, func() { cancel(context.Canceled) }
	}
	go func() {
		tick := min(restTime, max(d/2, time.Millisecond))
		ticks := time.NewTicker(tick)
		defer ticks.Stop()
		took, first, last := time.Duration(0), time.Duration(-1), time.Duration(-1)
		for at := time.Now(); ; {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
			now := time.Now()
			took += min(now.Sub(at), 2*tick)
			at = now
			used, known := spent()
			if first < 0 { // not earlier: most answers do not take that long, and measuring takes time, too
				first = used
			}
			used = max(0, used-first)
			if took >= d && (!known || used >= d || used == last || took >= busyFactor*d) {
				cancel(context.DeadlineExceeded)
				return
			}
			last = used
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}
