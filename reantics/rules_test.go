package reantics_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"

	. "github.com/gridiron-games/gridiron/reantics"
)

const field = `playing blue manual
	  0  1  2  3  4  5  6  7  8  9
	0 .  .  .  ^  Q  .  .  .  .  .
	1 .  W  ;  .  .  .  .  @  .  .
	2 .  ;  .  D  ;  .  .  .  .  .
	3 .  .  .  .  .  S  .  .  %  .
	4 .  .  .  .  .  w  .  .  .  .
	5 .  .  .  .  .  .  .  .  .  .
	6 .  .  %  .  .  .  .  .  .  .
	7 .  .  .  .  .  .  .  R  .  .
	8 .  .  .  .  .  .  @  .  .  d
	9 .  .  .  .  .  .  .  ^q .  .`

// edit reads the position field after replacing pairs of texts in it and adding lines below it.
func edit(t *testing.T, below string, replace ...string) Position {
	t.Helper()
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(field, replace[i]) {
			t.Fatalf("no %q in the field", replace[i])
		}
	}
	return draw(t, strings.NewReplacer(replace...).Replace(field)+"\n"+below)
}

func action(t *testing.T, text string) Move {
	t.Helper()
	m, err := ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Names of cases begin with the number of the rule in RULES.md.
func TestCheck(t *testing.T) {
	lowQueen := []string{"^  Q", "^  .", "3 .  .  .  .  .  S", "3 .  .  .  .  Q  S"}
	for _, tt := range []struct {
		name, move, below string
		replace           []string
		want              Rule
	}{
		{"R8 an end is legal", "E", "", nil, Legal},
		{"R8 taking back is legal", "U", "", nil, Legal},
		{"R9 no ant on the first cell", "M0001", "", nil, StartEmpty},
		{"R9 the ant is the opponent's", "M5455", "", nil, StartEnemy},
		{"R9 the ant has moved", "M1110", "blue ants W11*", nil, StartMoved},
		{"R10 two cells at once", "M1113", "", nil, PathNotAdjacent},
		{"R10 a diagonal", "M1122", "", nil, PathNotAdjacent},
		{"R10 an enemy in the way", "M5354", "", nil, PathOccupied},
		{"R10 an own ant in the way", "M3233435354", "", nil, PathOccupied},
		{"R10 the ant stands on its first cell", "M323332", "", nil, PathOccupied},
		{"R10 a path may come back to another cell", "M32333433", "", nil, Legal},
		{"R10 grass costs a worker 2", "M1112", "", nil, Legal},
		{"R10 and then there is nothing left", "M111222", "", nil, MovementPoints},
		{"R10 grass costs a drone 1", "M32424344", "", nil, Legal},
		{"R10 a ranged soldier has one step", "M777675", "", nil, MovementPoints},
		{"R10 the first cell alone is a move", "M77", "", nil, Legal},
		{"R11 the queen stays out of the middle", "M4344", "", lowQueen, QueenZone},
		{"R11 before R10's cost", "M43444546", "", lowQueen, QueenZone},
		{"R11 the queen at home", "M4342", "", lowQueen, Legal},
		{"R12 not on a plain cell", "B00W", "", nil, BuildNotAHill},
		{"R12 not on the own tunnel", "B71W", "", nil, BuildNotAHill},
		{"R12 not on the opponent's anthill", "B79W", "", nil, BuildEnemyHill},
		{"R12 a worker cannot build", "B11W", "", nil, BuildOnWorker},
		{"R12 nor can one that has moved", "B11W", "blue ants W11*", nil, BuildNotAHill},
		{"R12 not on an ant", "B30W", "", []string{"^  Q", "^Q ."}, BuildHillOccupied},
		{"R12 no queens", "B30Q", "blue food 10", nil, BuildType},
		{"R12 a worker costs 1", "B30W", "blue food 1", nil, Legal},
		{"R12 a soldier costs 2", "B30S", "blue food 1", nil, BuildFood},
		{"R12 a ranged soldier costs 2", "B30R", "blue food 2", nil, Legal},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := edit(t, tt.below, tt.replace...)
			if len(tt.move) == 11 { // longer than a Move
				if got := p.CheckRaw(Raw{Path: points([][]int{{3, 2}, {3, 3}, {4, 3}, {5, 3}, {5, 4}})}); got != tt.want {
					t.Errorf("CheckRaw = %v, want %v", got, tt.want)
				}
				return
			}
			if got := p.Check(action(t, tt.move)); got != tt.want {
				t.Errorf("Check(%s) = %v, want %v", tt.move, got, tt.want)
			}
		})
	}
}

