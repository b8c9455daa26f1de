package reantics

import "github.com/gridiron-games/gridiron/kernel/grid"

// Check returns the first rule that m breaks for the seat to move, or Legal. It is the definition of a legal action, by
// [Position.CheckRaw]; AppendMoves is the fast way to the same answer.
func (p *Position) Check(m Move) Rule {
	if m.Kind() == None {
		return NoMove
	}
	var buffer [MaxPath]grid.Point
	path := buffer[:0]
	for i := range m.Len() {
		path = append(path, m.Cell(i).Point())
	}
	return p.check(int(m.Kind())-1, path, int(m.Type()))
}

// CheckRaw judges an action as a player sent it, in absolute cells: for Red, pass [Raw.Turned] of the answer. It ignores a
// pending attack.
func (p *Position) CheckRaw(r Raw) Rule { return p.check(r.Type, r.Path, r.Build) }

// check follows the original test by test (R8).
func (p *Position) check(kind int, path []grid.Point, build int) Rule {
	switch {
	case kind == int(End)-1 || kind == int(Undo)-1:
		return Legal
	case len(path) == 0:
		return NoCells
	case kind == int(MoveAnt)-1:
		return p.checkPath(path)
	case kind == int(Build)-1:
		return p.checkBuild(path, build)
	}
	return UnknownAction
}

func (p *Position) checkPath(path []grid.Point) Rule {
	start := CellAt(path[0])
	if start == NoCell {
		return StartOffBoard
	}
	i := p.find(p.side, start)
	switch {
	case i < 0 && p.occupied[p.side.Other()].Has(start):
		return StartEnemy
	case i < 0:
		return StartEmpty
	}
	ant := p.Ant(p.side, i)
	if ant.Moved {
		return StartMoved
	}
	s := p.rules.Stats(ant.Type)
	occupied := p.occupied[Blue].Or(p.occupied[Red])
	cost, middle := 0, Middle.Has(start)
	for i, at := range path[1:] {
		c := CellAt(at)
		switch {
		case c == NoCell:
			return PathOffBoard
		case Distance(CellAt(path[i]), c) != 1:
			return PathNotAdjacent
		case occupied.Has(c):
			return PathOccupied
		}
		cost += p.EnterCost(c, s.IgnoresGrass)
		middle = middle || Middle.Has(c)
	}
	switch {
	case ant.Type == Queen && middle:
		return QueenZone
	case cost > s.Movement:
		return MovementPoints
	}
	return Legal
}

// EnterCost returns the movement that it costs to enter a cell (R10).
func (p *Position) EnterCost(c Cell, ignoresGrass bool) int {
	if !ignoresGrass && p.grass.Has(c) {
		return grassCost
	}
	return 1
}

func (p *Position) checkBuild(path []grid.Point, build int) Rule {
	if len(path) != 1 {
		return BuildCellCount
	}
	c := CellAt(path[0])
	if c == NoCell {
		return BuildOffBoard
	}
	if c != p.hill[p.side] {
		if i := p.find(p.side, c); i >= 0 && p.Ant(p.side, i).Type == Worker && !p.Ant(p.side, i).Moved {
			if item, _ := p.ItemAt(c); item == Nothing {
				return BuildOnWorker
			}
		}
		if c == p.hill[p.side.Other()] {
			return BuildEnemyHill
		}
		return BuildNotAHill
	}
	switch {
	case p.occupied[Blue].Or(p.occupied[Red]).Has(c):
		return BuildHillOccupied
	case build < int(Worker) || build > int(Ranged):
		return BuildType
	case int(p.stock[p.side]) < p.rules.Stats(Type(build)).Cost:
		return BuildFood
	}
	return Legal
}

// Play returns the position after m. It does not check m: play only what Check calls Legal or AppendMoves listed. Undo changes
// nothing: only a caller that keeps positions can take actions back (R17). When the ant that moved has enemies in range, Attacker
// is set, and Attack must be called before anything else.
func (p *Position) Play(m Move) Position {
	next := *p
	next.Step(m)
	return next
}

// Step does what Play does, in place: it changes p, as Attack and Place do.
func (p *Position) Step(m Move) {
	switch m.Kind() {
	case MoveAnt:
		p.walk(m.From(), m.To())
	case Build:
		p.stock[p.side] -= uint8(p.rules.Stats(m.Type()).Cost)
		p.hatch(p.side, m.From(), m.Type(), true)
	case End:
		p.endTurn()
	}
}

