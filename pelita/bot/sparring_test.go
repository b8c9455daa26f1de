package bot

import (
	"context"
	"slices"

	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// population is who plays matches: the bundled teams, and sparring partners of other kinds that only tests know.
var population = map[string]func() referee.Bot{
	"stopping":          func() referee.Bot { return Stopping{} },
	"random":            func() referee.Bot { return Random{} },
	"nq-random":         func() referee.Bot { return NotQuiteRandom{} },
	"food-eating":       func() referee.Bot { return &FoodEating{} },
	"smart-eating":      func() referee.Bot { return &SmartEating{} },
	"smart-random":      func() referee.Bot { return SmartRandom{} },
	"random-explorer":   func() referee.Bot { return &RandomExplorer{} },
	"demo-smart-random": func() referee.Bot { return DemoSmartRandom{} },
	"demo-attacker":     func() referee.Bot { return &DemoAttacker{} },
	"demo-defender":     func() referee.Bot { return DemoDefender{} },
	"demo-switching":    func() referee.Bot { return &DemoSwitching{} },
	"halves":            func() referee.Bot { return &Halves{} },
	"switcher":          func() referee.Bot { return &Switcher{} },
	"champion":          func() referee.Bot { return &Champion{} },

	"greedy":      func() referee.Bot { return new(greedy) },
	"guard":       func() referee.Bot { return new(keeper) },
	"camper":      func() referee.Bot { return new(camper) },
	"hunters":     func() referee.Bot { return new(hunters) },
	"reflex":      func() referee.Bot { return new(reflex) },
	"planner":     func() referee.Bot { return new(planner) },
	"late-guard":  func() referee.Bot { return &planner{lateGuard: true} },
	"predecessor": func() referee.Bot { return new(predecessor) },
}

// paths is what sparring partners know of a maze.
type paths struct {
	steps *pelita.Distances
	dead  []bool
}

func (p *paths) learn(b *pelita.Bot) {
	if p.steps == nil {
		p.steps, p.dead = pelita.NewDistances(b.Maze), deadEnds(b.Maze)
	}
}

// nearest returns the cell of a list that is nearest to another one, the first if there are several.
func (p *paths) nearest(from pelita.Cell, cells []pelita.Cell) (best pelita.Cell, far int) {
	far = pelita.Unreachable + 1
	for _, c := range cells {
		if d := p.steps.Between(from, c); d < far {
			best, far = c, d
		}
	}
	return best, far
}

// intruders returns where pacmen of the enemy are shown.
func intruders(b *pelita.Bot) (cells []pelita.Cell) {
	for _, e := range b.Enemy {
		if b.Maze.Free(e.Position) && atHome(b, e.Position) {
			cells = append(cells, e.Position)
		}
	}
	return cells
}

// closer returns the legal step that shortens the way to a cell and is allowed, or the bot's own cell.
func (p *paths) closer(b *pelita.Bot, to pelita.Cell, allowed func(pelita.Cell) bool) pelita.Cell {
	best := b.Position
	for _, c := range b.Legal {
		if p.steps.Between(c, to) < p.steps.Between(best, to) && allowed(c) {
			best = c
		}
	}
	return best
}

// greedy goes to the nearest pellet and sees nobody.
type greedy struct{ paths }

func (g *greedy) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	g.learn(b)
	goal, _ := g.nearest(b.Position, b.Enemy[0].Food)
	return g.closer(b, goal, func(pelita.Cell) bool { return true }), nil
}

// keeper keeps one bot at home for the whole game, which hunts and waits in the midst of the pellets; the other one attacks.
type keeper struct {
	paths
	attacker Halves
}

func (g *keeper) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	g.learn(b)
	if b.Turn == 0 {
		return g.attacker.Move(ctx, b)
	}
	home := func(c pelita.Cell) bool { return atHome(b, c) }
	if prey := intruders(b); len(prey) > 0 {
		at, _ := g.nearest(b.Position, prey)
		return g.closer(b, at, home), nil
	}
	post, least := b.Position, pelita.Unreachable*len(b.Food)+1
	for _, c := range Border(b) {
		sum := 0
		for _, f := range b.Food {
			sum += g.steps.Between(c, f)
		}
		if sum < least {
			post, least = c, sum
		}
	}
	return g.closer(b, post, home), nil
}

// camper sits between its pellets until somebody comes near, and attacks only while it is behind.
type camper struct {
	paths
	attacker Halves
}

func (c *camper) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	c.learn(b)
	if b.Score < b.Enemy[0].Score || b.Score == b.Enemy[0].Score && b.Turn == 1 {
		return c.attacker.Move(ctx, b)
	}
	home := func(at pelita.Cell) bool { return atHome(b, at) }
	if prey := intruders(b); len(prey) > 0 {
		if at, far := c.nearest(b.Position, prey); far <= 8 || b.Turn == 0 {
			return c.closer(b, at, home), nil
		}
	}
	// Its post is the pellet that is nearest to the border, the bots one in each half.
	var posts []pelita.Cell
	for _, f := range b.Food {
		if (f.Y >= b.Maze.Height()/2) == (b.Turn == 1) {
			posts = append(posts, f)
		}
	}
	if len(posts) == 0 {
		posts = b.Food
	}
	best, near := b.Position, pelita.Unreachable+1
	for _, f := range posts {
		if _, far := c.nearest(f, Border(b)); far < near {
			best, near = f, far
		}
	}
	return c.closer(b, best, home), nil
}

