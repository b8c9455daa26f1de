package bot

import (
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
)

// What the champion does when it makes no progress: a bot that one ghost pins takes another way, and a team whose opponent waits
// at the border lets it in.

// press records that ghosts kept the bot from its way.
func (c *Champion) press(b *pelita.Bot, p plan) {
	if p.mode == gather && p.blocked > 0 {
		c.pressed[b.Turn]++
		c.plans[b.Turn] = plan{goal: p.goal, bold: p.bold} // the pellet of the route
	}
}

// shun gives up pellets: a bot that was pinned several times, or that walks back and forth, ignores for a while the pellets that
// ghosts reach first, and goes for the nearest other one. If there is none, it guards.
func (c *Champion) shun(b *pelita.Bot) {
	w, k := &c.now, b.Turn
	bot := w.turn
	if c.until[k] <= b.Round {
		w.shun[bot], w.detours[bot] = nil, detour{goal: none}
	}
	if c.pressed[k] < giveUp && !c.stuck(b) {
		return
	}
	c.pressed[k], c.trail[k] = 0, c.trail[k][:0]
	if c.pins[k]++; b.Round > c.until[k]+shunRounds {
		c.pins[k] = 1
	}
	c.until[k] = b.Round + shunRounds
	times := w.lead(bot)
	w.shun[bot] = make([]bool, len(w.g.cells))
	best := none
	for _, f := range w.food[1-bot%2] {
		w.shun[bot][f] = times[f] == pelita.Unreachable
		if times[f] < pelita.Unreachable && (best == none || times[f] < times[best] || times[f] == times[best] && f < best) {
			best = f
		}
	}
	c.idle[k] = 3
	guards := c.plans[k].mode == guard
	c.plans[k] = plan{goal: best}
	if best == none || guards {
		c.plans[k] = plan{mode: guard, goal: none}
		if best = c.homeward(times); best == none {
			return
		}
	}
	w.detours[bot] = detour{best, w.g.measure(best, func(to cell) bool { return times[to] < pelita.Unreachable })}
}

// pin keeps the mate and the ghost that pins it where they are in a playout: what has lasted for a while will continue.
func (c *Champion) pin(b *pelita.Bot) {
	w, mate := &c.sample, (c.now.turn+2)%pelita.Bots
	if k := 1 - b.Turn; c.pins[k] < boldPins || b.Round >= c.until[k] || int(w.g.side[w.at[mate]]) == mate%2 {
		return
	}
	for enemy := 1 - mate%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; int(w.g.side[x]) != mate%2 && w.g.near(x, w.at[mate], wary) {
			w.plans[mate].mode, w.plans[enemy].mode = hold, hold
		}
	}
}

// homeward returns the cell of the home that a bot reaches first, by the times of its ways.
func (c *Champion) homeward(times []uint16) (best cell) {
	best = none
	for n, t := range times {
		if int(c.g.side[n]) == c.now.turn%2 && t < pelita.Unreachable && (best == none || t < times[best]) {
			best = cell(n)
		}
	}
	return best
}

// stuck reports whether a bot has been on its cell several times lately; guards at home may.
func (c *Champion) stuck(b *pelita.Bot) bool {
	k, at := b.Turn, c.now.at[c.now.turn]
	if c.plans[k].mode == guard && atHome(b, b.Position) {
		c.trail[k] = c.trail[k][:0]
		return false
	}
	c.trail[k] = append(c.trail[k], at)
	if n := len(c.trail[k]); n > trailLength {
		c.trail[k] = c.trail[k][n-trailLength:]
	}
	times := 0
	for _, was := range c.trail[k] {
		if was == at {
			times++
		}
	}
	return times >= 4
}

// stalled reports whether no team has scored for long, and the team is not ahead.
func (c *Champion) stalled(b *pelita.Bot) bool {
	return b.Score <= b.Enemy[0].Score && c.stale > 2*(b.Maze.Width()+staleRounds)
}

// lures reports whether the bot steps back from the border to let the enemies in: when the game has stalled and nobody is
// inside. Luring and bold attacks alternate.
func (c *Champion) lures(b *pelita.Bot) bool {
	if !c.stalled(b) || (c.stale/(2*staleRounds))%2 == 0 || !atHome(b, b.Position) {
		return false
	}
	return !slices.ContainsFunc(c.beliefs[:], func(e *belief) bool { return atHome(b, e.best()) })
}

// den returns the pellet of the home that is farthest from the second enemy; for bot 1 of the team, the one that is farthest from
// its own respawn cell.
func (c *Champion) den(b *pelita.Bot) (best cell) {
	w := &c.now
	team := w.turn % 2
	from := w.at[3-team]
	if b.Turn == 1 {
		from = w.g.respawn[w.turn]
	}
	best = w.at[w.turn]
	for _, f := range w.food[team] {
		if row := w.g.row(from); row[f] > row[best] || row[f] == row[best] && f < best {
			best = f
		}
	}
	return best
}
