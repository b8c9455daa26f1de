package amazons_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
)

const startText = "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r"

func TestPositionText(t *testing.T) {
	for _, text := range []string{
		startText,
		"10/2R7/1x1B6/2xx1x3B/x1xR1xxxx1/2B2B1x2/2x5Rx/4R2x2/4x4x/4x5 b",
		"1BB1/B2B/R2R/1RR1 r",
		"xxxx/xxxx/xxxx/xxxx b",
		"4/4/4/4 r",
	} {
		p, err := amazons.ParsePosition(text)
		if err != nil {
			t.Errorf("ParsePosition(%q): %v", text, err)
			continue
		}
		if p.String() != text {
			t.Errorf("printed %q, want %q", p, text)
		}
		again, err := amazons.ParseDiagram(p.Diagram())
		if err != nil || again != p {
			t.Errorf("the diagram of %q is read as %q, %v", text, again, err)
		}
		var fromJSON amazons.Position
		b, err := json.Marshal(p)
		if err == nil {
			err = json.Unmarshal(b, &fromJSON)
		}
		if err != nil || fromJSON != p {
			t.Errorf("%q through JSON is %q, %v", text, fromJSON, err)
		}
	}
	if got, _ := amazons.ParsePosition(startText); got != amazons.Start() {
		t.Errorf("the start is read as %v", got)
	}
}

func TestPositionErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", `position "": character 1: want 4 to 10 rows separated by slashes, not 1`},
		{"4/4/4 r", "character 1: want 4 to 10 rows separated by slashes, not 3"},
		{"4/4/4/5 r", "character 7: want 4 squares in row 0 (the board has 4 rows)"},
		{"4/4/13/4 r", "character 6: want R, B, x or the end of the row after a number of empty squares"},
		{"4/4/3/4 r", "character 6: want 4 squares in row 1 (the board has 4 rows), not 3"},
		{"4/RB?1/4/4 r", "character 5: want R, B, x or a number of empty squares"},
		{"4/0/4/4 r", "character 3: want R, B, x or a number of empty squares"},
		{"4/4/4/4", "character 8: want a blank and then r or b, the seat to move, at the end"},
		{"4/4/4/4 w", "character 8: want a blank and then r or b"},
		{"4/4/4/4 r ", "character 8: want a blank and then r or b"},
		{"4/4/4/4 r range=", "character 17: want how far arrows fly, 1 to 9, at the end"},
		{"4/4/4/4 r range=0", "character 17: want how far arrows fly"},
		{"4/4/4/4 r range=10", "character 17: want how far arrows fly"},
		{"4/4/4/4 range=1", "character 8: want a blank and then r or b"},
		{"10/10/10/10/10/10/10/10/10/10/10 r", "want 4 to 10 rows separated by slashes, not 11"},
	} {
		_, err := amazons.ParsePosition(tt.text)
		var syntax *amazons.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParsePosition(%q): %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestDiagram(t *testing.T) {
	want := "1BB1/B2B/R2R/1RR1 r\n3 . B B .\n2 B . . B\n1 R . . R\n0 . R R .\n  A B C D\n"
	p, err := amazons.ParsePosition("1BB1/B2B/R2R/1RR1 r")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, p.Diagram()); diff != "" {
		t.Errorf("Diagram (-want +got):\n%s", diff)
	}
	for name, text := range map[string]string{
		"bare":                    ".BB.\nB..B\nR..R\n.RR.",
		"with the seat":           "r\n. B B .\nB . . B\nR . . R\n. R R .",
		"indented, with comments": "\n\t# a comment\n\t3 . B B .\n\t2 B . . B\n\t1 R . . R\n\t0 . R R .\n\t  A B C D\n\n",
		"a screen":                "# turn 0, territory RED 1, BLUE 1\n3  .[B]B .\n2  B(.). B\n1  R . . R\n0  . R R .\n   A B C D",
	} {
		if got, err := amazons.ParseDiagram(text); err != nil || got != p {
			t.Errorf("%s is read as %v, %v, want %v", name, got, err, p)
		}
	}
}

func TestR13Layout(t *testing.T) {
	const text = "1BB1/B2B/R2R/1RR1 r range=3"
	p, err := amazons.ParsePosition(text)
	if err != nil || p.ArrowRange() != 3 || p.String() != text {
		t.Errorf("%s is read as %v, %v", text, p, err)
	}
	if drawn, err := amazons.ParseDiagram(p.Diagram()); err != nil || drawn != p {
		t.Errorf("drawn and read back it is %v, %v", drawn, err)
	}
	whole := p.WithArrowRange(0)
	if got := whole.String(); got != "1BB1/B2B/R2R/1RR1 r" || whole == p || whole.Hash() == p.Hash() {
		t.Errorf("without a range it is %s, and equal to that with one: %v", got, whole == p)
	}
}

func TestDiagramErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "want 4 to 10 rows of cells, not 0"},
		{"too few rows", "....\n....", "character 1: want 4 to 10 rows of cells, not 2"},
		{"a short row", "....\n....\n...\n....", "line 3, character 1: want 4 squares in row 1"},
		{"a strange cell", "....\n..?.\n....\n....", "line 2, character 3: want cells R, B, x or '.'"},
		{"text and board differ", "4/4/4/4 r\n....\n..R.\n....\n....", "line 2, character 1: want the board of the position text above it"},
		{"a bad position text", "4/4/4/9 r\n....", "4 squares in row 0"},
	} {
		_, err := amazons.ParseDiagram(tt.text)
		var syntax *amazons.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestParseMove(t *testing.T) {
	m, err := amazons.ParseMove("D0D4J4")
	if want := (amazons.Move{From: 30, To: 34, Arrow: 94}); err != nil || m != want || m.String() != "D0D4J4" {
		t.Errorf("ParseMove(D0D4J4) = %v, %v, want %v", m, err, want)
	}
	for _, tt := range []struct{ text, want string }{
		{"", `turn "": character 1: want a column letter A-J`},
		{"D0D4K4", `turn "D0D4K4": character 5: want a column letter A-J`},
		{"D0DxJ4", "character 4: want a row digit 0-9"},
		{"D0D4J", "character 6: want a row digit 0-9"},
		{"D0D4J44", "character 7: want the end of the turn"},
		{"d0d4j4", "character 1: want a column letter A-J"},
	} {
		_, err := amazons.ParseMove(tt.text)
		var syntax *amazons.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseMove(%q): %v, want %q", tt.text, err, tt.want)
		}
	}
}
