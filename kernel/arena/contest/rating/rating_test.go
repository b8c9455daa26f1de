package rating_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
)

// What fastchess prints for these counts.
func TestEstimateIsFastchess(t *testing.T) {
	for _, tt := range []struct {
		counts rating.Counts
		want   string
	}{
		{rating.Trinomial{Wins: 136, Losses: 96, Draws: 111}, "40.70 +/- 30.43, 49.77 +/- 36.77, LOS 99.60 %, 0.5583"},
		{rating.Pentanomial{LL: 34, LD: 54, WL: 31, DD: 32, WD: 64, WW: 75}, "55.58 +/- 27.65, 57.94 +/- 28.28, 0.5793"},
	} {
		e := rating.EstimateOf(tt.counts)
		los := fmt.Sprintf("LOS %.2f %%, ", 100*e.Superiority)
		if _, pairs := tt.counts.(rating.Pentanomial); pairs {
			los = ""
		}
		got := fmt.Sprintf("%.2f +/- %.2f, %.2f +/- %.2f, %s%.4f",
			e.Elo.Value, e.Elo.Margin(), e.Normalized.Value, e.Normalized.Margin(), los, e.Score)
		if got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.counts, got, tt.want)
		}
	}
}

// The values that fastchess's own tests want.
func TestLLRIsFastchess(t *testing.T) {
	wld := func(w, l, d int) rating.Counts { return rating.Trinomial{Wins: w, Losses: l, Draws: d} }
	penta := func(ll, ld, wl, dd, wd, ww int) rating.Counts { return rating.Pentanomial{ll, ld, wl, dd, wd, ww} }
	for _, tt := range []struct {
		model      rating.Model
		counts     rating.Counts
		elo0, elo1 float64
		want       string
	}{
		{rating.Normalized, wld(36433, 36027, 68692), 0, 2, "0.923"},
		{rating.Normalized, wld(10871, 10650, 20431), -1.75, 0.25, "2.298"},
		{rating.Normalized, wld(4250, 0, 0), 0, 10, "120.55"},
		{rating.Logistic, wld(21404, 21184, 40708), 0.5, 2.5, "-1.572"},
		{rating.Logistic, wld(57433, 57030, 106593), 0, 2, "-2.593"},
		{rating.Bayesian, wld(68965, 68526, 128429), 0, 2, "-1.262"},
		{rating.Bayesian, wld(21629, 21484, 41111), 0.5, 2.5, "-1.131"},
		{rating.Normalized, penta(365, 16618, 36029, 200, 16974, 390), 0, 2, "2.250"},
		{rating.Normalized, penta(127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, "3.010"},
		{rating.Normalized, penta(0, 0, 0, 0, 0, 5550), 0, 5, "111.80"},
		{rating.Logistic, penta(223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, "-3.074"},
		{rating.Logistic, penta(871, 26175, 55003, 980, 26678, 821), 0, 2, "-4.979"},
	} {
		test := rating.SPRT{Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05, Model: tt.model}
		digits := 3
		if len(tt.want) == 6 && tt.want[0] != '-' {
			digits = 2
		}
		if got := fmt.Sprintf("%.*f", digits, test.LLR(tt.counts)); got != tt.want {
			t.Errorf("%s %+v, %g to %g: LLR %s, want %s", tt.model, tt.counts, tt.elo0, tt.elo1, got, tt.want)
		}
	}
}

// Counts of 0 stand for a thousandth. The values are from a separate program, which solves by bisection.
func TestLLROfZeroCounts(t *testing.T) {
	test := rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05}
	for _, tt := range []struct {
		counts rating.Counts
		want   float64
	}{
		{rating.Pentanomial{WW: 3}, 0.16783442454369},
		{rating.Pentanomial{LD: 1, WD: 4}, 0.27815982910278},
	} {
		if got := test.LLR(tt.counts); math.Abs(got-tt.want) > 1e-10 {
			t.Errorf("%+v: LLR %.14f, want %.14f", tt.counts, got, tt.want)
		}
	}
}

func TestBounds(t *testing.T) {
	lower, upper := rating.SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	if got := fmt.Sprintf("%.2f %.2f", lower, upper); got != "-2.94 2.94" {
		t.Errorf("bounds %s, want -2.94 2.94", got)
	}
}

// The test is wrong about as often as its settings allow: 2,000 comparisons of players of each strength. Pairs are drawn from a
// distribution with many draws and games of a pair that depend on each other.
func TestSPRTErrorRates(t *testing.T) {
	gametest.Slow(t)
	const comparisons, batch = 2000, 16
	plain := rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05}
	sure := plain
	sure.Clear = 0.001 // as compare has it
	for _, tt := range []struct {
		test  rating.SPRT
		elo   float64
		right rating.Verdict
	}{{plain, 0, rating.Lower}, {plain, 20, rating.Upper}, {sure, 0, rating.Lower}, {sure, 20, rating.Upper}} {
		test := tt.test
		chance := rand.New(rand.NewPCG(7, uint64(tt.elo)))
		shares := sharesOf(tt.elo)
		wrong, pairs := 0, 0
		for range comparisons {
			var counts rating.Pentanomial
			state := rating.State{}
			for state.Verdict == rating.Undecided {
				for range batch {
					counts.Add(drawPair(chance, &shares), false)
				}
				state = test.State(counts)
			}
			if pairs += counts.Pairs(); state.Verdict != tt.right {
				wrong++
			}
		}
		share := 100 * float64(wrong) / comparisons
		t.Logf("Elo %g: wrong in %.2f %%, %d pairs on average", tt.elo, share, pairs/comparisons)
		if share > 6.5 || share < 1 {
			t.Errorf("Elo %g: wrong in %.2f %% of %d comparisons, want at most 6.5 and, for a test that decides, some", tt.elo, share, comparisons)
		}
	}
}

