package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/reantics"
	"github.com/gridiron-games/gridiron/reantics/wire"
)

const drawn = `playing red manual
  0  1  2  3  4  5  6  7  8  9
0 .  .  .  ^Q .  .  .  .  .  .
1 .  ;  .  .  .  .  .  @  .  .
2 .  .  .  .  W  .  .  .  .  .
3 .  .  .  .  .  .  .  .  %  .
4 .  .  .  .  .  .  .  .  .  .
5 .  .  .  .  .  .  .  .  .  .
6 .  .  .  .  .  .  .  .  .  .
7 .  .  .  .  .  .  .  .  .  .
8 .  .  .  .  .  .  @  .  .  .
9 .  .  .  .  .  .  .  ^q .  .
blue food 1 hill 30/3 tunnel 71/2 ants Q30/10 W42/4+
red food 2 hill 79/1 tunnel 68/2 ants Q79/9*
`

// The message to a program in seat red: everything is turned.
func TestViewJSON(t *testing.T) {
	p, err := reantics.ParsePosition(drawn)
	if err != nil {
		t.Fatal(err)
	}
	v := p.View()
	text, err := json.Marshal(wire.Codec.View(v))
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	for _, want := range []string{
		`{"position":"playing red manual\n`, `"rules":"manual","phase":3,"whose_turn":1,`,
		`{"player":0,"food_count":1,"anthill":{"coords":[6,9],"capture_health":3},"tunnel":{"coords":[2,8],"capture_health":2},"ants":[` +
			`{"unique_id":1,"type":"queen","coords":[6,9],"health":10,"carrying":false,"has_moved":false},` +
			`{"unique_id":2,"type":"worker","coords":[5,7],"health":4,"carrying":true,"has_moved":false}]`,
		`"grass":[[8,8]],"food":[[1,6]],"board":["..q.......","...@......",`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the view does not have\n%s\nbut is\n%s", want, got)
		}
	}
	if wire.Codec.Kind(v) != "move" {
		t.Errorf("the question is of kind %q, want move", wire.Codec.Kind(v))
	}
	var legal []json.RawMessage
	if err := json.Unmarshal(moves(t, v), &legal); err != nil || string(legal[len(legal)-1]) != `{"type":"end"}` {
		t.Errorf("legal answers %s, %v", moves(t, v), err)
	}
	for _, text := range legal {
		var a reantics.Answer
		if err := a.UnmarshalJSON(text); err != nil || v.Position.Check(a.Move) != reantics.Legal {
			t.Errorf("%s is listed, but %v", text, v.Position.Check(a.Move))
		}
	}
}

// The legal answers to the other questions are cells.
func TestLegalCells(t *testing.T) {
	p := reantics.Start(reantics.Manual)
	if got := strings.Count(string(moves(t, p.View())), "[["); got != 40 {
		t.Errorf("%d cells for the first anthill, want 40", got)
	}
	fight := strings.Replace(drawn, "playing red manual", "playing red manual attack 79", 1)
	fight = strings.Replace(fight, "8 .  .  .  .  .  .  @  .  .  .", "8 .  .  .  .  .  .  @  D  .  .", 1)
	q, err := reantics.ParsePosition(fight)
	if err != nil {
		t.Fatal(err)
	}
	v := q.View()
	if diff := cmp.Diff(`[[2,1]]`, string(moves(t, v))); diff != "" || wire.Codec.Kind(v) != "attack" {
		t.Errorf("legal targets (-want +got):\n%s", diff)
	}
}

// moves returns the legal answers as programs receive them.
func moves(t *testing.T, v reantics.View) []byte {
	t.Helper()
	text, err := json.Marshal(v.Moves())
	if err != nil {
		t.Fatal(err)
	}
	return text
}
