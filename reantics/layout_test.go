package reantics_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/gridiron-games/gridiron/reantics"
)

// draw reads a drawn position.
func draw(t *testing.T, text string) Position {
	t.Helper()
	p, err := ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const whole = `playing red original newest 9 attack 75
  0  1  2  3  4  5  6  7  8  9
0 .  .  .  ^Q .  .  .  .  .  .
1 .  ;  .  .  .  .  .  @  .  .
2 .  .  .  .  W  .  .  .  .  .
3 ;  .  .  .  .  .  .  .  %  .
4 .  .  .  .  .  .  .  .  .  .
5 .  .  .  .  .  .  .  r  D  .
6 .  .  %  .  .  .  .  .  .  .
7 .  .  .  .  .  .  .  .  .  .
8 .  .  .  .  .  .  @  .  .  .
9 .  .  .  .  .  .  .  ^q .  .
blue food 3 hill 30/2 tunnel 71/2 ants Q30/10 W42/1+#7 D85/4*
red food 0 hill 79/3 tunnel 68/-17 ants R75/2*#2 Q79/9
grass 11 03
food 83 26
`

func TestLayout(t *testing.T) {
	p := draw(t, whole)
	if diff := cmp.Diff(whole, p.String()); diff != "" {
		t.Errorf("printed back (-want +got):\n%s", diff)
	}
	if p.Side() != Red || p.Rules() != Original || p.Attacker() != At(7, 5) || p.TunnelHealth(Red) != -17 {
		t.Errorf("read as\n%v", &p)
	}
	var again Position
	if err := again.UnmarshalText([]byte(whole)); err != nil || again != p {
		t.Errorf("UnmarshalText: %v\n%v", err, &again)
	}
	if err := again.UnmarshalText([]byte(" " + whole)); err == nil {
		t.Error("UnmarshalText accepts what MarshalText does not write")
	}
}

// A drawing is enough for a position.
const bare = `
	.  .  .  ^Q .  .  .  .  .  .
	.  ;  .  .  .  .  .  @  .  .
	.  .  .  .  W  .  .  .  .  .
	.  .  .  .  .  .  .  .  %  .
	.  .  .  .  .  .  .  .  .  .
	.  .  .  .  .  .  .  r  D  .
	.  .  %  .  .  .  .  .  .  .
	.  .  .  .  .  .  .  .  .  .
	.  .  .  .  .  .  @  .  .  .
	.  .  .  .  .  .  .  ^q .  .`

func TestLayoutDefaults(t *testing.T) {
	p := draw(t, bare)
	want := State{
		Phase: Playing, Attacker: NoCell, Stock: [2]int{1, 1}, Newest: 5,
		Hills: [2]Building{{At(3, 0), 3}, {At(7, 9), 3}}, Tunnels: [2]Building{{At(7, 1), 2}, {At(6, 8), 2}},
		Grass: []Cell{At(1, 1)}, Food: []Cell{At(2, 6), At(8, 3)},
		Ants: [2][]Ant{
			{{At(3, 0), Queen, 10, false, false, 1}, {At(4, 2), Worker, 4, false, false, 2}, {At(8, 5), Drone, 4, false, false, 3}},
			{{At(7, 5), Ranged, 2, false, false, 4}, {At(7, 9), Queen, 10, false, false, 5}},
		},
	}
	if diff := cmp.Diff(want, p.State()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string // what is replaced in whole
		line, column   int
		want           string
	}{
		{"header", "original", "manuel", 1, 13, "placing, feeding or playing"},
		{"attack", "attack 75", "attack x5", 1, 38, "a cell"},
		{"attack at the end", "attack 75", "attack", 1, 37, "a cell"},
		{"attack without ant", "attack 75", "attack 11", 1, 1, "a position: attack 11: want the cell of an ant of red with enemies in range"},
		{"newest", "newest 9", "newest 900", 1, 29, "a number from 1 to 255"},
		{"row number", "\n3 ;", "\n4 ;", 6, 1, "row 3"},
		{"row length", "3 ;  . ", "3 ; ", 6, 1, "10 rows of 10 cells each, not a row of 9"},
		{"glyph", "0 .  .", "0 .  X", 3, 6, "a cell: one of"},
		{"row after board", "9 .", "9 . . . . . . . . . .\n10 .", 13, 1, "a row of cells, or a line"},
		{"line below", "grass 11", "gras 11", 15, 1, "a row of cells, or a line that begins"},
		{"seat", "red food", "red feed", 14, 5, "food, hill, tunnel or ants"},
		{"stock", "blue food 3", "blue food 101", 13, 11, "a number from 0 to 100"},
		{"stock that is no number", "blue food 3", "blue food x", 13, 11, "a number from 0 to 100"},
		{"capture that is no number", "30/2", "30/x", 13, 21, "a number from -1000000 to 1000000"},
		{"capture that is missing", "30/2", "30/", 13, 21, "a number from -1000000 to 1000000"},
		{"capture", "30/2", "30-2", 13, 20, "a slash and the capture health"},
		{"hill off the board", "hill 30/2", "hill 3/2", 13, 18, "a cell"},
		{"ant", "W42/1", "X42/1", 13, 47, "the letter of an ant"},
		{"ant's cell", "W42/1", "W4x/1", 13, 48, "a cell"},
		{"ant's health", "W42/1", "W42/0", 13, 51, "a number from 1 to 100"},
		{"ant's marks", "W42/1+", "W42/1!", 13, 52, "/ and health"},
		{"ant's ID", "#7", "#x", 13, 54, "a number from 1 to 255"},
		{"ID twice", "#7", "#3", 1, 1, "a position: ant on 85: ID 3 is another ant's"},
		{"two ants on a cell", "D85/4*", "D85/4* D85", 1, 1, "a position: ant 4 on 85: there is an ant already"},
		{"not drawn", "W42", "W43", 1, 1, "the same on the board and in the lines below it: 43"},
		{"grass on a hill", "grass 11", "grass 30", 1, 1, "a position: grass on 30: there is already anthill"},
		{"third hill", "0 .  .", "0 .  ^", 3, 6, "one such building in each home"},
		{"short cell", "grass 11", "grass 1", 15, 7, "a cell"},
		{"long cell", "grass 11", "grass 111", 15, 9, "a blank after the two digits"},
		{"placing with ants", "playing", "placing", 1, 1, "a position: phase placing, red to answer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(whole, tt.old, tt.new, 1)
			_, err := ParsePosition(text)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error %v", err)
			}
			if syntax.Line != tt.line || syntax.Column != tt.column || !strings.HasPrefix(syntax.Want, tt.want) {
				t.Errorf("line %d, byte %d: want %s", syntax.Line, syntax.Column, syntax.Want)
			}
		})
	}
	for _, text := range []string{"", "playing", "# nothing", bare[:100], "0"} {
		if _, err := ParsePosition(text); err == nil || !strings.Contains(err.Error(), "10 rows") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestLayoutLimits reads the largest numbers, and a first line with a number that is like the number of a column.
func TestLayoutLimits(t *testing.T) {
	p := draw(t, strings.NewReplacer("blue food 3", "blue food 100", "W42/1+#7", "W42/100+#255").Replace(whole))
	if a, _, _ := p.AntAt(At(4, 2)); p.Stock(Blue) != 100 || a.Health != 100 || a.ID != 255 {
		t.Errorf("read as\n%v", &p)
	}
	if p := draw(t, "newest 1\n"+bare); p.State().Newest != 1 {
		t.Errorf("the latest ID is %d, want 1", p.State().Newest)
	}
	if _, err := ParsePosition("x"); err == nil || !strings.Contains(err.Error(), "want placing, feeding or playing") {
		t.Errorf("%v, want what a first line may have", err)
	}
	// A row may begin with an ant.
	row := strings.Replace(bare, ".  .  .  .  W", "S  .  .  .  W", 1)
	p = draw(t, row)
	if a, _, ok := p.AntAt(At(0, 2)); !ok || a.Type != Soldier {
		t.Errorf("the ant is %+v, %v, want a soldier", a, ok)
	}
	if start := Start(Manual); strings.Contains(start.String(), "ants") {
		t.Errorf("ants are listed where there are none:\n%v", &start)
	}
}

func TestParseMove(t *testing.T) {
	for _, text := range []string{"M23", "M2333", "M23334353", "B21W", "B99Q", "E", "U"} {
		if m, err := ParseMove(text); err != nil || m.String() != text || m.Turned().Turned() != m {
			t.Errorf("%s is read as %v, %v", text, m, err)
		}
	}
	for text, want := range map[string]string{
		"":            `action "": character 1: want M (move), B (build), E (end) or U (undo)`,
		"X":           `action "X": character 1: want M (move), B (build), E (end) or U (undo)`,
		"M":           `action "M": character 2: want the digit of a column, 0-9`,
		"M2":          `action "M2": character 3: want the digit of a row, 0-9`,
		"M233":        `action "M233": character 5: want the digit of a row, 0-9`,
		"M23x3":       `action "M23x3": character 4: want the digit of a column, 0-9`,
		"M2333435363": `action "M2333435363": character 10: want the end of the action: a path has at most 4 cells`,
		"B2":          `action "B2": character 3: want the digit of a row, 0-9`,
		"B21":         `action "B21": character 4: want the letter of an ant: Q, W, D, S or R`,
		"B21x":        `action "B21x": character 4: want the letter of an ant: Q, W, D, S or R`,
		"B21WW":       `action "B21WW": character 5: want the end of the action`,
		"E ":          `action "E ": character 2: want the end of the action`,
	} {
		if _, err := ParseMove(text); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
