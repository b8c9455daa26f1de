package tron_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/tron"
)

const drawn = `cycle=2/300 health=3 breaker=12/6 wall=1 crash=-20/-40/-60
blue dir=right health=3 cooldown=0 remaining=0 score=2
yellow dir=left health=3 cooldown=11 remaining=6 score=2
##########
#bbB.....#
#....Yyy.#
##########
`

func TestTextIsReadBack(t *testing.T) {
	p := draw(t, drawn)
	if diff := cmp.Diff(drawn, p.String()); diff != "" {
		t.Errorf("printed (-read +printed):\n%s", diff)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var again tron.Position
	if err := json.Unmarshal(text, &again); err != nil || again != p || again.Hash() != p.Hash() {
		t.Errorf("through JSON: %v\n%v", err, again)
	}
	indented := draw(t, "\n  "+strings.ReplaceAll(drawn, "\n", "\n\n   "))
	if indented != p {
		t.Error("indentation and blank lines matter")
	}
	if err := again.UnmarshalText([]byte(strings.Replace(drawn, "cooldown=11", "cooldown=011", 1))); err == nil ||
		!strings.Contains(err.Error(), "line 3, character 35: want exactly what this program writes") {
		t.Errorf("UnmarshalText is not strict: %v", err)
	}
}

func TestDefaults(t *testing.T) {
	got := draw(t, "health=5\n####\n#BY#\n####").String()
	want := `cycle=0/300 health=5 breaker=12/6 wall=1 crash=-20/-40/-60
blue dir=right health=5 cooldown=0 remaining=0 score=0
yellow dir=left health=5 cooldown=0 remaining=0 score=0
####
#BY#
####
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what is missing (-want +got):\n%s", diff)
	}
}

func TestParsePositionRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, text   string
		line, column int
		want         string
	}{
		{"nothing", "", 1, 1, "3x3"},
		{"a strange cell", "  ####\n  #Bé#\n  #Y.#\n  ####", 2, 5, "a cell: one of"},
		{"two blue bikes", "#####\n#B.B#\n#.Y.#\n#####", 2, 4, "one bike for each side"},
		{"no yellow bike", "#####\n#B..#\n#####", 1, 1, "a bike Y on the board"},
		{"a short row", "####\n#BY\n####", 2, 4, "the row has 3 cells, the first one has 4"},
		{"R2 an open board", " ####\n #BY.\n ####", 2, 5, "closed by area walls"},
		{"an unknown word", "cycle=1/2 speed=3\n####\n#BY#\n####", 1, 11, "cycle, health, breaker, wall or crash"},
		{"no number", "blue health=x\n####\n#BY#\n####", 1, 6, "health=NUMBER"},
		{"too few numbers", "blue\nbreaker=12\n####\n#BY#\n####", 2, 1, "breaker=NUMBER/NUMBER"},
		{"a number twice", "blue health=1 health=1\n####\n#BY#\n####", 1, 15, "health only once"},
		{"a side twice", "blue\nblue\n####\n#BY#\n####", 2, 1, "one line for blue"},
		{"a cycle below 0", "cycle=-1/3\n####\n#BY#\n####", 1, 1, "a cycle from 0 on"},
		{"no word", "blue fast\n####\n#BY#\n####", 1, 6, "KEY=VALUE"},
		{"a direction", "yellow dir=Up\n####\n#BY#\n####", 1, 8, "dir=up, right, down or left"},
		{"a wall", "yellow on=.\n####\n#BY#\n####", 1, 8, "on=#, b or y"},
		{"a crash", "yellow crash=\n####\n#BY#\n####", 1, 8, "crash=area, own, enemy or bike"},
		{"two walls in one cell", "blue on=y\n###\n#*#\n###", 1, 1, "the same for bikes in one cell"},
		{"R2 large numbers", "wall=1000001\n####\n#BY#\n####", 1, 1, "wall_score_coefficient is 1000001"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tron.ParsePosition(tt.text)
			var syntax *tron.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error %v, want a SyntaxError", err)
			}
			if syntax.Line != tt.line || syntax.Column != tt.column || !strings.Contains(syntax.Want, tt.want) {
				t.Errorf("line %d, byte %d: want %s\nwant line %d, byte %d: %s",
					syntax.Line, syntax.Column, syntax.Want, tt.line, tt.column, tt.want)
			}
		})
	}
}

func TestParseCommandRefuses(t *testing.T) {
	for _, tt := range []struct {
		text   string
		column int
	}{{"", 1}, {"X", 1}, {"u", 1}, {"--", 1}, {"UD", 2}, {"AA", 2}, {"UAA", 3}, {"AU ", 3}} {
		_, err := tron.ParseCommand(tt.text)
		var syntax *tron.SyntaxError
		if !errors.As(err, &syntax) || syntax.Column != tt.column {
			t.Errorf("ParseCommand(%q): %v, want an error at byte %d", tt.text, err, tt.column)
		}
	}
}