func TestCheckRaw(t *testing.T) {
	for _, tt := range []struct {
		name string
		raw  Raw
		want Rule
	}{
		{"R8 a move needs cells", Raw{Type: 0}, NoCells},
		{"R8 an empty list is none", Raw{Type: 1, Path: []grid.Point{}}, NoCells},
		{"R8 cells before the number of the action", Raw{Type: 7}, NoCells},
		{"R8 a fifth action", Raw{Type: 7, Path: points([][]int{{1, 1}})}, UnknownAction},
		{"R8 an end with anything", Raw{Type: 2, Path: points([][]int{{99, 1}}), Build: 77}, Legal},
		{"R9 off the board", Raw{Type: 0, Path: points([][]int{{-1, 1}})}, StartOffBoard},
		{"R10 off the board", Raw{Type: 0, Path: points([][]int{{7, 7}, {7, 10}})}, PathOffBoard},
		{"R12 one cell", Raw{Type: 1, Path: points([][]int{{3, 0}, {3, 0}}), Build: 1}, BuildCellCount},
		{"R12 off the board (D6)", Raw{Type: 1, Path: points([][]int{{3, 500}}), Build: 1}, BuildOffBoard},
		{"R12 nothing to build", Raw{Type: 1, Path: points([][]int{{3, 0}}), Build: NoBuild}, BuildType},
		{"R12 no tunnels", Raw{Type: 1, Path: points([][]int{{3, 0}}), Build: -3}, BuildType},
		{"R12 a worker", Raw{Type: 1, Path: points([][]int{{3, 0}}), Build: 1}, Legal},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := edit(t, "")
			if got := p.CheckRaw(tt.raw); got != tt.want {
				t.Errorf("%v: %v, want %v", tt.raw, got, tt.want)
			}
		})
	}
	p := edit(t, "")
	if got := p.Check(0); got != NoMove {
		t.Errorf("R8 the zero Move: %v", got)
	}
}

// play plays actions written with blanks; one that leads to an attack is written M77>98.
func play(t *testing.T, p *Position, actions string) {
	t.Helper()
	for _, word := range strings.Fields(actions) {
		text, target, _ := strings.Cut(word, ">")
		m := action(t, text)
		if rule := p.Check(m); rule != Legal {
			t.Fatalf("%v\n%v: %v", p, m, rule)
		}
		p.Step(m)
		if (target != "") != (p.Attacker() != NoCell) {
			t.Fatalf("%v\nafter %s", p, word)
		}
		if target != "" {
			c := At(int(target[0]-'0'), int(target[1]-'0'))
			if rule := p.CheckAttack(c); rule != Legal {
				t.Fatalf("%v\nattack on %v: %v", p, c, rule)
			}
			p.Attack(c)
		}
	}
}

