// Package rating is the arithmetic of judging: Elo, how sure it is, when a comparison of two players may stop, and the ratings of
// many players. It computes on counts of results and knows no games.
//
// Scores are shares of the points from 0 to 1; a win is 1, a draw 1/2. Elo differences are on the logistic scale: 400 points
// are odds of ten to one (A. Elo, The Rating of Chessplayers, Past and Present, 1978). Statistics of one pair of players and
// the sequential test follow fastchess (app/src/matchmaking/elo and sprt), whose printed values they equal.
package rating

import "math"

// z95 is the 97.5 % quantile of the normal distribution: 95 % of it lie between -z95 and z95.
const z95 = 1.959963984540054

// perNat is the Elo of odds of e to one.
const perNat = 400 / math.Ln10

// perDeviation scales normalized Elo: the points of a score that lies one standard deviation above one half. Where all games are
// decided it makes normalized and logistic Elo equal for small differences.
const perDeviation = 800 / math.Ln10

// Score returns the expected score of a player that is elo points better: 1/(1+10^(-elo/400)).
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Elo returns the difference that makes a score expected, the inverse of Score. It is -Inf for 0 and +Inf for 1.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// Interval is an estimate with its 95 % confidence interval.
type Interval struct {
	Value     float64
	Low, High float64
}

// Margin returns half the width of the interval, the number after +/-.
func (i Interval) Margin() float64 { return (i.High - i.Low) / 2 }

// Wilson returns the 95 % interval of a share: points of games, both at least 0. It is sound for few games and for shares near
// 0 and 1 (E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927). A draw counts half a
// point, for which the interval is a little too wide. Of no games it is 0 to 1.
func Wilson(points, games float64) Interval {
	if games <= 0 {
		return Interval{0.5, 0, 1}
	}
	share := points / games
	square := z95 * z95
	middle := (share + square/(2*games)) / (1 + square/games)
	half := z95 / (1 + square/games) * math.Sqrt(share*(1-share)/games+square/(4*games*games))
	return Interval{share, max(0, middle-half), min(1, middle+half)}
}

// Counts are results of one player against another: Trinomial for single games, Pentanomial for pairs of games.
type Counts interface {
	sample() sample
}

// Trinomial are the results of single games.
type Trinomial struct {
	Wins, Losses, Draws int
}

// Pentanomial are the results of pairs: two games from the same start with the seats swapped. LD is a loss and a draw in any
// order. A start that favours a seat makes the two games of a pair alike, so that single games would seem to say more than they
// do.
type Pentanomial struct {
	LL, LD, WL, DD, WD, WW int
}

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() int { return p.LL + p.LD + p.WL + p.DD + p.WD + p.WW }

// Games returns the results of the single games.
func (p Pentanomial) Games() Trinomial {
	return Trinomial{
		Wins:   p.WL + p.WD + 2*p.WW,
		Losses: 2*p.LL + p.LD + p.WL,
		Draws:  p.LD + 2*p.DD + p.WD,
	}
}

// Add counts a pair of a player that made points in it: 0, 0.5, 1, 1.5 or 2. drawn says whether 1 was two draws.
func (p *Pentanomial) Add(points float64, drawn bool) {
	switch {
	case points < 0.25:
		p.LL++
	case points < 0.75:
		p.LD++
	case points < 1.25 && drawn:
		p.DD++
	case points < 1.25:
		p.WL++
	case points < 1.75:
		p.WD++
	default:
		p.WW++
	}
}

// sample is a distribution of scores: how often each value was seen.
type sample struct {
	values [5]float64
	counts [5]float64
	n      int     // of the values that count
	games  float64 // of one observation
}

func (t Trinomial) sample() sample {
	return sample{
		values: [5]float64{0, 0.5, 1},
		counts: [5]float64{float64(t.Losses), float64(t.Draws), float64(t.Wins)},
		n:      3, games: 1,
	}
}

