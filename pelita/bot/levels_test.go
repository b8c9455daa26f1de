package bot

import (
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/pelita"
)

// A bot that sees three steps far goes for the pellet that is three steps away, and where there is none it goes to the other half.
// One that looks at nothing goes anywhere: [first] draws the first legal cell.
func TestLevelsSee(t *testing.T) {
	const near = `
##############
#a           #
#      .     #
#b          x#
#    .   .  y#
##############`
	const beside = `
##############
#            #
#       a . .#
#b          x#
#    .      y#
##############`
	for _, tt := range []struct {
		name, layout string
		level        Level
		want         pelita.Cell
	}{
		{"to the other half", near, Level{Looks: 100, Sight: 3}, pelita.Cell{X: 2, Y: 1}},
		{"to the nearest pellet", beside, Level{Looks: 100, Sight: 3}, pelita.Cell{X: 9, Y: 2}},
		{"without a look", beside, Level{Looks: 0, Sight: 3}, pelita.Cell{X: 8, Y: 2}},
	} {
		b := setup(t, tt.layout)
		c := &Champion{Level: &tt.level}
		if at, err := c.Move(t.Context(), b); err != nil || at != tt.want {
			t.Errorf("%s: %v, %v, want %v", tt.name, at, err, tt.want)
		}
		if c.played > 0 {
			t.Errorf("%s: %d playouts, want none", tt.name, c.played)
		}
	}
	b := setup(t, beside)
	g := newGround(b.Maze, b.Version)
	for sight, want := range map[int]int{1: 0, 2: 1, 4: 2, 0: 2} {
		if seen := (&Level{Sight: sight}).food(g, g.at(pelita.Cell{X: 8, Y: 2}), b.Enemy[0].Food); len(seen) != want {
			t.Errorf("sight %d: %v, want %d pellets", sight, seen, want)
		}
	}
}

// Every level plays by the rules, also with a clock.
func TestLevelsPlay(t *testing.T) {
	for i := range Levels {
		if r := playGame(t, 2*i, &Champion{Level: &Levels[i]}, &DemoAttacker{}, time.Minute); r.wrong != [2]int{} {
			t.Errorf("level %d: %v late or illegal moves", i+1, r.wrong)
		}
	}
}
