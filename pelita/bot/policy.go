package bot

import "github.com/gridiron-games/gridiron/pelita"

// mode is the kind of a plan.
type mode uint8

const (
	gather mode = iota // eat one pellet after the other
	hunt               // go after one enemy while it is in our home
	guard              // stay near the pellet that is most in danger
	hold               // stay
	lurk               // go to a cell of the home and stay there
	evade              // follow a way past ghosts as long as it is safe, then gather
	pursue             // go after the nearest pacman; guard while there is none
)

// none means no goal.
const none = cell(-1)

// plan is the plan of a bot in a world.
type plan struct {
	mode    mode
	goal    cell  // gather: the pellet; hunt: the number of the enemy; lurk: the cell
	blocked uint8 // gather: how often a ghost has kept it from its way
	bold    bool  // gather: a pacman avoids only chases of fewer than boldChase moves
}

// Numbers of the plans.
const (
	wary       = 6  // cells within which a bot considers ghosts
	shortChase = 14 // a pacman takes no step after which it can be caught in fewer moves
	giveUp     = 3  // times that a pacman is kept from its way until it takes another pellet
	longChase  = 20 // a guard goes after a pacman that it can catch in fewer moves
	guarded    = 12 // pellets that a guard looks after
)

// step returns the next cell of a bot by its model or its plan. A pacman beside a ghost dies with every plan.
func (w *world) step(bot int) cell {
	if m := w.models[bot]; m != noModel && w.plans[bot].mode != hold {
		return w.first(bot, w.modelled(bot, m))
	}
	at, team := w.at[bot], uint8(bot%2)
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; w.g.side[x] == team && w.g.near(at, x, 1) {
			return x
		}
	}
	p := &w.plans[bot]
	switch p.mode {
	case hunt:
		if w.g.side[w.at[p.goal]] == team {
			return w.chase(bot, int(p.goal))
		}
		*p = plan{goal: none}
	case pursue:
		return w.pursue(bot)
	case hold:
		return at
	case lurk:
		to, _ := w.toward(bot, p.goal)
		return to
	case guard:
		return w.guard(bot)
	case evade:
		if to, ok := w.evade(bot); ok {
			return to
		}
		*p = plan{goal: none}
	}
	return w.gather(bot)
}

// pursue goes after the nearest pacman, and guards while there is none.
func (w *world) pursue(bot int) cell {
	at, team := w.at[bot], uint8(bot%2)
	prey, near := -1, uint16(pelita.Unreachable)
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; w.g.side[x] == team && w.g.row(x)[at] < near {
			prey, near = enemy, w.g.row(x)[at]
		}
	}
	if prey < 0 {
		return w.guard(bot)
	}
	return w.chase(bot, prey)
}

// gather goes for the bot's pellet, or for the best one if that is gone.
func (w *world) gather(bot int) cell {
	p := &w.plans[bot]
	if p.goal == none || w.slot[p.goal] == 0 {
		bold := p.bold && p.goal == none // it ends with the pellet
		*p = plan{goal: w.following(bot), bold: bold}
	} else if p.blocked >= giveUp {
		*p = plan{goal: w.choose(bot, p.goal), bold: p.bold}
	}
	to, blocked := w.toward(bot, p.goal)
	if blocked {
		p.blocked++
	}
	return to
}

// following returns the pellet that is next on a bot's route, or the best one if the route is at its end.
func (w *world) following(bot int) cell {
	for route := w.routes[bot]; w.next[bot] < len(route); {
		f := route[w.next[bot]]
		w.next[bot]++
		if w.slot[f] != 0 && (w.shun[bot] == nil || !w.shun[bot][f]) {
			return f
		}
	}
	return w.choose(bot, none)
}

// choose returns the nearest pellet, with a price for the pellet not, for pellets that the bot shuns or that the mate goes for or
// is nearer to, and for those near a ghost.
func (w *world) choose(bot int, not cell) cell {
	mate := (bot + 2) % pelita.Bots
	mine, theirs := w.g.row(w.at[bot]), w.g.row(w.at[mate])
	best, least := none, 0
	for _, f := range w.food[1-bot%2] {
		cost := 4*int(mine[f]) + w.chance.below(4)
		if f == not {
			cost += 120
		}
		if w.shun[bot] != nil && w.shun[bot][f] {
			cost += 160
		}
		if w.plans[mate].mode == gather {
			if f == w.plans[mate].goal {
				cost += 120
			} else if theirs[f] < mine[f] {
				cost += 4 * min(6, int(mine[f]-theirs[f]))
			}
		}
		for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
			if x := w.at[enemy]; w.g.side[x] != uint8(bot%2) && w.g.near(x, f, 2) {
				cost += 40
			}
		}
		if best == none || cost < least {
			best, least = f, cost
		}
	}
	return best
}

