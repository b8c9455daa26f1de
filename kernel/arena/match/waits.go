package match

import (
	"context"
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
	Program  bool          // a patience limits the wait; it does not for players that are somewhere else
	Patience time.Duration // how long it will be waited for on a machine that is not busy; 0: there is no limit
}

// Await begins to wait for something outside of the games that match plays. If that takes long, Slow is told once. The caller
// calls over when the wait ends.
func (m *Maker) Await(w Wait) (over func()) {
	if m.Slow == nil {
		return func() {}
	}
	w.Passed = longWait
	timer := time.AfterFunc(longWait, func() { m.Slow(w) })
	return func() { timer.Stop() }
}

// Wait begins to wait for a player. If that takes long, Maker.Slow is told once. The caller calls over when the wait ends.
func (p *Player) Wait(w Wait) (over func()) {
	if p.slow == nil {
		return func() {}
	}
	if w.Who == "" {
		w.Who = p.Spec
	}
	_, w.Program = p.seat.(turn.Patient)
	switch {
	case !w.Program:
	case w.What == Hello:
		w.Patience = p.start.Starting()
	case w.Patience == 0:
		w.Patience = max(0, p.start.Patience)
	}
	return (&Maker{Slow: p.slow}).Await(w)
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

// Attended returns the player of the game's own type for code that asks it without a [turn.Loop]: people are told about long
// waits.
func Attended[Q, A any](p *Player) turn.Player[Q, A] {
	if p.slow == nil {
		return Inner[Q, A](p)
	}
	return attended[Q, A]{turn.Wrapped[Q, A]{Player: Inner[Q, A](p)}, p}
}

type attended[Q, A any] struct {
	turn.Wrapped[Q, A]
	player *Player
}

func (a attended[Q, A]) Open(ctx context.Context, g turn.Game) error {
	defer a.player.Wait(Wait{What: Hello})()
	return a.Wrapped.Open(ctx, g)
}

func (a attended[Q, A]) Answer(ctx context.Context, q Q) (value A, say string, err error) {
	if _, limited := ctx.Deadline(); !limited {
		defer a.player.Wait(Wait{What: "its answer"})()
	}
	return a.Wrapped.Answer(ctx, q)
}

// Close closes the player.
func (a attended[Q, A]) Close() error { return a.player.Close() }