func (p *Position) walk(from, to Cell) {
	ant := &p.ants[place(p.side, p.find(p.side, from))]
	ant.Cell, ant.Moved = to, true
	p.occupied[p.side] = p.occupied[p.side].Minus(single[from]).Or(single[to])
	if ant.Type == Worker { // R15: a worker never attacks
		return
	}
	if !p.occupied[p.side.Other()].And(near[p.rules.Stats(ant.Type).Range][to]).Empty() {
		p.attacker = to
	}
}

// endTurn captures, loads and unloads, in list order (R13, R14).
func (p *Position) endTurn() {
	foe := p.side.Other()
	for i := range p.Count(p.side) {
		ant := &p.ants[place(p.side, i)]
		switch c := ant.Cell; {
		case c == p.hill[foe]:
			p.health[foe][0]--
		case c == p.tunnel[foe]:
			p.health[foe][1]--
		case ant.Type == Worker && p.food.Has(c):
			ant.Carrying = true
		case ant.Carrying && (c == p.hill[p.side] || c == p.tunnel[p.side]):
			p.stock[p.side]++
			ant.Carrying = false
		}
		ant.Moved = false
	}
	p.side = foe
}

// AppendTargets appends the cells of the enemies that the attacker can reach to dst, in the enemy's list order (R15). Without an
// attacker it appends nothing.
func (p *Position) AppendTargets(dst []Cell) []Cell {
	reach, foe := p.reach(), p.side.Other()
	if reach.And(p.occupied[foe]).Empty() {
		return dst
	}
	for i := range p.Count(foe) {
		if c := p.ants[place(foe, i)].Cell; reach.Has(c) {
			dst = append(dst, c)
		}
	}
	return dst
}

// reach returns the cells in the attacker's range.
func (p *Position) reach() Set {
	i := p.find(p.side, p.attacker)
	if i < 0 {
		return Set{}
	}
	return near[p.rules.Stats(p.Ant(p.side, i).Type).Range][p.attacker]
}

// CheckAttack judges the answer to an attack. By the manual it must be one of the targets. The original hits any ant on the cell,
// and stops with an error if there is none, or if an own ant dies of it (D5).
func (p *Position) CheckAttack(target Cell) Rule {
	foe := p.side.Other()
	switch {
	case target >= Cells:
		return AttackOffBoard
	case p.rules == Manual && (!p.reach().Has(target) || !p.occupied[foe].Has(target)):
		return AttackNotListed
	case p.occupied[foe].Has(target):
		return Legal
	}
	attacker, victim := p.find(p.side, p.attacker), p.find(p.side, target)
	switch {
	case victim < 0:
		return AttackEmpty
	case attacker >= 0 && int(p.Ant(p.side, victim).Health) <= p.rules.Stats(p.Ant(p.side, attacker).Type).Attack:
		return AttackKillsOwn
	}
	return Legal
}

// Attack does the attacker's damage to the ant on target and changes p. It does not check target.
func (p *Position) Attack(target Cell) {
	damage := p.rules.Stats(p.Ant(p.side, p.find(p.side, p.attacker)).Type).Attack
	p.attacker = NoCell
	victim := p.side.Other()
	i := p.find(victim, target)
	if i < 0 {
		victim, i = p.side, p.find(p.side, target)
	}
	ant := &p.ants[place(victim, i)]
	if ant.Health -= int8(damage); ant.Health <= 0 {
		p.bury(victim, i)
	}
}

// Reasons for the end of a game, in the order in which they are tested for each seat (R16, R18 to R21), in the words of the
// corpora.
const (
	NoQueen  = "queen"   // the opponent has no queen
	Captured = "anthill" // the opponent's hill is captured
	Fed      = "food"    // the winner has FoodGoal food
	Starved  = "starved" // the opponent has no food and one ant
)

// Outcome is how a game ended.
type Outcome struct {
	Winner int    // a Seat; -1 if there is none: the rules have no draw
	Reason string // NoQueen, Captured, Fed or Starved
}

// Outcome returns how the game ended; while it continues, over is false and the winner -1. Call it after every action, once its
// attack is done; before that, and before play begins, the game continues. Blue is tested first.
func (p *Position) Outcome() (o Outcome, over bool) {
	if p.phase != Playing || p.attacker != NoCell {
		return Outcome{Winner: -1}, false
	}
	for s := Blue; s <= Red; s++ {
		foe := s.Other()
		switch {
		case p.QueenOf(foe) < 0:
			return Outcome{int(s), NoQueen}, true
		case p.health[foe][0] <= 0:
			return Outcome{int(s), Captured}, true
		case p.stock[s] >= FoodGoal:
			return Outcome{int(s), Fed}, true
		case p.stock[foe] == 0 && p.count[foe] == 1:
			return Outcome{int(s), Starved}, true
		}
	}
	return Outcome{Winner: -1}, false
}
