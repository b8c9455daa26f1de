package reantics

import "github.com/gridiron-games/gridiron/kernel/grid"

// Wanted returns the items that the seat to answer must still place, in order: Hill, Tunnel and 9 times Grass at home, later 2
// times Food on the opponent's side. During play it returns nil.
func (p *Position) Wanted() []Item {
	switch p.phase {
	case PlacingHome:
		return homeItems[p.placed():]
	case PlacingFood:
		return foodItems[p.placed():]
	}
	return nil
}

var (
	homeItems = [...]Item{Hill, Tunnel, Grass, Grass, Grass, Grass, Grass, Grass, Grass, Grass, Grass}
	foodItems = [...]Item{Food, Food}
)

// placed returns how many items the seat to answer has placed in this phase.
func (p *Position) placed() int {
	seat := int(p.side)
	switch {
	case p.phase == PlacingFood:
		return int(p.foods) - FoodEach*seat
	case p.hill[seat] == NoCell:
		return 0
	case p.tunnel[seat] == NoCell:
		return 1
	}
	return 2 + int(p.grasses) - GrassEach*seat
}

// CheckPlacement judges a placement by the seat to answer: cells as that seat sees them (its home is rows 0 to 3). Surplus cells
// are ignored (R6); the first wrong cell makes the whole answer illegal.
func (p *Position) CheckPlacement(cells []grid.Point) Rule {
	wanted := p.Wanted()
	if len(cells) == 0 {
		return PlaceNothing
	}
	cells = cells[:min(len(cells), len(wanted))]
	for _, at := range cells {
		if !boardSize.Contains(at) {
			return PlaceOffBoard
		}
	}
	built := p.Built()
	for i, at := range cells {
		c := p.seen(at)
		if !p.Zone(wanted[i]).Has(c) {
			return PlaceZone
		}
		if built.Has(c) {
			return PlaceTaken
		}
		built.add(c)
	}
	return Legal
}

// Zone returns where the seat to place may put an item, in absolute cells, free or not (R7).
func (p *Position) Zone(i Item) Set {
	if i == Food {
		return Homes[p.side.Other()]
	}
	return Homes[p.side]
}

// seen converts a cell as the seat to answer sees it into an absolute one.
func (p *Position) seen(at grid.Point) Cell {
	if p.side == Red {
		return CellAt(at).Turned()
	}
	return CellAt(at)
}

// Place places cells, as the seat to answer sees them, and changes p. When everything is placed, the next seat is asked, or play
// begins. It does not check the cells.
func (p *Position) Place(cells []grid.Point) {
	wanted := p.Wanted()
	for i, at := range cells[:min(len(cells), len(wanted))] {
		c := p.seen(at)
		switch wanted[i] {
		case Hill:
			p.hill[p.side] = c
		case Tunnel:
			p.tunnel[p.side] = c
		case Grass:
			p.items[p.grasses] = c
			p.grasses++
			p.grass.add(c)
		case Food:
			p.items[2*GrassEach+p.foods] = c
			p.foods++
			p.food.add(c)
		}
	}
	if len(p.Wanted()) > 0 {
		return
	}
	p.side = p.side.Other()
	if p.side == Red {
		return
	}
	if p.phase++; p.phase == Playing {
		p.begin()
	}
}

// begin puts a queen on every hill and a worker on every tunnel (R3).
func (p *Position) begin() {
	for s := Blue; s <= Red; s++ {
		p.hatch(s, p.hill[s], Queen, false)
		p.hatch(s, p.tunnel[s], Worker, false)
		p.stock[s] = 1
	}
}

// Chance draws numbers: Below returns one from 0 to n-1, each equally likely.
type Chance interface{ Below(n int) int }

// DrawPlacement appends the cells that the original's "Random Override" places for the seat to answer, as that seat sees them:
// for each item a column and then a row of its zone are drawn until the cell is free.
func (p *Position) DrawPlacement(dst []grid.Point, chance Chance) []grid.Point {
	built := p.Built()
	for _, item := range p.Wanted() {
		for {
			at := grid.Point{X: chance.Below(Size), Y: chance.Below(homeRows)}
			if item == Food {
				at.Y += Size - homeRows
			}
			if c := p.seen(at); !built.Has(c) {
				built.add(c)
				dst = append(dst, at)
				break
			}
		}
	}
	return dst
}