// hunters go after intruders with both bots, from both sides, and eat near the border while nobody has come.
type hunters struct {
	paths
	attacker Switcher
}

func (h *hunters) Move(ctx context.Context, b *pelita.Bot) (pelita.Cell, error) {
	h.learn(b)
	prey := intruders(b)
	if len(prey) == 0 || !atHome(b, b.Position) && len(b.Enemy[0].Food) > 5 && b.Turn == 1 {
		return h.attacker.Move(ctx, b)
	}
	at, _ := h.nearest(b.Position, prey)
	// The second hunter goes between the prey and the nearest way out.
	if mate, _ := h.nearest(b.Other.Position, prey); mate == at && b.Turn == 1 {
		if exit, far := h.nearest(at, Border(b)); h.steps.Between(b.Position, exit) <= far+2 {
			at = exit
		}
	}
	return h.closer(b, at, func(c pelita.Cell) bool { return atHome(b, c) || !ghostWithin(b, c, 2) }), nil
}

// reflex looks one step ahead and adds up features of what it sees: pellets, ghosts, intruders, the mate.
type reflex struct{ paths }

func (r *reflex) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	r.learn(b)
	best, most := b.Position, 0.0
	for i, to := range b.Legal {
		if v := r.value(b, to); i == 0 || v > most {
			best, most = to, v
		}
	}
	return best, nil
}

func (r *reflex) value(b *pelita.Bot, to pelita.Cell) (v float64) {
	if slices.Contains(b.Enemy[0].Food, to) {
		v += 10
	}
	for i, f := range b.Enemy[0].Food {
		far := float64(r.steps.Between(to, f))
		if mate := float64(r.steps.Between(b.Other.Position, f)); mate < far {
			far += 4
		}
		if near := 8 - 0.3*far; i == 0 || near > v {
			v = max(v, near)
		}
	}
	for _, e := range b.Enemy {
		if !b.Maze.Free(e.Position) {
			continue
		}
		far := r.steps.Between(to, e.Position)
		switch {
		case atHome(b, e.Position) && atHome(b, to):
			v += 12 / float64(far+1)
		case !atHome(b, e.Position) && !atHome(b, to) && far <= 1:
			v -= 50
		case !atHome(b, e.Position) && !atHome(b, to) && far <= 5:
			v -= 6 / float64(far)
			if r.dead[b.Maze.Index(to)] {
				v -= 8
			}
		}
	}
	if to == b.Position {
		v -= 0.5
	}
	return v + 0.01*b.Random.Float64()
}

// planner attacks with both bots by routes: every pellet goes to the bot whose route it lengthens least. It keeps a belief of
// the ghosts and takes no step into a trap, and it may come home with one bot for the last pellets.
type planner struct {
	predecessor
	lateGuard bool
}

func (p *planner) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	if p.steps == nil {
		p.steps = pelita.NewDistances(b.Maze)
		for i, e := range b.Enemy {
			p.beliefs[i] = newBelief(b.Maze, e.Start)
		}
	}
	p.look(b)
	if to, ok := p.kill(b); ok {
		return to, nil
	}
	safe := p.safe(b)
	if p.lateGuard && len(b.Food) <= 4 && (b.Turn == 0) == (len(b.Food)%2 == 0) {
		if prey, ok := p.prey(b); ok {
			return p.hunt(b, prey, safe), nil
		}
	}
	routes := p.routes(b)
	goals := append(routes[b.Turn], routes[1-b.Turn]...)
	if p.eating[b.Turn] && slices.Contains(b.Enemy[0].Food, p.targets[b.Turn]) {
		goals = append([]pelita.Cell{p.targets[b.Turn]}, goals...)
	}
	for _, f := range goals {
		if p.risk(b, f, p.steps.Between(b.Position, f)) > 1.2 {
			continue
		}
		if to, ok := p.towards(b, f, safe); ok {
			p.targets[b.Turn], p.eating[b.Turn] = f, true
			return to, nil
		}
	}
	return p.eat(b, safe), nil
}

// routes puts the pellets into two routes where they lengthen them least, the shorter route first.
func (p *planner) routes(b *pelita.Bot) (routes [2][]pelita.Cell) {
	left := slices.Clone(b.Enemy[0].Food)
	pelita.SortCells(left)
	start := [2]pelita.Cell{b.Position, b.Other.Position}
	if b.Turn == 1 {
		start[0], start[1] = start[1], start[0]
	}
	length := [2]int{}
	for len(left) > 0 {
		bestFood, bestBot, bestAt, least, added := 0, 0, 0, -1, 0
		for k := range routes {
			for i, f := range left {
				for at := 0; at <= len(routes[k]); at++ {
					before := start[k]
					if at > 0 {
						before = routes[k][at-1]
					}
					more := p.steps.Between(before, f)
					if at < len(routes[k]) {
						more += p.steps.Between(f, routes[k][at]) - p.steps.Between(before, routes[k][at])
					}
					if cost := 2*more + length[k]; least < 0 || cost < least {
						bestFood, bestBot, bestAt, least, added = i, k, at, cost, more
					}
				}
			}
		}
		routes[bestBot] = slices.Insert(routes[bestBot], bestAt, left[bestFood])
		length[bestBot] += added
		left = slices.Delete(left, bestFood, bestFood+1)
	}
	return routes
}
