package scene

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func toy() *Scene {
	return &Scene{
		Board: &Board{
			W: 3, H: 2, Look: Checker, Left: []string{"2", "1"}, Bottom: []string{"A", "B", "C"}, Cell: "xy", Score: "Points",
			Seats:    []Chair{{"X", "red"}, {"O", "blue"}},
			Overlays: []Overlay{{ID: "reach", Label: "Reach", Key: "r"}},
			Rows:     []Row{{"lives", "Lives"}},
		},
		Layers: map[string]Layer{"wall": {As: Stroke, Cells: map[int]string{0: "1", 1: "1"}}},
		Pieces: map[string]Piece{"a": {At: 3, Seat: Of(0)}, "b": {At: 5, Seat: Of(1), Bar: Bar{2, 3}, State: "spent"}},
		Marks:  []Mark{{As: Say, Piece: "a", Text: `<img src=x onerror="alert(1)"> </script>`}, {As: Reach, Cells: []int{3}, R: 1, Show: "reach"}},
		Sides:  Sides{{Score: Number(2), Rows: map[string]Value{"lives": Pips(1, 3)}}, {Score: Word("none"), Rows: map[string]Value{"lives": Number(0.5)}}},
		Turn:   Of(1), Group: 1,
	}
}

func TestJSON(t *testing.T) {
	got, err := json.Marshal(toy())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"cells":{"0":"1","1":"1"}`, `"a":{"at":3,"seat":0}`, `"sides":{"0":{"score":2,"rows":{"lives":[1,3]}},"1":{"score":"none","rows":{"lives":0.5}}}`,
		`"turn":1`, `\u003cimg src=x`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestPatch(t *testing.T) {
	a, b := toy(), toy()
	b.Board = a.Board
	b.Layers = map[string]Layer{"wall": {As: Stroke, Cells: map[int]string{1: "1", 2: "1"}}}
	b.Pieces = map[string]Piece{"a": {At: 4, Seat: Of(0)}, "c": {At: 0}}
	b.Marks = nil
	b.Sides = Sides{a.Sides[0], {Score: Number(1), Rows: a.Sides[1].Rows}}
	b.Turn, b.Next, b.Curve = 0, "x", -1
	got, err := json.Marshal(Patch(a, b))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"curve":-1,"layers":{"wall":{"cells":{"0":null,"2":"1"}}},"marks":null,"next":"x",` +
		`"pieces":{"a":{"at":4},"b":null,"c":{"at":0}},"sides":{"1":{"score":1}},"turn":null}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	if p := Patch(a, a); len(p) != 0 {
		t.Errorf("the patch to itself is %v", p)
	}
}

// Text of strangers is escaped in every picture, and no picture refers to anything else.
func TestSVG(t *testing.T) {
	for _, o := range []Options{
		{}, {Dark: true, Show: []string{"reach"}, Width: 100},
		{Names: []string{"<img src=x onerror=alert(1)>", "\u202eevil\u0007\nname"}, Title: `"><script>alert(1)</script>`},
	} {
		var b strings.Builder
		scene := toy()
		scene.Layers = maps.Clone(scene.Layers)
		scene.Layers["paint"] = Layer{As: Fill, Cells: map[int]string{0: `"/><script>alert(1)</script>`}}
		if err := SVG(&b, scene, o); err != nil {
			t.Fatal(err)
		}
		elements := map[string]int{}
		for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, b.String())
			}
			if e, ok := token.(xml.StartElement); ok {
				elements[e.Name.Local]++
				for _, a := range e.Attr {
					if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "var(") {
						t.Errorf("attribute %s=%q", a.Name.Local, a.Value)
					}
				}
			}
		}
		if elements["script"]+elements["img"]+elements["image"]+elements["style"] > 0 || elements["use"] < 2 {
			t.Errorf("the picture is made of %v", elements)
		}
		if strings.ContainsAny(b.String(), "\u202e\u0007") {
			t.Error("controls of the screen in the picture")
		}
	}
	var b strings.Builder
	if err := SVG(&b, &Scene{}, Options{}); err == nil {
		t.Error("a scene without a board was drawn")
	}
}

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                  "plain",
		" a\t\nb  ":              "a b",
		"\u202eabc\u2066d\u200f": "abcd",
		"\x1b[2Jx\x00y":          "[2Jx y",
		"\xff":                   "\uFFFD",
		"0123456789":             "0123456…",
		"01234567":               "01234567",
		"<b>":                    "<b>",
		"":                       "",
	} {
		if got := Text(text, 8); got != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestFollow(t *testing.T) {
	piece := func(at int, sprite string) Piece { return Piece{At: at, Sprite: sprite, Seat: Of(0)} }
	start := &Scene{Pieces: Follow(nil, 10, []Piece{piece(1, "q"), piece(8, "q"), piece(3, "w")})}
	q1, q8, w3 := "q0.1", "q0.2", "w0.1"
	if start.Pieces[q1].At != 1 || start.Pieces[q8].At != 8 || start.Pieces[w3].At != 3 {
		t.Fatalf("at first: %v", start.Pieces)
	}
	for _, tt := range []struct {
		name   string
		pieces []Piece
		want   map[string]int
	}{
		{"one moves onto the place of none", []Piece{piece(41, "q"), piece(8, "q"), piece(3, "w")}, map[string]int{q1: 41, q8: 8, w3: 3}},
		{"one takes the place of another kind", []Piece{piece(3, "q"), piece(8, "q")}, map[string]int{q1: 3, q8: 8}},
		{"one is new", []Piece{piece(1, "q"), piece(8, "q"), piece(3, "w"), piece(50, "w")}, map[string]int{q1: 1, q8: 8, w3: 3, "w0.2": 50}},
		{"two move: the nearest", []Piece{piece(7, "q"), piece(2, "q"), piece(3, "w")}, map[string]int{q1: 2, q8: 7, w3: 3}},
	} {
		got := map[string]int{}
		for id, p := range Follow(start, 10, tt.pieces) {
			got[id] = p.At
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestCellName(t *testing.T) {
	b := toy().Board
	for cell, want := range map[int]string{0: "A2", 5: "C1", 6: "", -1: ""} {
		if got := b.CellName(cell); got != want {
			t.Errorf("cell %d is %q, want %q", cell, got, want)
		}
	}
	b = &Board{W: 4, H: 4, Cell: "(x, y)"}
	if got := b.CellName(6); got != "(2, 1)" {
		t.Errorf("cell 6 is %q, want (2, 1)", got)
	}
}

// Light and dark have the same colours, each #rrggbb or #rrggbbaa.
func TestPalette(t *testing.T) {
	light, dark := themeOf(false), themeOf(true)
	_, night, _ := strings.Cut(Palette(), "[data-theme=dark]")
	hex := regexp.MustCompile(`^#[0-9a-f]{6}(..)?$`)
	for name, colour := range light {
		if !hex.MatchString(colour) {
			t.Errorf("--%s is %q, want #rrggbb or #rrggbbaa", name, colour)
		}
		if dark[name] == "" || !strings.Contains(night, "--"+name+":") {
			t.Errorf("--%s has no dark colour", name)
		}
	}
	if len(light) < 40 || mix("#ff0000", "#0000ff", .5) != "#800080" {
		t.Errorf("%d colours, half red and half blue is %s", len(light), mix("#ff0000", "#0000ff", .5))
	}
}

func TestBubblesOfNeighbours(t *testing.T) {
	s := toy()
	s.Board.W, s.Board.H = 9, 7
	s.Pieces = map[string]Piece{"a": {At: 30}, "b": {At: 31}, "c": {At: 32}}
	s.Marks = []Mark{{As: Say, Piece: "a", Text: "I go left"}, {As: Say, Piece: "b", Text: "I stay here"}, {As: Say, Piece: "c", Text: "and I defend"}}
	s.Layers = nil
	var b strings.Builder
	if err := SVG(&b, s, Options{}); err != nil {
		t.Fatal(err)
	}
	type box struct{ x, y, w, h float64 }
	var boxes []box
	for _, m := range regexp.MustCompile(`<rect x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)" rx="[0-9.]+" [^>]*stroke-width="1.2"`).
		FindAllStringSubmatch(b.String(), -1) {
		var n [4]float64
		for i := range n {
			n[i], _ = strconv.ParseFloat(m[i+1], 64)
		}
		boxes = append(boxes, box{n[0], n[1], n[2], n[3]})
	}
	if len(boxes) != 3 {
		t.Fatalf("%d bubbles, want 3, in\n%s", len(boxes), b.String())
	}
	for i, a := range boxes {
		if a.x < 0 || a.y < 0 || a.x+a.w > 9*cell || a.y+a.h > 7*cell {
			t.Errorf("bubble %d is outside of the board: %v", i, a)
		}
		for _, b := range boxes[:i] {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Errorf("%v covers %v", a, b)
			}
		}
	}
}
