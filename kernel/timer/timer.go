// Package timer keeps a player's time: a budget for each question, a clock for the whole game, or both.
//
// What counts is the time the player takes to answer, never that of the loop. A late answer is not an illegal one: the referee's
// rules decide what it costs.
package timer

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Control says how much time a player has. The zero value is no limit.
type Control struct {
	Move      time.Duration // for one question; 0: no limit
	First     time.Duration // for the first question in the place of Move; 0: no difference
	Game      time.Duration // for all questions of a game together; 0: no limit
	Increment time.Duration // added to the game's time after each answer
	// Processor counts the processor time of a player, where it can be measured, instead of wall time: other programs on the
	// machine cost the player nothing then.
	Processor bool `json:",omitempty"`
}

// Limited reports whether there is any limit.
func (c Control) Limited() bool { return c.Move > 0 || c.First > 0 || c.Game > 0 }

// String returns the control as the command line spells it, such as "5s a move, 10m0s+2s a game"; "" without a limit.
func (c Control) String() string {
	var parts []string
	if c.Move > 0 {
		parts = append(parts, c.Move.String()+" a move")
	}
	if c.First > 0 {
		parts = append(parts, c.First.String()+" for the first")
	}
	if c.Game > 0 {
		parts = append(parts, fmt.Sprintf("%v+%v a game", c.Game, c.Increment))
	}
	if c.Processor && len(parts) > 0 {
		parts = append(parts, "of processor time")
	}
	return strings.Join(parts, ", ")
}

// ParseDuration reads a time span: 1.5s, 500ms, 2m, or a plain number of seconds. It must be above zero.
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, numErr := strconv.ParseFloat(text, 64)
		if numErr != nil || seconds > 1e9 {
			return 0, fmt.Errorf("time %q: want seconds or a span such as 500ms, 1.5s or 2m", text)
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d <= 0 {
		return 0, fmt.Errorf("time %q: want more than zero", text)
	}
	return d, nil
}

// ParseClock reads a game clock with an optional increment: 10m or 10m+2s.
func ParseClock(text string) (game, increment time.Duration, err error) {
	base, extra, found := strings.Cut(text, "+")
	if game, err = ParseDuration(base); err != nil {
		return 0, 0, err
	}
	if found {
		if increment, err = ParseDuration(extra); err != nil {
			return 0, 0, err
		}
	}
	return game, increment, nil
}

// Clock is one player's clock in one game. A nil *Clock never runs.
type Clock struct {
	control Control
	left    time.Duration // of the game's time
	begun   bool          // the first answer has been charged
}

// NewClock returns a full clock, nil when there is no limit.
func NewClock(c Control) *Clock {
	if !c.Limited() {
		return nil
	}
	return &Clock{control: c, left: c.Game}
}

// Budget returns how long the next answer may take; limited is false without a limit.
func (k *Clock) Budget() (budget time.Duration, limited bool) {
	if k == nil {
		return 0, false
	}
	budget = k.control.Move
	if !k.begun && k.control.First > 0 {
		budget = k.control.First
	}
	if k.control.Game > 0 && (budget == 0 || k.left < budget) {
		return k.left, true
	}
	return budget, budget > 0
}

// Processor reports whether processor time counts.
func (k *Clock) Processor() bool { return k != nil && k.control.Processor }

// Charge takes the time of an answer off the clock and reports whether it was late. An answer exactly on time is not. One that
// the machine held up (stalled) may overrun the budget of its question, but not the clock of the game.
func (k *Clock) Charge(took time.Duration, stalled bool) (late bool) {
	if k == nil {
		return false
	}
	budget, limited := k.Budget()
	late = limited && took > budget && !(stalled && (k.control.Game == 0 || took <= k.left))
	k.begun = true
	if k.control.Game > 0 {
		k.left = max(0, k.left-took) + k.control.Increment
	}
	return late
}
