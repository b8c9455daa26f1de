package timer_test

import (
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/kernel/timer"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text            string
		game, increment time.Duration
		bad             bool
	}{
		{text: "5", game: 5 * time.Second},
		{text: "0.25", game: 250 * time.Millisecond},
		{text: "10m+2s", game: 10 * time.Minute, increment: 2 * time.Second},
		{text: "90+1", game: 90 * time.Second, increment: time.Second},
		{text: "0", bad: true},
		{text: "-3s", bad: true},
		{text: "soon", bad: true},
		{text: "1m+", bad: true},
		{text: "NaN", bad: true},
		{text: "1e300", bad: true},
	} {
		game, increment, err := timer.ParseClock(tt.text)
		if game != tt.game || increment != tt.increment || (err != nil) != tt.bad {
			t.Errorf("ParseClock(%q) = %v, %v, %v", tt.text, game, increment, err)
		}
	}
}

func TestClock(t *testing.T) {
	var none *timer.Clock
	if _, limited := none.Budget(); limited || none.Charge(time.Hour, false) {
		t.Error("a nil clock has a limit")
	}
	k := timer.NewClock(timer.Control{Move: 3 * time.Second, Game: 5 * time.Second, Increment: time.Second})
	for i, step := range []struct {
		budget, took time.Duration
		late         bool
	}{
		{3 * time.Second, 3 * time.Second, false}, // 5-3+1 = 3 left
		{3 * time.Second, 2 * time.Second, false}, // 2 left
		{2 * time.Second, 2001 * time.Millisecond, true},
		{time.Second, time.Second, false}, // an overrun empties the clock; the increment still comes
	} {
		if budget, _ := k.Budget(); budget != step.budget {
			t.Errorf("answer %d: budget %v, want %v", i, budget, step.budget)
		}
		if late := k.Charge(step.took, false); late != step.late {
			t.Errorf("answer %d after %v: late = %v, want %v", i, step.took, late, step.late)
		}
	}
}

func TestFirstBudget(t *testing.T) {
	for _, tt := range []struct {
		control timer.Control
		want    [2]time.Duration // of the first two questions; 0: no limit
	}{
		{timer.Control{Move: time.Second, First: 3 * time.Second}, [2]time.Duration{3 * time.Second, time.Second}},
		{timer.Control{First: 3 * time.Second}, [2]time.Duration{3 * time.Second, 0}},
		{timer.Control{First: 3 * time.Second, Game: 2 * time.Second}, [2]time.Duration{2 * time.Second, time.Second}},
	} {
		k := timer.NewClock(tt.control)
		for i, want := range tt.want {
			if budget, limited := k.Budget(); budget != want || limited != (want > 0) {
				t.Errorf("%v, question %d: budget %v, %v, want %v", tt.control, i+1, budget, limited, want)
			}
			k.Charge(time.Second, false)
		}
	}
}

func FuzzParseClock(f *testing.F) {
	for _, text := range []string{"5", "10m+2s", "0.5+0.1", "1e9", "-1", "1h1m+1ns", "NaN", "+"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		game, increment, err := timer.ParseClock(text)
		if err == nil && (game <= 0 || increment < 0) {
			t.Errorf("%q is read as %v+%v", text, game, increment)
		}
	})
}

// A machine that held up an answer excuses it from the budget of its question, not from the clock of the game.
func TestStalled(t *testing.T) {
	for _, tt := range []struct {
		control timer.Control
		took    time.Duration
		late    bool
	}{
		{timer.Control{Move: time.Second}, 9 * time.Second, false},
		{timer.Control{Move: time.Second, Game: time.Minute}, 9 * time.Second, false},
		{timer.Control{Move: time.Second, Game: 8 * time.Second}, 9 * time.Second, true},
		{timer.Control{Game: 8 * time.Second}, 9 * time.Second, true},
	} {
		if late := timer.NewClock(tt.control).Charge(tt.took, true); late != tt.late {
			t.Errorf("%v: an answer after %v that was held up is late = %v, want %v", tt.control, tt.took, late, tt.late)
		}
	}
}

// TestControl says in words which limits there are.
func TestControl(t *testing.T) {
	for _, tt := range []struct {
		control timer.Control
		limited bool
		want    string
	}{
		{timer.Control{}, false, ""},
		{timer.Control{Processor: true, Increment: time.Second}, false, ""},
		{timer.Control{Move: 5 * time.Second}, true, "5s a move"},
		{timer.Control{First: 3 * time.Second, Processor: true}, true, "3s for the first, of processor time"},
		{timer.Control{Game: 10 * time.Minute, Increment: 2 * time.Second}, true, "10m0s+2s a game"},
		{
			timer.Control{Move: time.Second, First: 2 * time.Second, Game: time.Minute, Processor: true}, true,
			"1s a move, 2s for the first, 1m0s+0s a game, of processor time",
		},
	} {
		if got := tt.control.String(); got != tt.want || tt.control.Limited() != tt.limited {
			t.Errorf("%+v is %q and limited = %v, want %q and %v", tt.control, got, tt.control.Limited(), tt.want, tt.limited)
		}
		k := timer.NewClock(tt.control)
		if (k != nil) != tt.limited || k.Processor() != (tt.limited && tt.control.Processor) {
			t.Errorf("%+v: clock %+v, which counts processor time: %v", tt.control, k, k.Processor())
		}
	}
	// Without a clock for the game there is no increment to save up, and a stalled answer uses up just what is left.
	k := timer.NewClock(timer.Control{Move: time.Second, Increment: time.Hour})
	k.Charge(time.Second, false)
	if budget, _ := k.Budget(); budget != time.Second {
		t.Errorf("budget %v, want a second", budget)
	}
	if timer.NewClock(timer.Control{Move: time.Second, Game: 8 * time.Second}).Charge(8*time.Second, true) {
		t.Error("an answer that was held up until the end of the clock is late")
	}
	if d, err := timer.ParseDuration("1e9"); err != nil || d != 1e9*time.Second {
		t.Errorf("ParseDuration(1e9) = %v, %v", d, err)
	}
	if d, err := timer.ParseDuration("2e9"); err == nil {
		t.Errorf("ParseDuration(2e9) = %v, want an error: that is too long", d)
	}
	for budget, want := range map[time.Duration]time.Duration{
		time.Second: 35 * time.Millisecond, 20 * time.Millisecond: 5400 * time.Microsecond, 0: 0,
	} {
		if got := timer.Reserve(budget); got != want {
			t.Errorf("Reserve(%v) = %v, want %v", budget, got, want)
		}
	}
}
