package sarena_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/sarena"
)

func TestPositionText(t *testing.T) {
	for _, text := range []string{
		"+NN .NY +NR/.NR +NN .NY/+NY .NR +NN",
		"+NNYRRNNY . r",
		"+",
		"./+YY/.",
		"." + strings.Repeat(" +", 63),
		"." + strings.Repeat("/+NN", 63),
	} {
		p, err := sarena.ParsePosition(text)
		if err != nil {
			t.Errorf("ParsePosition(%q): %v", text, err)
			continue
		}
		if p.String() != text {
			t.Errorf("printed %q, want %q", p, text)
		}
		for _, drawn := range []string{p.Diagram(), text, strings.ReplaceAll(strings.TrimSuffix(text, " r"), "/", "\n")} {
			again, err := sarena.ParseDiagram(drawn)
			if err != nil || again.WithSide(p.Side()) != p {
				t.Errorf("diagram %q is read as %q, %v", drawn, again, err)
			}
		}
		var fromJSON sarena.Position
		b, err := json.Marshal(p)
		if err == nil {
			err = json.Unmarshal(b, &fromJSON)
		}
		if err != nil || fromJSON != p {
			t.Errorf("%q through JSON is %q, %v", text, fromJSON, err)
		}
	}
}

func TestPositionErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", `position "": character 1: want a cell: + or . and its chips`},
		{"+NN .NY/+NN", "character 12: want 2 cells in row 1, as in row 0, not 1"},
		{"+NN .NY/+ + +", "character 14: want 2 cells in row 1, as in row 0, not 3"},
		{"+NN  .NY", "character 5: want a cell"},
		{"+NN .NB", "character 7: want a face: Y, R or N"},
		{"+NN .N", "character 7: want the upper face of the chip: Y, R or N"},
		{"+NNNNNNNNNN", "character 10: want at most 4 chips in a cell"},
		{"+NN .NY y", "character 9: want a cell"},
		{"+NN/", "character 5: want a cell"},
		{"+" + strings.Repeat(" .", 64), "character 129: want at most 64 cells"},
	} {
		_, err := sarena.ParsePosition(tt.text)
		var syntax *sarena.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParsePosition(%q): %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestDiagram(t *testing.T) {
	p := draw(t, "+NN .NY +NR/.NR +NNYN .NY/+ .NR +NN r")
	want := "r\n+NN .NY   +NR\n.NR +NNYN .NY\n+   .NR   +NN\n"
	if diff := cmp.Diff(want, p.Diagram()); diff != "" {
		t.Errorf("Diagram (-want +got):\n%s", diff)
	}
	for name, text := range map[string]string{
		"indented, with comments": "\n\t# a comment\n\tr\n\t+NN .NY +NR\n\t.NR +NNYN .NY\n\n\t+ .NR +NN",
		"slashes and line feeds":  "r\n+NN .NY +NR/.NR +NNYN .NY\n+ .NR +NN\n",
		"line ends of Windows":    "r\r\n+NN .NY +NR\r\n.NR +NNYN .NY\r\n+ .NR +NN\r\n",
	} {
		if got, err := sarena.ParseDiagram(text); err != nil || got != p {
			t.Errorf("%s is read as %v, %v, want %v", name, got, err, p)
		}
	}
}

func TestDiagramErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", `diagram "": character 1: want rows of cells`},
		{"only a seat", "r\n", "want rows of cells"},
		{"a short row", "+NN .\n.", "line 2, character 2: want 2 cells in row 1, as in row 0, not 1"},
		{"a strange cell", "+NN .\n. #", "line 2, character 3: want a cell"},
		{"a strange face", "\n  +NX", "line 2, character 5: want a face"},
		{"an empty row", "+NN//+NN", "character 5: want 1 cells in row 1"},
	} {
		_, err := sarena.ParseDiagram(tt.text)
		var syntax *sarena.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestMoveText(t *testing.T) {
	for _, tt := range []struct {
		text string
		want sarena.Move
	}{
		{"2324", sarena.Move{I1: 2, J1: 3, I2: 2, J2: 4}},
		{"0,9,0,10", sarena.Move{J1: 9, J2: 10}},
		{"-1,0,0,0", sarena.Move{I1: -1}},
	} {
		m, err := sarena.ParseMove(tt.text)
		if err != nil || m != tt.want || m.String() != tt.text {
			t.Errorf("ParseMove(%q) = %v, %v, want %v", tt.text, m, err, tt.want)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"", `move "": character 1: want a digit`},
		{"012", "character 4: want a digit"},
		{"01x2", "character 3: want a digit"},
		{"11112", "character 6: want a comma"},
		{"0,1,1,1", "character 1: want four digits without commas"},
		{"0,9,0,010", "character 7: want an integer"},
		{"0,9,0,10,", "character 9: want the end of the move"},
		{"0,9,0,+10", "character 7: want an integer"},
	} {
		_, err := sarena.ParseMove(tt.text)
		var syntax *sarena.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseMove(%q): %v, want %q", tt.text, err, tt.want)
		}
	}
}

// R14: what is a turn in JSON.
func TestMoveJSON(t *testing.T) {
	for _, text := range []string{`"1001"`, `[1,0,0,1]`, ` [ 1 , 0 , 0 , 1 ] `, `"\u0031001"`, `[true,false,0,1]`} {
		var m sarena.Move
		if err := json.Unmarshal([]byte(text), &m); err != nil || m != (sarena.Move{I1: 1, J2: 1}) {
			t.Errorf("R14 %s is read as %v, %v", text, m, err)
		}
	}
	for _, text := range []string{
		`null`, `1001`, `"abcd"`, `"\u0041001"`, `"100\\"`, `[]`, `[1,0,0]`, `[1,0,0,1,0]`, `[1.0,0,0,1]`, `[1e0,0,0,1]`, `["1",0,0,1]`, `[[1,0],[0,1]]`, `{"i1":1}`,
		`[99999999999999999999,0,0,1]`,
	} {
		var m sarena.Move
		var syntax *sarena.SyntaxError
		if err := json.Unmarshal([]byte(text), &m); !errors.As(err, &syntax) {
			t.Errorf("R14 %s is read as %v, %v", text, m, err)
		}
	}
	if b, err := json.Marshal(sarena.Move{I1: 1, J2: 1}); err != nil || string(b) != `"1001"` {
		t.Errorf("printed %s, %v", b, err)
	}
}
