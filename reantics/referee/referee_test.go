package referee_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/referee"
)

const fight = `playing blue manual
0 ^  .  .  .  .  .  .  .  .  Q
1 .  .  .  w  .  .  .  .  .  .
2 .  .  S  .  .  .  .  .  .  .
3 .  @W .  d  .  .  .  .  .  .
4 .  .  .  .  .  .  .  .  .  .
5 .  .  .  .  .  .  .  .  .  .
6 .  .  .  .  .  .  .  .  .  .
7 .  .  .  .  .  .  .  .  .  .
8 .  .  .  .  .  .  .  .  @  .
9 .  .  .  .  .  .  .  .  .  ^q
blue food 2
`

func start(t *testing.T, text string, o referee.Options) *referee.Referee {
	t.Helper()
	p, err := reantics.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return referee.New(p, o)
}

// answer passes an answer, in cells as the seat sees them, to the referee.
func answer(t *testing.T, r *referee.Referee, text string) {
	t.Helper()
	if len(r.Ask()) == 0 {
		t.Fatalf("the game is over before %s: %v", text, r.Result())
	}
	var a reantics.Answer
	if m, err := reantics.ParseMove(text); err == nil {
		a.Move = m
	} else if err := a.UnmarshalJSON([]byte(text)); err != nil {
		t.Fatal(err)
	}
	r.Answer([]turn.Answer[reantics.Answer]{{Value: a}})
}

// What a seat does wrong, in the words of the result. R23: every failure loses at once.
func TestFailureR23(t *testing.T) {
	for _, tt := range []struct{ name, text, answer, detail string }{
		{"no action", fight, `[[1,2]]`, "answered [[1,2]]: there is no action (R8)"},
		{"illegal move", fight, "M2244", "answered {\"type\":\"move\",\"path\":[[2,2],[4,4]]}: a step of the path is not one cell along a row or a column (R10)"},
		{"odd move", fight, `{"type":7,"path":[[0,0]]}`, `answered {"type":7,"path":[[0,0]]}: no action has this number (R8)`},
		{"too dear", fight, `{"type":"build","at":[0,0],"what":"queen"}`, `answered {"type":"build","at":[0,0],"what":"queen"}: only workers, drones, soldiers and ranged soldiers are built (R12)`},
		{"empty placement", "", `[]`, "placed illegally: the answer places nothing (R6)"},
		{"an action for a placement", "", "E", "placed illegally: the answer places nothing (R6)"},
		{"wrong rows", "", `[[0,4]]`, "placed illegally: a cell is not in the rows where the item belongs (R7)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := referee.New(reantics.Start(reantics.Manual), referee.Options{})
			if tt.text != "" {
				r = start(t, tt.text, referee.Options{})
			}
			answer(t, r, tt.answer)
			got := r.Result()
			if len(r.Ask()) != 0 || got.Winner != 1 || got.Reason != referee.Illegal || got.Detail != tt.detail {
				t.Errorf("result %+v, want that red wins: blue %s", got, tt.detail)
			}
		})
	}
	r := start(t, fight, referee.Options{})
	r.Ask()
	r.Answer([]turn.Answer[reantics.Answer]{{Fault: turn.Faultf(turn.Late, "no answer within 1s")}})
	want := turn.Result{Winner: 1, Reason: "late", Detail: "was late (no answer within 1s)", Score: r.Result().Score}
	if diff := cmp.Diff(want, r.Result()); diff != "" {
		t.Errorf("result of a fault (-want +got):\n%s", diff)
	}
}

// A seat that places too few items is asked for the rest; surplus cells are dropped; each seat sees its home at the top.
func TestPlacing(t *testing.T) {
	r := referee.New(reantics.Start(reantics.Manual), referee.Options{})
	home := `[[0,0],[1,0],[0,1],[1,1],[2,1],[3,1],[4,1],[5,1],[6,1],[7,1],[8,1],[99,99]]`
	for _, step := range []struct {
		seat   int
		ask    reantics.Ask
		answer string
	}{
		{0, reantics.AskHome, `[[0,0]]`},
		{0, reantics.AskHome, `[[1,0],[0,1],[1,1]]`},
		{0, reantics.AskHome, `[[2,1],[3,1],[4,1],[5,1],[6,1],[7,1],[8,1]]`},
		{1, reantics.AskHome, home},
		{0, reantics.AskFood, `[[5,6]]`},
		{0, reantics.AskFood, `[[5,7]]`},
		{1, reantics.AskFood, `[[5,6],[5,7]]`},
	} {
		q := r.Ask()[0]
		if q.Seat != step.seat || q.Ask.Position.Asks() != step.ask {
			t.Fatalf("seat %d is asked for %v, want seat %d for %v", q.Seat, q.Ask.Position.Asks(), step.seat, step.ask)
		}
		answer(t, r, step.answer)
	}
	p := r.Position()
	if p.Phase() != reantics.Playing || p.Hill(reantics.Blue) != 0 || p.Hill(reantics.Red) != 99 {
		t.Errorf("after the set-up:\n%v", p)
	}
	seen := r.Ask()[0].Ask.Position
	answer(t, r, "E")
	turned := r.Ask()[0].Ask.Position
	if turned.Hill(reantics.Red) != seen.Hill(reantics.Blue) {
		t.Errorf("red sees its hill on %v, want %v", turned.Hill(reantics.Red), seen.Hill(reantics.Blue))
	}
	answer(t, r, "M0001") // red's queen, as red sees it
	if !p.Occupied(reantics.Red).Has(98) {
		t.Errorf("red's queen did not go to 98:\n%v", p)
	}
}