// sharesOf returns how often pairs end with 0 to 2 points at a strength: like fastchess's example, shifted to the expected score.
func sharesOf(elo float64) [5]float64 {
	shift := rating.Score(elo) - 0.5
	// Half a shift from LL to WW moves the mean by shift/2, half a one from LD to WD by shift/4; the rest goes from LL to WW.
	return [5]float64{0.12 - 3*shift/4, 0.22 - shift/2, 0.32, 0.22 + shift/2, 0.12 + 3*shift/4}
}

func drawPair(chance *rand.Rand, shares *[5]float64) float64 {
	u := chance.Float64()
	for i, share := range shares {
		if u -= share; u < 0 {
			return float64(i) / 2
		}
	}
	return 2
}

func TestEloAndScore(t *testing.T) {
	for _, tt := range []struct{ elo, score float64 }{{0, 0.5}, {400, 10.0 / 11}, {-400, 1.0 / 11}, {math.Inf(1), 1}, {math.Inf(-1), 0}} {
		if got := rating.Score(tt.elo); math.Abs(got-tt.score) > 1e-15 {
			t.Errorf("Score(%g) = %g, want %g", tt.elo, got, tt.score)
		}
		if got := rating.Elo(tt.score); got != tt.elo && math.Abs(got-tt.elo) > 1e-10 {
			t.Errorf("Elo(%g) = %g, want %g", tt.score, got, tt.elo)
		}
	}
}

// Wilson's interval for 8 of 10 is 49.0 % to 94.3 % (any textbook).
func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		points, games float64
		want          string
	}{{8, 10, "80.0 49.0 94.3"}, {0, 10, "0.0 0.0 27.8"}, {2, 2, "100.0 34.2 100.0"}, {0, 0, "50.0 0.0 100.0"}} {
		i := rating.Wilson(tt.points, tt.games)
		if got := fmt.Sprintf("%.1f %.1f %.1f", 100*i.Value, 100*i.Low, 100*i.High); got != tt.want {
			t.Errorf("%g of %g: %s, want %s", tt.points, tt.games, got, tt.want)
		}
	}
}

func TestPentanomialCounts(t *testing.T) {
	var p rating.Pentanomial
	for _, points := range []float64{0, 0.5, 1, 1, 1.5, 2, 2} {
		p.Add(points, p.WL == 1)
	}
	if want := (rating.Pentanomial{1, 1, 1, 1, 1, 2}); p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
	if got, want := p.Games(), (rating.Trinomial{Wins: 6, Losses: 4, Draws: 4}); got != want {
		t.Errorf("games %+v, want %+v", got, want)
	}
}

// Few and one-sided results have sound statistics too: three won pairs are worth 3 ln(Score(20)/Score(0)) = 0.17, five draws
// 5 ln(2-2 Score(20)) = -0.29. Observations that are all alike are no reason to be sure: 3.84 more count, half of them lost.
func TestExtremes(t *testing.T) {
	test := rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05}
	for _, tt := range []struct {
		counts rating.Counts
		want   string
	}{
		{rating.Trinomial{}, "0.50: 0 (-Inf to +Inf), LOS 0.50, LLR 0.00"},
		{rating.Trinomial{Draws: 5}, "0.50: 0 (-162 to 162), LOS 0.50, LLR -0.29"},
		{rating.Pentanomial{WL: 3}, "0.50: 0 (-221 to 221), LOS 0.50, LLR -0.17"},
		{rating.Pentanomial{WW: 3}, "1.00: +Inf (-83.2 to +Inf), LOS 0.90, LLR 0.17"},
		{rating.Trinomial{Losses: 2}, "0.00: -Inf (-Inf to 155), LOS 0.19, LLR -0.12"},
		{rating.Pentanomial{WD: 1}, "0.75: 191 (-309 to 545), LOS 0.60, LLR 0.06"},
	} {
		e := rating.EstimateOf(tt.counts)
		got := fmt.Sprintf("%.2f: %.3g (%.3g to %.3g), LOS %.2f, LLR %.2f", e.Score, e.Elo.Value, e.Elo.Low, e.Elo.High, e.Superiority, test.LLR(tt.counts))
		if got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.counts, got, tt.want)
		}
	}
	for _, elo := range []float64{-5000, 5000} {
		wide := rating.SPRT{Elo0: elo - 1, Elo1: elo, Alpha: 0.05, Beta: 0.05, Model: rating.Normalized}
		if llr := wide.LLR(rating.Pentanomial{LL: 1, WD: 4}); math.IsNaN(llr) || math.IsInf(llr, 0) {
			t.Errorf("elo1 %g: LLR %g, want a number", elo, llr)
		}
	}
}

