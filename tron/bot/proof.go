package bot

import "github.com/gridiron-games/gridiron/tron"

// proof searches for a win that nothing can prevent: a seat's rides against all commands of the other one, which it does not see,
// by the exact rules to the end of the game. What separates the bikes is no proof, as walls can be broken; so this one looks only
// as many cycles ahead as it is told.
type proof struct {
	arena
	limit int // cycles that may still be looked at
	stop  func() bool
}

// proofLimit is how many cycles a proof may look at.
const proofLimit = 20_000

// every lists the commands of a seat that differ in what they do: three ways, each with the breaker or without if it is ready.
func (a *arena) every(s tron.Seat, dst *[6]ride) []ride {
	n := copy(dst[:], []ride{0, 1, 2})
	if a.riders[s].cooldown <= 0 {
		n += copy(dst[n:], []ride{rideBreaker, rideBreaker | 1, rideBreaker | 2})
	}
	return dst[:n]
}

// holds reports whether a ride of a seat wins within the given number of cycles, whatever the other seat does. It is false if the
// proof reaches its limit.
func (p *proof) holds(s tron.Seat, m ride, cycles int) bool {
	var list [6]ride
	for _, reply := range p.every(s.Other(), &list) {
		if p.limit--; p.limit < 0 || p.limit%glance == 0 && p.stop() {
			p.limit = -1
			return false
		}
		var both [2]ride
		both[s], both[s.Other()] = m, reply
		before := p.play(both)
		wins := p.over && p.leadOf(s) > 0 || !p.over && cycles > 1 && p.wins(s, cycles-1)
		p.takeBack(&before)
		if !wins {
			return false
		}
	}
	return true
}

// wins reports whether a seat has a ride that holds.
func (p *proof) wins(s tron.Seat, cycles int) bool {
	var list [3]ride
	for _, m := range p.rides(s, &list) {
		if p.holds(s, m, cycles) {
			return true
		}
	}
	return false
}
