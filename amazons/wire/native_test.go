package wire

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/amazons"
)

func TestNativeView(t *testing.T) {
	position, err := amazons.ParsePosition("1BB1/B2B/Rx1R/1RR1 b")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		view amazons.View
		want string
	}{
		{"the start", amazons.View{Position: amazons.Start()}, `{
 "position": "3B2B3/10/10/B8B/10/10/R8R/10/10/3R2R3 r",
 "size": 10,
 "side": "red",
 "turns": 0,
 "last": null,
 "board": [
  "...B..B...",
  "..........",
  "..........",
  "B........B",
  "..........",
  "..........",
  "R........R",
  "..........",
  "..........",
  "...R..R..."
 ]
}`},
		{"after a turn", amazons.View{Position: position, Turns: 1, Last: move(t, "A1B2B1")}, `{
 "position": "1BB1/B2B/Rx1R/1RR1 b",
 "size": 4,
 "side": "blue",
 "turns": 1,
 "last": "A1B2B1",
 "board": [
  ".BB.",
  "B..B",
  "Rx.R",
  ".RR."
 ]
}`},
		{"arrows of a limited range", amazons.View{Position: position.WithArrowRange(2)}, `{
 "position": "1BB1/B2B/Rx1R/1RR1 b range=2",
 "size": 4,
 "side": "blue",
 "turns": 0,
 "last": null,
 "board": [
  ".BB.",
  "B..B",
  "Rx.R",
  ".RR."
 ],
 "arrow_range": 2
}`},
	} {
		got, err := json.MarshalIndent(Codec.View(tt.view), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if kind := Codec.Kind(amazons.View{}); kind != "move" {
		t.Errorf("the question is of kind %q, want move", kind)
	}
}

func TestNativeLegal(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	check := func(p amazons.Position) {
		t.Helper()
		var got []amazons.Move
		text, _ := json.Marshal(append([]amazons.Move{}, amazons.View{Position: p}.Moves()...))
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%v: %v: %s", p, err, text)
		}
		if diff := cmp.Diff(p.AppendMoves([]amazons.Move{}), got); diff != "" {
			t.Errorf("%v (-legal +listed):\n%s", p, diff)
		}
	}
	for _, p := range []amazons.Position{amazons.Start(), small(t)} {
		for ; !p.Stuck(); p = p.Play(p.RandomSteps(chance)) {
			check(p)
		}
		check(p) // none are left
	}
}
