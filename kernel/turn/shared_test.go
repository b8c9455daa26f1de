package turn_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// TestShared has a player see a share of its clock as its deadline: of what is left, and most of the increment.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var share, takes time.Duration
		var fails error
		p := playerFunc(func(ctx context.Context, q int) (int, string, error) {
			share = 0
			if until, ok := ctx.Deadline(); ok {
				share = time.Until(until)
			}
			time.Sleep(takes)
			return q, "said", fails
		})
		s := &turn.Shared[int, int]{Horizon: 10}
		s.Begin(p, timer.Control{Game: 100 * time.Second, Increment: 4 * time.Second})
		for i, tt := range []struct{ takes, want time.Duration }{
			{5 * time.Second, 13 * time.Second},          // 100/10 + 3
			{60 * time.Second, 12900 * time.Millisecond}, // 99/10 + 3
			{0, 7300 * time.Millisecond},                 // 43/10 + 3
		} {
			takes = tt.takes
			value, say, err := s.Answer(t.Context(), i)
			if value != i || say != "said" || err != nil || share != tt.want {
				t.Errorf("answer %d: %d, %q, %v within %v, want %v", i, value, say, err, share, tt.want)
			}
		}
		takes = 0
		for _, tt := range []struct{ fails, want error }{
			{context.DeadlineExceeded, nil}, // of its share: the answer is the best that it found
			{errors.ErrUnsupported, errors.ErrUnsupported},
		} {
			fails = tt.fails
			if _, _, err := s.Answer(t.Context(), 1); !errors.Is(err, tt.want) {
				t.Errorf("an error %v is %v, want %v", tt.fails, err, tt.want)
			}
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		fails = context.DeadlineExceeded
		if _, _, err := s.Answer(over, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("an error in a game that is over is %v", err)
		}
		fails = nil
		s.Begin(p, timer.Control{Move: time.Minute})
		if value, _, err := s.Answer(t.Context(), 9); value != 9 || err != nil || share != 0 {
			t.Errorf("without a clock for the game: %d, %v within %v", value, err, share)
		}
	})
}
