// Package maze makes the boards of Pelita: the 2400 layouts that version 2.5.1 comes with, made again from their seeds, and the
// generator of version 2.7.0, which makes a new one for each game.
package maze

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridiron-games/gridiron/pelita"
)

// Chance is a source of random draws for generators, such as *pyrand.Rand of the kernel.
type Chance interface {
	pelita.Chance
	Shuffle(n int, swap func(i, j int))
	Sample(n, k int) []int
}

// Draw draws the layout of a game with the game's random numbers, before anything else is drawn: in version 2.5.1 a built-in one
// of a size, in version 2.7.0 a new one, with the name "".
func Draw(v pelita.Version, size string, chance Chance) (name, text string, err error) {
	if v == pelita.V251 {
		if name, err = Choose(size, chance); err != nil {
			return "", "", err
		}
		text, err = Named(name)
		return name, text, err
	}
	s, err := ParseSize(size)
	if err != nil {
		return "", "", err
	}
	text, err = Generate(s, chance)
	return "", text, err
}

// Size is the size of a maze that the generator of version 2.7.0 makes.
type Size struct {
	Width, Height  int
	Trapped, Total int // pellets of each team: in dead ends, and in all
}

// sizes are the sizes that have a name.
var sizes = []struct {
	name string
	size Size
}{
	{"tiny", Size{16, 8, 3, 10}}, {"small", Size{24, 12, 5, 15}}, {"normal", Size{32, 16, 10, 30}},
	{"big", Size{48, 24, 15, 50}}, {"huge", Size{64, 32, 20, 60}},
}

// NoFood is the number of pellets of a size that gives none.
const NoFood = -1

// ParseSize reads a size of version 2.7.0: tiny, small, normal, big or huge, or WxH, or H for 2HxH. Sizes other than those that
// have a name have NoFood pellets.
func ParseSize(text string) (Size, error) {
	var names []string
	for _, s := range sizes {
		if s.name == text {
			return s.size, nil
		}
		names = append(names, s.name)
	}
	w, h, found := strings.Cut(text, "x")
	if !found {
		w, h = "", text
	}
	height, err := strconv.Atoi(strings.TrimSpace(h))
	width := 2 * height
	if err == nil && found {
		width, err = strconv.Atoi(strings.TrimSpace(w))
	}
	for _, s := range sizes {
		if err == nil && s.size.Width == width && s.size.Height == height {
			return s.size, nil
		}
	}
	if err != nil {
		return Size{}, fmt.Errorf("size %q: want %s, or a width and height such as 40x20", text, strings.Join(names, ", "))
	}
	return Size{width, height, NoFood, NoFood}, nil
}

// board is a layout in the making, by x and y.
type board struct {
	w, h int
	cell []byte // by x*h+y
}

func newBoard(w, h int) *board {
	return &board{w, h, slices.Repeat([]byte{' '}, w*h)}
}

func (b *board) at(c pelita.Cell) byte        { return b.cell[c.X*b.h+c.Y] }
func (b *board) put(c pelita.Cell, what byte) { b.cell[c.X*b.h+c.Y] = what }
func (b *board) free(c pelita.Cell) bool      { return b.at(c) != '#' }
func (b *board) index(c pelita.Cell) int      { return c.X*b.h + c.Y }
func (b *board) turned(c pelita.Cell) pelita.Cell {
	return pelita.Cell{X: b.w - 1 - c.X, Y: b.h - 1 - c.Y}
}

// finish fills the right half with the left half, turned by 180 degrees, puts the bots on their cells and draws the board.
func (b *board) finish() string {
	for x := range b.w / 2 {
		for y := range b.h {
			c := pelita.Cell{X: x, Y: y}
			b.put(b.turned(c), b.at(c))
		}
	}
	for bot, c := range b.starts() {
		b.put(c, pelita.Letters[bot])
	}
	text := make([]byte, 0, (b.w+1)*b.h)
	for y := range b.h {
		for x := range b.w {
			text = append(text, b.cell[x*b.h+y])
		}
		text = append(text, '\n')
	}
	return string(text)
}

// starts are the cells of the bots by number.
func (b *board) starts() [pelita.Bots]pelita.Cell {
	return [pelita.Bots]pelita.Cell{{X: 1, Y: b.h - 3}, {X: b.w - 2, Y: 2}, {X: 1, Y: b.h - 2}, {X: b.w - 2, Y: 1}}
}
