package bot

import "github.com/gridiron-games/gridiron/tron"

// keeper searches for a lead that nothing can take away: a way of own rides to the end of the game, or to a crash that ends it,
// through cells that the other bike cannot have reached by then. Whatever that bike does, it changes nothing on such a way, so in
// each cycle the lead is at least that of the way less all that the other bike can have broken until then.
type keeper struct {
	*arena
	steps *[tron.MaxCells]int16 // of the other bike, if walls of the seats do not stop it
	loss  [keepable + 1]int32   // by cycle: the most points that the other bike can have broken
	limit int                   // rides that may still be looked at
	stop  func() bool
}

const (
	keepable  = 60   // cycles before the end of the game
	keepLimit = 4000 // rides that a way is looked for among
)

// begin prepares for a position; it returns false if there is no lead to keep.
func (k *keeper) begin(s tron.Seat) bool {
	c := &k.constants
	if k.leadOf(s) <= 0 || c.WallScore < 0 || max(c.AreaWallCrash, c.OwnWallCrash, c.EnemyWallCrash) > 0 {
		return false
	}
	other := k.riders[s^1]
	k.steps = k.arena.steps(other.at)
	walls := max(other.health-1, 0)
	for t := int32(1); t <= keepable; t++ {
		if other.cooldown <= 0 { // the sooner it is switched on, the more cycles it is on
			other.cooldown, other.remaining = int32(c.WallBreakerCooldown), int32(c.WallBreakerDuration)+1
		}
		other.cooldown, other.remaining = max(other.cooldown-1, 0), max(other.remaining-1, 0)
		if other.remaining > 0 {
			walls++
		}
		if k.loss[t] = min(walls, t) * int32(c.WallScore); other.health <= 0 { // walls never stop it
			k.loss[t] = t * int32(c.WallScore)
		}
	}
	return true
}

// holds reports whether a way that keeps the lead begins with a ride in the given cycle, the first being 1. It is false if the
// search reaches its limit.
func (k *keeper) holds(s tron.Seat, m ride, cycle int32) bool {
	if k.limit--; k.limit < 0 || k.limit%glance == 0 && k.stop() || cycle > keepable {
		k.limit = min(k.limit, 0)
		return false
	}
	r := &k.riders[s]
	before, lead, from := *r, k.lead, r.at
	to := from + k.step[r.way(m)]
	if int32(k.arrives(to)) <= cycle {
		return false
	}
	under, cell := k.cells[from], k.cells[to]
	k.drive(s, m)
	holds := k.leadOf(s) > k.loss[cycle] && (r.crashed || cycle >= k.left || k.wins(s, cycle+1))
	k.set(to, cell)
	k.set(from, under)
	*r, k.lead = before, lead
	return holds
}

// arrives returns the first cycle in which the other bike can be in a cell. In an area wall it crashes as well, without a score.
func (k *keeper) arrives(at int16) int16 {
	if k.cells[at] == tron.AreaWall {
		return tron.MaxCells
	}
	return k.steps[at]
}

// wins reports whether one of the rides of a seat holds. It looks first where the other bike is farthest.
func (k *keeper) wins(s tron.Seat, cycle int32) bool {
	var list [3]ride
	rides := k.rides(s, &list)
	r := &k.riders[s]
	for i, m := range rides {
		for far := k.arrives(r.at + k.step[r.way(m)]); i > 0 && k.arrives(r.at+k.step[r.way(rides[i-1])]) < far; i-- {
			rides[i-1], rides[i] = m, rides[i-1]
		}
	}
	for _, m := range rides {
		if k.holds(s, m, cycle) {
			return true
		}
	}
	return false
}

// keeps reports whether a ride keeps the lead, whatever the other bike does: on a way of its own, or on one after each answer.
func (k *keeper) keeps(s tron.Seat, m ride) bool {
	if k.limit = keepLimit; !k.begin(s) {
		return false
	}
	if k.holds(s, m, 1) {
		return true
	}
	var list [6]ride
	for _, answer := range k.every(s.Other(), &list) {
		var both [2]ride
		both[s], both[s.Other()] = m, answer
		before := k.play(both)
		k.limit = keepLimit / 4
		wins := k.over && k.leadOf(s) > 0 || !k.over && k.begin(s) && k.wins(s, 1)
		k.takeBack(&before)
		if !wins {
			return false
		}
	}
	return true
}
