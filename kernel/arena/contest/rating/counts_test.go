package rating_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// TestCountsOfPairs puts pairs into their classes and takes them apart again.
func TestCountsOfPairs(t *testing.T) {
	var p rating.Pentanomial
	for points, times := range map[float64]int{0: 1, 0.5: 2, 1.5: 3, 2: 5} {
		for range times {
			p.Add(points, false)
			p.Add(points, true) // two draws make one point
		}
	}
	for range 7 {
		p.Add(1, true)
	}
	for range 11 {
		p.Add(1, false)
	}
	if diff := cmp.Diff(rating.Pentanomial{LL: 2, LD: 4, WL: 11, DD: 7, WD: 6, WW: 10}, p); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	if want := (rating.Trinomial{Wins: 37, Losses: 19, Draws: 24}); p.Games() != want || p.Pairs() != 40 {
		t.Errorf("%d pairs, games %+v, want 40 and %+v", p.Pairs(), p.Games(), want)
	}
}

// TestEnds looks at scores that no finite difference explains, and at no games.
func TestEnds(t *testing.T) {
	for score, want := range map[float64]float64{0: math.Inf(-1), -1: math.Inf(-1), 1: math.Inf(1), 2: math.Inf(1), 0.5: 0} {
		if got := rating.Elo(score); got != want {
			t.Errorf("Elo(%v) = %v, want %v", score, got, want)
		}
	}
	none := rating.EstimateOf(rating.Pentanomial{})
	everything := rating.Interval{Low: math.Inf(-1), High: math.Inf(1)}
	if none.Elo != everything || none.Normalized != everything || none.Score != 0.5 || none.Superiority != 0.5 {
		t.Errorf("without a game: %+v", none)
	}
	for counts, want := range map[rating.Trinomial]float64{
		{Wins: 9}: math.Inf(1), {Losses: 9}: math.Inf(-1), {Draws: 9}: 0,
	} {
		if got := rating.EstimateOf(counts).Normalized.Value; got != want {
			t.Errorf("%+v: normalized %v, want %v", counts, got, want)
		}
	}
}

// TestCheckEnds accepts settings up to their limits, and says which one is beyond.
func TestCheckEnds(t *testing.T) {
	good := rating.SPRT{Elo0: -5000, Elo1: 5000, Alpha: 0.05, Beta: 0.05}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*rating.SPRT){
		"elo0 -5001 and elo1 5000": func(s *rating.SPRT) { s.Elo0 = -5001 },
		"elo0 -5000 and elo1 5001": func(s *rating.SPRT) { s.Elo1 = 5001 },
		"want elo0 below elo1":     func(s *rating.SPRT) { s.Elo0, s.Elo1 = 3, 3 },
		"alpha 0: ":                func(s *rating.SPRT) { s.Alpha = 0 },
		"alpha 0.5: ":              func(s *rating.SPRT) { s.Alpha = 0.5 },
		"beta 0: ":                 func(s *rating.SPRT) { s.Beta = 0 },
		"beta 0.5: ":               func(s *rating.SPRT) { s.Beta = 0.5 },
		"clear -0.1: ":             func(s *rating.SPRT) { s.Clear = -0.1 },
		"clear 0.5: ":              func(s *rating.SPRT) { s.Clear = 0.5 },
		`model "odd": `:            func(s *rating.SPRT) { s.Model = "odd" },
	} {
		s := good
		change(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
	// In the Bayesian model pairs count as games.
	bayesian := good
	bayesian.Elo0, bayesian.Elo1, bayesian.Model = 0, 10, rating.Bayesian
	pairs := rating.Pentanomial{LL: 3, LD: 4, WL: 5, DD: 6, WD: 7, WW: 8}
	if got, want := bayesian.LLR(pairs), bayesian.LLR(pairs.Games()); got != want || got == 0 {
		t.Errorf("LLR %v, want %v", got, want)
	}
}

// TestFewOrLumpy looks at which results the interval has Agresti and Coull's further observations, just at the limits: fewer than
// 30, less than ten points of a side, or all alike.
func TestFewOrLumpy(t *testing.T) {
	const z = 1.959963984540054
	for counts, added := range map[rating.Trinomial]float64{
		{Wins: 15, Losses: 14}: z * z / 2, {Wins: 15, Losses: 15}: 0,
		{Wins: 31, Losses: 9}: z * z / 2, {Wins: 30, Losses: 10}: 0, {Wins: 10, Losses: 30}: 0, {Wins: 9, Losses: 31}: z * z / 2,
		{Wins: 400, Losses: 9}: z * z / 2, {Wins: 20, Losses: 5}: z * z / 2, // many, few, on both sides of ten
		{Draws: 30}: z * z / 2, {Wins: 1, Losses: 1, Draws: 38}: 0,
	} {
		wins, losses := float64(counts.Wins)+added, float64(counts.Losses)+added
		n := wins + losses + float64(counts.Draws)
		mean := (wins + float64(counts.Draws)/2) / n
		half := z * math.Sqrt((wins*(1-mean)*(1-mean)+losses*mean*mean+float64(counts.Draws)*(0.5-mean)*(0.5-mean))/n/n)
		e := rating.EstimateOf(counts).Elo
		if low, high := rating.Score(e.Low), rating.Score(e.High); math.Abs(low-max(0, mean-half)) > 1e-12 || math.Abs(high-min(1, mean+half)) > 1e-12 {
			t.Errorf("%+v: %.4f to %.4f, want %.4f to %.4f", counts, low, high, mean-half, mean+half)
		}
	}
}
