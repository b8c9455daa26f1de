package reantics_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	. "github.com/gridiron-games/gridiron/reantics"
)

// TestRuleWords gives each rule the class, label, number and words that players and corpora see.
func TestRuleWords(t *testing.T) {
	for rule, want := range map[Rule]string{
		Legal:             "legal, legal, , the answer is legal",
		NoMove:            "none, none, R8, there is no action (R8)",
		NotAMove:          "not-a-move, not-a-move, R8, the answer is not a Move (R8)",
		TypeNotInt:        "move-type-not-int, move-type-not-int, R8, the type of the action is not an int (R8)",
		NoCells:           "no-coords, no-coords, R8, the action has no list of cells (R8)",
		CellNotTuple:      "coord-not-tuple, coord-not-tuple, R8, a cell is not a tuple (R8)",
		CellLength:        "coord-length, coord-length, R8, a cell is not two numbers (R8)",
		CellNotInt:        "coord-not-int, coord-not-int, R8, a cell is not two ints (R8)",
		BuildNotInt:       "build-type-not-int, build-type-not-int, R8, the ant to build is not an int (R8)",
		StartOffBoard:     "start, start-offboard, R9, the path begins off the board (R9)",
		StartEmpty:        "start, start-empty, R9, no ant stands where the path begins (R9)",
		StartEnemy:        "start, start-enemy, R9, the ant where the path begins is the opponent's (R9)",
		StartMoved:        "start, start-moved, R9, the ant has moved in this turn (R9)",
		PathOffBoard:      "path, path-offboard, R10, the path leaves the board (R10)",
		PathNotAdjacent:   "path, path-not-adjacent, R10, a step of the path is not one cell along a row or a column (R10)",
		PathOccupied:      "path, path-occupied, R10, an ant stands in the path (R10)",
		QueenZone:         "queen-zone, queen-zone, R11, a queen may not be in the two middle rows (R11)",
		MovementPoints:    "movement-points, movement-points, R10, the path costs more than the ant can move (R10)",
		BuildCellCount:    "build-coord-count, build-coord-count, R12, a building needs exactly one cell (R12)",
		BuildOffBoard:     "build-location, build-offboard, R12, the cell to build on is off the board (R12)",
		BuildEnemyHill:    "build-location, build-enemy-hill, R12, the anthill is the opponent's (R12)",
		BuildNotAHill:     "build-location, build-not-a-hill, R12, the cell to build on is not the own anthill (R12)",
		BuildOnWorker:     "build-on-worker, build-on-worker, R12, a worker cannot build (R12)",
		BuildHillOccupied: "build-location, build-hill-occupied, R12, an ant stands on the anthill (R12)",
		BuildType:         "build-type, build-type, R12, only workers, drones, soldiers and ranged soldiers are built (R12)",
		BuildFood:         "build-food, build-food, R12, the ant costs more food than there is (R12)",
		UnknownAction:     "move-type-unknown, move-type-unknown, R8, no action has this number (R8)",
		AttackOffBoard:    "attack, attack-offboard, R15, the target is off the board (R15)",
		AttackNotListed:   "attack, attack-not-listed, R15, the target is none of those offered (R15)",
		AttackEmpty:       "attack, attack-empty, R15, no ant stands on the target (R15)",
		AttackKillsOwn:    "attack, attack-kills-own, R15, the attack would kill an own ant (R15)",
		PlaceNothing:      "place-nothing, place-nothing, R6, the answer places nothing (R6)",
		PlaceNotCell:      "place-not-cell, place-not-cell, R6, an entry is not a tuple of two ints (R6)",
		PlaceOffBoard:     "place-offboard, place-offboard, R6, a cell is off the board (R6)",
		PlaceZone:         "place-zone, place-zone, R7, a cell is not in the rows where the item belongs (R7)",
		PlaceTaken:        "place-taken, place-taken, R7, a cell already holds a construction (R7)",
	} {
		if got := fmt.Sprintf("%s, %s, %s, %v", rule.String(), Label(rule), rule.Number(), rule.Error()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// R19: the look-ahead knows who has gathered enough, at exactly eleven units; the seat to move is tested first.
func TestDecided(t *testing.T) {
	for _, tt := range []struct {
		name, below string
		replace     []string
		winner      Seat
		decided     bool
	}{
		{"nobody", "", nil, Blue, false},
		{"R19 ten units", "blue food 10\nred food 10", nil, Blue, false},
		{"R19 eleven units", "blue food 11", nil, Blue, true},
		{"R19 eleven units of Red", "red food 11", nil, Red, true},
		{"both, Blue to move", "blue food 11\nred food 11", nil, Blue, true},
		{"both, Red to move", "blue food 11\nred food 11", []string{"playing blue", "playing red"}, Red, true},
		{"R20 the hill of Red", "red hill 79/0", nil, Blue, true},
		{"R20 the hill of Blue", "blue hill 30/0", nil, Red, true},
		{"R20 one more capture", "blue hill 30/1", nil, Blue, false},
		{"R18 no queen of Red", "", []string{"^q", "^"}, Blue, true},
		{"R18 no queen of Blue", "", []string{"^  Q", "^  ."}, Red, true},
		{"R21 starved", "red food 0", []string{"w", ".", "d", "."}, Blue, true},
		{"R21 one unit", "red food 1", []string{"w", ".", "d", "."}, Blue, false},
		{"R21 two ants", "red food 0", []string{"w", "."}, Blue, false},
	} {
		p := edit(t, tt.below, tt.replace...)
		if winner, decided := p.Decided(); winner != tt.winner || decided != tt.decided {
			t.Errorf("%s: %v, %v, want %v, %v", tt.name, winner, decided, tt.winner, tt.decided)
		}
	}
}

// R15, R22: Red sees the targets of its ant turned, and answers so.
func TestTargetsOfRed(t *testing.T) {
	p := edit(t, "", "playing blue", "playing red", "R  .  .", "S  .  d", "@  .  .  d", "@  .  .  .")
	p.Step(action(t, "M97"))
	if got := digits(p.AppendTargets(nil)); got != "" {
		t.Errorf("the targets are %s: one that is two steps away is too far for a drone", got)
	}
	p = edit(t, "", "playing blue", "playing red", "R  .  .", "S  d  .", "@  .  .  d", "@  .  .  .")
	p.Step(action(t, "M87"))
	v := p.View()
	if got, want := digits(p.AppendTargets(nil))+digits(v.Targets), "7722"; got != want || p.Attacker() != At(8, 7) || v.Position.Attacker() != At(1, 2) {
		t.Errorf("the targets are %s, want %s; the attacker stands on %v, for Red on %v", got, want, p.Attacker(), v.Position.Attacker())
	}
	moves := v.Moves()
	if len(moves) != 1 || *moves[0].Target != At(2, 2).Point() {
		t.Errorf("the answers are %v", moves)
	}
}

// R10: what a step through grass leaves for the next one, by kind of ant; a path may go on after it only on plain cells.
func TestGrassCosts(t *testing.T) {
	for _, tt := range []struct {
		at, ant string
		want    []string
	}{
		{"R10 a worker", "W", []string{"M11", "M1101", "M110100", "M110102", "M1110", "M111000", "M111020", "M1112", "M1121"}},
		{"R10 a drone ignores grass", "D", []string{"M11", "M11121314", "M112131", "M11213141"}},
	} {
		p := edit(t, "", "1 .  W  ;", "1 .  "+tt.ant+"  ;")
		list := p.AppendMoves(nil)
		for _, text := range tt.want {
			if m := action(t, text); !slices.Contains(list, m) || p.Check(m) != Legal {
				t.Errorf("%s: %s is not listed", tt.at, text)
			}
		}
		if tt.ant == "W" && (slices.Contains(list, action(t, "M111213")) || slices.Contains(list, action(t, "M112122")) || slices.Contains(list, action(t, "M110112"))) {
			t.Errorf("%s: a path through grass and on is listed", tt.at)
		}
	}
}

// TestNextState checks what the look-ahead does that the game does at other times (getNextState).
func TestNextState(t *testing.T) {
	loaded := []string{"1 .  W  ;  .  .  .  .  @", "1 .  .  ;  .  .  .  W  @"}
	for _, tt := range []struct {
		name, below, move string
		replace           []string
		want              string
	}{
		{"an enemy on the hill captures", "", "E", []string{"^  Q", "^w Q", "4 .  .  .  .  .  w", "4 .  .  .  .  .  ."}, "hill 2, food 1"},
		{"and at each action", "", "M1101", []string{"^  Q", "^w Q", "4 .  .  .  .  .  w", "4 .  .  .  .  .  ."}, "hill 2, food 1, W01/4"},
		{"an own ant does not", "", "E", []string{"^  Q", "^Q ."}, "hill 3, food 1"},
		{"a load goes into the tunnel", "blue ants W61/4+", "M6171", loaded, "hill 3, food 2, W71/4"},
		{"a worker without a load", "", "M6171", loaded, "hill 3, food 1, W71/4"},
		{"a load stays elsewhere", "blue ants W61/4+", "M6160", loaded, "hill 3, food 1, W60/4+"},
		{"a load goes into the hill", "blue ants W20/4+", "M2030", []string{".  .  .  ^  Q", ".  .  W  ^  Q", "1 .  W", "1 .  ."}, "hill 3, food 2, W30/4"},
		{"a worker loads on food", "", "M7383", []string{"S  .  .  %", "S  .  W  %", "1 .  W", "1 .  ."}, "hill 3, food 1, W83/4+"},
		{"a drone does not", "", "M7383", []string{"S  .  .  %", "S  .  D  %", "1 .  W", "1 .  .", ".  ;  .  D", ".  ;  .  ."}, "hill 3, food 1, D83/4"},
		{"a new ant", "blue food 3", "B30D", nil, "hill 3, food 1, D30/4"},
	} {
		p := edit(t, tt.below, tt.replace...)
		m := action(t, tt.move)
		next := p.NextState(m)
		got := fmt.Sprintf("hill %d, food %d", next.HillHealth(Blue), next.Stock(Blue))
		end := m.To()
		if m.Kind() == Build {
			end = next.Hill(Blue)
		}
		if a, _, ok := next.AntAt(end); ok && m.Kind() != End {
			got += fmt.Sprintf(", %c%v/%d", a.Type.Letter(), digits([]Cell{a.Cell}), a.Health)
			if a.Carrying {
				got += "+"
			}
			if a.Moved {
				got += "*"
			}
		}
		if got != tt.want || next.Side() != Blue {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	// The soldier hits the first enemy near it; a worker does no damage.
	for text, want := range map[string]int8{"M53": 0, "M7776": 4} {
		p := edit(t, "")
		next := p.NextState(action(t, text))
		a, _, _ := next.AntAt(At(5, 4))
		if a.Health != want {
			t.Errorf("after %s the worker has health %d, want %d", text, a.Health, want)
		}
	}
}

// TestDestinations lists one path of the fewest cells to each cell, the ant's own first.
func TestDestinations(t *testing.T) {
	p := edit(t, "")
	for i := range p.Count(Blue) {
		fewest := map[Cell]int{}
		for _, m := range p.AppendMoves(nil) {
			if m.Kind() == MoveAnt && m.From() == p.Ant(Blue, i).Cell {
				if n, known := fewest[m.To()]; !known || m.Len() < n {
					fewest[m.To()] = m.Len()
				}
			}
		}
		list := p.AppendDestinations(nil, i)
		if len(list) == 0 || list[0].To() != p.Ant(Blue, i).Cell || len(list) != len(fewest) {
			t.Errorf("ant %d: %v, want %d cells", i, list, len(fewest))
		}
		for _, m := range list {
			if m.Len() != fewest[m.To()] || p.Check(m) != Legal {
				t.Errorf("ant %d: %v has %d cells, want %d", i, m, m.Len(), fewest[m.To()])
			}
		}
	}
	moved := edit(t, "blue ants W11*")
	if list := moved.AppendDestinations(nil, 0); len(list) > 0 {
		t.Errorf("an ant that moved goes to %v", list)
	}
	for below, want := range map[string]string{"blue food 0": "", "blue food 1": "B30W ", "blue food 2": "B30W B30D B30S B30R "} {
		p, got := edit(t, below), ""
		for _, m := range p.AppendBuilds(nil) {
			got += m.String() + " "
		}
		if got != want {
			t.Errorf("R12 with %s: %s, want %s", below, got, want)
		}
	}
}

// TestErrorsInFull says exactly where something is wrong.
func TestErrorsInFull(t *testing.T) {
	var a Answer
	var m Move
	var p Position
	full := edit(t, "")
	if err := p.UnmarshalText([]byte(full.String())); err != nil || p != full {
		t.Errorf("%v", err)
	}
	move := func(text string) error { _, err := ParseMove(text); return err }
	for _, tt := range []struct {
		err          error
		what, text   string
		line, column int
	}{
		{a.UnmarshalJSON([]byte(`"x"`)), "answer", `"x"`, 1, 1},
		{a.UnmarshalJSON([]byte(`{"type":"fly"}`)), "answer", `{"type":"fly"}`, 1, 1},
		{p.UnmarshalText([]byte(field)), "position", field, 1, 1},
		{p.UnmarshalText([]byte("x")), "position", "x", 1, 1},
		{move("M1"), "action", "M1", 1, 3},
		{m.UnmarshalText([]byte("M1")), "action", "M1", 1, 3},
		{a.UnmarshalJSON([]byte("")), "answer", "", 1, 1},
		{a.UnmarshalJSON([]byte("[")), "answer", "[", 1, 1},
		{a.UnmarshalJSON([]byte("{x")), "answer", "{x", 1, 1},
		{a.UnmarshalJSON([]byte(`{"type":"build","at":[1,1],"what":true}`)), "answer", "true", 1, 1},
	} {
		var got *SyntaxError
		if !errors.As(tt.err, &got) || got.What != tt.what || got.Text != tt.text || got.Line != tt.line || got.Column != tt.column || got.Want == "" {
			t.Errorf("error %+v, want %+v", got, tt)
		}
	}
	for _, c := range []Cell{Cells, NoCell} {
		if item, _ := full.ItemAt(c); item != Nothing {
			t.Errorf("cell %d has %v", c, item)
		}
		if _, _, ok := full.AntAt(c); ok {
			t.Errorf("cell %d has an ant", c)
		}
		if c.Turned() != c || c.String() != "--" {
			t.Errorf("cell %d is called %v, and is %v on the turned board", c, c, c.Turned())
		}
		if len(AppendAdjacent(nil, c)) > 0 || len(full.AppendReachable(nil, c, 3, true)) > 0 || len(full.AppendMovementPaths(nil, c, 3, true)) > 0 {
			t.Errorf("cell %d has neighbours", c)
		}
		if a := At(4, 0); full.StepsToReach(a, c) != -1 || full.StepsToReach(c, a) != -1 {
			t.Errorf("there is a way between %v and cell %d", a, c)
		}
		if way, ok := full.AStarPath(At(4, 0), c); ok || way != nil {
			t.Errorf("there is a way to cell %d: %v", c, way)
		}
		if rule := full.CheckAttack(c); rule != AttackOffBoard {
			t.Errorf("an attack on cell %d: %v", c, rule)
		}
	}
}

// R8: what a player sends stays as it is if it is not exactly an action, so that it is judged as it was sent; it is read and written
// in the same way.
func TestMalformedActions(t *testing.T) {
	for _, text := range []string{
		`{"type":-1}`, `{"type":5}`, `{"type":0}`, `{"type":256,"path":[[1,1]]}`,
		`{"type":"move","path":[[0,0],[0,1],[0,2],[0,3],[0,4]]}`, `{"type":"move","path":[]}`, `{"type":"move","path":[[9,9],[10,9]]}`,
		`{"type":0,"path":[[1,1]],"build":1}`, `{"type":1,"path":[[1,1]],"build":5}`, `{"type":1,"path":[[1,1]],"build":257}`,
	} {
		var a Answer
		err := a.UnmarshalJSON([]byte(text))
		if raw, ok := a.Action(); err != nil || !ok || a.String() != text {
			t.Errorf("%s: %v, read as %+v, which is written as %v", text, err, raw, a)
		}
	}
	a := Answer{Cells: Points(nil, At(1, 1))}
	if err := a.UnmarshalJSON([]byte("[4,2]")); err != nil || a.Cells != nil || *a.Target != At(4, 2).Point() {
		t.Errorf("%v, %+v: want nothing of what it was before", err, a)
	}
	if m := (Raw{Type: 2, Path: Points(nil, At(1, 1)), Build: 1}).Move(); m != EndTurn {
		t.Errorf("an end with a cell is %v, want an end: cells and building do not matter", m)
	}
	if got := BuildAnt(At(1, 1), Types).String(); got != "B11?" {
		t.Errorf("an ant of no kind is built as %s", got)
	}
	p := edit(t, "")
	if way, ok := p.AStarPath(At(5, 5), At(5, 7)); ok || way != nil {
		t.Errorf("an ant that is not there goes %v", way)
	}
}

// A new ant has an ID that no living ant of either seat has, also after 255. A position is equal to the one drawn like it, also
// after an ant has died. While an attack is pending, and before play begins, nobody has won.
func TestIDs(t *testing.T) {
	p := edit(t, "")
	s := p.State()
	s.Newest, s.Stock[Blue], s.Ants[Blue][0].ID, s.Ants[Red][0].ID = 255, 10, 1, 2
	for i := range s.Ants[Blue][1:] {
		s.Ants[Blue][1+i].ID = uint8(10 + i)
	}
	for i := range s.Ants[Red][1:] {
		s.Ants[Red][1+i].ID = uint8(20 + i)
	}
	p, err := Make(s)
	if err != nil {
		t.Fatal(err)
	}
	p.Step(BuildAnt(p.Hill(Blue), Worker))
	if a, _, _ := p.AntAt(p.Hill(Blue)); a.ID != 3 {
		t.Errorf("the new ant has the ID %d, want 3", a.ID)
	}
	p = edit(t, "red ants Q79/10 D98/4 W54/4")
	p.Step(action(t, "M53"))
	if o, over := p.Outcome(); over || o.Winner != -1 || p.Attacker() == NoCell {
		t.Errorf("%+v, %v before the attack of %v", o, over, p.Attacker())
	}
	p.Attack(At(5, 4))
	if again := draw(t, p.String()); p.Count(Red) != 2 || again != p {
		t.Errorf("after an ant has died the position is not the one that is drawn:\n%v", &p)
	}
	start := Start(Manual)
	if o, over := start.Outcome(); over || o.Winner != -1 {
		t.Errorf("%+v, %v before the set-up", o, over)
	}
}

// R15, D5: in the original an attack may hit an own ant, unless that dies of it.
func TestAttackOnOwnAnts(t *testing.T) {
	for _, tt := range []struct {
		below  string
		target Cell
		want   Rule
	}{
		{"blue ants S53/8 W11/4 D32/4 Q40/10 R77/2", At(1, 1), AttackKillsOwn}, // exactly its health
		{"blue ants S53/8 W11/5 D32/4 Q40/10 R77/2", At(1, 1), Legal},
		{"blue ants W11/4 S53/8 D32/4 Q40/10 R77/2", At(1, 1), AttackKillsOwn},
		{"", At(0, 0), AttackEmpty},
	} {
		p := edit(t, tt.below, "manual", "original")
		p.Step(action(t, "M53"))
		if rule := p.CheckAttack(tt.target); rule != tt.want {
			t.Errorf("%s: an attack on %v: %v, want %v", tt.below, tt.target, rule, tt.want)
		}
	}
}