func TestPlay(t *testing.T) {
	for _, tt := range []struct {
		name, below, actions string
		replace              []string
		want                 []string // lines of the layout
	}{
		{"R12 the new ant is last and cannot move", "blue food 3", "B30D", nil,
			[]string{"blue food 1 hill 30/3 tunnel 71/2 ants W11/4 D32/4 Q40/10 S53/8 R77/2 D30/4*#9"}},
		{"R8 a move and a building in one turn (deviation D4)", "blue food 3", "M1110 B30D", nil,
			[]string{"blue food 1 hill 30/3 tunnel 71/2 ants W10/4* D32/4 Q40/10 S53/8 R77/2 D30/4*#9"}},
		{"R13 a worker on food takes a load, all rest, Red moves", "blue ants W83/4 Q40*", "E", []string{"3 .  .  .  .  .  S  .  .  %", "3 .  .  .  .  .  S  .  .  %W", "W  ;", ".  ;"},
			[]string{"playing red manual", "blue food 1 hill 30/3 tunnel 71/2 ants W83/4+ Q40/10 D32/4 S53/8 R77/2"}},
		{"R13 on the tunnel the load goes into the larder", "blue food 4 ants W71/4+", "E", []string{"@  .  .\n\t2", "@W .  .\n\t2", "W  ;", ".  ;"},
			[]string{"blue food 5 hill 30/3 tunnel 71/2 ants W71/4 D32/4 Q40/10 S53/8 R77/2"}},
		{"R13 passing over food is nothing", "blue ants W82", "M828384 E", []string{"D  ;  .  .  .  .", "D  ;  .  .  .  W", "W  ;", ".  ;"},
			[]string{"blue food 1 hill 30/3 tunnel 71/2 ants W84/4 D32/4 Q40/10 S53/8 R77/2"}},
		{"R14 an ant on the opponent's tunnel (D2), load or not", "blue ants W68/4+", "E", []string{"@  .  .  d", "@W .  .  d", "W  ;", ".  ;"},
			[]string{"red food 1 hill 79/3 tunnel 68/1 ants W54/4 Q79/10 D98/4"}},
		{"R15 a zero-step move attacks", "", "M53>54", nil,
			[]string{"blue food 1 hill 30/3 tunnel 71/2 ants W11/4 D32/4 Q40/10 S53/8* R77/2", "red food 1 hill 79/3 tunnel 68/2 ants Q79/10#7 D98/4#8"}},
		{"R15 the ranged soldier reaches three steps", "", "M77>98", nil,
			[]string{"red food 1 hill 79/3 tunnel 68/2 ants W54/4 Q79/10 D98/1"}},
		{"R15 a worker attacks nobody", "blue ants W44", "M44", []string{"4 .  .  .  .  .  w", "4 .  .  .  .  W  w", "W  ;", ".  ;"},
			[]string{"red food 1 hill 79/3 tunnel 68/2 ants W54/4 Q79/10 D98/4"}},
		{"D1 by the original a worker has health 2", "", "M11", []string{"manual", "original"},
			[]string{"blue food 1 hill 30/3 tunnel 71/2 ants W11/2* D32/4 Q40/10 S53/8 R77/2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := edit(t, tt.below, tt.replace...)
			play(t, &p, tt.actions)
			for _, line := range tt.want {
				if !strings.Contains(p.String(), line+"\n") {
					t.Errorf("no line %s in\n%v", line, &p)
				}
			}
		})
	}
}

func TestTargets(t *testing.T) {
	p := edit(t, "red ants D98 Q79 W54")
	p.Step(action(t, "M77"))
	if got := digits(p.AppendTargets(nil)); got != "9879" {
		t.Errorf("R15 the targets are %s, not in list order", got)
	}
	for _, tt := range []struct {
		name   string
		rules  string
		target Cell
		want   Rule
	}{
		{"one that was offered", "manual", At(9, 8), Legal},
		{"an enemy that is too far (D5)", "manual", At(5, 4), AttackNotListed},
		{"an own ant (D5)", "manual", At(5, 3), AttackNotListed},
		{"an empty cell", "manual", At(0, 0), AttackNotListed},
		{"off the board", "manual", NoCell, AttackOffBoard},
		{"by the original an enemy that is too far (D5)", "original", At(5, 4), Legal},
		{"by the original an own ant that survives (D5)", "original", At(5, 3), Legal},
		{"by the original an own ant that dies (D6)", "original", At(1, 1), AttackKillsOwn},
		{"by the original the attacker itself (D6)", "original", At(7, 7), AttackKillsOwn},
		{"by the original an empty cell (D6)", "original", At(0, 0), AttackEmpty},
	} {
		p := edit(t, "", "manual", tt.rules)
		p.Step(action(t, "M77"))
		if got := p.CheckAttack(tt.target); got != tt.want {
			t.Errorf("R15 %s: %v, want %v", tt.name, got, tt.want)
		}
	}
	p = edit(t, "", "manual", "original")
	play(t, &p, "M77>53")
	if a, _, _ := p.AntAt(At(5, 3)); a.Health != 5 {
		t.Errorf("D5 the own soldier has health %d, want 5", a.Health)
	}
}