// toward returns the step of a bot that brings it nearest to a cell, among those after which no ghost that is near catches it
// soon, and reports whether ghosts keep it from coming nearer.
func (w *world) toward(bot int, goal cell) (best cell, blocked bool) {
	g, at, team := w.g, w.at[bot], uint8(bot%2)
	row := g.row(goal)
	if d := &w.detours[bot]; d.goal == goal && d.row != nil {
		row = d.row
	}
	var ghosts [2]cell
	n := 0
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; g.side[x] != team && g.near(at, x, wary) {
			ghosts[n] = x
			n++
		}
	}
	options := g.options[at]
	if n == 0 {
		best = at
		shift := w.chance.below(len(options))
		for i := range options {
			if to := options[(i+shift)%len(options)]; row[to] < row[best] {
				best = to
			}
		}
		return best, false
	}
	bestLength, bestCost, fear := uint8(0), 0, w.fears(bot)
	for i, to := range options {
		length := w.flight(team, to, ghosts[:n])
		cost := 2 * int(row[to])
		if length = min(length, fear); length == bestLength && length == fear && cost >= bestCost {
			continue
		}
		if i == 0 || length > bestLength || length == bestLength && cost < bestCost {
			best, bestLength, bestCost = to, length, cost
		}
	}
	return best, row[best] >= row[at] && at != goal
}

// fears returns the number of moves below which a bot avoids a chase.
func (w *world) fears(bot int) uint8 {
	if w.plans[bot].bold {
		return min(w.fear[bot], boldChase)
	}
	return w.fear[bot]
}

// flight returns in how many moves one of the ghosts, moving next, catches a pacman of the team on a cell, or never.
func (w *world) flight(team uint8, at cell, ghosts []cell) uint8 {
	length := uint8(never)
	if w.g.side[at] == team {
		return length
	}
	for _, x := range ghosts {
		if x == at {
			return 0
		}
		length = min(length, w.g.chases[1-team].after(at, x))
	}
	return length
}

// chase goes after an enemy: to the catch if there is one, or just nearer.
func (w *world) chase(bot, enemy int) cell {
	x := w.at[enemy]
	if team := uint8(bot % 2); w.g.side[w.at[bot]] == team {
		if to, ok := w.g.chases[team].follow(x, w.at[bot]); ok {
			return to
		}
	}
	to, _ := w.toward(bot, x)
	return to
}

// guard catches a pacman that cannot get away, and otherwise stays where it can reach the pellets before the enemies.
func (w *world) guard(bot int) cell {
	g, at, team := w.g, w.at[bot], uint8(bot%2)
	food := w.food[team]
	if len(food) > guarded {
		food = food[:guarded]
	}
	var threat [guarded]int // by pellet: the steps of the enemy that is nearest
	post, least := at, 0
	for i, f := range food {
		row := g.row(f)
		threat[i] = int(min(row[w.at[1-team]], row[w.at[3-team]]))
		if cost := 4*threat[i] + int(row[at]); i == 0 || cost < least {
			post, least = f, cost
		}
	}
	if g.side[at] != team {
		if d := &w.detours[bot]; d.row != nil && g.side[d.goal] == team {
			post = d.goal
		}
		to, _ := w.toward(bot, post)
		return to
	}
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; g.side[x] == team && g.chases[team].after(x, at) < longChase {
			return w.chase(bot, enemy)
		}
	}
	best, bestCost := at, 0
	for n, to := range g.options[at] {
		if g.side[to] != team {
			continue
		}
		cost := 0
		for i, f := range food {
			mine := int(g.row(f)[to])
			cost += (64*max(0, mine-threat[i]+2) + mine) * 64 / (2 + threat[i])
		}
		if n == 0 || cost < bestCost {
			best, bestCost = to, cost
		}
	}
	return best
}

// lead returns, by cell, the number of steps in which a bot reaches the cell if it gets there before every ghost that could meet
// it there, and pelita.Unreachable for the other cells.
func (w *world) lead(bot int) []uint16 {
	g, team := w.g, uint8(bot%2)
	var rows [][]uint16
	for enemy := 1 - bot%2; enemy < pelita.Bots; enemy += 2 {
		if x := w.at[enemy]; g.side[x] != team {
			rows = append(rows, g.row(x))
		}
	}
	times := make([]uint16, len(g.cells))
	for i := range times {
		times[i] = pelita.Unreachable
	}
	times[w.at[bot]] = 0
	queue := []cell{w.at[bot]}
	for i := 0; i < len(queue); i++ {
		next := times[queue[i]] + 1
		for _, to := range g.options[queue[i]][1:] {
			open := times[to] == pelita.Unreachable
			for _, row := range rows {
				open = open && (g.side[to] == team || row[to] > next)
			}
			if open {
				times[to] = next
				queue = append(queue, to)
			}
		}
	}
	return times
}