func TestSPRTCheck(t *testing.T) {
	good := rating.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05}
	if err := good.Check(); err != nil {
		t.Errorf("%+v: %v", good, err)
	}
	for _, change := range []func(*rating.SPRT){
		func(t *rating.SPRT) { t.Elo0 = 20 },
		func(t *rating.SPRT) { t.Elo1 = math.NaN() },
		func(t *rating.SPRT) { t.Alpha = 0 },
		func(t *rating.SPRT) { t.Beta = 0.7 },
		func(t *rating.SPRT) { t.Model = "x" },
	} {
		bad := good
		if change(&bad); bad.Check() == nil {
			t.Errorf("%+v: no error", bad)
		}
	}
}

func TestShare(t *testing.T) {
	for _, tt := range []struct {
		pairs rating.Pentanomial
		want  string
	}{
		{rating.Pentanomial{}, "0.500 (0.000 to 1.000)"},
		{rating.Pentanomial{WW: 20}, "1.000 (0.810 to 1.000)"},
		{rating.Pentanomial{WL: 20}, "0.500 (0.419 to 0.581)"},
		{rating.Pentanomial{LL: 10, WW: 10}, "0.500 (0.299 to 0.701)"}, // 20 observations, not 40
		{rating.Pentanomial{WD: 1, WW: 9}, "0.975 (0.662 to 1.000)"},
	} {
		s := tt.pairs.Share()
		if got := fmt.Sprintf("%.3f (%.3f to %.3f)", s.Value, s.Low, s.High); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.pairs, got, tt.want)
		}
	}
}

// The normalized model makes its condition linear a few times only, as fastchess does: the value depends on where it stops. The
// values are from a separate program, which solves by bisection.
func TestNormalizedLLRToItsLastDigits(t *testing.T) {
	for _, tt := range []struct {
		counts     rating.Counts
		elo0, elo1 float64
		want       float64
	}{
		{rating.Pentanomial{LL: 3, LD: 5, WL: 12, DD: 8, WD: 9, WW: 4}, 0, 60, 0.2369215324554328},
		{rating.Trinomial{Losses: 40, Draws: 10, Wins: 5}, -100, 50, -14.975566054378087},
	} {
		test := rating.SPRT{Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05, Model: rating.Normalized}
		if got := test.LLR(tt.counts); math.Abs(got-tt.want) > 1e-10 {
			t.Errorf("%+v, %g to %g: LLR %.14f, want %.14f", tt.counts, tt.elo0, tt.elo1, got, tt.want)
		}
	}
}

// The interval holds the truth in about 95 of 100 comparisons, and in more where the results are few or lumpy, whatever the
// distribution of pairs: many draws, games of a pair that depend on each other, one side far better.
func TestEstimateCoverage(t *testing.T) {
	gametest.Slow(t)
	const comparisons = 4000
	for name, shares := range map[string][5]float64{
		"equal":          sharesOf(0),
		"70 Elo":         sharesOf(70),
		"decided":        {0.25, 0, 0.5, 0, 0.25},
		"alike":          {0.5, 0, 0, 0, 0.5},
		"alike, better":  {0.2, 0, 0, 0, 0.8},
		"a seat wins":    {0.05, 0, 0.9, 0, 0.05},
		"and one better": {0, 0, 0.8, 0, 0.2},
		"far better":     {0.01, 0, 0.18, 0, 0.81},
		"draws":          {0, 0.1, 0.8, 0.1, 0},
		"worse":          {0.6, 0.2, 0.1, 0.1, 0},
	} {
		truth := 0.0
		for i, share := range shares {
			truth += share * float64(i) / 4
		}
		for _, pairs := range []int{2, 3, 4, 5, 8, 15, 20, 29, 60, 200} {
			chance := rand.New(rand.NewPCG(1, 2))
			held := 0
			for range comparisons {
				var counts rating.Pentanomial
				for range pairs {
					counts.Add(drawPair(chance, &shares), false)
				}
				if s := counts.Share(); s.Low <= truth+1e-9 && truth <= s.High+1e-9 {
					held++
				}
			}
			least := 91.0
			if pairs < 4 {
				least = 89 // two players of four to one have three equal pairs in one of ten comparisons
			}
			if share := 100 * float64(held) / comparisons; share < least {
				t.Errorf("%s, %d pairs: %.1f %% of the intervals hold the truth, want 95", name, pairs, share)
			}
		}
	}
}
