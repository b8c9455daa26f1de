// Package learn describes the game to programs that learn: what they see and which actions they have, as numbers.
package learn

import (
	"math"
	"slices"
	"strings"

	"github.com/gridiron-games/gridiron/kernel/arena/learn/batch"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

// Actions other than cells.
const (
	actionEnd   = reantics.Cells
	actionBuild = actionEnd // + the number of the type of ant, from 1
	actionUndo  = actionBuild + reantics.Types
	actions     = actionUndo + 1
)

// Planes of the codes.
const (
	planeItem = iota
	planeAnt
	planeHealth
	planeMarks
	planes
)

// Codes of items and ants.
const (
	itemGrass = iota + 1
	itemFood
	itemOwnHill
	itemOwnTunnel
	itemEnemyHill
	itemEnemyTunnel

	enemyAnt = reantics.Types // added to the code of an ant

	markCarrying = 1
	markMoved    = 2
	markChosen   = 4
)

// Env is the game as learning programs see it: as the original shows it to the seat that is asked, whose home is rows 0 to 3.
//
// Codes are [4, 10, 10], each plane by column and then row. Plane 0, what was built: 0 nothing, 1 grass, 2 food, 3 own
// anthill, 4 own tunnel, 5 enemy anthill, 6 enemy tunnel. Plane 1, ants: 0 none, 1 own queen, 2 worker, 3 drone, 4 soldier, 5
// ranged soldier, 6 to 10 the enemy's. Plane 2 is their health. Plane 3 has bits: 1 carries food, 2 has moved, 4 chosen by an
// earlier action or about to attack. In the set-up for its home a seat does not see what the other one has placed, as in the
// original; for its food it must.
//
// Scalars: ask (0 home, 1 food, 2 action, 3 attack), step (actions of this answer so far), wanted (items still to place),
// stock and enemy_stock (food), hill, tunnel, enemy_hill and enemy_tunnel (their health) and seat (0 blue, 1 red).
//
// Actions: 0 to 99 is a cell, 10*column + row, as the seat sees it: where the next item goes, the ant that moves and then
// where it goes (by a path of the fewest cells; its own cell to stay), or what is attacked. 100 ends the turn, 101 to 104
// build a worker, a drone, a soldier or a ranged soldier on the anthill, 105 takes an action back (never legal by itself: no
// list of moves has it).
var Env = &batch.Spaces[reantics.View, reantics.Answer]{
	Shape: func(v *reantics.View) batch.Shape {
		return batch.Shape{
			Actions: actions, Codes: []int{planes, reantics.Size, reantics.Size},
			Largest: []int{itemEnemyTunnel, 2 * reantics.Types, int(health(&v.Position)), markCarrying | markMoved | markChosen},
			Scalars: scalars, Planes: seen,
			Legend: "planes: 0 items (1 grass, 2 food, 3/4 own hill/tunnel, 5/6 enemy hill/tunnel), 1 ants (1 queen, 2 worker, 3 drone, " +
				"4 soldier, 5 ranged soldier, +5 enemy), 2 health, 3 bits (1 carries, 2 has moved, 4 chosen)",
			Meanings: meanings,
		}
	},
	See: see, Legal: legal, Act: act, Path: path,
	Final: func(r turn.Referee[reantics.View, reantics.Answer], seat int, v *reantics.View) {
		p := *r.(*referee.Referee).Position()
		*v = reantics.View{Position: p, Seat: reantics.Seat(seat)}
		if v.Seat == reantics.Red {
			v.Position.Turn()
		}
	},
	Winner: func(r turn.Referee[reantics.View, reantics.Answer]) int { return r.Result().Winner },
	Again: func(r turn.Referee[reantics.View, reantics.Answer]) func() {
		game := r.(*referee.Referee)
		first := *game
		return func() { *game = first }
	},
	Copy: func(to, from turn.Referee[reantics.View, reantics.Answer]) bool {
		to.(*referee.Referee).Copy(from.(*referee.Referee))
		return true
	},
	Opponent: "greedy",
	League:   []batch.Rival{{Player: "random", Weight: 1}, {Player: "greedy", Weight: 2}, {Player: "rush", Weight: 1}, {Player: "defender", Weight: 1}},
}

// items is how many things a seat places in the set-up for its home.
const items = 2 + reantics.GrassEach

// scalars are the numbers of an observation. A tunnel's health falls as long as an enemy stands on it, without end and without
// effect.
// meanings are those of the actions.
var meanings = append(
	[]batch.Meaning{{From: 0, To: reantics.Cells - 1, Step: 1,
		What: "the cell 10*column+row: for the next item, or the ant that moves and then where it goes, or what is attacked"}},
	batch.Each(actionEnd, "end the turn", "build a worker", "build a drone", "build a soldier", "build a ranged soldier",
		"take an action back; never legal by itself")...)

var scalars = []batch.Scalar{
	{Name: "ask", High: 3, Kind: batch.Choice, What: "0 home, 1 food, 2 action, 3 attack"},
	{Name: "step", High: items - 1, What: "actions of this answer so far"},
	{Name: "wanted", High: items, What: "items still to place"},
	{Name: "stock", High: reantics.FoodGoal + 1, Unit: reantics.FoodGoal, What: "own food"},
	{Name: "enemy_stock", High: reantics.FoodGoal + 1, Unit: reantics.FoodGoal, What: "food of the enemy"},
	{Name: "hill", High: reantics.HillHealth, What: "health of one's own anthill"},
	{Name: "tunnel", Low: math.MinInt16, High: reantics.TunnelHealth, Unit: reantics.TunnelHealth, What: "health of one's own tunnel"},
	{Name: "enemy_hill", High: reantics.HillHealth, What: "health of the enemy's anthill"},
	{Name: "enemy_tunnel", Low: math.MinInt16, High: reantics.TunnelHealth, Unit: reantics.TunnelHealth, What: "health of the enemy's tunnel"},
	{Name: "seat", High: 1, What: "0 blue, 1 red"},
}

// seen are the planes of networks.
var seen = func() (all []batch.Plane) {
	for code, name := range [...]string{
		itemGrass: "grass", itemFood: "food", itemOwnHill: "own_hill", itemOwnTunnel: "own_tunnel", itemEnemyHill: "enemy_hill",
		itemEnemyTunnel: "enemy_tunnel",
	} {
		if name != "" {
			all = append(all, batch.Is(name, planeItem, 0xff, uint8(code), strings.ReplaceAll(name, "_", " ")))
		}
	}
	for s, whose := range [...]string{"own", "enemy"} {
		for t := range reantics.Type(reantics.Types) {
			name := strings.ReplaceAll(t.String(), " ", "_")
			all = append(all, batch.Is(whose+"_"+name, planeAnt, 0xff, 1+uint8(t)+uint8(s)*enemyAnt, "an ant: "+whose+" "+t.String()))
		}
	}
	return append(all,
		batch.Plane{Name: "health", What: "of the ant, divided by that of a new queen", Of: planeHealth, Mask: 0xff, Unit: 10},
		batch.Has("carrying", planeMarks, markCarrying, "the ant carries food"),
		batch.Has("moved", planeMarks, markMoved, "the ant has moved"),
		batch.Has("chosen", planeMarks, markChosen, "chosen by an earlier action, or about to attack"))
}()

// health returns the largest health of an ant, which only unusual starts exceed.
func health(p *reantics.Position) (most uint8) {
	for t := range reantics.Type(reantics.Types) {
		most = max(most, uint8(p.Rules().Stats(t).Health))
	}
	return most
}

func see(v *reantics.View, made []int16, codes []uint8, scalars []int16) {
	const cells = reantics.Cells
	clear(codes)
	p, enemy := &v.Position, v.Seat.Other()
	items, ants := codes[planeItem*cells:], codes[planeAnt*cells:]
	hidden, most := p.Asks() == reantics.AskHome, health(p)
	put := func(c reantics.Cell, code uint8) {
		if c < cells && !(hidden && reantics.Homes[reantics.Red].Has(c)) {
			items[c] = code
		}
	}
	for set := p.Grass(); !set.Empty(); set = set.Rest() {
		put(set.First(), itemGrass)
	}
	for set := p.Food(); !set.Empty(); set = set.Rest() {
		put(set.First(), itemFood)
	}
	put(p.Hill(v.Seat), itemOwnHill)
	put(p.Tunnel(v.Seat), itemOwnTunnel)
	put(p.Hill(enemy), itemEnemyHill)
	put(p.Tunnel(enemy), itemEnemyTunnel)
	for _, s := range [...]struct {
		seat reantics.Seat
		more uint8
	}{{v.Seat, 0}, {enemy, enemyAnt}} {
		for i := range p.Count(s.seat) {
			ant := p.Ant(s.seat, i)
			ants[ant.Cell] = 1 + uint8(ant.Type) + s.more
			codes[planeHealth*cells+int(ant.Cell)] = min(uint8(ant.Health), most)
			marks := &codes[planeMarks*cells+int(ant.Cell)]
			if ant.Carrying {
				*marks |= markCarrying
			}
			if ant.Moved {
				*marks |= markMoved
			}
		}
	}
	chosen := p.Attacker()
	if len(made) > 0 {
		showMade(p, made, codes, items)
	}
	if chosen < cells {
		codes[planeMarks*cells+int(chosen)] |= markChosen
	}
	scalars = scalars[:10]
	scalars[0], scalars[1], scalars[2] = int16(p.Asks()), int16(len(made)), int16(len(p.Wanted())-len(made))
	if p.Phase() == reantics.Playing {
		scalars[2] = 0
	}
	scalars[3], scalars[4] = int16(p.Stock(v.Seat)), int16(p.Stock(enemy))
	scalars[5], scalars[6] = int16(p.HillHealth(v.Seat)), int16(p.TunnelHealth(v.Seat))
	scalars[7], scalars[8], scalars[9] = int16(p.HillHealth(enemy)), int16(p.TunnelHealth(enemy)), int16(v.Seat)
}

// showMade shows what the actions so far have placed or chosen.
func showMade(p *reantics.Position, made []int16, codes, items []uint8) {
	wanted := p.Wanted()
	if len(wanted) == 0 {
		codes[planeMarks*reantics.Cells+int(made[0])] |= markChosen
		return
	}
	code := [...]uint8{
		reantics.Hill: itemOwnHill, reantics.Tunnel: itemOwnTunnel, reantics.Grass: itemGrass, reantics.Food: itemFood,
	}
	for i, c := range made {
		items[c] = code[wanted[i]]
	}
}

func legal(v *reantics.View, made []int16, dst []int16) []int16 {
	p := &v.Position
	switch p.Asks() {
	case reantics.AskAttack:
		for _, c := range v.Targets {
			dst = append(dst, int16(c))
		}
		return dst
	case reantics.AskMove:
		return legalMove(p, made, dst)
	}
	zone := v.Zone(p.Wanted()[len(made)])
	for ; !zone.Empty(); zone = zone.Rest() {
		if c := int16(zone.First()); !slices.Contains(made, c) {
			dst = append(dst, c)
		}
	}
	return dst
}

func legalMove(p *reantics.Position, made []int16, dst []int16) []int16 {
	var room [reantics.MaxMoves / reantics.MaxAnts]reantics.Move
	seat := p.Side()
	if len(made) > 0 {
		for _, m := range p.AppendDestinations(room[:0], antOn(p, made[0])) {
			dst = append(dst, int16(m.To()))
		}
		return dst
	}
	for i := range p.Count(seat) {
		// Only a queen in the middle of the board may not even stand still (R11).
		if ant := p.Ant(seat, i); !ant.Moved && !(ant.Type == reantics.Queen && reantics.Middle.Has(ant.Cell)) {
			dst = append(dst, int16(ant.Cell))
		}
	}
	for _, m := range p.AppendBuilds(room[:0]) {
		dst = append(dst, actionBuild+int16(m.Type()))
	}
	return append(dst, actionEnd)
}

// antOn returns the index of an ant of the side to move; -1 if there is none.
func antOn(p *reantics.Position, cell int16) int {
	for i := range p.Count(p.Side()) {
		if int16(p.Ant(p.Side(), i).Cell) == cell {
			return i
		}
	}
	return -1
}

func act(v *reantics.View, made []int16) (a reantics.Answer, done bool) {
	p, action := &v.Position, made[len(made)-1]
	cell := reantics.Cell(action)
	var room [actions]int16 // memory for lists that are only searched
	switch asks := p.Asks(); {
	case asks == reantics.AskAttack:
		at := cell.Point()
		if action >= reantics.Cells {
			at = grid.Point{X: -1, Y: -1}
		}
		a.Target = &at
		return a, true
	case asks != reantics.AskMove:
		free := legal(v, made[:len(made)-1], room[:0])
		if action < reantics.Cells && len(made) < len(p.Wanted()) && slices.Contains(free, action) {
			return a, false
		}
		for _, c := range made {
			a.Cells = append(a.Cells, grid.Point{X: int(c) / reantics.Size, Y: int(c) % reantics.Size})
		}
		return a, true
	case len(made) > 1:
		a.Move = walk(p, made[0], action)
		return a, true
	case action == actionEnd:
		a.Move = reantics.EndTurn
	case action == actionUndo:
		a.Move = reantics.TakeBack
	case action > actionBuild:
		a.Move = reantics.BuildAnt(p.Hill(p.Side()), reantics.Type(action-actionBuild))
	default:
		a.Move = reantics.Walk(cell)
		return a, !slices.Contains(legalMove(p, nil, room[:0]), action)
	}
	return a, true
}

// walk returns the move of an ant to a cell; if there is none, an illegal move.
func walk(p *reantics.Position, from, to int16) reantics.Move {
	var room [reantics.MaxMoves / reantics.MaxAnts]reantics.Move
	for _, m := range p.AppendDestinations(room[:0], antOn(p, from)) {
		if int16(m.To()) == to {
			return m
		}
	}
	if to >= reantics.Cells {
		return 0
	}
	return reantics.Walk(reantics.Cell(from), reantics.Cell(to))
}

func path(v *reantics.View, a reantics.Answer, dst []int16) []int16 {
	switch m := a.Move; {
	case a.Target != nil:
		if c := reantics.CellAt(*a.Target); c != reantics.NoCell {
			dst = append(dst, int16(c))
		}
	case a.Cells != nil:
		if len(a.Cells) > len(v.Position.Wanted()) {
			return dst
		}
		for _, at := range a.Cells {
			if reantics.CellAt(at) == reantics.NoCell {
				return nil
			}
			dst = append(dst, int16(reantics.CellAt(at)))
		}
	case a.Raw != nil:
	case m.Kind() == reantics.MoveAnt:
		dst = append(dst, int16(m.From()), int16(m.To()))
	case m.Kind() == reantics.Build:
		dst = append(dst, actionBuild+int16(m.Type()))
	case m.Kind() == reantics.End:
		dst = append(dst, actionEnd)
	case m.Kind() == reantics.Undo:
		dst = append(dst, actionUndo)
	}
	return dst
}
