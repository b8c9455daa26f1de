package match

import (
	"fmt"
	"slices"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// longWait is how long we wait for a player without a word.
const longWait = 10 * time.Second

// Wait is something that a player lets us wait for longer than usual.
type Wait struct {
	Who      string        // the player's name
	What     string        // Hello, or "its answer to ply 7"
	Passed   time.Duration // until now
	Patience time.Duration // how long it will be waited for on a machine that is not busy; 0: there is no limit
}

// Wait begins to wait for a player. If that takes long, Maker.Slow is told once. The caller calls over when the wait ends.
func (p *Player) Wait(w Wait) (over func()) {
	if p.slow == nil {
		return func() {}
	}
	if w.Who == "" {
		w.Who = p.Spec
	}
	switch w.Passed = longWait; {
	case w.What == Hello:
		w.Patience = p.start.Starting()
	case w.Patience == 0:
		w.Patience = max(0, p.start.Patience)
	}
	timer := time.AfterFunc(longWait, func() { p.slow(w) })
	return func() { timer.Stop() }
}

// Hello is what a player owes when a game begins.
const Hello = "its start (hello)"

// waits is [turn.Loop.Waits] of a game.
func (p *playing[Q, A]) waits(seat int, opening bool) (over func()) {
	if p.players[seat].slow == nil {
		return func() {}
	}
	w := Wait{Who: p.job.Seats[seat].Label, What: Hello}
	if !opening {
		i := slices.IndexFunc(p.referee.Ask(), func(q turn.Question[Q]) bool { return q.Seat == seat })
		w.What = fmt.Sprintf("its answer to ply %d", p.referee.Plies+i+1)
	}
	return p.players[seat].Wait(w)
}
