package bot

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Level is how much a level of the champion sees. The weaker ones forget ants, overlook moves, keep one turn in mind, and do not
// ask what the opponent will do.
type Level struct {
	Ants    int  // percent: how many of its ants it thinks of in a turn; the others stay where they are
	Looks   int  // percent: how many of an ant's moves, and of the ants that it may build, it sees
	Width   int  // half-finished turns that it keeps in mind, with a clock, too
	Answers bool // it looks at the opponent's answers; otherwise it takes the turn that looks best
	Settles bool // it places as all bots but random do
}

// Levels are the levels of the champion by strength, the weakest first; the last is the champion itself.
var Levels = [...]Level{
	{40, 20, 1, false, false},
	{59, 20, 1, false, false},
	{82, 20, 1, false, false},
	{98, 22, 1, false, false},
	{100, 30, 1, false, false},
	{100, 44, 1, false, false},
	{100, 62, 1, false, false},
	{100, 50, 1, false, true},
	{100, 59, 1, false, true},
	{100, 69, 1, false, true},
	{100, 82, 1, false, true},
	{100, 96, 1, false, true},
	{100, 58, 8, true, true},
	{100, 73, 8, true, true},
	{100, 100, 9, true, true},
	{100, 100, 14, true, true},
	{100, 100, 21, true, true},
	{100, 100, UsualWidth, true, true},
}

// Champion returns the champion with the sight of a level. With a clock it thinks no more than without one.
func (l *Level) Champion(chance *rand.Rand) *Champion { return &Champion{Level: l, Chance: chance} }

// level returns how much the bot sees.
func (b *Champion) level() *Level { return cmp.Or(b.Level, &Levels[len(Levels)-1]) }

// sight is what a level sees of its own turn; nil sees everything.
type sight struct {
	level  *Level
	chance *rand.Rand
}

// ants removes the ants of which the level does not think in a turn.
func (s *sight) ants(ids []uint8) []uint8 {
	if s == nil || s.level.Ants == 100 {
		return ids
	}
	return slices.DeleteFunc(ids, func(uint8) bool { return s.chance.IntN(100) >= s.level.Ants })
}

// seeds removes the moves that the level does not see. It always sees that an ant may stay.
func (s *sight) seeds(list []seed) []seed {
	if s == nil || s.level.Looks == 100 {
		return list
	}
	return slices.DeleteFunc(list, func(d seed) bool { return d.act.move != 0 && s.chance.IntN(100) >= s.level.Looks })
}
