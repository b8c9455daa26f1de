package match_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// brooder thinks for a minute and then takes 2; stopped before, it takes what it has found.
type brooder struct{ found int }

func (b brooder) Answer(ctx context.Context, _ int) (int, string, error) {
	select {
	case <-ctx.Done():
		return b.found, "", ctx.Err()
	case <-time.After(time.Minute):
		return 2, "", nil
	}
}

// A bundled bot that fails before its soft time has failed.
func TestSoftTimeHidesNoFault(t *testing.T) {
	nim := heap("red", "blue")
	nim.Bots = append(nim.Bots, match.Bot[int, int]{Name: "broken", New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
		return func(*rand.Rand) turn.Player[int, int] { return &probe{taker: 1, fails: errors.New("broken")} }, nil
	}})
	game := match.Bind(nim)
	person := game.Person(typing(func(context.Context, *match.Prompt) (string, error) { return "1", nil }), false)
	line, err := game.Play(t.Context(), job.Job{Seats: []job.Team{{Spec: "human"}, {Spec: "broken"}}}, match.Seating{Players: []*match.Player{person, nil}})
	if err != nil || line.Reason != string(turn.Crashed) {
		t.Errorf("%+v, %v, want that the bot crashed", line, err)
	}
}

// A bundled bot without a clock does not let a person wait for long, and a note says that its answers depended on time.
func TestSoftTime(t *testing.T) {
	const note = "1 it was stopped after 2s of thinking in 1 of its answers, so the game cannot be repeated from its seed"
	for _, tt := range []struct {
		name, first string
		found       int
		budget      time.Duration
		took        time.Duration
		notes       []string
	}{
		{"a person waits", "human", 1, 0, 2 * time.Second, []string{note}},
		{"nothing was found so far", "human", 9, 0, time.Minute + 2*time.Second, []string{note}},
		{"its clock decides", "human", 1, time.Hour, time.Minute, nil},
		{"nobody waits", "one", 1, 0, time.Minute, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				nim := heap("red", "blue")
				nim.Bots = append(nim.Bots, match.Bot[int, int]{Name: "brooder", New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
					return func(*rand.Rand) turn.Player[int, int] { return brooder{tt.found} }, nil
				}})
				game := match.Bind(nim)
				s := match.Seating{Players: []*match.Player{nil, must(game.Player("brooder", match.Maker{}))}}
				if tt.first == "human" {
					s.Players[0] = game.Person(typing(func(context.Context, *match.Prompt) (string, error) { return "1", nil }), false)
				}
				var notes []string
				s.Note = func(seat int, note string) { notes = append(notes, fmt.Sprint(seat, " ", note)) }
				began := time.Now()
				j := job.Job{Start: "2", Seats: []job.Team{{Spec: tt.first}, {Spec: "brooder", Budget: timer.Control{Move: tt.budget}}}}
				if _, err := game.Play(t.Context(), j, s); err != nil {
					t.Fatal(err)
				}
				if s.Players[1].Repeatable() != (tt.notes == nil) {
					t.Errorf("the game can be repeated from its seed: %v", tt.notes != nil)
				}
				if took := time.Since(began); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				if diff := cmp.Diff(tt.notes, notes); diff != "" {
					t.Errorf("notes (-want +got):\n%s", diff)
				}
			})
		})
	}
}
