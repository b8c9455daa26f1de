package bot

import (
	"math"
	"slices"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
)

// horizon is how many cycles a plan looks ahead: three times the standard cooldown, so that what a wall breaker costs now, what
// it brings in its next turn, and whether there is a way out afterwards are all seen.
const horizon = 36

// Values of a planner, in hundredths of a point.
const (
	wonValue = 1_000_000
)

// line is what one seat does from now on.
type line struct {
	commands [horizon]tron.Command
	n        int
}

// planner looks for good lines of one seat with the game's own rules, while the other seat follows a line that is supposed. It
// is a beam search: of all lines of one length the best few are made longer.
type planner struct {
	ground
	weights weights
	stop    func() bool
	near    [2][tron.MaxCells]int16 // by seat: steps over empty cells to the nearest wall of the other seat

	measured    int
	todo        []int16
	alive, born []node
	order       []int32
	crowd       [tron.MaxCells]uint8
}

type node struct {
	position tron.Position
	line     line
	value    int
	tidy     int  // walls beside the way
	account  int  // what the doings of the line have brought
	hinted   bool // the line is the hint, as far as it goes
}

// survey prepares for plans from a position.
func (pl *planner) survey(p *tron.Position) {
	pl.load(p)
	for s := range pl.near {
		pl.reachWalls(tron.Seat(s))
	}
}

// reachWalls fills near of a seat. A step into a wall of its own counts several.
func (pl *planner) reachWalls(s tron.Seat) {
	near := &pl.near[s]
	pl.todo = pl.todo[:0]
	for i, c := range pl.cells {
		near[i] = unreached
		if c == tron.Wall(s.Other()) || i == pl.heads[s.Other()] {
			near[i] = 0
			pl.todo = append(pl.todo, int16(i))
		}
	}
	for i := 0; i < len(pl.todo); i++ {
		here := int(pl.todo[i])
		for _, step := range pl.step {
			next, cost := here+step, near[here]+1
			switch pl.cells[next] {
			case tron.AreaWall:
				continue
			case tron.Wall(s):
				cost += throughOwn
			}
			if cost < near[next] {
				near[next] = cost
				pl.todo = append(pl.todo, int16(next))
			}
		}
	}
}

const (
	unreached  = 99
	throughOwn = 4
)

// best returns the value of the best line of a seat from a position on, and the line. The other seat follows its line from place
// skip on, and what comes after it is up to its reflexes. The hint is a line that is kept alive whatever it is worth on the way.
func (pl *planner) best(p *tron.Position, s tron.Seat, other, hint *line, skip, width, depth int,
) (value int, found line) {
	value = math.MinInt
	pl.alive = append(pl.alive[:0], node{position: *p, hinted: true})
	for d := 0; d < depth && !pl.stop(); d++ {
		pl.born = pl.born[:0]
		for i := range pl.alive {
			reply := follow(&pl.alive[i].position, s.Other(), other, skip+d)
			pl.grow(&pl.alive[i], s, reply, hint)
		}
		pl.measured += len(pl.born)
		pl.order = pl.order[:0]
		for i := range pl.born {
			n := &pl.born[i]
			if n.position.Over() {
				if n.value = pl.supposed(n, s, d); n.value > value {
					value, found = n.value, n.line
				}
				continue
			}
			n.value = pl.estimate(&n.position, s) + pl.weights.tidy*n.tidy + n.account
			if d == depth-1 || d%glances == glances-1 {
				n.value += pl.prospect(&n.position, s)
			}
			if d == depth-1 && n.value > value {
				value, found = n.value, n.line
			}
			pl.order = append(pl.order, int32(i))
		}
		if d == depth-1 || len(pl.order) == 0 {
			break
		}
		pl.choose(s, width)
	}
	return value, found
}

