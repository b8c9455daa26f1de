package view_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/view"
)

const drawn = `playing blue manual
  0  1  2  3  4  5  6  7  8  9
0 .  .  .  ^Q .  .  .  .  .  .
1 .  ;  .  .  .  .  .  @  .  .
2 .  .  .  .  W  .  .  .  .  .
3 ;  .  .  .  .  .  .  .  %  .
4 .  .  .  .  .  .  .  .  .  .
5 .  .  .  .  .  .  .  .  .  .
6 .  .  %d .  .  .  .  .  .  .
7 .  .  .  .  .  .  .  .  .  .
8 .  .  .  .  .  .  @  .  .  .
9 .  .  .  .  .  .  .  ^q .  .
blue food 1 hill 30/3 tunnel 71/2 ants Q30/10* W42/4+*
red food 2 hill 79/1 tunnel 68/2 ants Q79/9 D26/4
grass 11 03
food 26 83
`

const want = `# BLUE to move
    0      1      2      3      4      5      6      7      8      9
0   .      .      .     ^Q10*   .      .      .      .      .      .
1   .     ;       .      .      .      .      .     @       .      .
2   .      .      .    ( .)   [ W4+*]( .)     .      .      .      .
3  ;       .      .      .    ( .)     .      .      .     %       .
4   .      .      .      .      .      .      .      .      .      .
5   .      .      .      .      .      .      .      .      .      .
6   .      .    <%d4>    .      .      .      .      .      .      .
7   .      .      .      .      .      .      .      .      .      .
8   .      .      .      .      .      .     @       .      .      .
9   .      .      .      .      .      .      .     ^q9     .      .
0 BLUE food 1 of 11, hill 3 of 3, ants: 1 queen, 1 worker
1 RED  food 2 of 11, hill 1 of 3, ants: 1 queen, 1 drone
`

func TestDraw(t *testing.T) {
	p, err := reantics.ParsePosition(drawn)
	if err != nil {
		t.Fatal(err)
	}
	var c ascii.Canvas
	view.Draw(&c, &p, "BLUE to move", view.Marks{
		Chosen: reantics.SetOf(42), Open: reantics.SetOf(32, 52, 43), Prey: reantics.SetOf(26),
	})
	var b strings.Builder
	if err := c.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("drawing (-want +got):\n%s\n%s", diff, b.String())
	}
}

func TestUnits(t *testing.T) {
	const want = `ANT_TYPES         MOVEMENT  HEALTH  ATTACK  RANGE  COST  IGNORES_GRASS
QUEEN                    2      10       4      1     -             no
WORKER                   2       2       0      1     1             no
DRONE                    3       4       2      1     2            yes
SOLDIER                  2       8       4      1     2             no
RANGED SOLDIER           1       2       3      3     2            yes
`
	if diff := cmp.Diff(want, view.Units(reantics.Original)); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
}
