package jsonl_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// confined are the ways to run a bot: without a jail, in a jail, and in a jail and stopped while it is not asked.
var confined = []struct {
	name   string
	mode   string
	paused bool
}{{"plain", proc.Off, false}, {"jail", proc.Require, false}, {"jail, paused", proc.Require, true}}

// openConfined starts a bot.
func openConfined(t testing.TB, behaviour, mode string, paused bool) *bot {
	t.Helper()
	if _, missing := jail.Probe(); missing != nil {
		if os.Getenv("GRIDIRON_CORPUS") == "required" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	b := &bot{
		Command: []string{os.Args[0]}, Codec: jsonl.Codec[int]{Game: "count", Rules: "1", Kind: func(int) string { return "number" },
			View: func(q int) any { return q }},
		Options: proc.Options{Launcher: jail.Launcher{}, Jail: proc.Policy{Mode: mode}, Env: []string{"GRIDIRON_BOT=" + behaviour, "GOMAXPROCS=1"}},
	}
	g := turn.Game{ID: "g", Seats: []string{"red", "blue"}, Seed: "1"}
	if paused {
		g.Budget = timer.Control{Move: time.Minute}
	}
	if err := b.Open(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// TestPausedBetweenQuestions plays with a program that is stopped while it is not asked: whatever is written to it, it goes on.
func TestPausedBetweenQuestions(t *testing.T) {
	gametest.Slow(t)
	b := openConfined(t, "mutters", proc.Require, true)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for round := range 2 {
		for n := range 3 {
			if value, _, err := b.Answer(ctx, n); err != nil || value != n {
				t.Fatalf("game %d: %d, %v, want %d", round, value, err, n)
			}
		}
		checkPaused(t, b)
		if lines := b.Lines(); !b.Listen(ctx, lines-1) {
			t.Error("its answers are no lines")
		}
		checkPaused(t, b)
		b.End(nil)
		if err := b.Open(ctx, turn.Game{ID: "g", Seats: []string{"red", "blue"}, Budget: timer.Control{Move: time.Minute}}); err != nil {
			t.Fatal(err)
		}
		checkPaused(t, b)
	}
}

// checkPaused waits until the bot, which otherwise writes all the time, has written nothing for a while.
func checkPaused(t *testing.T, b *bot) {
	t.Helper()
	for before, until := -1, time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		now := len(b.Stderr())
		if now == before {
			return
		}
		if before = now; time.Now().After(until) {
			t.Fatal("it is not asked and goes on")
		}
	}
}

// TestJailedMoveCost compares the time of a move of a bot in a jail with that of the same bot without. It compares the best of
// many moves, asked in turn, and asks for up to a minute more if the machine is too busy for these to tell; BenchmarkMove measures
// the usual one.
func TestJailedMoveCost(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short there may be a race detector, which has costs of its own")
	}
	most := []time.Duration{0, 20 * time.Microsecond, 60 * time.Microsecond}
	var bots []*bot
	best := make([]time.Duration, len(confined))
	for i, c := range confined {
		bots, best[i] = append(bots, openConfined(t, "answers", c.mode, c.paused)), time.Hour
	}
	slow := func(i int) bool { return best[i]-best[0] > most[i] }
	until := time.Now().Add(time.Minute)
	for n := 0; n < 3000 || (slow(1) || slow(2)) && time.Now().Before(until); n++ {
		for i, b := range bots {
			began := time.Now()
			if value, _, err := b.Answer(t.Context(), n); err != nil || value != n {
				t.Fatalf("%s: %d, %v, want %d", confined[i].name, value, err, n)
			}
			best[i] = min(best[i], time.Since(began))
		}
	}
	for i, c := range confined {
		t.Logf("%s: %v", c.name, best[i])
		if slow(i) {
			t.Errorf("%s: a move takes %v more, the limit is %v", c.name, best[i]-best[0], most[i])
		}
	}
}

// BenchmarkMove asks a bot that is run in each way. Compare on a quiet machine:
//
//	go test -run '^$' -bench Move -count 10 ./kernel/arena/bots/jsonl
func BenchmarkMove(b *testing.B) {
	for _, c := range confined {
		b.Run(c.name, func(b *testing.B) {
			bot := openConfined(b, "answers", c.mode, c.paused)
			for b.Loop() {
				if _, _, err := bot.Answer(context.Background(), 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
