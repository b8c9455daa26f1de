package gametest

import (
	"context"
	"testing"
	"time"
)

// InTime gives a bot a budget and fails if its answer is late. A busy machine may stall the process: the bot has several tries,
// and the longest delay of a goroutine that sleeps during a try is added to the budget.
func InTime(t testing.TB, name string, budget time.Duration, think func(ctx context.Context) error) {
	t.Helper()
	const tries = 8
	var took, stalled time.Duration
	var err error
	for range tries {
		stop := make(chan bool)
		stalls := make(chan time.Duration)
		go func() { stalls <- oversleeps(stop) }()
		ctx, cancel := context.WithTimeout(t.Context(), budget)
		began := time.Now()
		err = think(ctx)
		took = time.Since(began)
		cancel()
		close(stop)
		if stalled = <-stalls; err == nil && took <= budget+stalled {
			return
		}
	}
	t.Errorf("%s took %v of %v in the last of %d tries, in which the machine stalled for %v; error %v", name, took, budget, tries, stalled, err)
}

// oversleeps sleeps again and again until stop is closed, and returns by how much the longest sleep was too long.
func oversleeps(stop <-chan bool) (most time.Duration) {
	const nap = 2 * time.Millisecond
	for {
		began := time.Now()
		select {
		case <-stop:
			return most
		case <-time.After(nap):
			most = max(most, time.Since(began)-nap)
		}
	}
}
