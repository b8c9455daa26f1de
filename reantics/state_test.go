package reantics_test

import (
	"strings"
	"testing"

	. "github.com/gridiron-games/gridiron/reantics"
)

// TestMake makes positions up to the limits of their parts, and refuses what is beyond.
func TestMake(t *testing.T) {
	full := draw(t, started)
	playing := full.State()
	home := Start(Manual)
	empty := home.State()
	home.Place(points([][]int{{2, 1}, {7, 1}, {0, 3}}))
	half := home.State()
	for _, tt := range []struct {
		name   string
		state  State
		change func(*State)
		want   string // "": it is a position
	}{
		{"as it was", playing, func(*State) {}, ""},
		{"an empty board", empty, func(*State) {}, ""},
		{"a half of a home", half, func(*State) {}, ""},
		{"no phase", playing, func(s *State) { s.Phase = 0 }, "phase 0 and seat 0"},
		{"a fourth phase", playing, func(s *State) { s.Phase = 4 }, "phase 4 and seat 0"},
		{"a third seat", playing, func(s *State) { s.Side = 2 }, "phase 3 and seat 2"},
		{"the most food", playing, func(s *State) { s.Stock[1] = 100 }, ""},
		{"more food", playing, func(s *State) { s.Stock[1] = 101 }, "food 101 of red"},
		{"less than no food", playing, func(s *State) { s.Stock[0] = -1 }, "food -1 of blue"},
		{"the most captures", playing, func(s *State) { s.Hills[0].Health, s.Tunnels[1].Health = -1_000_000, 1_000_000 }, ""},
		{"more captures", playing, func(s *State) { s.Hills[0].Health = -1_000_001 }, "capture health -1000001 of the anthill of blue"},
		{"more health", playing, func(s *State) { s.Tunnels[1].Health = 1_000_001 }, "capture health 1000001 of the tunnel of red"},
		{"no hill", playing, func(s *State) { s.Hills[0].Cell = NoCell }, "anthill: want a cell of the board"},
		{"no tunnel", playing, func(s *State) { s.Tunnels[0].Cell = NoCell }, ""},
		{"a hill behind the board", playing, func(s *State) { s.Hills[0].Cell = Cells }, "anthill: want a cell of the board"},
		{"two on a cell", playing, func(s *State) { s.Tunnels[1].Cell = s.Hills[0].Cell }, "there is already anthill"},
		{"too much grass", playing, func(s *State) { s.Grass = append(s.Grass, At(5, 5)) }, "19 pieces of grass and 4 of food"},
		{"too many pieces of food", playing, func(s *State) { s.Food = append(s.Food, At(5, 5)) }, "18 pieces of grass and 5 of food"},
		{"food on grass", playing, func(s *State) { s.Food = []Cell{At(0, 3)} }, "food on 03: there is already grass"},
		{"an ant behind the board", playing, func(s *State) { s.Ants[0] = []Ant{{Cell: Cells, Health: 1}} }, "ant 1 of type 0"},
		{"an ant of no kind", playing, func(s *State) { s.Ants[1] = []Ant{{Cell: 5, Type: Types, Health: 1}} }, "ant 3 of type 5"},
		{"a dead ant", playing, func(s *State) { s.Ants[1] = []Ant{{Cell: 5, Health: 0}} }, "ant 3 on 05: want a health of at least 1, not 0"},
		{"two ants on a cell", playing, func(s *State) { s.Ants[1] = s.Ants[0] }, "ant 3 on 21: there is an ant already"},
		{"an attack of nobody", playing, func(s *State) { s.Attacker = At(5, 5) }, "attack 55: want the cell of an ant of blue"},
		{"ants in the set-up", half, func(s *State) { s.Ants[0] = playing.Ants[0] }, "want exactly what was placed by then"},
		{"a tunnel before the hill", empty, func(s *State) { s.Tunnels[0].Cell = At(1, 1) }, "want exactly what was placed by then"},
		{"grass before the tunnel", half, func(s *State) { s.Tunnels[0].Cell = NoCell }, "want exactly what was placed by then"},
		{"Red before Blue", empty, func(s *State) { s.Hills[1].Cell = At(8, 8) }, "want exactly what was placed by then"},
		{"Red to place, Blue without a tunnel", half, func(s *State) { s.Side, s.Tunnels[0].Cell = Red, NoCell }, "want exactly what was placed by then"},
		{"Red to place, Blue without a hill", half, func(s *State) { s.Side, s.Hills[0].Cell = Red, NoCell }, "want exactly what was placed by then"},
		{"food in the set-up of homes", half, func(s *State) { s.Food = []Cell{At(0, 9)} }, "want exactly what was placed by then"},
		{"Red to place, Blue's grass is missing", half, func(s *State) { s.Side = Red }, "want exactly what was placed by then"},
		{"all grass and Blue to place", half, func(s *State) { s.Grass = playing.Grass[:9] }, "want exactly what was placed by then"},
		{"food, and Red has no home", half, func(s *State) { s.Phase = PlacingFood }, "want exactly what was placed by then"},
		{"food", playing, func(s *State) { s.Phase, s.Ants, s.Food = PlacingFood, [2][]Ant{}, s.Food[:1] }, ""},
		{"all food of a seat", playing, func(s *State) { s.Phase, s.Ants, s.Food = PlacingFood, [2][]Ant{}, s.Food[:2] }, "want exactly"},
		{"food for both seats, and Blue to place", playing, func(s *State) { s.Phase, s.Ants, s.Food = PlacingFood, [2][]Ant{}, s.Food[:3] }, "want exactly"},
		{"grass for both seats, and Blue to place", playing, func(s *State) { s.Phase, s.Ants, s.Food = PlacingHome, [2][]Ant{}, nil }, "want exactly"},
		{"food, and Blue has no tunnel", playing, func(s *State) {
			s.Phase, s.Ants, s.Food, s.Tunnels[0].Cell = PlacingFood, [2][]Ant{}, s.Food[:1], NoCell
		}, "want exactly"},
		{"food, and some grass is missing", playing, func(s *State) {
			s.Phase, s.Ants, s.Food, s.Grass = PlacingFood, [2][]Ant{}, nil, s.Grass[:17]
		}, "want exactly"},
	} {
		s := tt.state
		tt.change(&s)
		p, err := Make(s)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q\n%v", tt.name, err, tt.want, &p)
		}
	}
}

// TestAnswers lists legal answers to each kind of question.
func TestAnswers(t *testing.T) {
	p := edit(t, "")
	var want []Move
	answers := p.View().Moves()
	for _, a := range answers {
		want = append(want, a.Move)
	}
	if got := p.AppendMoves(nil); len(got) != len(want) || len(got) == 0 || got[0] != want[0] || want[len(want)-1] != EndTurn {
		t.Errorf("the answers are %v, want %v", want, got)
	}
	home := Start(Manual)
	answers = home.View().Moves()
	if len(answers) != 40 || len(answers[0].Cells) != 1 || answers[39].Cells[0] != At(9, 3).Point() {
		t.Errorf("there are %d answers, want a cell of 40", len(answers))
	}
	for phase, want := range map[Phase]string{PlacingHome: "placing", PlacingFood: "feeding", Playing: "playing", 0: "unknown", 4: "unknown"} {
		if phase.String() != want {
			t.Errorf("phase %d is called %v, want %s", phase, phase, want)
		}
	}
	if Type(Types).String() != "unknown ant" || Ranged.String() != "ranged soldier" {
		t.Errorf("the kinds are called %v and %v", Type(Types), Ranged)
	}
}
