package maze_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/maze"
)

// Hashes of the original's files.
func TestBuiltinLayouts(t *testing.T) {
	for name, want := range hashes {
		text, err := maze.Named(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); got != want {
			t.Errorf("%s: sha256 %s, want %s\n%s", name, got, want, text)
		}
	}
}

func TestEveryBuiltinLayoutIsOne(t *testing.T) {
	names := maze.Names()
	if len(names) != 2400 || !slices.IsSorted(names) {
		t.Errorf("%d names, sorted %v: want 2400, sorted", len(names), slices.IsSorted(names))
	}
	pellets := map[string]int{"normal": 30, "small": 10, "big": 60}
	for i, name := range names {
		if testing.Short() && i%20 > 0 {
			continue
		}
		text, err := maze.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		l, err := pelita.ParseLayout(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		size := strings.Split(strings.TrimPrefix(name, "dead_ends_"), "_")[0]
		if l.String() != text || len(l.Food) != 2*pellets[size] {
			t.Errorf("%s: %d pellets, or not printed as it is", name, len(l.Food))
		}
		if _, err := l.Maze(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNoSuchLayout(t *testing.T) {
	for _, name := range []string{"", "normal", "normal_1", "normal_1000", "normal_-01", "small_100", "dead_ends_", "dead_ends_huge_001", "normal_+12"} {
		if _, err := maze.Named(name); err == nil {
			t.Errorf("there is a layout %q", name)
		}
	}
}

func random(seed int64) *pyrand.Rand { return pyrand.New(big.NewInt(seed)) }

func TestR13LayoutOfASeed(t *testing.T) {
	for seed, want := range map[int64]string{0: "normal_776", 1: "dead_ends_normal_867", 7487886765553999309: "normal_393"} {
		chance := random(seed)
		name, text, err := maze.Draw(pelita.V251, "normal", chance)
		if err != nil || name != want {
			t.Errorf("seed %d: %s, %v, want %s", seed, name, err, want)
		}
		if named, err := maze.Named(name); err != nil || named != text {
			t.Errorf("seed %d: the text is not that of %s", seed, name)
		}
	}
	chance := random(0)
	if _, err := maze.Choose("normal", chance); err != nil || chance.Uint32() != 3823568514 {
		t.Errorf("another number of draws, or %v", err)
	}
	if _, _, err := maze.Draw(pelita.V251, "tiny", random(0)); err == nil {
		t.Error("2.5.1 has a size tiny")
	}
}

func TestGenerate(t *testing.T) {
	want := `
################
# ..   ##.#   y#
#  #.#.   ..  x#
#. .      ## #.#
#.# ##      . .#
#a  ..   .#.#  #
#b   #.##   .. #
################
`
	name, text, err := maze.Draw(pelita.V270, "tiny", random(0))
	if err != nil || name != "" {
		t.Fatalf("name %q, %v", name, err)
	}
	if diff := cmp.Diff(want[1:], text); diff != "" {
		t.Errorf("maze (-want +got):\n%s", diff)
	}
}

func TestGenerateWhatCannotBe(t *testing.T) {
	for _, tt := range []struct {
		size maze.Size
		food bool
	}{
		{maze.Size{Width: 15, Height: 8}, false}, {maze.Size{Width: 2, Height: 8}, false}, {maze.Size{Width: 16, Height: 2}, false},
		{maze.Size{Width: 16, Height: 8, Trapped: 3, Total: 2}, true}, {maze.Size{Width: 16, Height: 8, Total: 500}, true},
		{maze.Size{Width: 16, Height: 8, Trapped: -1, Total: 2}, true}, {maze.Size{Width: 1 << 20, Height: 8}, false},
	} {
		_, err := maze.Generate(tt.size, random(1))
		var p *maze.Problem
		if !errors.As(err, &p) || p.Food != tt.food {
			t.Errorf("%+v: %v", tt.size, err)
		}
	}
	if _, err := maze.GenerateOld(32, 16, 1000, true, random(1)); err == nil {
		t.Error("1000 pellets have room in half of 32x16 cells")
	}
	if _, err := maze.GenerateOld(7, 16, 1, true, random(1)); err == nil {
		t.Error("a maze may have 7 columns")
	}
}

// Mazes of all sizes and seeds are layouts, turn by 180 degrees into themselves, and have the pellets that they should have.
func TestMazeLaws(t *testing.T) {
	for seed := range int64(60) {
		h := 4 + int(seed)%13
		for version, generate := range map[string]func() (string, error){
			"2.7.0": func() (string, error) {
				return maze.Generate(maze.Size{Width: 2 * h, Height: h, Trapped: 1, Total: 3}, random(seed))
			},
			"2.5.1": func() (string, error) { return maze.GenerateOld(2*h+8, h+4, 3, seed%2 == 0, random(seed)) },
		} {
			text, err := generate()
			var p *maze.Problem
			if errors.As(err, &p) {
				continue
			}
			l, err := pelita.ParseLayout(text)
			if err != nil {
				t.Fatalf("%s, seed %d: %v\n%s", version, seed, err, text)
			}
			if len(l.Food) != 6 {
				t.Errorf("%s, seed %d: %d pellets, want 6\n%s", version, seed, len(l.Food), text)
			}
			m, err := l.Maze()
			if err != nil {
				t.Fatalf("%s, seed %d: %v", version, seed, err)
			}
			for _, c := range m.Walls() {
				if m.Free(pelita.Cell{X: l.Width - 1 - c.X, Y: l.Height - 1 - c.Y}) {
					t.Fatalf("%s, seed %d: the maze is not the same upside down\n%s", version, seed, text)
				}
			}
		}
	}
}

// The sizes that have a name are found by their numbers, too, with their pellets, as version 2.7.0 finds them.
func TestParseSize(t *testing.T) {
	none := maze.NoFood
	for _, tt := range []struct {
		texts string
		want  maze.Size
	}{
		{"tiny 16x8 8 016x8 08", maze.Size{Width: 16, Height: 8, Trapped: 3, Total: 10}},
		{"small 24x12 12", maze.Size{Width: 24, Height: 12, Trapped: 5, Total: 15}},
		{"normal 32x16 16", maze.Size{Width: 32, Height: 16, Trapped: 10, Total: 30}},
		{"big 48x24 24", maze.Size{Width: 48, Height: 24, Trapped: 15, Total: 50}},
		{"huge 64x32 32", maze.Size{Width: 64, Height: 32, Trapped: 20, Total: 60}},
		{"40x20 20", maze.Size{Width: 40, Height: 20, Trapped: none, Total: none}},
		{"16x16", maze.Size{Width: 16, Height: 16, Trapped: none, Total: none}},
		{"8x16", maze.Size{Width: 8, Height: 16, Trapped: none, Total: none}},
		{"20x10 10", maze.Size{Width: 20, Height: 10, Trapped: none, Total: none}},
		{"31x16", maze.Size{Width: 31, Height: 16, Trapped: none, Total: none}},
	} {
		for _, text := range strings.Fields(tt.texts) {
			if got, err := maze.ParseSize(text); err != nil || got != tt.want {
				t.Errorf("%s: %+v, %v, want %+v", text, got, err, tt.want)
			}
		}
	}
	if got, err := maze.ParseSize(" 32 x 16 "); err != nil || got.Total != 30 { // Python's int takes blanks
		t.Errorf("with blanks: %+v, %v", got, err)
	}
	for _, text := range []string{"", "medium", "x", "4x", "x4", "4x4x4", "32X16", "1x"} {
		if _, err := maze.ParseSize(text); err == nil {
			t.Errorf("%q is a size", text)
		}
	}
}

func BenchmarkMaze(b *testing.B) {
	b.Run("version=2.5.1/size=normal/dead-ends=false", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := maze.Named("normal_035"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("version=2.5.1/size=normal/drawn", func(b *testing.B) {
		b.ReportAllocs()
		chance := random(1)
		for b.Loop() {
			if _, _, err := maze.Draw(pelita.V251, "normal", chance); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("version=2.7.0/size=normal", func(b *testing.B) {
		b.ReportAllocs()
		chance := random(1)
		for b.Loop() {
			if _, _, err := maze.Draw(pelita.V270, "normal", chance); err != nil {
				b.Fatal(err)
			}
		}
	})
}