func TestAttack(t *testing.T) {
	r := start(t, fight, referee.Options{})
	answer(t, r, "M2232")
	q := r.Ask()[0]
	if q.Seat != 0 || q.Ask.Position.Asks() != reantics.AskAttack || !cmp.Equal(q.Ask.Targets, []reantics.Cell{31, 33}) {
		t.Fatalf("asked %v about %v, want an attack on 31 or 33", q.Ask.Position.Asks(), q.Ask.Targets)
	}
	answer(t, r, "[3,3]")
	if event, plies := r.Last(); event.Target != 33 || plies != 2 || r.Position().Count(reantics.Red) != 2 {
		t.Errorf("after the attack: %+v, %d answers\n%v", event, plies, r.Position())
	}
	r = start(t, fight, referee.Options{})
	answer(t, r, "M2232")
	answer(t, r, "[9,9]")
	if got := r.Result(); got.Reason != referee.Illegal {
		t.Errorf("an attack out of range: %+v", got)
	}
}

// R17: what was done in this turn can be taken back, if the game is one with a person.
func TestUndo(t *testing.T) {
	r := start(t, fight, referee.Options{Undo: true})
	before := *r.Position()
	answer(t, r, "M2232")
	answer(t, r, "[3,3]")
	answer(t, r, "B00W")
	if r.Undoable() != 2 {
		t.Errorf("%d actions can be taken back, want 2", r.Undoable())
	}
	answer(t, r, "U")
	answer(t, r, "U")
	before.Scan()
	if *r.Position() != before {
		t.Errorf("after two Undos:\n%vwant\n%v", r.Position(), &before)
	}
	answer(t, r, "U") // nothing is left
	answer(t, r, "M2221")
	answer(t, r, "[3,1]")
	answer(t, r, "E")
	if r.Undoable() != 0 {
		t.Errorf("after the End %d actions can be taken back", r.Undoable())
	}
	r = start(t, fight, referee.Options{})
	answer(t, r, "B00W")
	after := *r.Position()
	answer(t, r, "U")
	if *r.Position() != after {
		t.Error("without the option an Undo changed the position")
	}
}

// R24: the draw by the cap has its own reason, also in a turn that never ends.
func TestCapR24(t *testing.T) {
	r := start(t, fight, referee.Options{Cap: 3})
	for range 3 {
		answer(t, r, "E")
	}
	got := r.Result()
	if len(r.Ask()) != 0 || got.Winner != turn.Draw || got.Reason != referee.Cap || got.Detail != "3 turns" || got.Plies != 3 {
		t.Errorf("after 3 turns: %+v", got)
	}
	r = start(t, fight, referee.Options{Cap: 3})
	for range 3 {
		answer(t, r, "U")
	}
	if got := r.Result(); len(r.Ask()) != 0 || got.Reason != referee.Cap {
		t.Errorf("after 3 Undos: %+v", got)
	}
}

func TestResults(t *testing.T) {
	for _, tt := range []struct{ name, text, answers, reason, detail string }{
		{"queen", `playing blue manual
			0 ^Q @  .  .  .  .  .  .  .  .
			1 .  .  .  .  .  .  .  .  .  .
			2 .  .  .  .  .  .  .  .  .  .
			3 .  .  .  .  .  .  .  .  .  .
			4 .  .  .  .  .  .  .  .  .  .
			5 .  .  .  .  .  .  .  .  .  .
			6 S  q  .  .  .  .  .  .  .  .
			7 .  .  .  .  .  .  .  .  .  w
			8 .  .  .  .  .  .  .  .  @  .
			9 .  .  .  .  .  .  .  .  .  ^
			red ants Q16/4`, "M06 [1,6]", "queen", "lost its queen"},
		{"food", fight + "red food 3\n", "E", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := start(t, tt.text, referee.Options{})
			for _, text := range strings.Fields(tt.answers) {
				answer(t, r, text)
			}
			got := r.Result()
			if (len(r.Ask()) == 0) != (tt.reason != "") || got.Reason != tt.reason || got.Detail != tt.detail {
				t.Errorf("result %+v, want %s: %s", got, tt.reason, tt.detail)
			}
		})
	}
}

