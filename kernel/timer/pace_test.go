package timer

import (
	"context"
	"testing"
	"time"
)

// What holds a bot up once makes it think less in the next moves, and is forgotten in time.
func TestPace(t *testing.T) {
	const budget = 50 * time.Millisecond
	now := time.Unix(1000, 0)
	var p Pace
	think := func(held time.Duration) time.Duration {
		now = now.Add(budget)
		p.start(now, now.Add(budget), 1)
		stop := p.stop.Sub(now)
		p.over(now.Add(held))
		return stop
	}
	calm := think(0)
	if calm < budget/2 || calm > budget*4/5 {
		t.Errorf("thinks for %v of %v on a machine of which nothing is known, want more than half and less than four fifths", calm, budget)
	}
	think(40 * time.Millisecond)
	if held := think(0); held > budget/3 {
		t.Errorf("thinks for %v after it was held up for 40 ms, want less than a third of %v", held, budget)
	}
	for range 200 {
		think(0)
	}
	if late := think(0); late < calm {
		t.Errorf("thinks for %v long after it was held up, want %v and more", late, calm)
	}
	now = now.Add(budget)
	p.start(now, now.Add(-time.Second), 1)
	if !p.over(now) {
		t.Error("thinks behind its deadline")
	}
	if p.Start(context.Background(), 1) {
		t.Error("a context without a deadline has a clock")
	}
}
