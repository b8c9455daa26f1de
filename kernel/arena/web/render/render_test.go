package render

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

	"github.com/gridiron-games/gridiron/kernel/scene"
)

func toy() *scene.Scene {
	return &scene.Scene{
		Board: &scene.Board{
			W: 3, H: 2, Look: scene.Checker, Left: []string{"2", "1"}, Bottom: []string{"A", "B", "C"}, Cell: "xy", Score: "Points",
			Seats:    []scene.Chair{{ID: "X", Colour: "red"}, {ID: "O", Colour: "blue"}},
			Overlays: []scene.Overlay{{ID: "reach", Label: "Reach", Key: "r"}},
			Rows:     []scene.Row{{ID: "lives", Caption: "Lives"}},
		},
		Layers: map[string]scene.Layer{"wall": {As: scene.Stroke, Cells: map[int]string{0: "1", 1: "1"}}},
		Pieces: map[string]scene.Piece{"a": {At: 3, Seat: scene.Of(0)}, "b": {At: 5, Seat: scene.Of(1), Bar: scene.Bar{2, 3}, State: "spent"}},
		Marks:  []scene.Mark{{As: scene.Say, Piece: "a", Text: `<img src=x onerror="alert(1)"> </script>`}, {As: scene.Reach, Cells: []int{3}, R: 1, Show: "reach"}},
		Sides:  scene.Sides{{Score: scene.Number(2), Rows: map[string]scene.Value{"lives": scene.Pips(1, 3)}}, {Score: scene.Word("none"), Rows: map[string]scene.Value{"lives": scene.Number(0.5)}}},
		Turn:   scene.Of(1), Group: 1,
	}
}

func TestPatch(t *testing.T) {
	a, b := toy(), toy()
	b.Board = a.Board
	b.Layers = map[string]scene.Layer{"wall": {As: scene.Stroke, Cells: map[int]string{1: "1", 2: "1"}}}
	b.Pieces = map[string]scene.Piece{"a": {At: 4, Seat: scene.Of(0)}, "c": {At: 0}}
	b.Marks = nil
	b.Sides = scene.Sides{a.Sides[0], {Score: scene.Number(1), Rows: a.Sides[1].Rows}}
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
		s := toy()
		s.Layers = maps.Clone(s.Layers)
		s.Layers["paint"] = scene.Layer{As: scene.Fill, Cells: map[int]string{0: `"/><script>alert(1)</script>`}}
		if err := SVG(&b, s, o); err != nil {
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
	if err := SVG(&b, &scene.Scene{}, Options{}); err == nil {
		t.Error("a scene without a board was drawn")
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
	s.Pieces = map[string]scene.Piece{"a": {At: 30}, "b": {At: 31}, "c": {At: 32}}
	s.Marks = []scene.Mark{{As: scene.Say, Piece: "a", Text: "I go left"}, {As: scene.Say, Piece: "b", Text: "I stay here"}, {As: scene.Say, Piece: "c", Text: "and I defend"}}
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
