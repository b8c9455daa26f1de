package ascii_test

import (
	"fmt"
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
		look func(ascii.Style) string
		want string
	}{
		{nil, "#\n  ab\n"},
		{func(s ascii.Style) string { return fmt.Sprintf("<%d>", s) }, "#\n  <5>ab<0>\n"},
	} {
		var b strings.Builder
		if err := c.Write(&b, tt.look); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, b.String()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
