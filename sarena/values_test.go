package sarena_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/sarena"
)

func TestFaces(t *testing.T) {
	for _, tt := range []struct {
		face, inverted sarena.Face
		code, sign     int
		letter         byte
	}{
		{sarena.Blank, sarena.Blank, 0, 0, '='}, {sarena.YellowFace, sarena.RedFace, 1, 1, 'Y'},
		{sarena.RedFace, sarena.YellowFace, -1, -1, 'R'}, {sarena.GreyFace, sarena.GreyFace, 2, 0, 'N'},
	} {
		face, ok := sarena.FaceOf(tt.code)
		if face != tt.face || !ok || tt.face.Code() != tt.code || tt.face.Sign() != tt.sign || tt.face.Letter() != tt.letter {
			t.Errorf("face %d: %v, %v, code %d, sign %d, letter %c", tt.face, face, ok, tt.face.Code(), tt.face.Sign(), tt.face.Letter())
		}
		if got := tt.face.Invert(); got != tt.inverted {
			t.Errorf("face %d inverted is %d, want %d", tt.face, got, tt.inverted)
		}
	}
	if face, ok := sarena.FaceOf(3); face != sarena.Blank || ok {
		t.Errorf("code 3 is face %d, %v", face, ok)
	}
}

func TestPiles(t *testing.T) {
	yr, nn := sarena.ChipOf(sarena.YellowFace, sarena.RedFace), sarena.ChipOf(sarena.GreyFace, sarena.GreyFace)
	for face, want := range map[sarena.Face]bool{sarena.YellowFace: true, sarena.RedFace: true, sarena.GreyFace: false} {
		if yr.Shows(face) != want {
			t.Errorf("a chip of yellow and red shows face %d: %v", face, !want)
		}
	}
	for _, tt := range []struct {
		chips []sarena.Chip
		want  string
		ok    bool
	}{
		{nil, ".", true}, {[]sarena.Chip{yr, nn}, ".YRNN", true}, {[]sarena.Chip{yr, nn, yr, yr}, ".YRNNYRYR", true},
		{[]sarena.Chip{yr, yr, yr, yr, yr}, ".", false},
		{[]sarena.Chip{yr, sarena.ChipOf(sarena.Blank, sarena.RedFace)}, ".", false},
		{[]sarena.Chip{sarena.ChipOf(sarena.RedFace, sarena.Blank)}, ".", false},
	} {
		pile, ok := sarena.PileOf(tt.chips...)
		p, err := sarena.New(1, 1)
		if err != nil {
			t.Fatal(err)
		}
		p.Put(0, true, pile)
		p.Put(0, false, pile) // is no arrow cell any more
		if p.String() != tt.want || ok != tt.ok || pile.Height() != len(p.String())/2 {
			t.Errorf("PileOf(%v) = %v, %v, want %s, %v", tt.chips, p, ok, tt.want, tt.ok)
		}
		for i := range pile.Height() {
			if pile.Chip(i) != tt.chips[i] {
				t.Errorf("%s: chip %d is %v", p, i, pile.Chip(i))
			}
		}
	}
}

func TestSets(t *testing.T) {
	if got := sarena.SetOf(0, 5, 63); got != 1<<63|33 || got.Len() != 3 || got.First() != 0 || got.Rest() != 1<<63|32 {
		t.Errorf("%b", got)
	}
	p := draw(t, ".YRNN")
	if pile := p.Pile(0); pile.Bottom() != sarena.YellowFace || pile.Top() != sarena.GreyFace || sarena.Pile(0).Bottom() != sarena.Blank {
		t.Errorf("bottom %d and top %d of %s", pile.Bottom(), pile.Top(), p)
	}
}

