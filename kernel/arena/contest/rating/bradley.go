package rating

import "math"

// Meeting is the result of two players against each other in games that depend on each other: a pair of games with the seats
// swapped, or a single game.
type Meeting struct {
	A, B   int     // players, from 0
	Points float64 // of A, with a draw as half a point; B has the rest
	Games  int     // at least 1
}

// Rated is the rating of one player.
type Rated struct {
	// Elo is the rating with its 95 % interval; the mean of all that have played is 0.
	Elo Interval
	// Played says that there is a rating.
	Played bool
	// Bounded says that the results alone allow no finite rating: the player has only won or only lost, or belongs to a group
	// that has against all others. The value is what follows if everybody had also drawn one game against a player rated 0.
	Bounded bool
}

// BradleyTerry returns the ratings under which the meetings are likeliest, if the score that a player expects is Score of the
// difference of ratings (R. A. Bradley and M. E. Terry, Rank analysis of incomplete block designs, 1952; a draw is half a win
// and half a loss). It is solved by Newton's method.
//
// The intervals are those of a sandwich estimator whose clusters are the meetings (P. J. Huber, 1967; H. White, 1982), so that
// the two games of a pair count as one observation. For every two players that met, the spread of one more pair, as the model
// expects it, is added to the observed spread: the interval of few or equal results is wide, not empty; with many results the
// addition does not matter. Where one of them has made every point, the model's spread of all their games counts as well, each
// with that of a pair whose games are alike.
func BradleyTerry(players int, meetings []Meeting) []Rated {
	f := newFit(players, meetings)
	list := make([]Rated, players)
	if len(f.who) == 0 {
		return list
	}
	bounded := f.bounded()
	for _, b := range bounded {
		f.virtual = f.virtual || b
	}
	f.solve()
	spread := f.spread()
	mean := 0.0
	for _, strength := range f.strength {
		mean += strength / float64(len(f.who))
	}
	for i, player := range f.who {
		value, half := (f.strength[i]-mean)*perNat, z95*math.Sqrt(max(0, spread[i]))*perNat
		list[player] = Rated{Elo: Interval{value, value - half, value + half}, Played: true, Bounded: bounded[i]}
	}
	return list
}

// fit is a league whose ratings are being computed. Players are numbered without those that have not played.
type fit struct {
	who      []int // players by number
	meetings []Meeting
	games    [][]float64 // by two numbers: games between them
	points   []float64
	won      [][]bool // by two numbers: whether the first made any point against the second
	strength []float64
	virtual  bool // everybody has drawn a game against a player of strength 0
}

func newFit(players int, meetings []Meeting) *fit {
	f := &fit{meetings: make([]Meeting, 0, len(meetings))}
	number := make([]int, players)
	for _, m := range meetings {
		number[m.A], number[m.B] = 1, 1
	}
	for player, played := range number {
		if played == 1 {
			number[player] = len(f.who)
			f.who = append(f.who, player)
		}
	}
	n := len(f.who)
	f.games, f.won = make([][]float64, n), make([][]bool, n)
	for i := range n {
		f.games[i], f.won[i] = make([]float64, n), make([]bool, n)
	}
	f.points, f.strength = make([]float64, n), make([]float64, n)
	for _, m := range meetings {
		a, b, games := number[m.A], number[m.B], float64(m.Games)
		f.meetings = append(f.meetings, Meeting{a, b, m.Points, m.Games})
		f.games[a][b] += games
		f.games[b][a] += games
		f.points[a] += m.Points
		f.points[b] += games - m.Points
		f.won[a][b] = f.won[a][b] || m.Points > 0
		f.won[b][a] = f.won[b][a] || m.Points < games
	}
	return f
}

// bounded finds the players without a finite rating. There is one for all if everybody reaches everybody over points made (L.
// R. Ford, Solution of a ranking problem from binary comparisons, 1957); else all are bounded but the largest group within
// which that is so.
func (f *fit) bounded() []bool {
	n := len(f.who)
	group := make([]int, n) // from 1
	size, groups := []int{0}, 0
	for i := range n {
		if group[i] > 0 {
			continue
		}
		groups++
		size = append(size, 0)
		down, up := f.reach(i, false), f.reach(i, true)
		for j := range n {
			if down[j] && up[j] {
				group[j] = groups
				size[groups]++
			}
		}
	}
	largest := 0
	for g, s := range size {
		if s > size[largest] {
			largest = g
		}
	}
	list := make([]bool, n)
	for i := range n {
		list[i] = groups > 1 && (group[i] != largest || size[largest] == 1)
	}
	return list
}

