package turn

import (
	"context"
	"errors"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

// Shared is a player in this process that has a clock for the whole game and uses a share of it for each answer. The deadline
// that the player sees is the end of that share, and it may use all of it. The share is advice: an answer after it still counts.
type Shared[Q, A any] struct {
	Wrapped[Q, A]
	Horizon int // number of answers over which it spends its clock

	clock     *timer.Clock // the game's clock, as this player has used it; nil: no clock
	increment time.Duration
}

// Begin prepares the wrapper for player p in one game.
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
		err = nil // the value is the best that it found
	}
	return value, say, err
}
