package bot

import "github.com/gridiron-games/gridiron/reantics"

// far is a cost greater than that of any way.
const far = 250

// terrain is what a map says about ways. Constructions never change during play, so a bot computes it once per game.
type terrain struct {
	grass, food reantics.Set
	hills       [2]reantics.Cell
	// walk[a][b] is the movement that an ant needs from a to b over grass, through ants. One that ignores grass needs the
	// distance.
	walk [reantics.Cells][reantics.Cells]uint8
	// home[s][c] is the way from c to the nearer of seat s's buildings; round[s][c] that from c to a piece of food and home
	// again, the shortest there is.
	home, round [2][reantics.Cells]uint8
	// pick[s][c] is the index in the list of the food that round goes by.
	pick [2][reantics.Cells]uint8
	// best[s] is the shortest way from a building of s to food and home again, far if there is none.
	best [2]int
	// walled reports whether the enemy, whose home is below in a view, has grass in GrassEach columns: a wall to gather behind.
	walled bool
}

// look returns t if it is the terrain of p, and else a new one.
func (t *terrain) look(p *reantics.Position) *terrain {
	hills := [2]reantics.Cell{p.Hill(reantics.Blue), p.Hill(reantics.Red)}
	if t != nil && t.grass == p.Grass() && t.food == p.Food() && t.hills == hills {
		return t
	}
	t = &terrain{grass: p.Grass(), food: p.Food(), hills: hills, walled: walled(p)}
	for b := range reantics.Cell(reantics.Cells) {
		t.ways(p, b)
	}
	for s := reantics.Blue; s <= reantics.Red; s++ {
		t.errands(p, s)
	}
	return t
}

// ways fills walk towards b. A queue with a place for each cost is enough: steps cost 1 or 2.
func (t *terrain) ways(p *reantics.Position, b reantics.Cell) {
	for a := range t.walk {
		t.walk[a][b] = far
	}
	t.walk[b][b] = 0
	var byCost [3]reantics.Set // cells whose cost is now, now+1, now+2
	byCost[0] = reantics.SetOf(b)
	var done reantics.Set
	for now := 0; !byCost[0].Or(byCost[1]).Or(byCost[2]).Empty(); now++ {
		for cells := byCost[0].Minus(done); !cells.Empty(); cells = cells.Rest() {
			c := cells.First()
			t.walk[c][b] = uint8(now)
			next := reantics.SetOf(c).Neighbours()
			if cost := p.EnterCost(c, false); cost == 1 {
				byCost[1] = byCost[1].Or(next)
			} else {
				byCost[2] = byCost[2].Or(next)
			}
		}
		done = done.Or(byCost[0])
		byCost = [3]reantics.Set{byCost[1].Minus(done), byCost[2].Minus(done)}
	}
}

func walled(p *reantics.Position) bool {
	columns := map[int]bool{}
	for rest := p.Grass().And(reantics.Homes[reantics.Red]); !rest.Empty(); rest = rest.Rest() {
		columns[rest.First().X()] = true
	}
	return len(columns) >= reantics.GrassEach
}

// errands fills home and round of a seat.
func (t *terrain) errands(p *reantics.Position, s reantics.Seat) {
	t.best[s] = far
	stores := []reantics.Cell{p.Hill(s), p.Tunnel(s)}
	for c := range reantics.Cell(reantics.Cells) {
		t.home[s][c], t.round[s][c] = far, far
		for _, store := range stores {
			if store != reantics.NoCell {
				t.home[s][c] = min(t.home[s][c], t.walk[c][store])
			}
		}
	}
	for i, f := range p.FoodList() {
		back := int(t.home[s][f])
		for c := range t.round[s] {
			if way := int(t.walk[c][f]) + back; way < int(t.round[s][c]) {
				t.round[s][c], t.pick[s][c] = uint8(way), uint8(i)
			}
		}
		for _, store := range stores {
			if store != reantics.NoCell {
				t.best[s] = min(t.best[s], int(t.walk[store][f])+back)
			}
		}
	}
}
