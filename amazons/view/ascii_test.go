package view_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/view"
	"github.com/gridiron-games/gridiron/kernel/ascii"
)

func TestDraw(t *testing.T) {
	p, err := amazons.ParseDiagram(". B B .\nB . . B\nR . . R\n. R R .")
	if err != nil {
		t.Fatal(err)
	}
	m, err := amazons.ParseMove("B0A0B0")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		p     amazons.Position
		last  amazons.Move
		turns int
		want  string
	}{
		{"a start has no last turn", p, amazons.Move{}, 0, `# RED to move, territory RED 2, BLUE 2
3 . B B .
2 B . . B
1 R . . R
0 . R R .
  A B C D
`},
		{"a last turn is marked", p.Play(m), m, 1, `# turn 1: RED B0A0B0, territory RED 1, BLUE 1
3 . B B .
2 B . . B
1 R . . R
0[R<x>R .
  A B C D
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var c ascii.Canvas
			view.Draw(&c, tt.p, tt.last, tt.turns)
			var b strings.Builder
			if err := c.Write(&b, nil); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Errorf("screen (-want +got):\n%s", diff)
			}
			if again, err := amazons.ParseDiagram(b.String()); err != nil || again != tt.p {
				t.Errorf("the screen is read back as %v, %v, want %v", again, err, tt.p)
			}
			// Colours change nothing but colours.
			var coloured strings.Builder
			style := func(s ascii.Style) string { return map[ascii.Style]string{ascii.Red: "<red>", ascii.Plain: ""}[s] }
			if err := c.Write(&coloured, style); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(coloured.String(), "<red>R") {
				t.Errorf("no red queen in %q", coloured.String())
			}
		})
	}
}

// Territory by its definition: for each free square the fewest moves of a queen of each colour, found square by square.
func TestTerritory(t *testing.T) {
	p, err := amazons.ParsePosition("10/2R7/1x1B6/2xx1x3B/x1xR1xxxx1/2B2B1x2/2x5Rx/4R2x2/4x4x/4x5 b")
	if err != nil {
		t.Fatal(err)
	}
	distance := func(s amazons.Seat, to amazons.Square) int {
		reached, blocked := p.Queens(s), p.Blocked()
		for n := 1; n < 50; n++ {
			next := reached
			for from := reached; !from.Empty(); from = from.Rest() {
				next = next.Or(amazons.Reach(from.First(), blocked))
			}
			if next.Has(to) {
				return n
			}
			reached = next
		}
		return 50
	}
	wantRed, wantBlue := 0, 0
	for free := p.Free(); !free.Empty(); free = free.Rest() {
		red, blue := distance(amazons.Red, free.First()), distance(amazons.Blue, free.First())
		if red < blue {
			wantRed++
		} else if blue < red {
			wantBlue++
		}
	}
	if red, blue := view.Territory(p); red != wantRed || blue != wantBlue {
		t.Errorf("Territory = %d, %d, want %d, %d", red, blue, wantRed, wantBlue)
	}
}
