package reantics_test

import (
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
		if got := fmt.Sprintf("%s, %s, %s, %v", rule.String(), rule.Label(), rule.Number(), rule.Error()); got != want {
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
