package climb

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
)

func standing(levels int) *Standing { return newStanding(nil, levels) }

// Where a bot stands is found with few games, also if the steps between the levels are not those that are supposed; the interval
// holds the truth about as often as it says.
func TestStanding(t *testing.T) {
	gametest.Slow(t)
	for _, elo := range []float64{90, 120, 180} { // Elo
		chance := rand.New(rand.NewPCG(1, uint64(elo)))
		const times = 60
		holds, games := 0, 0
		for range times {
			s, truth := standing(18), 1+float64(chance.Float64()*17)
			err := s.climb(func() bool { return false }, 2, func(_, _, level int) (float64, error) {
				games++
				if chance.Float64() < 1/(1+math.Pow(10, elo/400*(float64(level)-truth))) {
					return 1, nil
				}
				return 0, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if s.Low <= truth && truth <= s.High {
				holds++
			}
			if s.Low > s.Level || s.Level > s.High || s.High-s.Low > narrow+fine {
				t.Errorf("level %v, from %v to %v", s.Level, s.Low, s.High)
			}
		}
		t.Logf("steps of %v Elo: the interval held the truth %d times of %d, after %d games", elo, holds, times, games/times)
		if holds < times*85/100 || games > times*70 {
			t.Errorf("steps of %v Elo: the interval held the truth %d times of %d, after %d games", elo, holds, times, games/times)
		}
	}
}

// Where the steps were measured, they count: half of the points against level 2 are its Elo, three quarters are 191 more.
func TestMeasuredSteps(t *testing.T) {
	s := newStanding([]int{0, 200, 220, 800}, 4)
	for at, want := range map[float64]float64{0: -100, 1: 0, 1.5: 100, 2: 200, 2.5: 210, 4: 800, 5: 900} {
		if got := s.strength(at); got != want {
			t.Errorf("level %v has Elo %v, want %v", at, got, want)
		}
	}
	s.Points[2], s.Games[2] = 300, 400
	if s.judge(); math.Abs(s.strength(s.Level)-391) > 25 {
		t.Errorf("Elo %v after three quarters of the points against Elo 200, want about 391", s.strength(s.Level))
	}
	if text := s.Sentence("bot", "champion"); !strings.HasPrefix(text, "bot stands at level 3.3 of champion's 4, Elo 3") {
		t.Error(text)
	}
}

// Bots outside of the ladder are said to be there, and a climb that is too slow says what it knows.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		points float64
		want   string
	}{
		{0, "bot stands at level 0."}, {1, "bot stands above all 18 levels of champion (95 %: 1"},
	} {
		s := standing(18)
		if err := s.climb(func() bool { return false }, 2, func(int, int, int) (float64, error) { return c.points, nil }); err != nil {
			t.Fatal(err)
		}
		if got := s.Sentence("bot", "champion"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	s := standing(18)
	if err := s.climb(func() bool { return true }, 2, func(int, int, int) (float64, error) { return 0.5, nil }); err != nil {
		t.Fatal(err)
	}
	if !s.Early || s.Games[1] != 2 || s.High-s.Low < narrow {
		t.Errorf("%+v after one pair of games, want a wide interval", s)
	}
	broken := errors.New("broken")
	if err := standing(18).climb(func() bool { return false }, 2, func(int, int, int) (float64, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("%v, want that it is broken", err)
	}
}

// A bot plays the levels of a game from drawn starts, in both seats, and a climb ends where the bot fails.
func TestRun(t *testing.T) {
	climb := func(spec string) (*Standing, int, error) {
		played := 0
		c := Climb{
			Game: heap.Bound(), Spec: spec, Setup: match.Setup{Seed: "5"}, Within: time.Minute,
			Played: func(int, float64) { played++ },
		}
		s, err := c.Run(t.Context())
		return s, played, err
	}
	above := 0.0
	for _, spec := range []string{"fool", "master:level=2", "master"} {
		s, played, err := climb(spec)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(s.Sentence(spec, "master"))
		if s.Levels != heap.Levels || s.Level <= above || played < 8 || s.Early {
			t.Errorf("%s: %+v after %d games, want a level above %v", spec, s, played, above)
		}
		above = s.Level
	}
	_, played, err := climb("crasher")
	var fault *Fault
	if !errors.As(err, &fault) || played != 0 || !strings.HasPrefix(fault.Error(), "a game as first against master:level=1, seed ") {
		t.Errorf("crasher: %v after %d games", err, played)
	}
	if _, _, err := climb("nobody"); err == nil || !strings.Contains(err.Error(), `"nobody"`) {
		t.Errorf("nobody: %v", err)
	}
}
