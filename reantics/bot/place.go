package bot

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/reantics"
)

// settle places what is wanted as all bots but Random do. At home, it places a hill and a tunnel, and the grass on the cells that
// are farthest from both, so that the opponent can place our food only near them. It places food where the opponent's way is
// longest.
func settle(p *reantics.Position, chance *rand.Rand) []reantics.Cell {
	wanted := p.Wanted()
	if wanted[0] == reantics.Food {
		return farFood(p, chance)[:len(wanted)]
	}
	if wanted[0] != reantics.Hill {
		return reantics.Homes[reantics.Blue].Minus(p.Built()).Append(nil)[:len(wanted)] // another bot began the set-up
	}
	x := chance.IntN(2) * 9
	mirror := func(at reantics.Cell) reantics.Cell { return reantics.At(max(x-at.X(), at.X()-x), at.Y()) }
	hill, tunnel := mirror(reantics.At(2, 1)), mirror(reantics.At(7, 1))
	cells := byDistance(reantics.Homes[reantics.Blue].Minus(reantics.SetOf(hill, tunnel)), chance, hill, tunnel)
	return append([]reantics.Cell{hill, tunnel}, cells[:reantics.GrassEach]...)
}

// byDistance sorts cells: those farthest from the nearer of two buildings first, equals in any order.
func byDistance(set reantics.Set, chance *rand.Rand, a, b reantics.Cell) []reantics.Cell {
	cells := set.Append(nil)
	chance.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	away := func(c reantics.Cell) int { return min(reantics.Distance(c, a), reantics.Distance(c, b)) }
	slices.SortStableFunc(cells, func(c, d reantics.Cell) int { return cmp.Compare(away(d), away(c)) })
	return cells
}

// farFood returns the free cells of the opponent's home with the longest ways to its buildings.
func farFood(p *reantics.Position, chance *rand.Rand) []reantics.Cell {
	foe := p.Side().Other()
	t := (*terrain)(nil).look(p)
	cells := byDistance(reantics.Homes[reantics.Red].Minus(p.Built()), chance, p.Hill(foe), p.Tunnel(foe))
	way := func(c reantics.Cell) int {
		back := int(t.home[foe][c])
		return back + min(int(t.walk[p.Hill(foe)][c]), int(t.walk[p.Tunnel(foe)][c]))
	}
	slices.SortStableFunc(cells, func(c, d reantics.Cell) int { return cmp.Compare(way(d), way(c)) })
	return cells
}
