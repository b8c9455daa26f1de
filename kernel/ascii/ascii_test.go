package ascii_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/grid"
)

func TestCanvas(t *testing.T) {
	var c ascii.Canvas
	c.Text(grid.Point{X: 2, Y: 1}, "ab ", ascii.Red)
	c.Put(grid.Point{X: 0, Y: 0}, '#', ascii.Plain)
	c.Put(grid.Point{X: -1, Y: 0}, '!', ascii.Plain)
	for _, tt := range []struct {
		colour bool
		want   string
	}{
		{false, "#\n  ab\n"},
		{true, "#\n  \x1b[0;1;31mab\x1b[0m\n"},
	} {
		var b strings.Builder
		if err := c.Write(&b, tt.colour); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, b.String()); diff != "" {
			t.Errorf("colour %v (-want +got):\n%s", tt.colour, diff)
		}
	}
}

func TestCleanLeavesNothingThatMovesTheCursor(t *testing.T) {
	if got, want := ascii.Clean("\x1b[2Jhi\nthere\u009b\xff", 40), "[2Jhi there \uFFFD"; got != want {
		t.Errorf("Clean = %q, want %q", got, want)
	}
	if got, want := ascii.Clean("abcdefghij", 8), "abcde..."; got != want {
		t.Errorf("Clean = %q, want %q", got, want)
	}
}
