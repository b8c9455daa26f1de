// Package climb finds out on which level of the strongest bundled bot another bot stands.
package climb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/contest/compare"
	"github.com/gridiron-games/gridiron/kernel/arena/contest/rating"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Climb says how a bot climbs.
type Climb struct {
	Game   *match.Bound
	Maker  match.Maker
	Spec   string        // the bot
	Budget timer.Control // of the bot; bundled ones think by counts
	Setup  match.Setup   // of all games; the seeds of the pairs are derived from its seed
	Within time.Duration // no game begins after it
	Played func(level int, points float64)
}

const (
	mostPairs = 60
	narrow    = 2.2 // levels: an interval of this width is enough
	// step is the Elo between two levels that were not measured. They are to have 60 to 75 % against the one below: 70 to 190
	// Elo. Supposing few makes intervals wide.
	step    = 100
	fine    = 0.1 // of the levels whose likelihood is computed
	opening = 2   // rounds of random moves, as in compare
)

// Standing is how a bot stands.
type Standing struct {
	Levels           int       // that there are
	Elo              []int     // of each level, from 1, as in match.BotInfo; nil: not measured
	Level, Low, High float64   // where it would make half of the points, with its 95 % interval; from 0 to Levels+1
	Points           []float64 // by level, from 1: index 0 is unused
	Games            []int
	Early            bool // the time was over first
}

func newStanding(elo []int, levels int) *Standing {
	return &Standing{Levels: levels, Elo: elo, Points: make([]float64, levels+1), Games: make([]int, levels+1)}
}

// strength returns the Elo of a level, which may lie between two levels, or below or above all.
func (s *Standing) strength(at float64) float64 {
	if len(s.Elo) < 2 {
		return step * at
	}
	inside := min(max(at, 1), float64(len(s.Elo)))
	low := min(int(inside), len(s.Elo)-1)
	between := (inside - float64(low)) * float64(s.Elo[low]-s.Elo[low-1])
	return float64(s.Elo[low-1]) + float64(between) + float64(step*(at-inside))
}

// Fault is what the bot does wrong in a game.
type Fault struct{ What, Detail, Stderr string }

func (f *Fault) Error() string { return f.What + ": " + f.Detail }

// Levels returns the name of the strongest bot and the number of its levels; 0: it has none.
func Levels(i *match.Info) (name string, levels int) {
	top := i.Bots[len(i.Bots)-1]
	for _, p := range top.Params {
		if p.Default == "" { // a level that there usually is says nothing about the bot
			levels = max(levels, p.Most)
		}
	}
	return top.Name, levels
}

// Run plays pairs of games until the level is known well enough or the time is over. Each is played against the level that is
// nearest to what is known, but at first no more than twice as high as the last one, because the high ones take long. The error
// is a *Fault if the bot does something wrong.
func (c *Climb) Run(ctx context.Context) (*Standing, error) {
	name, levels := Levels(&c.Game.Info)
	if levels == 0 {
		return nil, fmt.Errorf("%s has no levels", name)
	}
	s := newStanding(c.Game.Bots[len(c.Game.Bots)-1].Elo, levels)
	starts := &compare.Comparison{Game: c.Game, Setup: c.Setup, Opening: opening}
	if err := starts.Vary(); err != nil {
		return nil, err
	}
	p, err := c.Game.Player(c.Spec, c.Maker)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if c.Game.Bundled(c.Spec) {
		c.Budget = timer.Control{}
	}
	began := time.Now()
	late := func() bool { return time.Since(began) > c.Within }
	err = s.climb(late, len(c.Game.Seats), func(pair, seat, level int) (points float64, err error) {
		setup, err := starts.Start(ctx, pair)
		if err == nil {
			points, err = c.play(ctx, p, setup, seat, fmt.Sprintf("%s:level=%d", name, level))
		}
		if err == nil {
			c.Played(level, points)
		}
		return points, err
	})
	return s, err
}

