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
	"columns":     func() referee.Bot { return new(columns) },
	"by-score":    func() referee.Bot { return new(byScore) },
	"last-stand":  func() referee.Bot { return new(lastStand) },
	"patrol":      func() referee.Bot { return new(patrol) },
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

// keeper keeps one bot at home for the whole game, which hunts, and waits at the border cell from which the steps to all pellets add
// up to least; the other one attacks.
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
	for _, c := range homeBorder(b) {
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

// camper sits at its pellets until somebody comes near. Both bots attack while it is behind, and one at level scores.
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
		if _, far := c.nearest(f, homeBorder(b)); far < near {
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
		if exit, far := h.nearest(at, homeBorder(b)); h.steps.Between(b.Position, exit) <= far+2 {
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
			p.beliefs[i] = newBelief(b.Maze, e.Start, odds{1})
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

// weigher finds the cheapest way to a pellet, where cells cost more the nearer a ghost is shown.
type weigher struct{ paths }

// attack returns the first step of the cheapest way to one of the goals; the bot stays if there is none.
func (w *weigher) attack(b *pelita.Bot, goals []pelita.Cell) pelita.Cell {
	price := func(c pelita.Cell) int {
		cost := 2
		for _, e := range b.Enemy {
			if far := e.Position.Distance(c); isGhost(e) && !atHome(b, c) && far <= 4 {
				cost += []int{400, 200, 60, 20, 8}[far]
				if w.dead[b.Maze.Index(c)] {
					cost += 30
				}
			}
		}
		return cost
	}
	cost := make([]int, b.Maze.Cells()) // by index of a cell: of the cheapest way to it; 0: not reached
	first := make([]pelita.Cell, b.Maze.Cells())
	queue := []pelita.Cell{b.Position}
	cost[b.Maze.Index(b.Position)] = 1
	for i := 0; i < len(queue); i++ { // a cell comes back into the queue when a cheaper way to it is found
		at := b.Maze.Index(queue[i])
		for _, next := range b.Maze.Neighbours(queue[i]) {
			k, sum := b.Maze.Index(next), cost[at]+price(next)
			if cost[k] != 0 && cost[k] <= sum {
				continue
			}
			cost[k], first[k] = sum, first[at]
			if queue[i] == b.Position {
				first[k] = next
			}
			queue = append(queue, next)
		}
	}
	best, least := b.Position, 0
	for _, f := range goals {
		if sum := cost[b.Maze.Index(f)]; sum > 0 && (least == 0 || sum < least) {
			best, least = first[b.Maze.Index(f)], sum
		}
	}
	return best
}

// apart returns the pellets that the mate is not nearer to, or all if it is nearer to each.
func (w *weigher) apart(b *pelita.Bot) []pelita.Cell {
	mine := slices.DeleteFunc(slices.Clone(b.Enemy[0].Food), func(f pelita.Cell) bool {
		return w.steps.Between(b.Other.Position, f) < w.steps.Between(b.Position, f)
	})
	if len(mine) == 0 {
		return b.Enemy[0].Food
	}
	return mine
}

// columns attacks with both bots for the whole game: bot 0 eats the half of the pellets that is nearer to the border, bot 1 the
// other half.
type columns struct{ weigher }

func (c *columns) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	c.learn(b)
	if to, ok := strike(b); ok {
		return to, nil
	}
	food := slices.Clone(b.Enemy[0].Food)
	pelita.SortCells(food)
	middle := b.Maze.Width() / 2
	slices.SortStableFunc(food, func(f, g pelita.Cell) int { return max(f.X-middle, middle-f.X) - max(g.X-middle, middle-g.X) })
	half := (len(food) + 1) / 2
	if b.Turn == 0 || half == len(food) {
		return c.attack(b, food[:half]), nil
	}
	return c.attack(b, food[half:]), nil
}

// strike returns the cell of a pacman beside a bot that is at home.
func strike(b *pelita.Bot) (pelita.Cell, bool) {
	for _, to := range b.Legal {
		if atHome(b, to) && pacmanOn(b, to) {
			return to, true
		}
	}
	return b.Position, false
}

// byScore takes its roles from the score alone: both bots attack until it leads by two points; then one defends, and both from a
// lead of six on.
type byScore struct{ weigher }

func (s *byScore) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	s.learn(b)
	if to, ok := strike(b); ok {
		return to, nil
	}
	lead := b.Score - b.Enemy[0].Score
	if lead > 5 || lead > 1 && b.Turn == 1 {
		return s.defend(b), nil
	}
	return s.attack(b, s.apart(b)), nil
}

// defend goes after the nearest intruder, and waits at the pellets that are nearest to the border while there is none.
func (w *weigher) defend(b *pelita.Bot) pelita.Cell {
	at, far := w.nearest(b.Position, intruders(b))
	if far > pelita.Unreachable {
		near := pelita.Unreachable + 1
		for i, f := range b.Food {
			if i%2 != b.Turn && len(b.Food) > 1 {
				continue
			}
			if _, d := w.nearest(f, homeBorder(b)); d < near {
				at, near = f, d
			}
		}
	}
	return w.closer(b, at, func(c pelita.Cell) bool { return atHome(b, c) || !ghostWithin(b, c, 2) })
}

// lastStand attacks with both bots until it has few pellets of its own left, and then stands on those with one of them, or with
// both when it leads.
type lastStand struct{ weigher }

func (l *lastStand) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	l.learn(b)
	if to, ok := strike(b); ok {
		return to, nil
	}
	if few := len(b.Food) <= 6; !few || b.Turn == 0 && b.Score <= b.Enemy[0].Score {
		return l.attack(b, l.apart(b)), nil
	}
	// The pellet that the enemies are nearest to; bot 0 takes the one that is farthest from bot 1.
	post, near := b.Position, pelita.Unreachable+1
	for _, f := range b.Food {
		far := min(l.steps.Between(b.Enemy[0].Position, f), l.steps.Between(b.Enemy[1].Position, f))
		if b.Turn == 0 {
			far = pelita.Unreachable - l.steps.Between(b.Other.Position, f)
		}
		if far < near {
			post, near = f, far
		}
	}
	return l.closer(b, post, func(pelita.Cell) bool { return true }), nil
}

// patrol walks along the border with bot 0, which goes after intruders that are not too far away, and attacks with bot 1, which
// keeps two cells away from ghosts as long as there is such a way.
type patrol struct{ paths }

func (p *patrol) Move(_ context.Context, b *pelita.Bot) (pelita.Cell, error) {
	p.learn(b)
	if to, ok := strike(b); ok {
		return to, nil
	}
	if b.Turn == 0 {
		home := func(c pelita.Cell) bool { return atHome(b, c) }
		if at, far := p.nearest(b.Position, intruders(b)); far <= 12 {
			return p.closer(b, at, home), nil
		}
		border := homeBorder(b)
		return p.closer(b, border[b.Round/8%len(border)], home), nil
	}
	food := func(c pelita.Cell) bool { return slices.Contains(b.Enemy[0].Food, c) }
	for room := 2; room >= 0; room-- {
		closed := func(c pelita.Cell) bool { return !atHome(b, c) && ghostWithin(b, c, room) }
		if to, ok := way(b.Maze, b.Position, food, closed); ok {
			return to, nil
		}
	}
	return retreat(b), nil
}