func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		name, below string
		replace     []string
		winner      int
		why         string
	}{
		{"R16 nobody yet", "", nil, -1, ""},
		{"R18 no queen", "", []string{"^q", "^"}, int(Blue), NoQueen},
		{"R19 eleven units", "red food 11", nil, int(Red), Fed},
		{"R19 ten are not enough", "red food 10", nil, -1, ""},
		{"R20 the hill is captured", "blue food 1 hill 30/0", nil, int(Red), Captured},
		{"R20 a tunnel at 0 is nothing (D2)", "blue food 1 tunnel 71/-5", nil, -1, ""},
		{"R21 no food and one ant (deviation D3)", "red food 0", []string{"w", ".", "d", "."}, int(Blue), Starved},
		{"R21 no food and two ants", "red food 0", []string{"w", "."}, -1, ""},
		{"R21 one ant and one unit", "red food 1", []string{"w", ".", "d", "."}, -1, ""},
		{"R16 Blue is tested first", "blue food 11 hill 30/0\nred food 11", nil, int(Blue), Fed},
		{"R16 the queen before the food", "blue food 11", []string{"^q", "^"}, int(Blue), NoQueen},
	} {
		p := edit(t, tt.below, tt.replace...)
		if o, over := p.Outcome(); o != (Outcome{tt.winner, tt.why}) || over != (tt.why != "") {
			t.Errorf("%s: %+v, %v, want %v by %v", tt.name, o, over, tt.winner, tt.why)
		}
	}
	p := edit(t, "red food 0 ants W54/1", "^q", "^", "d", ".")
	p.Step(action(t, "M53"))
	if o, over := p.Outcome(); over {
		t.Errorf("R16 the game is over (%+v) before the attack is answered", o)
	}
}

