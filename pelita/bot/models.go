package bot

import (
	"math/bits"

	"github.com/gridiron-games/gridiron/pelita"
)

// model is how an enemy may move, in beliefs and in playouts: what it attacks, and whether it defends.
type model uint8

const (
	noModel   model = iota // none of the others: it follows a plan
	near                   // goes for a near pellet, as Switcher does, and never defends
	nearChase              // the same, and goes after intruders as Switcher does
	half                   // goes for the nearest pellet of its half, as Halves does
	halfChase              // the same, and goes after intruders as Switcher does
	keep                   // stays at home and goes after the nearest intruder
	models    = iota
)

// firstOdds are the probabilities of the models at the beginning of a game.
var firstOdds = odds{0.5, 0.1, 0.1, 0.1, 0.1, 0.1}

// choices is a set of the options of a cell: bit n is options[n]. If there are several, they are equal to the bot.
type choices uint8

const staying choices = 1 // to stay is the first option

// first returns the first of the choices of a bot. To draw one would make the same plan end differently in every playout.
func (w *world) first(bot int, c choices) cell {
	return w.g.options[w.at[bot]][bits.TrailingZeros8(uint8(c))]
}

// modelled returns what a bot does by a model, at least one option.
func (w *world) modelled(bot int, m model) choices {
	if c := w.strikes(bot); c != 0 {
		return c
	}
	if m == nearChase || m == halfChase {
		if c := w.chases(bot); c != 0 {
			return c
		}
	}
	switch m {
	case near, nearChase:
		return w.attackNear(bot)
	case half, halfChase:
		return w.attackHalf(bot)
	}
	return w.keeps(bot)
}

// guesses returns what a bot does by each model; 0 means that the model does not say. None of them says where a bot waits for
// intruders, because every team does that elsewhere.
func (w *world) guesses(bot int) (list [models]choices) {
	if c := w.strikes(bot); c != 0 {
		for m := noModel + 1; m < models; m++ {
			list[m] = c
		}
		return list
	}
	list[near], list[half] = w.attackNear(bot), w.attackHalf(bot)
	list[nearChase], list[halfChase] = list[near], list[half]
	if c := w.chases(bot); c != 0 {
		list[nearChase], list[halfChase] = c, c
	}
	if w.g.side[w.at[bot]] != uint8(bot%2) || w.intruder(bot) != none {
		list[keep] = w.keeps(bot)
	}
	return list
}

// strikes returns the options on which a bot kills a pacman.
func (w *world) strikes(bot int) (c choices) {
	for n, to := range w.g.options[w.at[bot]] {
		for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
			if w.at[enemy] == to && int(w.g.side[to]) == bot%2 {
				c |= 1 << n
			}
		}
	}
	return c
}

// intruder returns the cell of the pacman that is nearest to a bot, or none.
func (w *world) intruder(bot int) cell {
	prey := none
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; int(w.g.side[x]) == bot%2 && (prey == none || w.g.row(x)[w.at[bot]] < w.g.row(prey)[w.at[bot]]) {
			prey = x
		}
	}
	return prey
}

// chases returns the options with which a bot goes after an intruder as Switcher does, 0 if it does not.
func (w *world) chases(bot int) (c choices) {
	g, at, mate, team := w.g, w.at[bot], w.at[(bot+2)%pelita.Bots], uint8(bot%2)
	prey, least := none, 0
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; g.side[x] == team {
			if far := int(min(g.row(x)[at], g.row(x)[mate])); prey == none || far < least {
				prey, least = x, far
			}
		}
	}
	if prey == none {
		return 0
	}
	row := g.row(prey)
	if row[mate] < row[at] || row[mate] == row[at] && bot >= 2 ||
		int(row[at]) > chaseReach(w.score[team]-w.score[1-team], g.side[at] == team) {
		return 0
	}
	for n, to := range g.options[at] {
		if row[to] < row[at] && (g.side[to] == team || !w.ghostNear(bot, to, 2)) {
			c |= 1 << n
		}
	}
	return max(c, staying)
}

// keeps returns the options with which a bot that stays at home goes after the nearest intruder, or to the border.
func (w *world) keeps(bot int) choices {
	g, team := w.g, bot%2
	prey, least := w.intruder(bot), 0
	if prey == none {
		for _, c := range g.border[team] {
			sum := 0
			for _, f := range w.food[team] {
				sum += int(g.row(f)[c])
			}
			if prey == none || sum < least {
				prey, least = c, sum
			}
		}
	}
	if prey == none { // no border can be crossed
		return staying
	}
	return w.nearer(bot, prey, true)
}