// grow appends what can follow a node.
func (pl *planner) grow(n *node, s tron.Seat, reply tron.Command, hint *line) {
	a := look(&n.position, s)
	health := n.position.Bike(s).Health
	for i := range a.directions {
		c, coloured := a.command(i), a.coloured(i)
		if coloured && !a.on && a.ready {
			pl.bear(n, s, c.ThenBreaker(), reply, hint)
		}
		if !coloured || a.on || health > 1 || !a.ready {
			pl.bear(n, s, c, reply, hint)
		}
	}
}

func (pl *planner) bear(n *node, s tron.Seat, c, reply tron.Command, hint *line) {
	pl.born = append(pl.born, *n)
	child := &pl.born[len(pl.born)-1]
	child.line.commands[child.line.n] = c
	child.hinted = child.hinted && n.line.n < hint.n && hint.commands[n.line.n] == c
	child.line.n++
	var both [2]tron.Command
	both[s], both[s.Other()] = c, reply
	child.position.Step(both)
	at := child.position.Bike(s).At
	switch n.position.Cell(at) {
	case tron.Wall(s):
		child.account -= point + pl.weights.own
	case tron.Wall(s.Other()):
		child.account += point + pl.weights.soon*(horizon-n.line.n)
	}
	for d := range tron.Direction(tron.Directions) {
		if next := at.Add(d.Delta()); !child.position.Over() && child.position.Cell(next) != tron.Empty {
			child.tidy++
		}
	}
}

// choose makes the best of the born the ones alive, but not too many in one cell.
func (pl *planner) choose(s tron.Seat, width int) {
	slices.SortFunc(pl.order, func(i, j int32) int { return pl.born[j].value - pl.born[i].value })
	clear(pl.crowd[:])
	pl.alive = pl.alive[:0]
	hinted := false
	for _, i := range pl.order {
		if len(pl.alive) == width {
			break
		}
		n := &pl.born[i]
		head := pl.index(n.position.Bike(s).At)
		if pl.crowd[head]++; pl.crowd[head] <= crowded || n.hinted {
			pl.alive = append(pl.alive, *n)
			hinted = hinted || n.hinted
		}
	}
	for _, i := range pl.order {
		if !hinted && pl.born[i].hinted {
			pl.alive = append(pl.alive, pl.born[i])
			break
		}
	}
}

// glances is how many cycles lie between looks around.
const glances = 8

// crowded is how many lines that end in one cell may live.
const crowded = 3

// ended returns the value of a game that is over after so many cycles: a win soon is better than one later, a loss is the other
// way round.
func (pl *planner) ended(p *tron.Position, s tron.Seat, cycles int) int {
	lead := p.Score(s) - p.Score(s.Other())
	value := point*lead + sign(lead)*(wonValue-1000*cycles)
	if lead == 0 {
		value -= pl.weights.draw
	}
	return value
}

// supposed is ended for a game that ended with the help of commands that are only supposed to be the enemy's: what it would not
// do if it saw it coming counts little.
func (pl *planner) supposed(n *node, s tron.Seat, cycles int) int {
	p := &n.position
	lead := p.Score(s) - p.Score(s.Other())
	own, enemy := p.Bike(s).Crash, p.Bike(s.Other()).Crash
	switch {
	case own == tron.NoCrash && enemy == tron.NoCrash: // the last cycle
		return pl.ended(p, s, cycles)
	case own == tron.IntoEachOther && lead > 0:
		return n.account + pl.weights.maybe
	case own != tron.NoCrash && enemy != tron.NoCrash:
		return n.account - 5*pl.weights.maybe
	case lead > cycles && own != tron.NoCrash, lead <= 0 && own != tron.NoCrash, lead < 0:
		return pl.ended(p, s, cycles)
	case own != tron.NoCrash: // the enemy may break a wall in each cycle until then
		return n.account + pl.weights.promise + pl.weights.healthy(p, s)
	}
	// What would come after it is not known: it might be a trap.
	return n.account + pl.estimate(p, s) + pl.prospect(p, s) - pl.weights.unknown*(horizon-n.line.n)
}

