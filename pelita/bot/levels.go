package bot

import (
	"cmp"
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// Level is how much a level of the champion sees. The weaker ones often move without a look at the board, see what is near, and
// compare no plans: they go for the nearest pellet, and turn back from ghosts.
type Level struct {
	Looks int // percent: how many moves it looks at the board for; in the others it goes anywhere
	// Sight is how many steps away it still sees a pellet, and for how many moves it foresees a chase. 0: any.
	Sight  int
	Routes bool // its bots share the pellets
	Plans  bool // it compares plans, and knows what to do when nothing works
}

// Levels are the levels of the champion by strength, the weakest first; the last is the champion itself.
var Levels = [...]Level{
	{4, 1, false, false},
	{14, 1, false, false},
	{38, 1, false, false},
	{42, 2, false, false},
	{60, 2, false, false},
	{66, 3, false, false},
	{86, 3, false, false},
	{88, 4, false, false},
	{91, 5, false, false},
	{95, 6, false, false},
	{100, 7, false, false},
	{100, 9, false, false},
	{100, 8, true, false},
	{100, 10, true, false},
	{100, 12, true, false},
	{100, 15, true, false},
	{100, 18, true, false},
	{100, 0, true, true},
}

// level returns how much the team sees.
func (c *Champion) level() *Level { return cmp.Or(c.Level, &Levels[len(Levels)-1]) }

// food returns the pellets that a bot sees from a cell.
func (l *Level) food(g *ground, at cell, food []pelita.Cell) []pelita.Cell {
	if l.Sight == 0 {
		return food
	}
	row := g.row(at)
	return slices.DeleteFunc(slices.Clone(food), func(f pelita.Cell) bool { return int(row[g.at(f)]) > l.Sight })
}

// fear returns for how many moves a bot foresees a chase that the champion foresees for some moves.
func (l *Level) fear(moves uint8) uint8 {
	if l.Sight == 0 {
		return moves
	}
	return uint8(min(l.Sight, int(moves)))
}

// simple returns the next cell of a bot without plans. It never looks at the clock.
func (c *Champion) simple(ctx context.Context, b *pelita.Bot, l *Level) cell {
	w := &c.now
	bot := w.turn
	switch {
	case l.Looks < 100 && b.Random.Below(100) >= l.Looks:
		return c.g.at(choose(b, b.Legal))
	case len(w.food[1-bot%2]) == 0:
		return c.careful(c.wander(ctx, b), hurriedNodes)
	}
	w.plans[bot] = c.plans[b.Turn]
	return c.careful(w.step(bot), hurriedNodes)
}

// wander returns the next cell of a bot that sees no pellet: towards the other half, and there anywhere but back.
func (c *Champion) wander(ctx context.Context, b *pelita.Bot) cell {
	w := &c.now
	at, home := w.at[w.turn], w.turn%2
	row, goal := w.g.row(at), none
	for n, side := range w.g.side {
		if int(side) != home && row[n] < pelita.Unreachable && (goal == none || row[n] < row[goal]) {
			goal = cell(n)
		}
	}
	if int(w.g.side[at]) == home && goal != none {
		to, _ := w.toward(w.turn, goal)
		return to
	}
	move, _ := NotQuiteRandom{}.Move(ctx, b)
	return w.g.at(move)
}
