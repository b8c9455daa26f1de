package rating_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
)

// Two players: the difference is the Elo of the score, and the mean is 0.
func TestBradleyTerryOfTwo(t *testing.T) {
	rated := rating.BradleyTerry(2, []rating.Meeting{{0, 1, 6, 8}, {1, 0, 0.5, 2}})
	want := rating.Elo(7.5/10) / 2
	if math.Abs(rated[0].Elo.Value-want) > 1e-6 || math.Abs(rated[1].Elo.Value+want) > 1e-6 || rated[0].Bounded {
		t.Errorf("%+v, want +-%g", rated, want)
	}
}

// The ratings make the expected points those that were made: the equations of the method, checked one by one.
func TestBradleyTerryExpectsThePoints(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	const players = 7
	var meetings []rating.Meeting
	for range 300 {
		a := chance.IntN(players)
		b := (a + 1 + chance.IntN(players-1)) % players
		meetings = append(meetings, rating.Meeting{a, b, float64(chance.IntN(5)) / 2, 2})
	}
	rated := rating.BradleyTerry(players, meetings)
	sum := 0.0
	for player, r := range rated {
		beyond := 0.0
		for _, m := range meetings {
			expected := float64(m.Games) * rating.Score(rated[m.A].Elo.Value-rated[m.B].Elo.Value)
			switch player {
			case m.A:
				beyond += m.Points - expected
			case m.B:
				beyond -= m.Points - expected
			}
		}
		if math.Abs(beyond) > 1e-6 {
			t.Errorf("player %d made %g points more than expected", player, beyond)
		}
		sum += r.Elo.Value
	}
	if math.Abs(sum) > 1e-6 {
		t.Errorf("the ratings sum to %g, want 0", sum)
	}
}

// The intervals hold the truth in about 95 of 100 leagues, or in more if there are few games, although the two games of a pair
// depend on each other: alike is how often the second one ends as the first.
func TestBradleyTerryCoverage(t *testing.T) {
	for _, truth := range [][]float64{{-20, 20}, {-150, 150}, {-120, -30, 50, 100}, {-300, -100, 100, 300}} {
		for _, alike := range []float64{0, 0.5, 1} {
			for _, pairs := range []int{1, 2, 4, 8, 15, 29} {
				chance := rand.New(rand.NewPCG(3, 4))
				const leagues = 400
				held := 0
				for range leagues {
					var meetings []rating.Meeting
					for a := range truth {
						for b := range a {
							for range pairs {
								p, points := rating.Score(truth[a]-truth[b]), 0.0
								first := chance.Float64() < p
								if first {
									points++
								}
								if again := chance.Float64() < alike; again && first || !again && chance.Float64() < p {
									points++
								}
								meetings = append(meetings, rating.Meeting{A: a, B: b, Points: points, Games: 2})
							}
						}
					}
					for i, r := range rating.BradleyTerry(len(truth), meetings) {
						if r.Elo.Low <= truth[i] && truth[i] <= r.Elo.High {
							held++
						}
					}
				}
				share := 100 * float64(held) / float64(leagues*len(truth))
				t.Logf("%d players, %g alike, %d pairs: %.1f %% of the intervals hold the truth", len(truth), alike, pairs, share)
				if share < 92 || pairs > 20 && share > 99 {
					t.Errorf("%d players, %g alike, %d pairs: %.1f %% of the intervals hold the truth, want 95", len(truth), alike, pairs, share)
				}
			}
		}
	}
}

// The drawn game against 0 bounds ratings. In the chain the first has 1.5 points of 2 games against 0: 191 Elo. Who has won
// four games against two equal ones solves 0.5 = 2 Score(b-a) + Score(b), 4.5 = 4 Score(a-b) + Score(a): a = 288, b = -124,
// less their mean.
func TestBradleyTerryBounded(t *testing.T) {
	for _, tt := range []struct {
		name     string
		players  int
		meetings []rating.Meeting
		want     string
	}{
		{"nobody played", 2, nil, "[- -]"},
		{"one has only won", 3, []rating.Meeting{{0, 1, 2, 2}, {0, 2, 2, 2}, {1, 2, 1, 2}}, "[275* -137 -137]"},
		{"one has only lost, one not played", 4, []rating.Meeting{{0, 1, 1, 2}, {0, 3, 2, 2}, {3, 1, 0, 2}}, "[137 137 - -275*]"},
		{"a chain", 3, []rating.Meeting{{0, 1, 1, 1}, {1, 2, 1, 1}}, "[191* 0* -191*]"},
		{"strangers", 4, []rating.Meeting{{0, 1, 1, 2}, {2, 3, 1, 2}}, "[0 0 0* 0*]"},
	} {
		var got []string
		for _, r := range rating.BradleyTerry(tt.players, tt.meetings) {
			text := "-"
			if r.Played {
				text = fmt.Sprintf("%.0f", r.Elo.Value+0)
				if text == "-0" {
					text = "0"
				}
				if !(r.Elo.Low < r.Elo.Value && r.Elo.Value < r.Elo.High) || r.Elo.Margin() > 1000 {
					t.Errorf("%s: interval %+v", tt.name, r.Elo)
				}
			}
			if r.Bounded {
				text += "*"
			}
			got = append(got, text)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}

// Deterministic players play the same pair again and again: 1-1 with no spread at all must not look certain after two pairs.
func TestBradleyTerryOfEqualPairs(t *testing.T) {
	margin := func(pairs int) float64 {
		var meetings []rating.Meeting
		for range pairs {
			meetings = append(meetings, rating.Meeting{0, 1, 1, 2})
		}
		return rating.BradleyTerry(2, meetings)[0].Elo.Margin()
	}
	if few, many := margin(2), margin(200); few < 50 || many > 5 {
		t.Errorf("+-%g after 2 pairs, +-%g after 200, want more than 50 and less than 5", few, many)
	}
}

// The ratings and intervals of another program, which has the formulas as matrices and solves by elimination.
func TestBradleyTerryIntervals(t *testing.T) {
	for _, tt := range []struct {
		name     string
		players  int
		meetings []rating.Meeting
		want     string
	}{
		{"finite", 4, []rating.Meeting{
			{0, 1, 1.5, 2}, {1, 0, 1, 2}, {0, 2, 2, 2}, {2, 0, 0.5, 2}, {1, 2, 1.5, 2}, {2, 1, 0.5, 1}, {3, 0, 0.5, 2}, {2, 3, 1, 2},
		}, "[153.1360+-177.8451 41.1102+-198.7526 -112.5865+-179.8656 -81.6597+-291.5464]"},
		{"with a drawn game against 0", 3, []rating.Meeting{{0, 1, 2, 2}, {1, 2, 2, 2}, {1, 2, 1.5, 2}},
			"[268.6423+-607.3084 -15.1214+-341.3327 -253.5209+-361.0782]"},
		{"everybody beats somebody", 3, []rating.Meeting{{0, 1, 2, 2}, {1, 2, 2, 2}, {2, 0, 2, 2}}, "[0.0000+-507.5585 0.0000+-507.5585 0.0000+-507.5585]"},
	} {
		var got []string
		for _, r := range rating.BradleyTerry(tt.players, tt.meetings) {
			if r.Bounded && tt.name != "with a drawn game against 0" {
				t.Errorf("%s: %+v is bounded", tt.name, r)
			}
			got = append(got, strings.Replace(fmt.Sprintf("%.4f+-%.4f", r.Elo.Value, r.Elo.High-r.Elo.Value), "-0.0000", "0.0000", 1))
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
}
