package reantics

// Seat is a player's side: Blue or Red.
type Seat uint8

// The two seats. Blue, the original's player 0, is at home at the top and moves first (R3).
const (
	Blue Seat = iota
	Red
)

// Other returns the opponent.
func (s Seat) Other() Seat { return s ^ 1 }

// String returns blue or red.
func (s Seat) String() string { return [2]string{"blue", "red"}[s&1] }

// Phase is a part of the game, with the original's number.
type Phase uint8

// The phases (R2).
const (
	PlacingHome Phase = iota + 1 // hill, tunnel and grass
	PlacingFood
	Playing
)

func (p Phase) String() string {
	if p < PlacingHome || p > Playing {
		return "unknown"
	}
	return phaseNames[p]
}

var phaseNames = [...]string{PlacingHome: "placing", PlacingFood: "feeding", Playing: "playing"}

// Item is a construction.
type Item uint8

// The constructions.
const (
	Nothing Item = iota
	Hill
	Tunnel
	Grass
	Food
)

func (i Item) String() string {
	return [...]string{"nothing", "anthill", "tunnel", "grass", "food"}[i]
}

// MaxAnts is the largest number of ants of both seats together: no cell holds two (R4), and there is no other limit.
const MaxAnts = Cells

// Ant is an ant of a seat.
type Ant struct {
	Cell     Cell
	Type     Type
	Health   int8
	Carrying bool
	Moved    bool  // it cannot move again in this turn
	ID       uint8 // 1 to 255, different from those of all other living ants; it never changes
}

// Position is the whole state between two answers. It is a value without pointers: copy it with =, compare it with ==, use it as
// a map key. Methods have pointer receivers only because it has about 750 bytes; those that change it say so. The zero value is
// not a position; get one from [Start], [Make] or [ParsePosition].
type Position struct {
	ants     [MaxAnts]Ant // Blue's list from the front, Red's from the back; unused places are zero
	count    [2]uint8
	newest   uint8 // the latest ID given
	occupied [2]Set
	hill     [2]Cell // NoCell before it is placed
	tunnel   [2]Cell
	health   [2][2]int32 // capture health by seat: hill, tunnel
	grass    Set
	food     Set
	items    [2*GrassEach + 2*FoodEach]Cell // grass in the order of placing, then food
	grasses  uint8
	foods    uint8
	stock    [2]uint8 // food in the larders
	phase    Phase
	side     Seat
	attacker Cell
	rules    Rules
}

// Start returns the empty board before Blue places its hill.
func Start(r Rules) Position {
	return Position{
		hill: [2]Cell{NoCell, NoCell}, tunnel: [2]Cell{NoCell, NoCell}, health: [2][2]int32{fullBuildings, fullBuildings},
		phase: PlacingHome, attacker: NoCell, rules: r & 1,
	}
}

var fullBuildings = [2]int32{HillHealth, TunnelHealth}

// Rules returns the table of rules that p uses.
func (p *Position) Rules() Rules { return p.rules }

// Phase returns the part of the game.
func (p *Position) Phase() Phase { return p.phase }

// Side returns the seat that must answer.
func (p *Position) Side() Seat { return p.side }

// Stock returns the food a seat has gathered and not spent.
func (p *Position) Stock(s Seat) int { return int(p.stock[s&1]) }

// Hill returns the cell of a seat's anthill, NoCell before it is placed.
func (p *Position) Hill(s Seat) Cell { return p.hill[s&1] }

// Tunnel returns the cell of a seat's tunnel, NoCell before it is placed.
func (p *Position) Tunnel(s Seat) Cell { return p.tunnel[s&1] }

// HillHealth returns how many more captures at the end of a turn take a seat's hill; it can fall below 0 (R14).
func (p *Position) HillHealth(s Seat) int { return int(p.health[s&1][0]) }

// TunnelHealth returns the same counter for a seat's tunnel, where it has no effect (D2).
func (p *Position) TunnelHealth(s Seat) int { return int(p.health[s&1][1]) }

// Grass returns the cells with grass.
func (p *Position) Grass() Set { return p.grass }

// Food returns the cells with food.
func (p *Position) Food() Set { return p.food }