// reach returns which players are reached from a player over points made, or lost.
func (f *fit) reach(from int, lost bool) []bool {
	seen := make([]bool, len(f.who))
	seen[from] = true
	for stack := []int{from}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for j := range f.who {
			if !seen[j] && (lost && f.won[j][i] || !lost && f.won[i][j]) {
				seen[j] = true
				stack = append(stack, j)
			}
		}
	}
	return seen
}

// expected is the score of a difference in strength, whose unit is a factor e in the odds.
func expected(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// solve makes Newton's steps until the expected points are the points made. The logarithm of the likelihood is concave; a step
// that is too long is cut. The gradient sums to 0, and so does the step.
func (f *fit) solve() {
	const longest = 2.0
	for range 100 {
		step := f.gradient()
		f.factor().solve(step)
		size := 0.0
		for _, s := range step {
			size = max(size, math.Abs(s))
		}
		scale := min(1, longest/max(size, longest/1e9))
		for i := range step {
			f.strength[i] += scale * step[i]
		}
		if size < 1e-9 {
			return
		}
	}
}

// gradient returns the points made beyond those expected.
func (f *fit) gradient() []float64 {
	g := make([]float64, len(f.who))
	copy(g, f.points)
	for i := range g {
		for j, games := range f.games[i] {
			if games > 0 {
				g[i] -= games * expected(f.strength[i]-f.strength[j])
			}
		}
		if f.virtual {
			g[i] += 0.5 - expected(f.strength[i])
		}
	}
	return g
}

// factor factorizes the information matrix. Without virtual games strengths are known up to a constant only; then a constant
// matrix is added, which makes it regular and leaves differences as they are.
func (f *fit) factor() triangle {
	n := len(f.who)
	m := square(n)
	for i := range n {
		for j, games := range f.games[i] {
			if games > 0 {
				p := expected(f.strength[i] - f.strength[j])
				m[i][i] += games * p * (1 - p)
				m[i][j] -= games * p * (1 - p)
			}
			if !f.virtual {
				m[i][j] += 1 / float64(n)
			}
		}
		if f.virtual {
			p := expected(f.strength[i])
			m[i][i] += p * (1 - p)
		}
	}
	return cholesky(m)
}

// spread returns the variances of the strengths around their mean: the diagonal of I^-1 V I^-1, where V is the covariance of
// the gradient, a sum over the meetings.
func (f *fit) spread() []float64 {
	n := len(f.who)
	factor := f.factor()
	weight := square(n) // by two numbers: the variance of what they made against each other
	for i := range weight {
		for j, games := range f.games[i] {
			if games > 0 && i < j {
				p := expected(f.strength[i] - f.strength[j])
				weight[i][j] = 2 * p * (1 - p)
				if !f.won[i][j] || !f.won[j][i] { // all results were alike: their spread says nothing
					weight[i][j] *= 1 + games
				}
			}
		}
	}
	for _, m := range f.meetings {
		beyond := m.Points - float64(m.Games)*expected(f.strength[m.A]-f.strength[m.B])
		weight[min(m.A, m.B)][max(m.A, m.B)] += beyond * beyond
	}
	list := make([]float64, n)
	for k := range n {
		row := make([]float64, n) // how the distance of k from the mean depends on the points of each
		for i := range row {
			row[i] = -1 / float64(n)
		}
		row[k]++
		factor.solve(row)
		for i := range n {
			for j, w := range weight[i] {
				if w > 0 {
					d := row[i] - row[j]
					list[k] += w * d * d
				}
			}
		}
		if f.virtual { // virtual games show no spread: the model's variance stands for it
			for i := range n {
				p := expected(f.strength[i])
				list[k] += p * (1 - p) * row[i] * row[i]
			}
		}
	}
	return list
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// triangle is the lower triangle L of a matrix L L^T.
type triangle [][]float64

// cholesky factorizes a symmetric positive definite matrix, in its place.
func cholesky(m [][]float64) triangle {
	for i, row := range m {
		for j := range i + 1 {
			sum := row[j]
			for k, x := range m[j][:j] {
				sum -= row[k] * x
			}
			if i == j {
				row[i] = math.Sqrt(max(sum, 1e-300))
			} else {
				row[j] = sum / m[j][j]
			}
		}
	}
	return m
}

// solve puts the solution of L L^T x = v in the place of v.
func (l triangle) solve(v []float64) {
	for i, row := range l {
		for k, x := range row[:i] {
			v[i] -= x * v[k]
		}
		v[i] /= row[i]
	}
	for i := len(l) - 1; i >= 0; i-- {
		v[i] /= l[i][i]
		for k, x := range l[i][:i] {
			v[k] -= x * v[i]
		}
	}
}
