package view

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/sarena"
)

func drawn(t *testing.T, p sarena.Position, last sarena.Move, turns int) string {
	t.Helper()
	var c ascii.Canvas
	Draw(&c, p, last, turns)
	var b strings.Builder
	if err := c.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDraw(t *testing.T) {
	p, err := sarena.ParsePosition("+NN .NY +NR/.NR +NNYRRYNY .NY")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		last  sarena.Move
		turns int
		want  string
	}{
		{sarena.Move{}, 0, `
# Yellow to move, chips +4, tie-break +3 for Yellow
    0           1           2
0   +NN         .NY         +NR
1   .NR         +NNYRRYNY   .NY
`},
		{sarena.Move{I1: 0, J1: 1, I2: 1, J2: 1}, 7, `
# turn 7: Red 0111, chips +4, tie-break +3 for Yellow
    0           1           2
0   +NN        (.NY)        +NR
1   .NR        [+NNYRRYNY]  .NY
`},
	} {
		if got := "\n" + drawn(t, p, tt.last, tt.turns); got != tt.want {
			t.Errorf("got %s\nwant %s", got, tt.want)
		}
	}
}

// A terminal has a legend of the letters, which is no part of the board.
func TestLegend(t *testing.T) {
	p, err := sarena.ParsePosition("+NN .NY +NR/.NR +NNYRRYNY .NY")
	if err != nil {
		t.Fatal(err)
	}
	c := ascii.Canvas{Live: true}
	Draw(&c, p, sarena.Move{}, 0)
	var b strings.Builder
	if err := c.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	for _, letters := range []string{"+ arrows", "Y yellow", "R red", "N grey", "its lower and its upper side"} {
		if !strings.Contains(b.String(), letters) {
			t.Errorf("no %q in\n%s", letters, b.String())
		}
	}
	if c.Width() >= 80 {
		t.Errorf("%d columns", c.Width())
	}
	if plain := drawn(t, p, sarena.Move{}, 0); !strings.HasPrefix(b.String(), plain) {
		t.Errorf("the board is\n%swant it to begin with\n%s", b.String(), plain)
	}
}

// TestDrawReadsBack: without the labels a drawing is a diagram.
func TestDrawReadsBack(t *testing.T) {
	p, err := sarena.ParsePosition("+NN .NY +NR/.NR +NNYRRYNY .")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(drawn(t, p, sarena.Move{}, 0), "\n")
	var board []string
	for _, line := range lines[2:] {
		if line != "" {
			board = append(board, line[labelWidth:])
		}
	}
	if again, err := sarena.ParseDiagram(strings.Join(board, "\n")); err != nil || again != p {
		t.Errorf("%v, %v, want %v", again, err, p)
	}
}
