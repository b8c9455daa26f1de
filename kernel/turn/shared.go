package turn

import (
	"context"
	"errors"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Shared is a player in this process that uses a share of a clock for the whole game for each answer, the longest thought first:
// what it sees as its deadline is always its to use up. The share is advice: who overruns it has answered all the same.
type Shared[Q, A any] struct {
	Wrapped[Q, A]
	Horizon int // answers over which it uses its clock up

	clock     *timer.Clock // the game's, as this player has used it; nil without
	increment time.Duration
}

// Begin seats a player for one game.
func (s *Shared[Q, A]) Begin(p Player[Q, A], budget timer.Control) {
	s.clock = nil
	if budget.Game > 0 {
		s.clock = timer.NewClock(timer.Control{Game: budget.Game, Increment: budget.Increment})
	}
	s.Player, s.increment = p, budget.Increment
}

// Answer asks the player.
func (s *Shared[Q, A]) Answer(ctx context.Context, q Q) (A, string, error) {
	left, limited := s.clock.Budget()
	if !limited {
		return s.Player.Answer(ctx, q)
	}
	share, cancel := context.WithTimeout(ctx, left/time.Duration(s.Horizon)+s.increment*3/4)
	defer cancel()
	began := time.Now()
	value, say, err := s.Player.Answer(share, q)
	s.clock.Charge(time.Since(began), false)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil // the value is the best that it has found
	}
	return value, say, err
}
