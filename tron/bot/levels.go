package bot

import (
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/tron"
)

// Level is how much a level of the champion sees. The weaker ones overlook ways, look less far ahead, and do not ask how the
// other bike is driven.
type Level struct {
	// Looks is how many of the three ways ahead it sees in a cycle, in percent. It takes the best of them; if it sees none, it
	// does anything.
	Looks int
	// Nodes is how many cycles it looks at, with a clock, too. Fewer than ten are not even the next cycle: it has not looked at
	// all answers to the ways that it sees. With one it takes any way that does not cost its last health.
	Nodes int
	// Guesses says that it guesses how the other bike is driven, and looks for certain wins. Otherwise it expects the best
	// answers.
	Guesses bool
}

// Levels are the levels of the champion by strength, the weakest first; the last is the champion itself.
var Levels = [...]Level{
	{19, 1, false},
	{41, 1, false},
	{56, 1, false},
	{67, 1, false},
	{79, 1, false},
	{87, 4, false},
	{88, 6, false},
	{93, 6, false},
	{96, 8, false},
	{98, 11, false},
	{100, 27, false},
	{100, 50, false},
	{100, 170, false},
	{100, 600, false},
	{100, 4_500, false},
	{100, 100_000, true},
}

// Champion returns the champion with the sight of a level. With a clock it thinks no more than without one.
func (l *Level) Champion(chance *rand.Rand) *Champion { return &Champion{Level: l, Chance: chance} }

// seen returns those of the rides of a seat that a level sees. If it sees only ways that are worse, it returns them. If it sees
// none, it returns one of all commands that have an effect.
func (l *Level) seen(a *arena, s tron.Seat, rides []ride, chance *rand.Rand) []ride {
	if l.Looks == 100 {
		return rides
	}
	var ways, careful []ride
	for m := range ride(3) {
		if chance.IntN(100) >= l.Looks {
			continue
		}
		ways = append(ways, m)
		if i := slices.IndexFunc(rides, func(r ride) bool { return r&3 == m }); i >= 0 {
			careful = append(careful, rides[i])
		}
	}
	switch {
	case len(careful) > 0:
		return careful
	case len(ways) > 0:
		return ways
	}
	var list [6]ride
	all := a.every(s, &list)
	i := chance.IntN(len(all))
	return all[i : i+1]
}
