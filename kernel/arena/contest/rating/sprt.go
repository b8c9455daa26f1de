package rating

import (
	"fmt"
	"math"
)

// Model says what the Elo bounds of a sequential test mean.
type Model string

// The models of fastchess.
const (
	Logistic   Model = "logistic"   // the usual Elo
	Normalized Model = "normalized" // Elo in units of a game's standard deviation
	Bayesian   Model = "bayesian"   // BayesElo with the share of draws of the sample; for single games only
)

// SPRT is a sequential probability ratio test (A. Wald, 1945) in its generalized form: whether a player is Elo1 points better
// than the other, against Elo0 points. Alpha is how often it may say the first where the second is true, Beta the reverse.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	Model Model   `json:"model,omitempty"` // "" is Logistic
	// Clear ends the test early if a result is so clear that chance makes it with at most this probability; see Odds. It is an
	// addition to Alpha and to Beta. 0: the test alone decides, as that of fastchess does.
	Clear float64 `json:"clear,omitempty"`
}

// Check returns what is wrong with the settings of a test.
func (t SPRT) Check() error {
	switch {
	case math.IsNaN(t.Elo0) || math.IsNaN(t.Elo1) || math.Abs(t.Elo0) > 5000 || math.Abs(t.Elo1) > 5000:
		return fmt.Errorf("elo0 %g and elo1 %g: want numbers between -5000 and 5000", t.Elo0, t.Elo1)
	case t.Elo0 >= t.Elo1:
		return fmt.Errorf("elo0 %g and elo1 %g: want elo0 below elo1", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("alpha %g: want a share above 0 and below 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("beta %g: want a share above 0 and below 0.5", t.Beta)
	case !(t.Clear >= 0 && t.Clear < 0.5):
		return fmt.Errorf("clear %g: want a share below 0.5", t.Clear)
	case t.Model != "" && t.Model != Logistic && t.Model != Normalized && t.Model != Bayesian:
		return fmt.Errorf("model %q: want %s, %s or %s", t.Model, Logistic, Normalized, Bayesian)
	}
	return nil
}

// Bounds returns Wald's bounds: at or below the lower one Elo0 is accepted, at or above the upper one Elo1.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Verdict is the verdict of a test.
type Verdict int

// The verdicts.
const (
	Undecided Verdict = iota
	Lower             // Elo0 is accepted: not better
	Upper             // Elo1 is accepted: better
)

// String returns "undecided", "elo0" or "elo1".
func (v Verdict) String() string { return [...]string{"undecided", "elo0", "elo1"}[v] }

// State is the progress of a test.
type State struct {
	LLR          float64
	Lower, Upper float64
	Verdict      Verdict
	Clear        bool // the verdict is from Odds: the LLR is still between its bounds
}

// State judges the counts so far.
func (t SPRT) State(c Counts) State {
	s := State{LLR: t.LLR(c)}
	s.Lower, s.Upper = t.Bounds()
	switch {
	case s.LLR >= s.Upper:
		s.Verdict = Upper
	case s.LLR <= s.Lower:
		s.Verdict = Lower
	default:
		s.Verdict = t.clear(c)
		s.Clear = s.Verdict != Undecided
	}
	return s
}

// zero is used for a count of 0, so that a value that has not been seen yet is not taken for impossible.
const zero = 0.001

// LLR returns the logarithm of how much likelier the counts are under Elo1 than under Elo0, both with their most likely
// distribution of results (M. Van den Bergh, A practical introduction to the GSPRT; normalized: the same, Normalized Elo). It
// is 0 for no counts. Pairs in the Bayesian model are counted as single games.
func (t SPRT) LLR(c Counts) float64 {
	if p, ok := c.(Pentanomial); ok && t.Model == Bayesian {
		c = p.Games()
	}
	s := c.sample()
	if s.total() == 0 {
		return 0
	}
	for i := range s.n {
		if s.counts[i] == 0 {
			s.counts[i] = zero
		}
	}
	total := s.total()
	for i := range s.n {
		s.counts[i] /= total // from here on the counts are shares
	}
	switch t.Model {
	case Normalized:
		return total * s.ratio(s.likeliestDeviation(t.Elo0), s.likeliestDeviation(t.Elo1))
	case Bayesian:
		loss, win := s.counts[0], s.counts[2]
		draw := 200 * math.Log10((1-loss)/loss*(1-win)/win)
		return total * s.ratio(s.likeliest(bayesScore(t.Elo0, draw)), s.likeliest(bayesScore(t.Elo1, draw)))
	}
	return total * s.ratio(s.likeliest(Score(t.Elo0)), s.likeliest(Score(t.Elo1)))
}

// bayesScore is the score of BayesElo (R. Coulom): a win is a logistic event at elo-draw, a loss one at -elo-draw.
func bayesScore(elo, draw float64) float64 {
	win, loss := Score(elo-draw), Score(-elo-draw)
	return win + (1-win-loss)/2
}

// ratio returns the mean over the shares of ln q1 - ln q0.
func (s *sample) ratio(q0, q1 [5]float64) (sum float64) {
	for i := range s.n {
		sum += s.counts[i] * math.Log(q1[i]/q0[i])
	}
	return sum
}

// likeliest returns the distribution with a given mean under which the shares are likeliest: p/(1+t(a-mean)).
func (s *sample) likeliest(mean float64) (q [5]float64) {
	var y [5]float64
	for i := range s.n {
		y[i] = s.values[i] - mean
	}
	return s.tilted(&y)
}

// likeliestDeviation returns the likeliest distribution whose mean is the given number of standard deviations above one half. The
// condition is made linear around the last guess, from the uniform distribution on.
func (s *sample) likeliestDeviation(elo float64) (q [5]float64) {
	target := elo / perDeviation * math.Sqrt(s.games)
	for i := range s.n {
		q[i] = 1 / float64(s.n)
	}
	for range 10 {
		mean, variance := s.moments(&q, 1)
		deviation := math.Sqrt(variance)
		var y [5]float64
		for i := range s.n {
			d := (s.values[i] - mean) / deviation
			y[i] = s.values[i] - 0.5 - target*deviation/2*(1+d*d)
		}
		last := q
		q = s.tilted(&y)
		change := 0.0
		for i := range s.n {
			change = max(change, math.Abs(q[i]-last[i]))
		}
		if change < 1e-4 {
			break
		}
	}
	return q
}

// tilted returns q = p/(1+t y) with the t for which the mean of y is 0. The sum over p y/(1+t y) falls in t between its poles; it
// is solved by Newton's steps, halving where they leave what is known to hold the root.
func (s *sample) tilted(y *[5]float64) (q [5]float64) {
	low, high := y[0], y[0]
	for _, v := range y[1:s.n] {
		low, high = min(low, v), max(high, v)
	}
	if low >= 0 || high <= 0 { // no distribution has this mean
		return s.counts
	}
	low, high = -1/high, -1/low
	t := 0.0
	for range 100 {
		f, slope := 0.0, 0.0
		for i := range s.n {
			d := y[i] / (1 + t*y[i])
			f += s.counts[i] * d
			slope -= s.counts[i] * d * d
		}
		if f > 0 {
			low = t
		} else {
			high = t
		}
		next := t - f/slope
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-t) <= 1e-13*max(1, math.Abs(t)) {
			t = next
			break
		}
		t = next
	}
	for i := range s.n {
		q[i] = s.counts[i] / (1 + t*y[i])
	}
	return q
}