// script answers from a list and records how the game ended.
type script struct {
	moves []reantics.Move
	won   []bool
}

func (s *script) Place(_ context.Context, v reantics.View) (cells []reantics.Cell, err error) {
	for c := range reantics.Cell(100) {
		home := c.Y() < 4
		item, _ := v.Position.ItemAt(c)
		if item == reantics.Nothing && c.Y() != 4 && c.Y() != 5 && home == (v.Position.Asks() == reantics.AskHome) {
			cells = append(cells, c)
		}
	}
	return cells, nil
}

func (s *script) Move(context.Context, reantics.View) (reantics.Move, error) {
	m := s.moves[0]
	s.moves = s.moves[1:]
	return m, nil
}

func (s *script) Attack(_ context.Context, _ reantics.View, _ reantics.Cell, targets []reantics.Cell) (reantics.Cell, error) {
	return targets[0], nil
}

func (s *script) RegisterWin(won bool) { s.won = append(s.won, won) }

// A bot is asked through its four methods, and informed whether its own seat has won.
func TestPlayer(t *testing.T) {
	blue, red := &script{moves: []reantics.Move{reantics.EndTurn}}, &script{moves: []reantics.Move{reantics.Walk(44)}}
	r := referee.New(reantics.Start(reantics.Manual), referee.Options{})
	loop := turn.Loop[reantics.View, reantics.Answer]{
		Game: turn.Game{Seats: referee.Seats, Seed: "1"}, Referee: r,
		Players: []turn.Player[reantics.View, reantics.Answer]{referee.Player(blue), referee.Player(red)},
	}
	if err := loop.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := r.Result(); got.Winner != 0 || got.Reason != referee.Illegal || got.Plies != 5 {
		t.Errorf("result %+v, want that blue wins after 5 answers by red's illegal one", got)
	}
	if diff := cmp.Diff([][]bool{{true}, {false}}, [][]bool{blue.won, red.won}); diff != "" {
		t.Errorf("what the bots were told (-want +got):\n%s", diff)
	}
}

// An answer that is written as JSON is read back unchanged.
func TestAnswerJSON(t *testing.T) {
	at := grid.Point{X: 2, Y: 3}
	for _, tt := range []struct {
		answer reantics.Answer
		text   string
	}{
		{reantics.Answer{Cells: []grid.Point{{X: 1, Y: 2}, {X: -1, Y: 99}}}, `[[1,2],[-1,99]]`},
		{reantics.Answer{Target: &at}, `[2,3]`},
		{reantics.Answer{Move: reantics.Walk(23, 33)}, `{"type":"move","path":[[2,3],[3,3]]}`},
		{reantics.Answer{Move: reantics.BuildAnt(23, reantics.Ranged)}, `{"type":"build","at":[2,3],"what":"ranged soldier"}`},
		{reantics.Answer{Move: reantics.EndTurn}, `{"type":"end"}`},
		{reantics.Answer{Move: reantics.TakeBack}, `{"type":"undo"}`},
		{reantics.Answer{Raw: &reantics.Raw{Type: 0, Path: []grid.Point{{X: 25}}, Build: 3}}, `{"type":0,"path":[[25,0]],"build":3}`},
		{reantics.Answer{Raw: &reantics.Raw{Type: 1, Path: []grid.Point{}, Build: reantics.NoBuild}}, `{"type":1,"path":[]}`},
	} {
		if got := tt.answer.String(); got != tt.text {
			t.Errorf("%+v is written %s, want %s", tt.answer, got, tt.text)
		}
		var back reantics.Answer
		if err := back.UnmarshalJSON([]byte(tt.text)); err != nil || !cmp.Equal(back, tt.answer) {
			t.Errorf("%s is read as %+v, %v", tt.text, back, err)
		}
	}
	for _, text := range []string{``, `null`, `"E"`, `5`, `[]]`, `[1]`, `[[1,2,3]]`, `[[1,"2"]]`, `{}`, `{"type":"fly"}`, `{"type":"move","path":[1]}`,
		`{"type":"build","at":5,"what":"worker"}`, `{"type":"build","at":[1,2],"what":"tunnel"}`, `{"type":1.5}`,
		`{"type":"move","path":[[2,3]],"at":[2,4]}`, `{"type":"build","at":[2,3],"what":"worker","build":3}`} {
		var a reantics.Answer
		if err := a.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is read as %v, want an error", text, a)
		}
	}
}
