package bot

import "github.com/gridiron-games/gridiron/tron"

// force looks for ends of the game that a seat can force within a few cycles, whatever the other does. It is exact but for its
// view of simultaneous moves: who is to be forced moves first, and the other sees it.
type force struct {
	stop func() bool
	left int // cycles that may still be looked at
}

// forced is how many cycles a force may take, and forceCycles how many may be looked at in one decision.
const (
	forced      = 5
	forceCycles = 30000
)

// lasting returns those commands of a seat after which the enemy cannot force a win or a draw within a few cycles; if there are
// none, those after which it takes longest.
func (f *force) lasting(p *tron.Position, s tron.Seat, moves options6) options6 {
	f.left = forceCycles
	for k := 1; k <= forced && steps(p) <= 2*forced; k++ {
		var good options6
		for _, c := range moves.list() {
			if !f.loses(p, s, c, k) {
				good.add(c)
			}
		}
		if f.left <= 0 || good.n == 0 {
			break
		}
		moves = good
	}
	return moves
}

// loses reports whether the enemy has a reply to a command after which the game is lost or drawn within k cycles.
func (f *force) loses(p *tron.Position, s tron.Seat, c tron.Command, k int) bool {
	replies := reasonable(p, s.Other())
	for _, reply := range replies.list() {
		if f.spent() {
			return false
		}
		var both [2]tron.Command
		both[s], both[s.Other()] = c, reply
		after := p.Play(both)
		if after.Over() {
			if after.Score(s) <= after.Score(s.Other()) {
				return true
			}
		} else if k > 1 && f.lost(&after, s, k-1) {
			return true
		}
	}
	return false
}

// spent counts a cycle and reports whether it was the last that may be looked at.
func (f *force) spent() bool {
	f.left--
	if f.left%forceGlance == 0 && f.stop() {
		f.left = 0
	}
	return f.left <= 0
}

// forceGlance is how many cycles lie between looks at the clock.
const forceGlance = 256

// lost reports whether every command of a seat loses or draws within k cycles.
func (f *force) lost(p *tron.Position, s tron.Seat, k int) bool {
	moves := reasonable(p, s)
	for _, c := range moves.list() {
		if !f.loses(p, s, c, k) {
			return false
		}
	}
	return true
}

// wins reports whether a command wins within k cycles, whatever the enemy does.
func (f *force) wins(p *tron.Position, s tron.Seat, c tron.Command, k int) bool {
	replies := reasonable(p, s.Other())
	for _, reply := range replies.list() {
		if f.spent() {
			return false
		}
		var both [2]tron.Command
		both[s], both[s.Other()] = c, reply
		after := p.Play(both)
		switch {
		case after.Over() && after.Score(s) <= after.Score(s.Other()):
			return false
		case !after.Over() && (k == 1 || !f.won(&after, s, k-1)):
			return false
		}
	}
	return true
}

func (f *force) won(p *tron.Position, s tron.Seat, k int) bool {
	moves := reasonable(p, s)
	for _, c := range moves.list() {
		if f.wins(p, s, c, k) {
			return true
		}
	}
	return false
}

// winning returns a command that wins by force within a few cycles.
func (f *force) winning(p *tron.Position, s tron.Seat, moves options6) (tron.Command, bool) {
	f.left = forceCycles
	for k := 1; k <= forced; k++ {
		for _, c := range moves.list() {
			if f.wins(p, s, c, k) {
				return c, true
			}
		}
	}
	return tron.Command{}, false
}
