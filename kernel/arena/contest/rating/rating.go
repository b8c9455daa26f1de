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

// EstimateOf computes the statistics of counts as fastchess prints them, unless all observations are alike: fastchess is sure
// after the first. Without any observation the score is 1/2 and the intervals are infinite.
func EstimateOf(c Counts) Estimate {
	s := c.sample()
	n := s.total()
	if n == 0 {
		everything := Interval{0, math.Inf(-1), math.Inf(1)}
		return Estimate{Score: 0.5, Elo: everything, Normalized: everything, Superiority: 0.5}
	}
	e := Estimate{Observations: int(n)}
	e.Score, e.Variance = s.moments(&s.counts, n)
	half := z95 * math.Sqrt(e.Variance/n)
	low, high, distance := e.Score-half, e.Score+half, e.Score-0.5
	value, margin := 0.0, z95*perDeviation/math.Sqrt(s.games*n)
	if e.Variance > 0 {
		value = distance / math.Sqrt(s.games*e.Variance) * perDeviation
		e.Superiority = (1 - math.Erf(-distance/math.Sqrt(2*e.Variance/n))) / 2
	} else {
		low, high, e.Superiority = alike(e.Score, n)
		if distance != 0 {
			value = math.Inf(int(math.Copysign(1, distance)))
		}
	}
	e.Elo = Interval{Elo(e.Score), Elo(low), Elo(high)}
	e.Normalized = Interval{value, value - margin, value + margin}
	return e
}

// alike returns the 95 % interval of the score where all n observations have this one, so that their variance says nothing, and
// the superiority that goes with it. By Wilson, a share of at most z^2/(n+z^2) is different; the ends are the scores if that
// share has only losses, or only wins.
func alike(score, n float64) (low, high, superiority float64) {
	different := z95 * z95 / (n + z95*z95)
	// The deviations z at which an end is one half.
	z := math.Copysign(math.Sqrt(n*math.Abs(2*score-1)), score-0.5)
	return score - different*score, score + different*(1-score), (1 - math.Erf(-z/math.Sqrt2)) / 2
}

// Share returns the share of the points, from 0 to 1, with its 95 % interval. Where all pairs ended alike their variance says
// nothing, and the interval is Wilson's of the single games. Of no pairs it is 0 to 1.
func (p Pentanomial) Share() Interval {
	e := EstimateOf(p)
	if e.Observations == 0 || e.Variance == 0 {
		return Wilson(e.Score*2*float64(e.Observations), 2*float64(e.Observations))
	}
	half := z95 * math.Sqrt(e.Variance/float64(e.Observations))
	return Interval{e.Score, max(0, e.Score-half), min(1, e.Score+half)}
}