// healthy returns what the health of a seat is worth.
func (w *weights) healthy(p *tron.Position, s tron.Seat) int {
	c := p.Constants()
	return min(w.health, point*(c.MaxCycles-p.Cycle())/8) * p.Bike(s).Health
}

// weights are what matters to a planner while the game goes on, in hundredths of a point.
type weights struct {
	draw     int // what a draw costs
	health   int // a health
	cooldown int // a cycle that the breaker still needs
	far      int // a step to the next wall of the enemy
	trapped  int // a cell that is missing to last until the breaker is ready
	narrow   int // a cell that is missing to enough
	tidy     int // a wall beside the way
	own      int // what breaking an own wall costs beside the point
	maybe    int // an end that the enemy could avoid
	soon     int // a cycle that a wall of the enemy is broken earlier
	unknown  int // a cycle of the horizon that is not seen, because the supposed enemy crashes
	promise  int // a win by an area wall that the enemy could avoid by breaking walls
	decided  int // a lead with which an area wall ends the game
}

// estimate returns what a position is worth to a seat at first sight.
func (pl *planner) estimate(p *tron.Position, s tron.Seat) int {
	w, c := &pl.weights, p.Constants()
	own := p.Bike(s)
	lead := p.Score(s) - p.Score(s.Other())
	left := c.MaxCycles - p.Cycle()
	value := w.healthy(p, s)
	value -= w.cooldown * min(own.Cooldown, left)
	value -= w.far * int(pl.near[s][pl.index(own.At)])
	if lead > -c.AreaWallCrash {
		value += w.decided
	} else if lead < c.AreaWallCrash {
		value -= w.decided
	}
	return value
}

// prospect returns what becomes clear only by looking around: whether the bike has room, above all until its breaker is ready.
func (pl *planner) prospect(p *tron.Position, s tron.Seat) int {
	b := p.Bike(s)
	left := p.Constants().MaxCycles - p.Cycle()
	need := min(b.Cooldown-max(b.Remaining-1, 0)+3, left)
	some := min(enough, left)
	room := pl.roomUpTo(p, b.At, max(need, some))
	return -pl.weights.trapped*max(need-room, 0) - pl.weights.narrow*max(some-room, 0)
}

// enough is how many cells of room are enough.
const enough = 40

// roomUpTo counts the empty cells that can be reached from a cell, but no more than limit.
func (pl *planner) roomUpTo(p *tron.Position, from grid.Point, limit int) int {
	var seen [tron.MaxCells / 64]uint64
	var queue [128]grid.Point
	limit = min(limit, len(queue))
	n := 0
	for i := -1; i < n && n < limit; i++ {
		if i >= 0 {
			from = queue[i]
		}
		for d := range tron.Direction(tron.Directions) {
			at := from.Add(d.Delta())
			cell := pl.index(at)
			if seen[cell/64]>>(cell%64)&1 == 0 && p.Cell(at) == tron.Empty && n < limit {
				seen[cell/64] |= 1 << (cell % 64)
				queue[n] = at
				n++
			}
		}
	}
	return n
}

// follow returns what a seat does in cycle k of its line: what the line says, unless that is suicide, or beyond its end, what its
// reflexes say.
func follow(p *tron.Position, s tron.Seat, l *line, k int) tron.Command {
	b := p.Bike(s)
	a := look(p, s)
	if k < l.n {
		c := l.commands[k]
		d, turns := c.Turn()
		for i, way := range a.directions {
			if turns && way != d || !turns && i > 0 || a.cells[i] == tron.AreaWall {
				continue
			}
			if a.cells[i] == tron.Empty || a.on || b.Health > 1 || c.Breaker() && a.ready {
				return c
			}
		}
	}
	if lead := p.Score(s) - p.Score(s.Other()); lead > -p.Constants().AreaWallCrash {
		for i, way := range a.directions {
			if a.cells[i] == tron.AreaWall {
				return tron.Turn(way)
			}
		}
	}
	return a.group().commands[0]
}
