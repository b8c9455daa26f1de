package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/referee"
	"github.com/gridiron-games/gridiron/tron/wire"
)

const position = `cycle=3/300 health=3 breaker=12/6 wall=1 crash=-20/-40/-60
blue dir=down health=2 cooldown=9 remaining=4 score=3
yellow dir=left health=3 cooldown=0 remaining=0 score=2
######
#b...#
#B..Y#
######
`

// TestView compares the view with what PROTOCOL.md and the templates of new-bot say.
func TestView(t *testing.T) {
	p, err := tron.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(wire.Codec.View(tron.View{Position: p, Seat: tron.Yellow, CycleDuration: 0.5}))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(p)
	want := `{"position":` + string(text) + `,"my_side":"Yellow","other_side":"Blue","current_cycle":3,"cycle_duration":0.5,"world":{` +
		`"board":[[1,1,1,1,1,1],[1,2,0,0,0,1],[1,0,0,0,0,1],[1,1,1,1,1,1]],"agents":{` +
		`"Blue":{"health":2,"position":{"x":1,"y":2},"direction":"Down","wall_breaker_cooldown":9,"wall_breaker_rem_time":4},` +
		`"Yellow":{"health":3,"position":{"x":4,"y":2},"direction":"Left","wall_breaker_cooldown":0,"wall_breaker_rem_time":0}},` +
		`"scores":{"Blue":3,"Yellow":2},"constants":{"max_cycles":300,"init_health":3,"wall_breaker_cooldown":12,"wall_breaker_duration":6,` +
		`"wall_score_coefficient":1,"area_wall_crash_score":-20,"my_wall_crash_score":-40,"enemy_wall_crash_score":-60}}}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLegal lists what has an effect: a seat whose breaker cools down may only turn.
func TestLegal(t *testing.T) {
	p, err := tron.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range []string{
		`[{},{"turn":"right"},{"turn":"left"}]`,
		`[{},{"turn":"up"},{"turn":"down"},{"breaker":true},{"turn":"up","breaker":true},{"turn":"down","breaker":true}]`,
	} {
		v := tron.View{Position: p, Seat: tron.Seat(s)}
		if got, err := json.Marshal(referee.Moves(v)); string(got) != want {
			t.Errorf("%v: the referee's moves are %s, %v, want %s", v.Seat, got, err, want)
		}
	}
}
