package bot

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/pelita"
)

// Champion compares plans by playing them out. It keeps a belief of where the enemies are, lists the possible plans of the bot
// that moves, draws where the enemies may be, plays the game on by the rules with simple plans for all four bots, and follows the
// plan with the best result. README.md explains it. Without a deadline it thinks by counts: the same seed plays the same game.
type Champion struct {
	Playouts int    // of a move; 0: DefaultPlayouts
	Level    *Level // how much it sees; nil: everything

	g       *ground
	beliefs [2]*belief
	food    []pelita.Cell // of its own team, when it was last asked
	plans   [2]plan       // of its own bots
	idle    [2]int        // by bot: moves since it last compared plans
	pressed [2]int        // by bot: how often ghosts lately kept it from its way
	pins    [2]int        // by bot: how often in a row it gave up pellets
	until   [2]int        // by bot: the round until which it leaves some pellets alone
	stale   int           // moves since a team scored
	trail   [2][]cell     // by bot: where it was lately
	stayed  [2]int        // by enemy: the number of our turns for which it has probably been at home
	eager   [2]float64    // by enemy: how likely it runs after a pacman, by what it did
	evasion evasion       // of ghosts
	played  int           // playouts of the last comparison
	routes  routes
	now     world // what is known
	sample  world // now, with enemies on cells that were drawn
	trial   world // a playout

	pace    timer.Pace
	clocked bool    // this move has a deadline
	value   float64 // value of the chosen plan in the playouts of the last comparison
	known   bool
}

// Worth returns the value of the game for the team when it last compared plans, from 0 (lost) to 1 (won); known is false before.
func (c *Champion) Worth() (value float64, known bool) { return c.value, c.known }

// Numbers of the champion.
const (
	DefaultPlayouts = 100
	horizon         = 30    // rounds of a playout, at least; on wide boards four fifths of the width
	wishes          = 4     // pellets that a bot considers besides that of its route
	shakes          = 2     // attempts in a move to find better routes
	trailLength     = 14    // moves that a bot remembers
	staleRounds     = 15    // rounds without points, plus one per column, after which a game has stalled
	boldChase       = 5     // replaces shortChase for bold plans, in stalled games and for bots that were pinned again
	boldPins        = 2     // how often in a row a bot gives up pellets before it fears only boldChase
	shunRounds      = 15    // rounds for which a bot leaves pellets alone
	alert           = 7     // cells within which an enemy makes a bot think in every move
	inertia         = 0.012 // bonus for the current plan
	solveSteps      = 15000 // positions of chases that are solved in a move

	// share is the part of its time that a team thinks for. It is small, so that a move takes less than the time slice that a
	// busy machine gives a program: a team that needs longer waits until other programs have had their slices.
	share = 0.05
)

// Move decides for one bot.
func (c *Champion) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	c.clocked = c.pace.Start(ctx, share)
	if c.g == nil {
		c.begin(b)
	}
	for team := range c.g.chases {
		c.g.chases[team].solve(solveSteps)
	}
	c.look(b)
	c.fill(b)
	nodes := escapeNodes
	if c.clocked {
		nodes = hurriedNodes
	}
	bot := c.now.turn
	if l := c.level(); !l.Plans {
		return c.g.cells[c.simple(ctx, b, l)], nil
	}
	c.shun(b)
	if c.lures(b) {
		c.plans[b.Turn] = plan{mode: lurk, goal: c.den(b)}
	} else if !c.hurry() && c.thinks(b) {
		c.plans[b.Turn] = c.compare(b, c.candidates(b))
	}
	c.now.plans[bot] = c.plans[b.Turn]
	to := c.now.step(bot)
	c.tire(b)
	c.press(b, c.now.plans[bot])
	to = c.careful(to, nodes)
	c.hurry() // delays at the end of the move count, too
	return c.g.cells[to], nil
}

// careful returns a step of the bot that moves, or the best other one if ghosts could kill it there.
func (c *Champion) careful(to cell, nodes int) cell {
	if safe := c.now.safe(c.now.turn, nodes); !slices.Contains(safe, to) {
		return c.nearest(safe)
	}
	return to
}

func (c *Champion) begin(b *pelita.Bot) {
	c.g = newGround(b.Maze, b.Version)
	for i, e := range b.Enemy {
		c.beliefs[i] = newBelief(b.Maze, e.Start, firstOdds)
	}
	c.now.g, c.now.chance = c.g, dice(b.Random.Below64(1<<62)|1)
	c.eager = [2]float64{eagerFirst, eagerFirst}
	c.plans, c.idle = [2]plan{{goal: none}, {goal: none}}, [2]int{3, 3}
	c.routes.g, c.routes.chance = c.g, c.now.chance
	c.food = append(c.food, b.Food...)
}

