package rating

import "math"

// stakes are the shares of its money that a gambler bets on every result. Large ones win fast on results that are all alike,
// small ones are for results that differ.
var stakes = [...]float64{0.5, 1, 1.8}

// Odds says how clear a result is, independently of the test: a gambler bets in turn on every pair, at odds that are fair, or
// favour the bank, if the first player's expected score is at most that of elo (above: at least that of elo). It returns the
// money of the gambler, who began with 1.
//
// If that is so, the money ever reaches m with a probability of at most 1/m, however long the gambler plays (J. Ville, 1939; a
// mixture of bets is one, too: I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, 2024). So
// a result may be called clear as soon as the money is large, beside a test that goes on meanwhile, at the price of 1/m more
// wrong verdicts.
func Odds(c Counts, elo float64, above bool) float64 {
	s := c.sample()
	mean, sum := Score(elo), 0.0
	for _, stake := range stakes {
		money := 0.0 // logarithm
		for i := range s.n {
			gain := s.values[i] - mean
			if above {
				gain = -gain
			}
			// A stake of 1.8 of what one can lose at even odds: the money stays above zero.
			money += s.counts[i] * math.Log1p(stake*min(1, 0.5/max(mean, 1-mean))*gain)
		}
		sum += math.Exp(money) / float64(len(stakes))
	}
	return sum
}

// clear judges by Odds where a test may do that.
func (t SPRT) clear(c Counts) Verdict {
	switch {
	case t.Clear == 0:
		return Undecided
	case Odds(c, t.Elo0, false) >= 1/t.Clear:
		return Upper
	case Odds(c, t.Elo1, true) >= 1/t.Clear:
		return Lower
	}
	return Undecided
}
