package scene_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/scene"
)

func toy() *scene.Scene {
	return &scene.Scene{
		Board: &scene.Board{
			W: 3, H: 2, Look: scene.Checker, Left: []string{"2", "1"}, Bottom: []string{"A", "B", "C"}, Cell: "xy", Score: "Points",
			Seats:    []scene.Chair{{"X", "red"}, {"O", "blue"}},
			Overlays: []scene.Overlay{{ID: "reach", Label: "Reach", Key: "r"}},
			Rows:     []scene.Row{{"lives", "Lives"}},
		},
		Layers: map[string]scene.Layer{"wall": {As: scene.Stroke, Cells: map[int]string{0: "1", 1: "1"}}},
		Pieces: map[string]scene.Piece{"a": {At: 3, Seat: scene.Of(0)}, "b": {At: 5, Seat: scene.Of(1), Bar: scene.Bar{2, 3}, State: "spent"}},
		Marks:  []scene.Mark{{As: scene.Say, Piece: "a", Text: `<img src=x onerror="alert(1)"> </script>`}, {As: scene.Reach, Cells: []int{3}, R: 1, Show: "reach"}},
		Sides:  scene.Sides{{Score: scene.Number(2), Rows: map[string]scene.Value{"lives": scene.Pips(1, 3)}}, {Score: scene.Word("none"), Rows: map[string]scene.Value{"lives": scene.Number(0.5)}}},
		Turn:   scene.Of(1), Group: 1,
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
		if got := scene.Text(text, 8); got != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestFollow(t *testing.T) {
	piece := func(at int, sprite string) scene.Piece { return scene.Piece{At: at, Sprite: sprite, Seat: scene.Of(0)} }
	start := &scene.Scene{Pieces: scene.Follow(nil, 10, []scene.Piece{piece(1, "q"), piece(8, "q"), piece(3, "w")})}
	q1, q8, w3 := "q0.1", "q0.2", "w0.1"
	if start.Pieces[q1].At != 1 || start.Pieces[q8].At != 8 || start.Pieces[w3].At != 3 {
		t.Fatalf("at first: %v", start.Pieces)
	}
	for _, tt := range []struct {
		name   string
		pieces []scene.Piece
		want   map[string]int
	}{
		{"one moves onto the place of none", []scene.Piece{piece(41, "q"), piece(8, "q"), piece(3, "w")}, map[string]int{q1: 41, q8: 8, w3: 3}},
		{"one takes the place of another kind", []scene.Piece{piece(3, "q"), piece(8, "q")}, map[string]int{q1: 3, q8: 8}},
		{"one is new", []scene.Piece{piece(1, "q"), piece(8, "q"), piece(3, "w"), piece(50, "w")}, map[string]int{q1: 1, q8: 8, w3: 3, "w0.2": 50}},
		{"two move: the nearest", []scene.Piece{piece(7, "q"), piece(2, "q"), piece(3, "w")}, map[string]int{q1: 2, q8: 7, w3: 3}},
	} {
		got := map[string]int{}
		for id, p := range scene.Follow(start, 10, tt.pieces) {
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
	b = &scene.Board{W: 4, H: 4, Cell: "(x, y)"}
	if got := b.CellName(6); got != "(2, 1)" {
		t.Errorf("cell 6 is %q, want (2, 1)", got)
	}
}