// teamOf returns the number of a bot's team.
func teamOf(b *pelita.Bot) int {
	if b.IsBlue {
		return int(pelita.Blue)
	}
	return int(pelita.Red)
}

// place puts the bots, our score and the pellets into the world; food are the pellets of our home.
func (c *Champion) place(b *pelita.Bot, food []pelita.Cell) {
	w, team := &c.now, teamOf(b)
	w.score[team] = b.Score
	w.at[2*b.Turn+team], w.at[2*(1-b.Turn)+team] = c.g.at(b.Position), c.g.at(b.Other.Position)
	for i, belief := range c.beliefs {
		w.at[2*i+1-team] = c.g.at(belief.best())
	}
	var lists [2][]pelita.Cell
	lists[team], lists[1-team] = food, c.level().food(c.g, w.at[2*b.Turn+team], b.Enemy[0].Food)
	w.setFood(lists)
}

// fill puts what is known into the world.
func (c *Champion) fill(b *pelita.Bot) {
	w, team := &c.now, teamOf(b)
	c.place(b, b.Food)
	w.turn, w.round, w.rounds = 2*b.Turn+team, b.Round, max(pelita.MaxRounds, b.Round)
	w.fear = [pelita.Bots]uint8{shortChase, shortChase, shortChase, shortChase}
	for k := range 2 {
		if c.stalled(b) || c.pins[k] >= boldPins && b.Round < c.until[k] {
			w.fear[2*k+team] = boldChase
		}
		w.fear[2*k+team] = c.level().fear(w.fear[2*k+team])
	}
	w.score[1-team], w.over = b.Enemy[0].Score, false
	for i := range b.Enemy {
		enemy := 2*i + 1 - team
		w.plans[enemy] = plan{goal: none}
		if c.stayed[i] > c.patience(enemy) {
			w.plans[enemy].mode = guard
		}
		w.plans[2*i+team] = c.plans[i]
	}
	if c.level().Routes {
		c.routes.update([2]cell{w.at[team], w.at[team+2]}, w.food[1-team], shakes)
	}
	w.next = [pelita.Bots]int{}
	for k, stops := range c.routes.stops {
		w.routes[2*k+team] = stops
	}
}

// hurry reports whether the time for thinking is over.
func (c *Champion) hurry() bool { return c.clocked && c.pace.Over() }

// thinks reports whether to compare plans: not while the bot is on its way to a pellet, no enemy is near, and it compared a
// moment ago.
func (c *Champion) thinks(b *pelita.Bot) bool {
	w, p := &c.now, &c.plans[b.Turn]
	c.idle[b.Turn]++
	if p.mode == lurk {
		*p = plan{goal: none}
	}
	calm := p.mode == gather && (p.goal == none || w.slot[p.goal] != 0)
	for enemy := 1 - w.turn%2; enemy < pelita.Bots; enemy += 2 {
		calm = calm && !w.g.near(w.at[enemy], w.at[w.turn], alert)
	}
	if calm {
		p.bold = false
	}
	if calm && c.idle[b.Turn] < 3 {
		return false
	}
	c.idle[b.Turn] = 0
	return true
}

// ghostNear reports whether a ghost is probably within some cells of the bot that moves.
func (c *Champion) ghostNear(steps int) bool {
	w := &c.now
	for enemy := 1 - w.turn%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; int(w.g.side[x]) != w.turn%2 && w.g.near(x, w.at[w.turn], steps) {
			return true
		}
	}
	return false
}