// GrassList returns the cells with grass in the order of placing: Blue's, then Red's.
func (p *Position) GrassList() []Cell { return p.items[:p.grasses] }

// FoodList returns the cells with food in the order of placing: two on Red's side, then two on Blue's.
func (p *Position) FoodList() []Cell { return p.items[2*GrassEach:][:p.foods] }

// Occupied returns the cells with an ant of the seat.
func (p *Position) Occupied(s Seat) Set { return p.occupied[s&1] }

// Attacker returns the cell of the ant that has moved and must now attack, or NoCell (R15).
func (p *Position) Attacker() Cell { return p.attacker }

// Count returns the number of ants of a seat.
func (p *Position) Count(s Seat) int { return int(p.count[s&1]) }

// Ant returns the i-th ant of a seat in list order, i from 0 to Count(s)-1.
func (p *Position) Ant(s Seat, i int) Ant { return p.ants[place(s, i)] }

// AppendAnts appends the ants of a seat in list order to dst.
func (p *Position) AppendAnts(dst []Ant, s Seat) []Ant {
	for i := range p.Count(s) {
		dst = append(dst, p.Ant(s, i))
	}
	return dst
}

// place returns the index at which the i-th ant of a seat is kept.
func place(s Seat, i int) int {
	if s == Blue {
		return i
	}
	return MaxAnts - 1 - i
}

// find returns the list index of a seat's ant on a cell, or -1.
func (p *Position) find(s Seat, c Cell) int {
	if c >= Cells || !p.occupied[s].Has(c) {
		return -1
	}
	for i := range p.Count(s) {
		if p.ants[place(s, i)].Cell == c {
			return i
		}
	}
	return -1
}

// AntAt returns the ant on a cell, its seat, and whether there is one.
func (p *Position) AntAt(c Cell) (Ant, Seat, bool) {
	for s := Blue; s <= Red; s++ {
		if i := p.find(s, c); i >= 0 {
			return p.Ant(s, i), s, true
		}
	}
	return Ant{}, Blue, false
}

// ItemAt returns the construction on a cell, and the seat that owns it if it is a hill or a tunnel.
func (p *Position) ItemAt(c Cell) (Item, Seat) {
	if c >= Cells {
		return Nothing, Blue
	}
	for s := Blue; s <= Red; s++ {
		switch c {
		case p.hill[s]:
			return Hill, s
		case p.tunnel[s]:
			return Tunnel, s
		}
	}
	switch {
	case p.grass.Has(c):
		return Grass, Blue
	case p.food.Has(c):
		return Food, Blue
	}
	return Nothing, Blue
}

// Built returns the cells with any construction.
func (p *Position) Built() Set {
	return p.grass.Or(p.food).Or(SetOf(p.hill[:]...)).Or(SetOf(p.tunnel[:]...))
}

// QueenOf returns the list index of a seat's first queen, or -1.
func (p *Position) QueenOf(s Seat) int {
	for i := range p.Count(s) {
		if p.ants[place(s, i)].Type == Queen {
			return i
		}
	}
	return -1
}

// hatch appends a new ant to a seat's list.
func (p *Position) hatch(s Seat, c Cell, t Type, moved bool) {
	p.newest = p.freeID()
	p.ants[place(s, p.Count(s))] = Ant{Cell: c, Type: t, Health: int8(p.rules.Stats(t).Health), Moved: moved, ID: p.newest}
	p.count[s]++
	p.occupied[s].add(c)
}

// freeID returns the next unused ID; with at most 100 ants there is one.
func (p *Position) freeID() uint8 {
	for id := p.newest + 1; ; id++ {
		if id != 0 && !p.hasID(id) {
			return id
		}
	}
}

func (p *Position) hasID(id uint8) bool {
	for s := Blue; s <= Red; s++ {
		for i := range p.Count(s) {
			if p.ants[place(s, i)].ID == id {
				return true
			}
		}
	}
	return false
}

// bury removes the i-th ant of a seat; the others keep their order.
func (p *Position) bury(s Seat, i int) {
	p.occupied[s].remove(p.ants[place(s, i)].Cell)
	p.count[s]--
	for ; i < p.Count(s); i++ {
		p.ants[place(s, i)] = p.ants[place(s, i+1)]
	}
	p.ants[place(s, i)] = Ant{}
}
