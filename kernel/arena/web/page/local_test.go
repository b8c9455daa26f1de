package page

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/heap"
)

// A bot that is asked for a hint thinks as much as in a game without clocks: with a deadline it would use all of it.
func TestHintHasNoDeadline(t *testing.T) {
	var calmed context.Context
	s := &frontend{calm: func(ctx context.Context) context.Context { calmed = ctx; return ctx }}
	q := &asking{prompt: &match.Prompt{Hint: func(ctx context.Context) (string, error) {
		if until, clocked := ctx.Deadline(); clocked {
			t.Errorf("a deadline, %v: want none", until)
		}
		if ctx.Done() == nil || ctx != calmed {
			t.Error("want a context that ends, and that lets the page be heard")
		}
		return "D0D4J4", nil
	}}}
	s.mu.Lock()
	defer s.mu.Unlock()
	if h, err := s.hint(q); h.Text != "D0D4J4" || err != nil {
		t.Errorf("%v, %v", h, err)
	}
}

// A page offers the levels of a bot, and as the usual one that which it plays without a level.
func TestLevelsOffered(t *testing.T) {
	s := &frontend{game: heap.Bound()}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.choice().Players {
		want := named{Name: "master", Levels: heap.Levels, Level: "4", Elo: []int{0, 100, 200, 300}}
		if p.Name == want.Name && !reflect.DeepEqual(p, want) {
			t.Errorf("%+v, want %+v", p, want)
		} else if p.Name != want.Name && (p.Levels != 0 || p.Level != "") {
			t.Errorf("%+v has no levels", p)
		}
	}
}

// The page is heard while a bot thinks, and not so often that it would be slower.
func TestCalm(t *testing.T) {
	breaths := 0
	l := &Local{breathe: func() { breaths++ }}
	ctx, cancel := context.WithCancel(t.Context())
	calm := l.calm(ctx)
	asked := 0
	for began := time.Now(); time.Since(began) < 5*breath; asked++ {
		if calm.Err() != nil {
			t.Fatal(calm.Err())
		}
	}
	if breaths < 2 || breaths > 7 || asked < 100 {
		t.Errorf("%d breaths in %d questions: want about 5", breaths, asked)
	}
	if cancel(); calm.Err() == nil {
		t.Error("want a context that has ended")
	}
}