// nearer returns the options with which a bot comes nearer to a cell, on request only those in its home; to stay if there is
// none.
func (w *world) nearer(bot int, goal cell, home bool) (c choices) {
	at, row := w.at[bot], w.g.row(goal)
	for n, to := range w.g.options[at] {
		if row[to] < row[at] && (!home || int(w.g.side[to]) == bot%2) {
			c |= 1 << n
		}
	}
	return max(c, staying)
}

// Distances of attackers, walls not counted.
const (
	closeBy  = 4 // cells that are farther away from a bot count as open
	deadNear = 4 // the distance of ghosts with which attackNear avoids a dead end, and
	deadHalf = 2 // that of attackHalf
)

// attackNear goes for one pellet as Switcher does.
func (w *world) attackNear(bot int) choices {
	g, at, mate, team := w.g, w.at[bot], w.at[(bot+2)%pelita.Bots], uint8(bot%2)
	goal, least := none, 0
	mine, theirs := g.row(at), g.row(mate)
	for _, f := range w.food[1-team] {
		cost := nearCost(int(mine[f]), int(theirs[f]), g.side[mate] != team, w.ghostNear(bot, f, 1))
		if goal == none || cost < least {
			goal, least = f, cost
		}
	}
	if goal == none {
		return staying
	}
	if !w.ghostNear(bot, at, closeBy+deadNear) {
		return w.nearer(bot, goal, false)
	}
	closed := func(c cell) bool {
		return g.side[c] != team && g.near(c, at, closeBy) &&
			(w.ghostNear(bot, c, 1) || g.dead[c] && w.ghostNear(bot, c, deadNear))
	}
	if c := g.seek(at, func(c cell) bool { return c == goal }, closed); c != 0 {
		return c
	}
	if c := g.seek(at, func(c cell) bool { return w.pellet(bot, c) }, closed); c != 0 {
		return c
	}
	return w.flees(bot)
}

// attackHalf goes for the nearest pellet of a half as Halves does.
func (w *world) attackHalf(bot int) choices {
	g, at, team := w.g, w.at[bot], uint8(bot%2)
	row, middle := g.row(at), int16(g.maze.Height()/2)
	mine := func(f cell) bool { return (g.y[f] >= middle) == (bot >= 2) }
	nearest, nearestMine := uint16(pelita.Unreachable), uint16(pelita.Unreachable)
	for _, f := range w.food[1-team] {
		if nearest = min(nearest, row[f]); mine(f) {
			nearestMine = min(nearestMine, row[f])
		}
	}
	wanted := func(c cell) bool { return w.pellet(bot, c) && mine(c) }
	if nearestMine < pelita.Unreachable {
		nearest = nearestMine
	} else {
		wanted = func(c cell) bool { return w.pellet(bot, c) }
	}
	if !w.ghostNear(bot, at, closeBy+deadHalf) {
		c := choices(0)
		for _, f := range w.food[1-team] {
			if row[f] == nearest && wanted(f) {
				c |= w.nearer(bot, f, false)
			}
		}
		return max(c, staying)
	}
	hunted := w.ghostNear(bot, at, deadHalf)
	closed := func(c cell) bool {
		return g.side[c] != team && g.near(c, at, closeBy) &&
			(w.ghostNear(bot, c, 1) || g.dead[c] && (hunted || w.ghostNear(bot, c, deadHalf)))
	}
	if c := g.seek(at, wanted, closed); c != 0 {
		return c
	}
	reached := func(c cell) bool { return g.side[c] != team && w.ghostNear(bot, c, 2) }
	if c := g.seek(at, func(c cell) bool { return w.pellet(bot, c) }, reached); c != 0 {
		return c
	}
	if w.ghostNear(bot, at, 3) {
		return w.flees(bot)
	}
	return staying
}

// pellet reports whether a bot can eat a pellet on a cell.
func (w *world) pellet(bot int, c cell) bool { return w.slot[c] != 0 && int(w.g.side[c]) != bot%2 }

// ghostNear reports whether a ghost is within some cells of another one, walls not counted.
func (w *world) ghostNear(bot int, c cell, steps int) bool {
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; int(w.g.side[x]) == enemy%2 && w.g.near(x, c, steps) {
			return true
		}
	}
	return false
}

// flees returns the options that lead farthest away from the ghosts, walls not counted.
func (w *world) flees(bot int) (c choices) {
	g, most := w.g, -1
	for n, to := range g.options[w.at[bot]] {
		far := pelita.Unreachable
		for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
			if x := w.at[enemy]; int(g.side[x]) == enemy%2 {
				far = min(far, g.apart(x, to))
			}
		}
		if far > most {
			c, most = 0, far
		}
		if far == most {
			c |= 1 << n
		}
	}
	return c
}
