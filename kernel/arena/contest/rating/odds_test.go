package rating_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// TestClear has players who win everything: that is clear after a dozen pairs, in either direction.
func TestClear(t *testing.T) {
	test := rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05, Clear: 0.001}
	for _, tt := range []struct {
		name string
		pair float64 // points
		want rating.Verdict
	}{{"won", 2, rating.Upper}, {"lost", 0, rating.Lower}} {
		var counts rating.Pentanomial
		state := rating.State{}
		for state.Verdict == rating.Undecided && counts.Pairs() < 100 {
			counts.Add(tt.pair, false)
			state = test.State(counts)
		}
		if state.Verdict != tt.want || !state.Clear || counts.Pairs() < 8 || counts.Pairs() > 15 {
			t.Errorf("all %s: %v after %d pairs, clear %v", tt.name, state.Verdict, counts.Pairs(), state.Clear)
		}
	}
	if s := (rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05}).State(rating.Pentanomial{WW: 15}); s.Verdict != rating.Undecided {
		t.Errorf("a test without Clear decides by it: %+v", s)
	}
}

// TestOddsKeepTheirPromise lets 1,000 gamblers bet on players of equal strength, with games that depend on each other: not more
// than one in twenty ever gets twenty times its money, looked at after every one of 200 pairs.
func TestOddsKeepTheirPromise(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 9))
	for _, shares := range [][5]float64{sharesOf(0), {0.5, 0, 0, 0, 0.5}, {0, 0, 1, 0, 0}} {
		rich := 0
		for range 1000 {
			var counts rating.Pentanomial
			for range 200 {
				counts.Add(drawPair(chance, &shares), false)
				if rating.Odds(counts, 0, false) >= 20 {
					rich++
					break
				}
			}
		}
		t.Logf("%v: %d of 1000", shares, rich)
		if rich > 50 {
			t.Errorf("%v: %d of 1000 got twenty times their money, want at most 50", shares, rich)
		}
	}
}

// The money of gamblers who bet in turn on pairs of 2, 2, 1.5 and 0 points, and of 0, 0.5, 0 and 2, counted bet by bet in another program.
func TestOddsAtOtherStrengths(t *testing.T) {
	for _, tt := range []struct {
		counts rating.Pentanomial
		elo    float64
		above  bool
		want   float64
	}{
		{rating.Pentanomial{LL: 1, WD: 1, WW: 2}, 100, false, 0.723558734754339},
		{rating.Pentanomial{LL: 2, LD: 1, WW: 1}, -60, true, 0.8310461765055306},
		{rating.Pentanomial{LL: 2, LD: 1, WW: 1}, -60, false, 0.5040661691014179},
	} {
		if got := rating.Odds(tt.counts, tt.elo, tt.above); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%+v against %g, above %v: %.15f, want %.15f", tt.counts, tt.elo, tt.above, got, tt.want)
		}
	}
}