// climb calls play for games until the level is known well enough or it is late. At least one pair is played.
func (s *Standing) climb(late func() bool, seats int, play func(pair, seat, level int) (points float64, err error)) error {
	level := 1
	for pair := range mostPairs {
		for seat := range seats {
			if s.Early = pair > 0 && late(); s.Early {
				s.judge()
				return nil
			}
			points, err := play(pair, seat, level)
			if err != nil {
				return err
			}
			s.Points[level] += points
			s.Games[level]++
		}
		if s.judge(); s.High-s.Low <= narrow {
			break
		}
		level = min(max(1, int(math.Round(s.Level))), 2*level+1, s.Levels)
	}
	return nil
}

// play plays a game and returns the bot's points.
func (c *Climb) play(ctx context.Context, p *match.Player, s match.Setup, seat int, level string) (points float64, err error) {
	j := job.Job{Game: c.Game.Name, Rules: c.Game.Rules, Start: s.Start, Seed: s.Seed, Options: s.Options}
	seating := match.Seating{Players: make([]*match.Player, len(c.Game.Seats)), Maker: c.Maker}
	for i := range c.Game.Seats {
		team := job.Team{Label: level, Spec: level}
		if i == seat {
			team, seating.Players[i] = job.Team{Label: "bot", Spec: c.Spec, Budget: c.Budget}, p
		}
		j.Seats = append(j.Seats, team)
	}
	line, err := c.Game.Play(ctx, j, seating)
	if err != nil {
		return 0, err
	}
	me := c.Game.Seats[seat]
	var faults []string
	for _, f := range line.Faults {
		if f.Seat != me {
			return 0, errors.New(f.Detail)
		}
		faults = append(faults, f.Detail)
	}
	if len(faults) > 0 {
		return 0, &Fault{fmt.Sprintf("a game as %s against %s, seed %s", me, level, s.Seed), strings.Join(faults, "; "), p.Stderr()}
	}
	switch {
	case line.Winner == nil:
		return 0.5, nil
	case *line.Winner == me:
		return 1, nil
	}
	return 0, nil
}

// judge computes the level from the games. Before there are games, every level is as likely as another one; the interval holds
// 95 % of what is likely then.
func (s *Standing) judge() {
	likely := make([]float64, int(math.Round(float64(s.Levels+1)/fine))+1)
	sum, mean := 0.0, 0.0
	for i := range likely {
		at := float64(i) * fine
		likely[i] = 1
		for level, games := range s.Games {
			if games > 0 {
				score := rating.Score(s.strength(at) - s.strength(float64(level)))
				likely[i] *= math.Pow(score, s.Points[level]) * math.Pow(1-score, float64(games)-s.Points[level])
			}
		}
		sum += likely[i]
		mean += float64(likely[i] * at)
	}
	s.Level = mean / sum
	below := 0.0
	for i := range likely {
		if below <= 0.025*sum {
			s.Low = float64(i) * fine
		}
		if below += likely[i]; below <= 0.975*sum {
			s.High = float64(i+1) * fine
		}
	}
}

// Sentence says where the bot stands.
func (s *Standing) Sentence(bot, champion string) string {
	var games []string
	for level, n := range s.Games {
		if n > 0 && math.Abs(float64(level)-s.Level) <= 1.5 {
			games = append(games, fmt.Sprintf("%g of %d points against level %d", s.Points[level], n, level))
		}
	}
	where := fmt.Sprintf("at level %.1f of %s's %d", s.Level, champion, s.Levels)
	if len(s.Elo) > 0 {
		where += fmt.Sprintf(", Elo %.0f", s.strength(s.Level))
	}
	if s.Level > float64(s.Levels) {
		where = fmt.Sprintf("above all %d levels of %s", s.Levels, champion)
	}
	text := fmt.Sprintf("%s stands %s (95 %%: %.1f to %.1f)", bot, where, s.Low, s.High)
	if len(games) > 0 {
		text += ": " + strings.Join(games, ", ")
	}
	return text
}
