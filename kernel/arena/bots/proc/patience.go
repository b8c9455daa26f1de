package proc

import (
	"context"
	"time"
)

// How long a program that is working may take to start, as a multiple of the time for it, and how long it may be idle meanwhile.
const (
	busyFactor = 6
	restTime   = time.Second
)

// Patience returns a context for the start of the program. It ends after d, unless the program is still working then: on a busy
// machine it has had the processor for less than d. In that case it ends when the program has used d of processor time, or has
// used none for a second, or after 6 times d. If processor time is not known, it ends after d. [context.Cause] is then
// [context.DeadlineExceeded].
func (p *Program) Patience(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	began := time.Now()
	go func() {
		timer := time.NewTimer(max(0, d-restTime))
		defer timer.Stop()
		for last := time.Duration(-1); ; timer.Reset(min(restTime, d)) {
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
			}
			took := time.Since(began)
			spent, known := p.Spent()
			if took >= d && (!known || spent >= d || spent == last || took >= busyFactor*d) {
				cancel(context.DeadlineExceeded)
				return
			}
			last = spent
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}
