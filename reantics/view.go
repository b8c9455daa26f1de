package reantics

import "github.com/gridiron-games/gridiron/kernel/grid"

// View is what a seat sees when it is asked: the whole position, every list in the order of a scan of the board, and turned by
// 180 degrees for Red (R22). Seats keep their names; only cells change, so that each seat sees its home in rows 0 to 3.
//
// In the set-up Red's view hides nothing (D7): only the original's board array is emptied for it, never the lists.
type View struct {
	Position Position
	Seat     Seat
	Targets  []Cell // of a pending attack, as the seat sees them, in the enemy's list order and not in that of the scan (R15)
}

// View returns what the seat to answer sees.
func (p *Position) View() View {
	v := View{Position: *p, Seat: p.side}
	if p.attacker != NoCell {
		v.Targets = p.AppendTargets(nil)
	}
	v.Position.Scan()
	if v.Seat == Red {
		v.Position.Turn()
		for i := range v.Targets {
			v.Targets[i] = v.Targets[i].Turned()
		}
	}
	return v
}

// Zone returns the free cells for an item that the seat must place, as it sees them (R7).
func (v *View) Zone(i Item) Set {
	if i == Food {
		return Homes[Red].Minus(v.Position.Built())
	}
	return Homes[Blue].Minus(v.Position.Built())
}

// Moves returns legal answers to the question, in cells as the seat sees them: every action in the order of AppendMoves, or every
// target of an attack. In the set-up it returns placements of only the first wanted item, one for each free cell of its zone,
// ascending; after such an answer, the next item is asked for.
func (v View) Moves() (answers []Answer) {
	switch v.Position.Asks() {
	case AskMove:
		for _, m := range v.Position.AppendMoves(nil) {
			answers = append(answers, Answer{Move: m})
		}
	case AskAttack:
		for _, c := range v.Targets {
			at := c.Point()
			answers = append(answers, Answer{Target: &at})
		}
	default:
		for _, c := range v.Zone(v.Position.Wanted()[0]).Append(nil) {
			answers = append(answers, Answer{Cells: []grid.Point{c.Point()}})
		}
	}
	return answers
}

// Scan changes p as the original's deep copy does: it sorts both lists of ants by cell.
func (p *Position) Scan() {
	for s := Blue; s <= Red; s++ {
		for i := 1; i < p.Count(s); i++ {
			ant := p.Ant(s, i)
			j := i
			for ; j > 0 && p.ants[place(s, j-1)].Cell > ant.Cell; j-- {
				p.ants[place(s, j)] = p.ants[place(s, j-1)]
			}
			p.ants[place(s, j)] = ant
		}
	}
}

// Turn turns the board of p by 180 degrees. Lists keep their order and seats their names; turning twice changes nothing.
func (p *Position) Turn() {
	for s := Blue; s <= Red; s++ {
		for i := range p.Count(s) {
			ant := &p.ants[place(s, i)]
			ant.Cell = ant.Cell.Turned()
		}
		p.occupied[s] = p.occupied[s].Turned()
		p.hill[s], p.tunnel[s] = p.hill[s].Turned(), p.tunnel[s].Turned()
	}
	p.grass, p.food = p.grass.Turned(), p.food.Turned()
	for _, list := range [][]Cell{p.GrassList(), p.FoodList()} {
		for i := range list {
			list[i] = list[i].Turned()
		}
	}
	p.attacker = p.attacker.Turned()
}

// Points appends cells as points to dst.
func Points(dst []grid.Point, cells ...Cell) []grid.Point {
	for _, c := range cells {
		dst = append(dst, c.Point())
	}
	return dst
}