func TestPlacing(t *testing.T) {
	p := Start(Manual)
	if p.Side() != Blue || len(p.Wanted()) != 11 || p.Wanted()[0] != Hill || p.Wanted()[1] != Tunnel || p.Wanted()[2] != Grass {
		t.Errorf("R2 %v is asked for %v", p.Side(), p.Wanted())
	}
	for _, tt := range []struct {
		name  string
		cells [][]int
		want  Rule
	}{
		{"R6 nothing", [][]int{}, PlaceNothing},
		{"R1 off the board", [][]int{{0, 0}, {0, 9}, {10, 0}}, PlaceOffBoard},
		{"R7 not at home", [][]int{{0, 0}, {0, 4}}, PlaceZone},
		{"R4 two on a cell", [][]int{{0, 0}, {0, 0}}, PlaceTaken},
		{"R7 the zone before the next cell's", [][]int{{0, 4}, {0, 4}}, PlaceZone},
		{"R6 one of eleven (D8)", [][]int{{0, 0}}, Legal},
	} {
		if got := p.CheckPlacement(points(tt.cells)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	home := [][]int{{2, 1}, {7, 1}, {0, 3}, {1, 3}, {2, 3}, {3, 3}, {4, 3}, {5, 3}, {6, 3}, {8, 3}, {9, 3}}
	p.Place(points(home[:4]))
	if n := len(p.Wanted()); p.Side() != Blue || n != 7 {
		t.Errorf("R6 after 4 of 11 %v is asked for %d", p.Side(), n)
	}
	surplus := append(home[4:len(home):len(home)], []int{99, 99}) // dropped unseen
	if rule := p.CheckPlacement(points(surplus)); rule != Legal {
		t.Errorf("R6 (D8) more than wanted: %v", rule)
	}
	p.Place(points(surplus))
	if p.Side() != Red || p.Phase() != PlacingHome {
		t.Errorf("R2 then %v, %v", p.Side(), p.Phase())
	}
	if v := p.View(); v.Position.Hill(Blue) != At(7, 8) {
		t.Errorf("R22 (D7) Red sees Blue's anthill on %v", v.Position.Hill(Blue))
	}
	p.Place(points(home))
	if p.Side() != Blue || p.Phase() != PlacingFood || p.Hill(Red) != At(7, 8) {
		t.Errorf("R2 then %v, %v; R22 Red's anthill is on %v", p.Side(), p.Phase(), p.Hill(Red))
	}
	if rule := p.CheckPlacement(points([][]int{{0, 3}})); rule != PlaceZone {
		t.Errorf("R7 food at home: %v", rule)
	}
	p.Place(points([][]int{{0, 9}, {9, 9}}))
	p.Place(points([][]int{{0, 9}, {9, 9}}))
	want := draw(t, started)
	if diff := cmp.Diff(want.String(), p.String()); diff != "" {
		t.Errorf("R3 (-want +got):\n%s", diff)
	}
}

const started = `playing blue manual
	%  .  .  .  .  .  .  .  .  %
	.  .  ^Q .  .  .  .  @W .  .
	.  .  .  .  .  .  .  .  .  .
	;  ;  ;  ;  ;  ;  ;  .  ;  ;
	.  .  .  .  .  .  .  .  .  .
	.  .  .  .  .  .  .  .  .  .
	;  ;  .  ;  ;  ;  ;  ;  ;  ;
	.  .  .  .  .  .  .  .  .  .
	.  .  @w .  .  .  .  ^q .  .
	%  .  .  .  .  .  .  .  .  %
	red ants Q78 W28
	grass 03 13 23 33 43 53 63 83 93 96 86 76 66 56 46 36 16 06
	food 09 99 90 00`

func TestUnits(t *testing.T) {
	for kind, want := range []Stats{{2, 10, 4, 1, 0, false}, {2, 4, 0, 1, 1, false}, {3, 4, 2, 1, 2, true}, {2, 8, 4, 1, 2, false}, {1, 2, 3, 3, 2, true}} {
		if got := Manual.Stats(Type(kind)); got != want {
			t.Errorf("R5 %v: %+v, want %+v", Type(kind), got, want)
		}
	}
	if got := Original.Stats(Worker).Health; got != 2 {
		t.Errorf("D1 by the original a worker has health %d", got)
	}
}

// TestViewR22 turns a position that is not symmetric.
func TestViewR22(t *testing.T) {
	p := edit(t, "blue ants S53 W11\nred ants Q79 W54", "blue", "red")
	v := p.View()
	if got := v.Position.AppendAnts(nil, Red); v.Seat != Red || got[0].Cell != At(4, 5) || got[1].Cell != At(2, 0) || got[2].Cell != At(0, 1) {
		t.Errorf("R22 Red sees its ants as %v", got)
	}
	if got := v.Position.Hill(Red); got != At(2, 0) {
		t.Errorf("R22 Red sees its anthill on %v", got)
	}
	p = edit(t, "blue ants S53 W11")
	v = p.View()
	if got := v.Position.AppendAnts(nil, Blue); v.Seat != Blue || got[0].Cell != At(1, 1) || got[3].Cell != At(5, 3) {
		t.Errorf("R22 Blue sees its ants as %v", got)
	}
}

// An Undo restores a kept position whose lists are in the order of the scan (R17).
func TestUndoR17(t *testing.T) {
	p := edit(t, "blue ants S53 W11")
	kept := p
	kept.Scan()
	play(t, &p, "M53>54")
	p = kept
	if a := p.Ant(Blue, 0); a.Cell != At(1, 1) || p.Count(Red) != 3 {
		t.Errorf("R17 after taking back the first ant is %+v", a)
	}
	before := p
	p.Step(TakeBack)
	if p != before {
		t.Error("R17 Play changes something for an Undo")
	}
}

type chance struct{ *rand.Rand }

func (c chance) Below(n int) int { return c.IntN(n) }

func TestDrawPlacement(t *testing.T) {
	p := Start(Manual)
	for p.Phase() != Playing {
		cells := p.DrawPlacement(nil, chance{rand.New(rand.NewPCG(1, 2))})
		if rule := p.CheckPlacement(cells); rule != Legal || len(cells) != len(p.Wanted()) {
			t.Fatalf("%v: %v", cells, rule)
		}
		var legal []Cell
		v := p.View()
		for c := range Cell(Cells) {
			if p.CheckPlacement([]grid.Point{c.Point()}) == Legal {
				legal = append(legal, c)
			}
		}
		if got := v.Zone(p.Wanted()[0]).Append(nil); !slices.Equal(got, legal) {
			t.Errorf("%v, phase %v: the zone is %v, want %v", p.Side(), p.Phase(), got, legal)
		}
		p.Place(cells)
	}
}