// candidates lists the possible plans of the bot that moves, first its current plan.
func (c *Champion) candidates(b *pelita.Bot) []plan {
	w := &c.now
	bot := w.turn
	c.findWay(b)
	list := []plan{w.plans[bot]}
	if w.way[bot] != nil && w.plans[bot].mode != evade {
		list = append(list, plan{mode: evade, goal: none})
	}
	shunned := func(f cell) bool { return w.shun[bot] != nil && w.shun[bot][f] }
	closed := !slices.ContainsFunc(w.food[1-bot%2], func(f cell) bool { return !shunned(f) })
	if w.plans[bot] != (plan{goal: none}) && !closed {
		list = append(list, plan{goal: none})
	}
	row := w.g.row(w.at[bot])
	food := slices.Clone(w.food[1-bot%2])
	slices.SortFunc(food, func(f, g cell) int {
		if row[f] != row[g] {
			return int(row[f]) - int(row[g])
		}
		return int(f) - int(g)
	})
	for _, f := range food {
		if len(list) > wishes {
			break
		}
		if !shunned(f) {
			list = append(list, plan{goal: f})
		}
	}
	if c.ghostNear(alert) {
		list = append(list, plan{goal: none, bold: true})
		bold := 0
		for _, f := range food {
			if bold < 2 && (closed || !shunned(f)) {
				list = append(list, plan{goal: f, bold: true})
				bold++
			}
		}
	}
	if c.stalled(b) {
		return list
	}
	for i := range b.Enemy {
		inside := c.beliefs[i].mean(func(x pelita.Cell) float64 {
			if atHome(b, x) {
				return 1
			}
			return 0
		})
		if inside > 0.3 {
			list = append(list, plan{mode: hunt, goal: cell(2*i + 1 - bot%2)})
		}
	}
	if len(w.food[bot%2]) <= guarded || w.shun[bot] != nil {
		list = append(list, plan{mode: guard, goal: none})
	}
	return list
}

// compare plays the plans out and returns the best one: two playouts for all, and more for those that look best.
func (c *Champion) compare(b *pelita.Bot, plans []plan) plan {
	type entry struct {
		plan plan
		sum  float64
		n    int
	}
	entries := make([]entry, len(plans))
	for i, p := range plans {
		entries[i].plan = p
	}
	budget := c.Playouts
	if budget == 0 {
		budget = DefaultPlayouts
	}
	c.played = 0
	value := func(e *entry) float64 {
		v := e.sum / float64(e.n)
		if e.plan == plans[0] {
			v += inertia
		}
		return v
	}
	for batch := 2; budget > 0; batch = 4 {
		for range batch {
			c.drawWorld(b)
			for i := range entries {
				e := &entries[i]
				c.trial.copyFrom(&c.sample)
				c.trial.plans[c.now.turn] = e.plan
				e.sum += c.trial.finish(c.now.turn%2, max(horizon, 4*b.Maze.Width()/5))
				e.n++
				budget--
				c.played++
			}
			if c.hurry() {
				budget = 0
				break
			}
		}
		first := value(&entries[0]) // the current plan
		c.value, c.known = entries[0].sum/float64(entries[0].n), true
		if batch == 2 && !slices.ContainsFunc(entries, func(e entry) bool { return value(&e) > first }) {
			return plans[0]
		}
		slices.SortStableFunc(entries, func(d, e entry) int {
			switch v, w := value(&d), value(&e); {
			case v > w:
				return -1
			case v < w:
				return 1
			}
			return 0
		})
		entries = entries[:max(2, min(len(entries), 4))]
	}
	c.value = entries[0].sum / float64(entries[0].n)
	return entries[0].plan
}

// drawWorld puts the enemies on cells that are drawn from the beliefs, with models.
func (c *Champion) drawWorld(b *pelita.Bot) {
	team := c.now.turn % 2
	for i, belief := range c.beliefs {
		at, m := belief.draw(float64(c.now.chance.below(1<<20)) / (1 << 20))
		c.now.at[2*i+1-team], c.now.models[2*i+1-team] = c.g.at(at), m
	}
	c.sample.copyFrom(&c.now)
	c.pin(b)
	for enemy := 1 - team; enemy < pelita.Bots; enemy += 2 {
		p, ghost := &c.sample.plans[enemy], int(c.g.side[c.sample.at[enemy]]) == enemy%2
		switch {
		case p.mode == guard && c.now.chance.below(2) == 0,
			p.mode != hold && ghost && c.now.chance.below(1000) < int(1000*c.eager[enemy/2]):
			p.mode = pursue
		}
	}
	for i, belief := range c.beliefs {
		c.now.at[2*i+1-team] = c.g.at(belief.best())
	}
}

// nearest returns the step of a list from which the bot's goal is nearest.
func (c *Champion) nearest(steps []cell) cell {
	bot := c.now.turn
	p := c.now.plans[bot]
	goal := c.now.at[bot]
	switch {
	case p.mode == hunt:
		goal = c.now.at[p.goal]
	case p.goal != none:
		goal = p.goal
	case c.now.plans[bot].goal != none:
		goal = c.now.plans[bot].goal
	}
	row := c.g.row(goal)
	best := steps[0]
	for _, to := range steps[1:] {
		if row[to] < row[best] {
			best = to
		}
	}
	return best
}

// atHome reports whether a cell is in the half in which the team's bots are ghosts.
func atHome(b *pelita.Bot, c pelita.Cell) bool { return b.Maze.Side(c) == b.Maze.Side(b.Start) }