// TestRules gives each rule the name, number and words that players and corpora see.
func TestRules(t *testing.T) {
	for rule, want := range map[sarena.Rule]string{
		sarena.Legal:     "legal, , the turn is legal",
		sarena.OffBoard:  "off_board, R3, a cell is not on this board (R3)",
		sarena.NotBeside: "not_beside, R4, a pile moves to a cell beside it, along its row or column (R4)",
		sarena.FromEmpty: "from_empty, R5, no pile lies on the first cell (R5)",
		sarena.ToEmpty:   "to_empty, R6, an empty cell without arrows takes no pile (R6)",
		sarena.TooHigh:   "too_high, R7, the pile would have more than four chips (R7)",
	} {
		if got := fmt.Sprintf("%s, %s, %v", rule.String(), rule.Number(), rule.Error()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// R3: just over each edge, from and to.
func TestEdges(t *testing.T) {
	p := draw(t, corner)
	for _, text := range []string{"3020", "2030", "0302", "0203", "-1,0,0,0", "0,0,-1,0", "0,-1,0,0", "0,0,0,-1"} {
		if got := p.Check(move(t, text)); got != sarena.OffBoard {
			t.Errorf("Check(%s) = %v, want %v", text, got, sarena.OffBoard)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, size := range [][2]int{{1, 64}, {64, 1}, {8, 8}, {6, 6}, {9, 7}} {
		if p, err := sarena.New(size[0], size[1]); err != nil || p.Rows() != size[0] || p.Columns() != size[1] {
			t.Errorf("%v: %v, %v", size, p, err)
		}
	}
	for _, size := range [][2]int{{0, 6}, {6, 0}, {1, 65}, {65, 1}, {8, 9}, {-1, -1}, {256, 256}} {
		if p, err := sarena.New(size[0], size[1]); err == nil {
			t.Errorf("%v is a board: %v", size, p)
		}
	}
	for text, want := range map[string]bool{"+ +": true, "+/+": true, "+ ./. +": false, ". +/+ .": false, "+ . +/. . .": false, ". . +/+ . .": false} {
		if got := draw(t, text).Endless(); got != want {
			t.Errorf("R12 %s is endless: %v, want %v", text, got, want)
		}
	}
}

// TestHash compares hashes with those of earlier versions, on every machine; one that changes Position may change them.
func TestHash(t *testing.T) {
	for text, want := range map[string]uint64{
		".": 0xf1bfe3aa146e4d07, "+ r": 0x590827f1819818e1, corner: 0xbbac44ecd07012d2, "+NN .NY +NR .YR/.NR +NN .NY .": 0x115329af90fd2109,
	} {
		if got := draw(t, text).Hash(); got != want {
			t.Errorf("%q: %#x, want %#x", text, got, want)
		}
	}
}

// TestImages says where a cell goes by each symmetry: bit 0 exchanges top and bottom, 1 left and right, then 2 rows and columns.
func TestImages(t *testing.T) {
	p := draw(t, "+ . ./. . ./. . .")
	want := []string{"01 02", "21 22", "01 00", "21 20", "10 20", "12 22", "10 00", "12 02"}
	for s := range sarena.Symmetry(sarena.Symmetries) {
		place := func(row, column int) string {
			i, j := p.Place(p.Image(s, p.At(row, column)))
			return fmt.Sprint(i, j)[:1] + fmt.Sprint(j)
		}
		if got := place(0, 1) + " " + place(0, 2); got != want[s] {
			t.Errorf("symmetry %d maps 01 and 02 to %s, want %s", s, got, want[s])
		}
	}
}

// TestSyntaxErrors says exactly where something is wrong.
func TestSyntaxErrors(t *testing.T) {
	var m sarena.Move
	var p sarena.Position
	parse := func(_ any, err error) error { return err }
	for _, tt := range []struct {
		err  error
		want sarena.SyntaxError
	}{
		{m.UnmarshalJSON([]byte(`[1,0;0,1]`)), sarena.SyntaxError{What: "move", Text: `[1,0;0,1]`, Line: 1, Column: 5, Want: "a comma"}},
		{m.UnmarshalJSON([]byte("[1,0")), sarena.SyntaxError{What: "move", Text: "[1,0", Line: 1, Column: 5, Want: "a comma"}},
		{m.UnmarshalJSON([]byte("")), sarena.SyntaxError{What: "move", Line: 1, Column: 1, Want: "four digits in quotes or a list of four integers"}},
		{m.UnmarshalJSON([]byte(`"`)), sarena.SyntaxError{What: "move", Text: `"`, Line: 1, Column: 1, Want: "four digits in quotes or a list of four integers"}},
		{m.UnmarshalJSON([]byte(`""`)), sarena.SyntaxError{What: "move", Line: 1, Column: 1, Want: "a digit"}},
		{m.UnmarshalJSON([]byte(`x"`)), sarena.SyntaxError{What: "move", Text: `x"`, Line: 1, Column: 1, Want: "four digits in quotes or a list of four integers"}},
		{m.UnmarshalJSON([]byte(`"x`)), sarena.SyntaxError{What: "move", Text: `"x`, Line: 1, Column: 1, Want: "four digits in quotes or a list of four integers"}},
		{m.UnmarshalJSON([]byte(`"\x"`)), sarena.SyntaxError{What: "move", Text: `"\x"`, Line: 1, Column: 1, Want: "a JSON string"}},
		{parse(sarena.ParseMove("01x2")), sarena.SyntaxError{What: "move", Text: "01x2", Line: 1, Column: 3, Want: "a digit"}},
		{p.UnmarshalText([]byte("+ x")), sarena.SyntaxError{What: "position", Text: "+ x", Line: 1, Column: 3, Want: "a cell: + or . and its chips"}},
		{parse(sarena.ParseDiagram("+\nx")), sarena.SyntaxError{What: "diagram", Text: "+\nx", Line: 2, Column: 1, Want: "a cell: + or . and its chips"}},
	} {
		var got *sarena.SyntaxError
		if !errors.As(tt.err, &got) {
			t.Errorf("no error, want %+v", tt.want)
		} else if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("error (-want +got):\n%s", diff)
		}
	}
	if m := (sarena.Move{I1: 9, J1: 9, I2: 9, J2: 9}); m.String() != "9999" {
		t.Errorf("%v, want digits without commas", m)
	}
}

type firstDraw struct{}

func (firstDraw) Below(int) int { return 0 }

// R12: a random game on an endless board ends at the limit.
func TestTurnLimit(t *testing.T) {
	if _, turns := sarena.RandomGame(draw(t, "+YN +"), firstDraw{}); turns != sarena.TurnLimit {
		t.Errorf("%d turns, want %d", turns, sarena.TurnLimit)
	}
}
