package bot

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/gridiron-games/gridiron/sarena"
)

// Level is how well a level of the champion sees. The weaker ones miss most turns, and look a turn or two ahead.
type Level struct {
	// Turns is how many of its own turns it sees, drawn anew for each move, from 1; 2.3 is two or, three times of ten, three. The
	// nearer a turn is to the other seat's last one, the likelier it is seen. 0: all.
	Turns float64
	Depth int // turns to look ahead; 0: as Nodes allow, and the end of the game is solved. Not 0 with Turns.
	Nodes int // turns to search for a move, with a clock, too; a multiple of clockNodes
}

// Levels are the levels of the champion by strength, the weakest first; the last is the champion itself.
var Levels = [...]Level{
	{1.15, 1, 1024}, {1.47, 1, 1024}, {1.8, 1, 1024}, {2.27, 1, 1024}, {2.9, 1, 1024}, {3.7, 1, 1024}, {4.9, 1, 1024},
	{6.4, 1, 1024}, {9.2, 1, 1024}, {12.5, 1, 1024}, {17, 1, 1024}, {28, 1, 1024}, {0, 1, 1024}, {24, 2, 65_536}, {60, 2, 65_536},
	{0, 3, 65_536}, {0, 0, 8192}, {0, 0, ChampionNodes},
}

const levelTable = 14 // binary logarithm of the number of positions that a level remembers

// Champion returns the champion with the sight of a level below the last one. With a clock it thinks no more than without one.
func (l Level) Champion(chance *rand.Rand) *Champion {
	return &Champion{NodesPerMove: l.Nodes, tableBits: levelTable, sight: &sight{Level: l, chance: chance}}
}

// sight is what a level sees in one game; nil sees everything.
type sight struct {
	Level
	chance *rand.Rand
	behind *field // the board after its own last turn
}

// deep reports whether the end of the game is searched for.
func (s *sight) deep() bool { return s == nil || s.Depth == 0 }

// look returns the turns that are seen and how many turns it looks ahead.
func (s *sight) look(f *field) (turns [sarena.Directions]sarena.Set, depth int) {
	turns, depth = f.sources(), deepest
	if s != nil && s.Turns > 0 {
		turns = s.some(f, turns)
	}
	if s != nil && s.Depth > 0 {
		depth = s.Depth
	}
	return turns, depth
}

// some returns those of all turns of a field that are seen.
func (s *sight) some(f *field, all [sarena.Directions]sarena.Set) (seen [sarena.Directions]sarena.Set) {
	n := int(s.Turns)
	if s.chance.Float64() < s.Turns-float64(n) {
		n++
	}
	type glance struct {
		turn turn
		late float64
	}
	var list []glance
	last := s.last(f)
	for d, cells := range all {
		for ; cells != 0; cells = cells.Rest() {
			from := uint8(cells.First() & 63)
			list = append(list, glance{turn(from) | turn(d)<<6, float64(s.chance.Float64() * float64(1+f.distance(from, last)))})
		}
	}
	slices.SortFunc(list, func(a, b glance) int { return cmp.Compare(a.late, b.late) })
	for _, g := range list[:min(n, len(list))] {
		seen[g.turn>>6] |= 1 << (g.turn & 63)
	}
	return seen
}

// last returns the cell that the other seat moved a pile to, that in the middle at the beginning of a game.
func (s *sight) last(f *field) uint8 {
	for c := range uint8(f.size) {
		if s.behind != nil && f.heaps[c] != s.behind.heaps[c] && f.heaps[c] != 0 {
			return c
		}
	}
	return uint8(f.size)/2 + f.columns/2
}

// distance is how many steps a cell is from another.
func (f *field) distance(a, b uint8) int {
	return abs(int(a/f.columns)-int(b/f.columns)) + abs(int(a%f.columns)-int(b%f.columns))
}

func abs(n int) int { return max(n, -n) }

// remember keeps the board after the turn that is answered.
func (s *sight) remember(f *field, m turn) {
	if s == nil {
		return
	}
	f.step(m, &undo{})
	s.behind = f
}
