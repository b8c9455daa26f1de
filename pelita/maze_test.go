package pelita_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

// maze returns a maze without a wall round it, as NewMaze allows: # is a wall.
func maze(t *testing.T, rows ...string) (*pelita.Maze, error) {
	t.Helper()
	var walls []pelita.Cell
	for y, row := range rows {
		for x, r := range row {
			if r == '#' {
				walls = append(walls, at(x, y))
			}
		}
	}
	return pelita.NewMaze(len(rows[0]), len(rows), walls)
}

// open returns a maze of free cells only.
func open(t *testing.T, w, h int) *pelita.Maze {
	t.Helper()
	m, err := pelita.NewMaze(w, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSizesOfMazes(t *testing.T) {
	for _, tt := range []struct {
		w, h int
		want string
	}{
		{0, 5, "maze of 0x5 cells: want 1 to 65536 cells"},
		{5, 0, "maze of 5x0 cells: want 1 to 65536 cells"},
		{-2, -2, "maze of -2x-2 cells: want 1 to 65536 cells"},
		{257, 256, "maze of 257x256 cells: want 1 to 65536 cells"},
		{1, 5, "the blue team needs two free cells to respawn in"},
		{5, 1, "the blue team needs two free cells to respawn in"},
		{256, 256, ""},
	} {
		got := ""
		if _, err := pelita.NewMaze(tt.w, tt.h, nil); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%dx%d: got %q, want %q", tt.w, tt.h, got, tt.want)
		}
	}
	if _, err := pelita.NewMaze(6, 4, slices.Repeat([]pelita.Cell{at(0, 0)}, 100)); err != nil {
		t.Errorf("walls that are named often: %v", err)
	}
}

func TestContains(t *testing.T) {
	m := open(t, 6, 4)
	for c, want := range map[pelita.Cell]bool{
		at(0, 0): true, at(5, 3): true, at(0, 3): true, at(5, 0): true,
		at(-1, 0): false, at(0, -1): false, at(6, 0): false, at(0, 4): false, at(5, 4): false,
	} {
		if m.Contains(c) != want || m.Free(c) != want {
			t.Errorf("%v is on a board of 6x4: %v, want %v", c, !want, want)
		}
	}
}

// Cells at the edge of a board without walls round it are found, too, if the search from the corner reaches them.
func TestR5RespawnAtTheEdge(t *testing.T) {
	for _, tt := range []struct {
		rows []string
		want string // of a, x, b, y
	}{
		{[]string{"#####.", "..####", "######"}, "[(5, 0) (0, 1) (1, 1) (1, 1)]"},
		{[]string{"######", "#..##.", "......"}, "[(2, 1) (3, 2) (1, 1) (4, 2)]"},
	} {
		m, err := maze(t, tt.rows...)
		if err != nil {
			t.Errorf("%q: %v", tt.rows, err)
			continue
		}
		var got [pelita.Bots]pelita.Cell
		for bot := range got {
			got[bot] = m.Respawn(bot)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%q: respawn cells %v, want %s", tt.rows, got, tt.want)
		}
	}
}

// A bot is shown within five steps. A range that leaves the board on the left or at the top begins at 1, as the original's does.
func TestR10ShownCells(t *testing.T) {
	m := open(t, 14, 13)
	for i := range m.Cells() {
		c := m.At(i)
		var want []pelita.Cell
		for j := range m.Cells() {
			to := m.At(j)
			if to.Distance(c) <= pelita.NoiseRadius && (to.X > 0 || c.X >= 5) && (to.Y > 0 || c.Y >= 5) {
				want = append(want, to)
			}
		}
		if diff := cmp.Diff(want, shownFor(m, c)); diff != "" {
			t.Errorf("a bot on %v is shown on (-want +got):\n%s", c, diff)
		}
	}
}

// InShadow is the definition of the shadow; Age must find the same pellets. Pellets that come into it in one turn are listed in
// the order of the pellets.
func TestR11ShadowOfEachCell(t *testing.T) {
	m := open(t, 20, 9)
	l := &pelita.Layout{Width: 20, Height: 9}
	for i := range m.Cells() {
		l.Food = append(l.Food, m.At(i))
	}
	sorted := true
	for _, version := range []pelita.Version{pelita.V251, pelita.V270} {
		for _, seat := range []pelita.Seat{pelita.Blue, pelita.Red} {
			for i := range m.Cells() {
				p := pelita.NewPosition(l, m, pelita.Options{Version: version})
				p.Bots[seat], p.Bots[seat+2] = m.At(i), m.At((i+3*m.Height())%m.Cells())
				var want []pelita.Aged
				for _, c := range p.Food[seat].List() {
					if p.InShadow(seat, c) {
						want = append(want, pelita.Aged{Cell: c, Age: 1})
					}
				}
				p.Age(seat)
				if diff := cmp.Diff(want, p.Ages(seat), cmpEmpty); diff != "" {
					t.Fatalf("%v, %v with ghosts on %v: shaded pellets (-want +got):\n%s", version, seat, p.Bots, diff)
				}
				sorted = sorted && slices.IsSortedFunc(want, func(a, b pelita.Aged) int { return a.Cell.Compare(b.Cell) })
			}
		}
	}
	if sorted {
		t.Error("the order of the pellets is that of the cells everywhere: the test does not see which of them counts")
	}
}

// cmpEmpty lets no pellets be equal to an empty list of them.
var cmpEmpty = cmp.Transformer("empty", func(list []pelita.Aged) []pelita.Aged { return append([]pelita.Aged{}, list...) })

func TestR11InShadowAndFades(t *testing.T) {
	for _, tt := range []struct {
		version pelita.Version
		cell    pelita.Cell
		want    bool
	}{
		{pelita.V251, at(3, 2), true}, {pelita.V251, at(3, 3), true}, {pelita.V251, at(4, 3), false}, {pelita.V251, at(3, 4), false},
		{pelita.V270, at(3, 4), true}, {pelita.V270, at(4, 3), true}, {pelita.V270, at(5, 3), false},
		{pelita.V251, at(12, 3), false}, // b is a pacman there
		{pelita.V251, at(16, 5), false}, // a ghost of the enemy
	} {
		s := board(t, tt.version, wideOpen, 'a', place("a", 3, 2), place("b", 12, 3))
		if got := s.InShadow(pelita.Blue, tt.cell); got != tt.want {
			t.Errorf("%v: %v in blue's shadow: %v, want %v", tt.version, tt.cell, got, tt.want)
		}
	}
	s := board(t, pelita.V251, wideOpen, 'a')
	s.SetAges(pelita.Blue, []pelita.Aged{{Cell: at(7, 4), Age: 24}, {Cell: at(1, 1), Age: 25}})
	for cell, want := range map[pelita.Cell]bool{at(7, 4): false, at(1, 1): true, at(2, 2): false} {
		if s.Fades(pelita.Blue, cell) != want || s.Fades(pelita.Red, cell) {
			t.Errorf("%v is soon relocated: %v, want %v for blue and never for red", cell, !want, want)
		}
	}
	if s.AllowCamping = true; s.Fades(pelita.Blue, at(1, 1)) {
		t.Error("a pellet fades although camping is allowed")
	}
}

// drawAt is a Chance that always draws the same number, and remembers below which.
type drawAt struct{ n, below int }

func (d *drawAt) Below(n int) int         { d.below = n; return d.n }
func (d *drawAt) Below64(n uint64) uint64 { return uint64(d.Below(int(n))) }
func (d *drawAt) Float64() float64        { return 0 }

// The cells to which a pellet may go are drawn as +: not beside the border, not near the team's bots, nor on one of the enemy.
func TestR11Targets(t *testing.T) {
	for _, tt := range []struct {
		seat    pelita.Seat
		version pelita.Version
		layout  string
		pellet  pelita.Cell
		want    string
	}{
		{pelita.Blue, pelita.V251, `
			##############
			#a.       #y #
			#  x #   b   #
			# .    .     #
			##############`, at(2, 1), `
			##############
			#  +++    #  #
			# + +#       #
			#+ +++       #
			##############`},
		{pelita.Blue, pelita.V270, `
			##############
			#a.        y #
			#    .x .    #
			# .   b      #
			##############`, at(2, 1), `
			##############
			#   ++       #
			#  ++        #
			#  +         #
			##############`},
		{pelita.Red, pelita.V251, `
			##############
			# a       .y #
			#      .b    #
			#   ##  .  x##
			##############`, at(10, 1), `
			##############
			#       ++   #
			#        ++ +#
			#   ##   +  ##
			##############`},
	} {
		var targets []pelita.Cell
		for d := (drawAt{below: 1}); d.n < d.below; d.n++ {
			s := board(t, tt.version, tt.layout, 'a')
			s.SetAges(tt.seat, []pelita.Aged{{Cell: tt.pellet, Age: 31}})
			food := s.Food[tt.seat].List()
			if moved := s.Relocate(tt.seat, &d); len(moved) != 1 || moved[0] != tt.pellet {
				t.Fatalf("relocated %v, want %v", moved, tt.pellet)
			}
			if n := s.Food[tt.seat].Len(); n != len(food) {
				t.Fatalf("%d pellets after the relocation of one of %d", n, len(food))
			}
			for _, c := range s.Food[tt.seat].List() {
				if !slices.Contains(food, c) {
					targets = append(targets, c)
				}
			}
		}
		if !slices.IsSortedFunc(targets, pelita.Cell.Compare) {
			t.Errorf("targets %v: want them ascending", targets)
		}
		s := board(t, tt.version, tt.layout, 'a')
		picture := []byte((&pelita.Layout{Width: 14, Height: 5, Walls: s.Maze.Walls()}).String())
		for _, c := range targets {
			picture[c.Y*15+c.X] = '+'
		}
		if diff := cmp.Diff(drawn(tt.want), string(picture)); diff != "" {
			t.Errorf("%v: targets (-want +got):\n%s", tt.seat, diff)
		}
	}
}