func (p Pentanomial) sample() sample {
	return sample{
		values: [5]float64{0, 0.25, 0.5, 0.75, 1},
		counts: [5]float64{float64(p.LL), float64(p.LD), float64(p.WL + p.DD), float64(p.WD), float64(p.WW)},
		n:      5, games: 2,
	}
}

func (s *sample) total() (total float64) {
	for _, count := range s.counts[:s.n] {
		total += count
	}
	return total
}

// moments returns mean and variance of weights that sum to total.
func (s *sample) moments(weights *[5]float64, total float64) (mean, variance float64) {
	for i := range s.n {
		mean += weights[i] / total * s.values[i]
	}
	for i := range s.n {
		d := s.values[i] - mean
		variance += weights[i] / total * d * d
	}
	return mean, variance
}

// Estimate says how much better a player is, and how sure that is.
type Estimate struct {
	Observations int     // games, or pairs of games
	Score        float64 // share of the points
	Variance     float64 // of the score of one observation

	// Elo is the logistic difference, with the values at both ends of the score's interval. Ends are infinite where the score's
	// are 0 or 1 or beyond.
	Elo Interval
	// Normalized is the score's distance from one half in standard deviations of a game's score, times 800/ln 10. It says how
	// many games show a difference, whatever the share of draws.
	Normalized Interval
	// Superiority is the likelihood that the player is better, from 0 to 1 (LOS).
	Superiority float64
}

// middle returns the middle of the score's interval and its standard deviation, if there are observations: mean and deviation of
// many. Of fewer than 30, or where one side has made less than ten points of an observation each, or all are alike, the variance
// that was seen is too small too often: there they are those of Agresti and Coull (Approximate is better than "exact" for interval
// estimation of binomial proportions, 1998), who add z^2/2 losses and as many wins; here these are observations.
func (s sample) middle() (middle, deviation float64) {
	n := s.total()
	middle, variance := s.moments(&s.counts, n)
	if n < 30 || n*min(middle, 1-middle) < 10 || variance == 0 {
		s.counts[0] += z95 * z95 / 2
		s.counts[s.n-1] += z95 * z95 / 2
		n += z95 * z95
		middle, variance = s.moments(&s.counts, n)
	}
	return middle, math.Sqrt(variance / n)
}

// Above returns how likely it is that the score that a player would make in endless games is above one, by the interval of
// EstimateOf; without any observation that is 1/2.
func Above(c Counts, score float64) float64 {
	s := c.sample()
	if s.total() == 0 {
		return 0.5
	}
	middle, deviation := s.middle()
	return (1 + math.Erf((middle-score)/deviation/math.Sqrt2)) / 2
}

// EstimateOf computes the statistics of counts: for many observations what fastchess prints, for few see middle. Without any
// observation the score is 1/2 and the intervals are infinite.
func EstimateOf(c Counts) Estimate {
	s := c.sample()
	n := s.total()
	if n == 0 {
		everything := Interval{0, math.Inf(-1), math.Inf(1)}
		return Estimate{Score: 0.5, Elo: everything, Normalized: everything, Superiority: 0.5}
	}
	e := Estimate{Observations: int(n)}
	e.Score, e.Variance = s.moments(&s.counts, n)
	value, margin := 0.0, z95*perDeviation/math.Sqrt(s.games*n)
	if e.Score != 0.5 {
		value = (e.Score - 0.5) / math.Sqrt(s.games*e.Variance) * perDeviation
	}
	middle, deviation := s.middle()
	e.Superiority = Above(c, 0.5)
	e.Elo = Interval{Elo(e.Score), Elo(middle - z95*deviation), Elo(middle + z95*deviation)}
	e.Normalized = Interval{value, value - margin, value + margin}
	return e
}

// Share returns the share of the points, from 0 to 1, with the 95 % interval of EstimateOf. Of no pairs it is 0 to 1.
func (p Pentanomial) Share() Interval {
	e := EstimateOf(p)
	return Interval{e.Score, Score(e.Elo.Low), Score(e.Elo.High)}
}
