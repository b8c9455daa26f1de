package reantics

import "fmt"

// State is a position with all its parts, for adapters and tests that make or read one.
type State struct {
	Rules    Rules
	Phase    Phase
	Side     Seat
	Attacker Cell // NoCell unless an attack is pending
	Stock    [2]int
	Hills    [2]Building
	Tunnels  [2]Building
	Grass    []Cell   // in the order of placing, at most 18
	Food     []Cell   // in the order of placing, at most 4
	Ants     [2][]Ant // in list order; an ID of 0 becomes the ant's number in the two lists, from 1
	Newest   uint8    // the latest ID given; 0 becomes the highest ID
}

// Building is a hill or a tunnel: where it is (NoCell: not placed yet) and its capture health.
type Building struct {
	Cell   Cell
	Health int
}

// State returns the parts of p.
func (p *Position) State() State {
	s := State{
		Rules: p.rules, Phase: p.phase, Side: p.side, Attacker: p.attacker, Newest: p.newest,
		Grass: append([]Cell(nil), p.GrassList()...), Food: append([]Cell(nil), p.FoodList()...),
	}
	for seat := Blue; seat <= Red; seat++ {
		s.Stock[seat] = p.Stock(seat)
		s.Hills[seat] = Building{p.hill[seat], int(p.health[seat][0])}
		s.Tunnels[seat] = Building{p.tunnel[seat], int(p.health[seat][1])}
		s.Ants[seat] = p.AppendAnts(nil, seat)
	}
	return s
}

// Make returns the position with these parts. The error says why they are not a position: a cell used twice, too many ants,
// numbers that do not fit. Items may be anywhere; the position need not occur in a game.
func Make(s State) (Position, error) {
	p := Start(s.Rules)
	p.phase, p.side = s.Phase, s.Side
	if p.phase < PlacingHome || p.phase > Playing || p.side > Red {
		return p, fmt.Errorf("phase %d and seat %d: want a phase 1 to 3 and a seat 0 or 1", s.Phase, s.Side)
	}
	for _, step := range []func(*Position, *State) error{makeBuildings, makeItems, makeAnts} {
		if err := step(&p, &s); err != nil {
			return p, err
		}
	}
	if p.phase != Playing && !p.settingUp() {
		return p, fmt.Errorf("phase %v, %v to answer: want exactly what was placed by then", p.phase, p.side)
	}
	if p.attacker = s.Attacker; p.attacker != NoCell && len(p.AppendTargets(nil)) == 0 {
		return p, fmt.Errorf("attack %v: want the cell of an ant of %v with enemies in range", s.Attacker, p.side)
	}
	if p.newest = s.Newest; p.newest == 0 {
		p.newest = p.highestID()
	}
	return p, nil
}

func makeBuildings(p *Position, s *State) error {
	for seat := Blue; seat <= Red; seat++ {
		if s.Stock[seat] < 0 || s.Stock[seat] > maxStock {
			return fmt.Errorf("food %d of %v: want 0 to %d", s.Stock[seat], seat, maxStock)
		}
		p.stock[seat] = uint8(s.Stock[seat])
		for i, b := range []Building{s.Hills[seat], s.Tunnels[seat]} {
			item := []Item{Hill, Tunnel}[i]
			if b.Cell == NoCell && (item == Tunnel || p.phase != Playing) {
				continue
			}
			if err := p.vacant(b.Cell, item); err != nil {
				return err
			}
			if b.Health < -maxCapture || b.Health > maxCapture {
				return fmt.Errorf("capture health %d of the %v of %v: want %d to %d", b.Health, item, seat, -maxCapture, maxCapture)
			}
			p.health[seat][i] = int32(b.Health)
			*[]*Cell{&p.hill[seat], &p.tunnel[seat]}[i] = b.Cell
		}
	}
	return nil
}

// settingUp reports whether p can occur in the set-up: everything placed in order, and no ants.
func (p *Position) settingUp() bool {
	if p.count != [2]uint8{} || p.attacker != NoCell {
		return false
	}
	for s := Blue; s <= Red; s++ {
		if p.phase == PlacingFood || s < p.side {
			if p.hill[s] == NoCell || p.tunnel[s] == NoCell {
				return false
			}
		} else if s > p.side && (p.hill[s] != NoCell || p.tunnel[s] != NoCell) || p.hill[s] == NoCell && p.tunnel[s] != NoCell {
			return false
		}
	}
	grass, food := int(p.grasses)-GrassEach*int(p.side), int(p.foods)-FoodEach*int(p.side)
	if p.phase == PlacingFood {
		return p.grasses == 2*GrassEach && food >= 0 && food < FoodEach
	}
	return p.foods == 0 && grass >= 0 && grass < GrassEach && (grass == 0 || p.tunnel[p.side] != NoCell)
}

const (
	maxStock   = 100
	maxCapture = 1_000_000
)

// vacant returns the reason why an item cannot be on a cell.
func (p *Position) vacant(c Cell, item Item) error {
	if c >= Cells {
		return fmt.Errorf("%v: want a cell of the board", item)
	}
	if other, _ := p.ItemAt(c); other != Nothing {
		return fmt.Errorf("%v on %v: there is already %v", item, c, other)
	}
	return nil
}

func makeItems(p *Position, s *State) error {
	if len(s.Grass) > 2*GrassEach || len(s.Food) > 2*FoodEach {
		return fmt.Errorf("%d pieces of grass and %d of food: want at most 18 and 4", len(s.Grass), len(s.Food))
	}
	for _, c := range s.Grass {
		if err := p.vacant(c, Grass); err != nil {
			return err
		}
		p.items[p.grasses] = c
		p.grasses++
		p.grass.add(c)
	}
	for _, c := range s.Food {
		if err := p.vacant(c, Food); err != nil {
			return err
		}
		p.items[2*GrassEach+p.foods] = c
		p.foods++
		p.food.add(c)
	}
	return nil
}

func makeAnts(p *Position, s *State) error {
	number := uint8(0)
	for seat := Blue; seat <= Red; seat++ {
		for _, a := range s.Ants[seat] {
			switch {
			case a.Cell >= Cells || a.Type >= Types:
				return fmt.Errorf("ant %d of type %d: want a cell of the board and a type 0 to 4", number+1, a.Type)
			case p.occupied[Blue].Or(p.occupied[Red]).Has(a.Cell):
				return fmt.Errorf("ant %d on %v: there is an ant already", number+1, a.Cell)
			case a.Health < 1:
				return fmt.Errorf("ant %d on %v: want a health of at least 1, not %d", number+1, a.Cell, a.Health)
			}
			number++
			if a.ID == 0 {
				a.ID = number
			}
			if p.hasID(a.ID) {
				return fmt.Errorf("ant on %v: ID %d is another ant's", a.Cell, a.ID)
			}
			p.ants[place(seat, p.Count(seat))] = a
			p.count[seat]++
			p.occupied[seat].add(a.Cell)
		}
	}
	return nil
}
