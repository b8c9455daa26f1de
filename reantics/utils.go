package reantics

import (
	"slices"
	"strconv"
	"strings"
)

// Construction is the building, grass or food on a cell. Owner and Health have a meaning for hills and tunnels.
type Construction struct {
	Item   Item
	Cell   Cell
	Owner  Seat
	Health int
}

// AppendConstructions appends the buildings of a seat to dst in the order in which the view lists them (getConstrList): that of a
// scan of the board, for Red of the board before it was turned.
func (v *View) AppendConstructions(dst []Construction, s Seat) []Construction {
	p := &v.Position
	n := len(dst)
	if c := p.hill[s]; c != NoCell {
		dst = append(dst, Construction{Hill, c, s, p.HillHealth(s)})
	}
	if c := p.tunnel[s]; c != NoCell {
		dst = append(dst, Construction{Tunnel, c, s, p.TunnelHealth(s)})
	}
	slices.SortFunc(dst[n:], func(a, b Construction) int {
		if v.Seat == Red {
			a, b = b, a
		}
		return int(a.Cell) - int(b.Cell)
	})
	return dst
}

// AppendNeutral appends grass and food to dst, each in the order of placing (getConstrList of the neutral player).
func (v *View) AppendNeutral(dst []Construction) []Construction {
	for _, c := range v.Position.GrassList() {
		dst = append(dst, Construction{Item: Grass, Cell: c})
	}
	for _, c := range v.Position.FoodList() {
		dst = append(dst, Construction{Item: Food, Cell: c})
	}
	return dst
}

// AppendAntsOf appends the ants of a seat that are of one of the given types to dst, in list order (getAntList).
func (p *Position) AppendAntsOf(dst []Ant, s Seat, types ...Type) []Ant {
	for i := range p.Count(s) {
		if a := p.Ant(s, i); slices.Contains(types, a.Type) {
			dst = append(dst, a)
		}
	}
	return dst
}

// HomeFood returns the food on the mover's side: the last two pieces placed if Blue is to move, else the first two
// (getCurrPlayerFood).
func (p *Position) HomeFood() []Cell {
	list := p.FoodList()
	if p.side == Blue {
		return list[min(FoodEach, len(list)):]
	}
	return list[:min(FoodEach, len(list))]
}

// Decided returns the winner as the original's look-ahead sees it (getWinner): the seat to move is tested first. It reports
// false if neither has won.
func (p *Position) Decided() (Seat, bool) {
	for _, s := range [2]Seat{p.side, p.side.Other()} {
		foe := s.Other()
		if p.health[foe][0] <= 0 || p.stock[s] >= FoodGoal || p.QueenOf(foe) < 0 || p.stock[foe] == 0 && p.count[foe] == 1 {
			return s, true
		}
	}
	return Blue, false
}

// AppendListedMoves appends the legal actions as the original lists them (listAllLegalMoves): for every unmoved ant its movement
// paths with their duplicates, then the ants that can be built, then EndTurn. AppendMoves lists each once and is faster.
func (p *Position) AppendListedMoves(dst []Move) []Move {
	for i := range p.Count(p.side) {
		ant := p.Ant(p.side, i)
		if ant.Moved {
			continue
		}
		s := p.rules.Stats(ant.Type)
		n := len(dst)
		dst = p.AppendMovementPaths(dst, ant.Cell, s.Movement, s.IgnoresGrass)
		if ant.Type == Queen {
			dst = append(dst[:n], slices.DeleteFunc(dst[n:], func(m Move) bool {
				var path [MaxPath]Cell
				return !QueenMayWalk(m.Path(path[:0])...)
			})...)
		}
	}
	return p.appendBuilds(dst)
}

// Ascii draws the board as asciiPrintState prints it: ants before constructions, capital letters for both seats, turned if
// Red is to move.
func (p *Position) Ascii() string {
	var b strings.Builder
	order := [Size]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	if p.side == Red {
		slices.Reverse(order[:])
	}
	header := " "
	for _, x := range order {
		header += strconv.Itoa(x)
	}
	b.WriteString(header + "\n")
	for _, y := range order {
		b.WriteString(strconv.Itoa(y))
		for _, x := range order {
			b.WriteByte(p.ascii(At(x, y)))
		}
		b.WriteString(strconv.Itoa(y) + "\n")
	}
	b.WriteString(header + "\n food: " + strconv.Itoa(p.Stock(Blue)) + "/" + strconv.Itoa(p.Stock(Red)) + "\n")
	return b.String()
}

func (p *Position) ascii(c Cell) byte {
	if a, _, ok := p.AntAt(c); ok {
		return "QWDSI"[a.Type]
	}
	item, _ := p.ItemAt(c)
	return ".^@;%"[item]
}
