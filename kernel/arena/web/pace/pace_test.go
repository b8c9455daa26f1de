package pace_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/web/pace"
	"github.com/gridiron-games/gridiron/kernel/scene"
)

var board = &scene.Board{
	W: 1, H: 1, Score: "Food", Rows: []scene.Row{{ID: "ants", Caption: "Ants"}, {ID: "hill", Caption: "Anthill"}, {ID: "state", Caption: "State"}},
	Seats: []scene.Chair{{ID: "BLUE"}, {ID: "RED"}},
}

// now returns a scene with these numbers of ants.
func now(blue, red int) *scene.Scene {
	s := &scene.Scene{Board: board}
	for _, ants := range []int{blue, red} {
		rows := map[string]scene.Value{"ants": scene.Number(ants), "hill": scene.Pips(3, 3), "state": scene.Word("ready")}
		s.Sides = append(s.Sides, scene.Side{Score: scene.Number(7), Rows: rows})
	}
	return s
}

// Conditions are about players, wherever these sit, and hold when all of their counts do.
func TestMet(t *testing.T) {
	s := now(2, 5)
	ants := func(player int, n float64) pace.Count { return pace.Count{Player: player, Fact: "ants", Is: n} }
	for _, tt := range []struct {
		players [2]string
		counts  []pace.Count
		want    bool
	}{
		{[2]string{pace.Any, pace.Any}, []pace.Count{ants(0, 2)}, true},
		{[2]string{pace.Any, pace.Any}, []pace.Count{ants(0, 5)}, false},
		{[2]string{pace.Any, pace.Any}, []pace.Count{ants(0, 2), ants(1, 5), {Player: 1, Is: 7}, {Fact: "hill", Is: 3}}, true},
		{[2]string{pace.Any, pace.Any}, []pace.Count{ants(0, 2), ants(1, 4)}, false},
		{[2]string{pace.Any, pace.Any}, []pace.Count{{Fact: "state"}}, false},
		{[2]string{"ann", pace.Any}, []pace.Count{ants(0, 5)}, true}, // ann is RED
		{[2]string{pace.Any, "ann"}, []pace.Count{ants(1, 5)}, true},
		{[2]string{"ann", pace.AnyBot}, []pace.Count{ants(1, 2)}, false}, // a human is no bot
		{[2]string{"ann", "human"}, []pace.Count{ants(1, 2)}, true},
		{[2]string{"ann", "bob"}, []pace.Count{ants(0, 5)}, false},
	} {
		c := pace.Condition{Players: tt.players, Counts: tt.counts}
		if got := c.Met(s, []string{"human", "ann"}); got != tt.want {
			t.Errorf("%s: %v, want %v", c.Words(board), got, tt.want)
		}
	}
}

// A condition pauses after every ply with which it holds, and again in the next game; a fault pauses, if that is wanted.
func TestPauses(t *testing.T) {
	var p pace.Pace
	rules := pace.Rules{When: []pace.Condition{{Players: [2]string{pace.Any, pace.Any}, Counts: []pace.Count{{Fact: "ants", Is: 2}}}}}
	if err := rules.Check(board); err != nil {
		t.Fatal(err)
	}
	p.Follow(rules)
	names := []string{"a", "b"}
	for i, step := range []struct {
		ants   int
		ply    bool
		fault  string
		paused bool
	}{{1, true, "", false}, {2, true, "", true}, {2, true, "", true}, {2, false, "", false}, {3, true, "late", false}, {2, true, "", true}} {
		p.Shown(now(step.ants, 9), names, step.ply, step.fault)
		if p.Paused != step.paused || (p.Hold() != 0) != step.paused || strings.Contains(p.Why, "BLUE Ants 2") != step.paused {
			t.Errorf("scene %d: paused %v because %q, want %v", i, p.Paused, p.Why, step.paused)
		}
		p.Do("resume", 0, nil)
	}
	p.Shown(now(1, 1), names, true, "")
	rules.Faults = true
	p.Follow(rules)
	p.Shown(now(1, 1), names, true, "RED: late")
	if !p.Paused || p.Why != "RED: late" {
		t.Errorf("after a fault paused %v because %q", p.Paused, p.Why)
	}
	p.Begin()
	if p.Paused {
		t.Error("the next game is held by the fault of the last one")
	}
	p.Do("pause", 0, nil)
	p.Begin()
	if !p.Paused {
		t.Error("somebody has paused, and the next game goes on")
	}
	p.Shown(now(2, 1), names, false, "")
	if p.Why == "" {
		t.Error("a condition that holds in the next game, too, does not pause it")
	}
}

// Rules that no board has are refused.
func TestCheck(t *testing.T) {
	for _, bad := range []pace.Rules{
		{When: []pace.Condition{{}}},
		{When: []pace.Condition{{Counts: []pace.Count{{Fact: "wings"}}}}},
		{When: []pace.Condition{{Counts: []pace.Count{{Player: 2}}}}},
		{When: []pace.Condition{{Counts: make([]pace.Count, 99)}}},
		{When: make([]pace.Condition, 99)},
	} {
		if bad.Check(board) == nil {
			t.Errorf("%v is taken, want an error", bad)
		}
	}
}
