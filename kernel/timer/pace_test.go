package timer

import (
	"context"
	"testing"
	"time"
)

// A delay makes a bot think less in the next moves, and is forgotten after a while.
func TestPace(t *testing.T) {
	const budget = 50 * time.Millisecond
	now := time.Unix(1000, 0)
	p := Pace{Now: func() time.Time { return now }}
	start := func(d time.Duration) {
		now = now.Add(budget)
		ctx, cancel := context.WithDeadline(t.Context(), now.Add(d))
		defer cancel()
		if !p.Start(ctx, 1) {
			t.Fatal("a context with a deadline has no clock")
		}
	}
	think := func(held time.Duration) time.Duration {
		start(budget)
		now = now.Add(held)
		p.Over()
		return p.time
	}
	calm := think(0)
	if calm < budget/2 || calm > budget*4/5 {
		t.Errorf("thinks for %v of %v with nothing known of the machine, want more than half and less than four fifths", calm, budget)
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
	start(-time.Second)
	if !p.Over() {
		t.Error("thinks behind its deadline")
	}
	if p.Start(context.Background(), 1) {
		t.Error("a context without a deadline has a clock")
	}
}

// A bot checks whether a part of its time is over, and a share of its clock for the game ends before a deadline that is later.
func TestPaceParts(t *testing.T) {
	now := time.Unix(1000, 0)
	p := Pace{Now: func() time.Time { return now }}
	after := func(d time.Duration) time.Time { return time.Unix(1000, 0).Add(d) }
	p.Share(t.Context(), 1000*time.Millisecond)
	for _, tt := range []struct {
		at   time.Duration
		part float64
		past bool
	}{
		{100 * time.Millisecond, 1.0 / 3, false},
		{400 * time.Millisecond, 1.0 / 3, true},
		{400 * time.Millisecond, 1, false},
		{1000 * time.Millisecond, 1, true},
	} {
		now = after(tt.at)
		p.last = now // as if the clock had been read all the time
		if past := p.Past(tt.part); past != tt.past {
			t.Errorf("Past(%.2f) = %v after %v of a share of 1 s", tt.part, past, tt.at)
		}
	}
	for _, tt := range []struct{ deadline, share, least, most time.Duration }{
		{time.Second, 100 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond},
		{100 * time.Millisecond, time.Second, 25 * time.Millisecond, 85 * time.Millisecond},
	} {
		now = after(0)
		ctx, cancel := context.WithDeadline(t.Context(), after(tt.deadline))
		p = Pace{Now: p.Now}
		p.Share(ctx, tt.share)
		cancel()
		if p.time < tt.least || p.time > tt.most {
			t.Errorf("%+v: thinks for %v", tt, p.time)
		}
	}
}

// Only the time between two readings of the clock is a delay, not that since the beginning.
func TestPaceMeasuresGaps(t *testing.T) {
	now := time.Unix(1000, 0)
	p := Pace{Now: func() time.Time { return now }}
	p.Share(t.Context(), 10*time.Second)
	before := p.gap
	end := now.Add(p.time)
	for range 3000 {
		now = now.Add(time.Millisecond)
		p.Over()
	}
	if p.gap != before {
		t.Errorf("a gap of %v after readings a millisecond apart, want that of the beginning, %v", p.gap, before)
	}
	if now = end; !p.Over() {
		t.Error("the time is not over at its end")
	}
}
