package maps_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/tron"
	"github.com/gridiron-games/gridiron/tron/maps"
)

const small = `{"board":["WWWWW","WEEEW","WWWWW"],
	"constants":{"max_cycles":9,"init_health":2,"wall_breaker_cooldown":12,"wall_breaker_duration":6,"wall_score_coefficient":3,
		"area_wall_crash_score":-20,"my_wall_crash_score":-40,"enemy_wall_crash_score":-60},
	"agents":{"Yellow":{"position":{"x":3,"y":1},"direction":"Left"},"Blue":{"position":{"x":1,"y":1},"direction":"Right"}}}`

func TestParse(t *testing.T) {
	p, err := maps.Parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	want := `cycle=0/9 health=2 breaker=12/6 wall=3 crash=-20/-40/-60
yellow dir=left health=2 cooldown=0 remaining=0 score=0
blue dir=right health=2 cooldown=0 remaining=0 score=0
#####
#B.Y#
#####
`
	if diff := cmp.Diff(want, p.String()); diff != "" {
		t.Errorf("R1 R3 the position of the file (-want +got):\n%s", diff)
	}
}

// Each row changes the small map in one place.
func TestParseIsForgiving(t *testing.T) {
	plain, err := maps.Parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, old, new string }{
		{"R1 letters but W are empty cells", "WEEEW", "W xwW"},
		{"R1 rows longer than the first are cut", `"WEEEW"`, `"WEEEWEEE"`},
		{"R1 unknown keys are ignored", `"board"`, `"Board":7,"BOARD":[],"board"`},
		{"R1 unknown keys of bikes are ignored", `"Yellow":{`, `"green":1,"Yellow":{"name":"x",`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := maps.Parse([]byte(strings.Replace(small, tt.old, tt.new, 1)))
			if err != nil || got != plain {
				t.Errorf("got %v\n%v", err, got)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"no JSON", `"board":[`, `"board":`, "line 1, byte 25: invalid character ',' after object key"},
		{"no object", small, "null", "the file is null: want an object"},
		{"a list", small, "[1,\n2]", "the file is [1, 2]: want an object"},
		{"no board", `"board"`, `"bored"`, "board is missing: want a list of rows"},
		{"no number", `"init_health":2,`, "", "constants.init_health is missing: want a whole number"},
		{"a fraction", `"init_health":2`, `"init_health":2.5`, "constants.init_health is 2.5: want a whole number"},
		{"null", `"init_health":2`, `"init_health":null`, "constants.init_health is null: want a whole number"},
		{"no constants", `"constants":{`, `"constants":0,"x":{`, "constants is 0: want an object of eight numbers"},
		{"one side", `"Blue"`, `"Green"`, "agents.Blue is missing: want an object of position and direction"},
		{"no x", `"x":3`, `"z":3`, "agents.Yellow.position.x is missing: want a whole number"},
		{"a direction in lower case", `"Left"`, `"left"`, `agents.Yellow.direction is "left": want Up, Right, Down or Left`},
		{"R2 a short row", `"WEEEW"`, `"WEEE"`, "cell 4,1: the row has 4 cells, the first one has 5"},
		{"R2 a small board", `["WWWWW","WEEEW","WWWWW"]`, `["WW"]`, "a board has at least 3x3 and at most 1024 cells, not 2x1"},
		{"R2 a start outside", `"x":3`, `"x":5`, "cell 5,1: the Yellow bike starts outside of the board of 5x3 cells"},
		{"R2 a start before the board", `"x":3`, `"x":-1`, "cell -1,1: the Yellow bike starts outside of the board of 5x3 cells"},
		{"R2 an open border", `"WEEEW"`, `"WEEEE"`,
			"cell 4,1: the Blue bike can drive to this cell at the edge: the board must be closed by area walls"},
		{"R2 a start in the border", `"x":3`, `"x":4`,
			"cell 4,1: the Yellow bike can drive to this cell at the edge: the board must be closed by area walls"},
		{"R2 large numbers", `"max_cycles":9`, `"max_cycles":1000001`, "max_cycles is 1000001, beyond 1000000"},
		{"R2 large scores", `"wall_score_coefficient":3`, `"wall_score_coefficient":100000000`,
			"wall_score_coefficient is 100000000, beyond 1000000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed := strings.Replace(small, tt.old, tt.new, 1)
			_, err := maps.Parse([]byte(changed))
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
	_, err := maps.Parse([]byte(strings.Replace(small, "WEEEW", "WEEEE", 1)))
	var wrong *tron.MapError
	if !errors.As(err, &wrong) || !wrong.Cell || wrong.At != (grid.Point{X: 4, Y: 1}) {
		t.Errorf("R2 the error does not name the cell: %#v", err)
	}
}

// The embedded maps have what Names promises, and their files are as Format writes them.
func TestEmbedded(t *testing.T) {
	if len(maps.Names()) < 6 {
		t.Errorf("only %v", maps.Names())
	}
	for _, name := range maps.Names() {
		p, err := maps.Load(name)
		if err != nil {
			t.Error(err)
			continue
		}
		size := p.Size()
		if size != (grid.Size{W: 35, H: 21}) {
			t.Errorf("%s: size %v", name, size)
		}
		turned := func(at grid.Point) grid.Point { return grid.Point{X: size.W - 1 - at.X, Y: size.H - 1 - at.Y} }
		for y := range size.H {
			for x := range size.W {
				if at := (grid.Point{X: x, Y: y}); p.Cell(at) != p.Cell(turned(at)) {
					t.Errorf("%s: cells %v and %v differ", name, at, turned(at))
				}
			}
		}
		blue, yellow := p.Bike(tron.Blue), p.Bike(tron.Yellow)
		if blue.At != turned(yellow.At) || blue.Direction != yellow.Direction.Opposite() || p.Cell(blue.At) != tron.Empty {
			t.Errorf("%s: starts %v and %v", name, blue, yellow)
		}
		file, err := maps.File(name)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := maps.Format(p); err != nil || string(text) != string(file) {
			t.Errorf("%s: formatted (-file +text), %v:\n%s", name, err, cmp.Diff(string(file), string(text)))
		}
	}
	if _, err := maps.Load(maps.Default); err != nil {
		t.Error(err)
	}
	if _, err := maps.Load("atlantis"); err == nil || !strings.Contains(err.Error(), "atlantis") {
		t.Errorf("an unknown name: %v", err)
	}
}

func TestFormatKeepsTheOrderOfTheBikes(t *testing.T) {
	p, err := maps.Parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	text, err := maps.Format(p)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := maps.Parse(text); err != nil || again != p || again.First() != tron.Yellow {
		t.Errorf("R3 written and read: %v\n%v", err, again)
	}
	p.Step([2]tron.Command{})
	if _, err := maps.Format(p); err == nil {
		t.Error("a position with walls of the sides was written as a map")
	}
}

// FuzzParse reads any bytes; what is accepted survives being written.
func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(strings.Replace(small, "WEEEW", "WEEEE", 1)))
	f.Add([]byte(`{"board":[],"constants":{},"agents":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := maps.Parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of more than one line: %v", err)
			}
			return
		}
		out, err := maps.Format(p)
		if err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		if again, err := maps.Parse(out); err != nil || again != p {
			t.Errorf("written and read again: %v", err)
		}
	})
}
