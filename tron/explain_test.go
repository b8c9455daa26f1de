package tron_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/tron"
)

func TestExplain(t *testing.T) {
	for _, tt := range []struct{ name, board, cycle, want string }{
		{"R3 commands, timers, walls, collisions", `
			blue cooldown=0 remaining=0
			yellow cooldown=1 remaining=1
			#######
			#Byb.Y#
			#.....#
			#######`, "A/D", "blue breaker on; yellow turned Down; yellow breaker ready; yellow breaker end; " +
			"blue wall built 1,1; yellow wall built 5,1; blue wall broken 2,1 of yellow"},
		{"R3 the order of the bikes is the map's, that of commands is not", `
			yellow
			blue health=1
			#######
			#Bb.bY#
			#.....#
			#######`, "-/AD", "yellow breaker on; yellow turned Down; yellow wall built 5,1; blue wall built 1,1; " +
			"blue health lost; blue crashed 2,1 own"},
		{"R4 the order of a seat's orders shows", `
			#######
			#B...Y#
			#.....#
			#######`, "DA/AD", "blue turned Down; blue breaker on; yellow breaker on; yellow turned Down; " +
			"blue wall built 1,1; yellow wall built 5,1"},
		{"R6 half a cell when both are in one", "#####\n#B.Y#\n#####", "-/-",
			"blue wall built 1,1; yellow wall built 3,1; blue crashed 2,1 bike half; yellow crashed 2,1 bike half"},
		{"R6 a whole cell when they change places", "####\n#BY#\n####", "-/-",
			"blue wall built 1,1; yellow wall built 2,1; blue crashed 2,1 bike; yellow crashed 1,1 bike"},
		{"R7 half a cell on area walls", "yellow dir=up\n#####\n#.BY#\n#...#\n#####", "U/-",
			"blue turned Up; blue wall built 2,1; yellow wall built 3,1; blue crashed 2,0 area half; yellow crashed 3,0 area half"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := draw(t, tt.board)
			var got []string
			for _, e := range p.Explain(commands(t, tt.cycle), nil) {
				got = append(got, show(e))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

func show(e tron.Event) string {
	text := fmt.Sprint(e.Seat, " ", e.Kind)
	switch e.Kind {
	case tron.Turned:
		text += fmt.Sprint(" ", e.Direction)
	case tron.WallBuilt:
		text += fmt.Sprintf(" %d,%d", e.At.X, e.At.Y)
	case tron.WallBroken:
		text += fmt.Sprintf(" %d,%d of %v", e.At.X, e.At.Y, e.Owner)
	case tron.Crashed:
		text += fmt.Sprintf(" %d,%d %v", e.At.X, e.At.Y, e.Crash)
	}
	if e.Half {
		text += " half"
	}
	return text
}
