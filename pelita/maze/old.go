package maze

import (
	"fmt"

	"github.com/gridiron-games/gridiron/pelita"
)

// GenerateOld makes a layout as the generator of version 2.5.1 does: walls that split the left half again and again, with gaps;
// then, unless dead ends are wanted, walls are opened until there are neither dead ends nor chambers with one entrance. The
// error is a [*Problem].
func GenerateOld(width, height, food int, deadEnds bool, chance Chance) (string, error) {
	if width < 8 || width%2 != 0 || height < 8 || width > maxSide || height > maxSide {
		return "", &Problem{Text: fmt.Sprintf("maze of %dx%d: want an even width, and 8x8 to %[3]dx%[3]d", width, height, maxSide)}
	}
	b := newBoard(width, height)
	for x := range width {
		b.put(pelita.Cell{X: x}, '#')
		b.put(pelita.Cell{X: x, Y: height - 1}, '#')
	}
	for y := range height {
		b.put(pelita.Cell{Y: y}, '#')
		b.put(pelita.Cell{X: width - 1, Y: y}, '#')
	}
	b.centreWall(chance)
	b.split(room{0, 0, width / 2, height}, height/2/2, false, chance)
	b.put(pelita.Cell{X: 1, Y: height - 2}, ' ')
	b.put(pelita.Cell{X: 1, Y: height - 3}, ' ')
	if !deadEnds {
		b.openDeadEnds()
		b.openChambers(chance)
	}
	if err := b.scatter(food, chance); err != nil {
		return "", err
	}
	return b.finish(), nil
}

// centreWall builds the wall at the border of the left half, with gaps above and below the middle.
func (b *board) centreWall(chance Chance) {
	interior, x := b.h-2, b.w/2-1
	for y := 1; y <= interior; y++ {
		b.put(pelita.Cell{X: x, Y: y}, '#')
	}
	for _, p := range shuffled(interior/2, chance)[:b.h/2/2] {
		b.put(pelita.Cell{X: x, Y: p + 1}, ' ')
		b.put(pelita.Cell{X: x, Y: interior - p}, ' ')
	}
}

func shuffled(n int, chance Chance) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	chance.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// room is a part of the board with the walls around it.
type room struct{ x, y, w, h int }

// split divides a room by a wall with gaps, and both parts by walls of the other orientation.
func (b *board) split(r room, gaps int, vertical bool, chance Chance) {
	if r.h-2 < 3 && r.w-2 < 3 {
		return
	}
	across, along := r.h-2, r.w-2
	if vertical {
		across, along = along, across
	}
	if across < 3+chance.Below(3) {
		return
	}
	pos := 1 + chance.Below(across-2)
	// at returns cell i of the wall, counted inside the room; cells -1 and along are in the walls around the room.
	at := func(i int) pelita.Cell {
		if vertical {
			return pelita.Cell{X: r.x + pos + 1, Y: r.y + 1 + i}
		}
		return pelita.Cell{X: r.x + 1 + i, Y: r.y + pos + 1}
	}
	for i := range along {
		b.put(at(i), '#')
	}
	order := shuffled(along, chance)
	open := order[:min(max(1, gaps), along)]
	if b.free(at(-1)) {
		b.put(at(0), ' ')
	}
	if b.free(at(along)) {
		b.put(at(along-1), ' ')
	}
	for _, i := range open {
		b.put(at(i), ' ')
	}
	first, second := r, r
	if vertical {
		first.w = pos + 2
		second.x, second.w = r.x+pos+1, r.w-pos-1
	} else {
		first.h = pos + 2
		second.y, second.h = r.y+pos+1, r.h-pos-1
	}
	b.split(first, max(1, gaps/2), !vertical, chance)
	b.split(second, max(1, gaps/2), !vertical, chance)
}

// The orders in which the original looks at the cells around a cell.
var (
	scanOrder  = [...]pelita.Cell{{X: -1}, {X: 1}, {Y: -1}, {Y: 1}} // building the graph
	pathOrder  = [...]pelita.Cell{{X: -1}, {Y: -1}, {X: 1}, {Y: 1}} // in the graph
	wallsOrder = [...]pelita.Cell{{Y: -1}, {Y: 1}, {X: 1}, {X: -1}} // walls to open
)

// openDeadEnds opens a wall beside each cell with one neighbour.
func (b *board) openDeadEnds() {
	g := newGraph(b)
	for {
		end, found := g.deadEnd()
		if !found {
			return
		}
		opened := false
		for _, d := range wallsOrder {
			c := end.Add(d)
			if !b.free(c) && c.X != b.w/2-1 && b.inside(c) {
				b.put(c, ' ')
				opened = true
				break
			}
		}
		if !opened { // the original would repeat this for ever
			return
		}
		g.build()
	}
}

// inside reports whether c is not one of the cells at the edge of the board.
func (b *board) inside(c pelita.Cell) bool { return 0 < c.X && c.X < b.w-1 && 0 < c.Y && c.Y < b.h-1 }

// scatter puts pellets on free cells of the left half, but not beside the border or where bots start.
func (b *board) scatter(food int, chance Chance) error {
	var free []pelita.Cell
	starts := b.starts()
	for y := range b.h {
		for x := range b.w/2 - 1 {
			if c := (pelita.Cell{X: x, Y: y}); b.free(c) && c != starts[0] && c != starts[2] {
				free = append(free, c)
			}
		}
	}
	if food < 0 || food > len(free) {
		return &Problem{true, fmt.Sprintf("%d pellets: this maze has room for 0 to %d", food, len(free))}
	}
	for _, i := range chance.Sample(len(free), food) {
		b.put(free[i], '.')
	}
	return nil
}
