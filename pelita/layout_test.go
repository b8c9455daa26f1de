package pelita_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

func TestR2Layout(t *testing.T) {
	l, err := pelita.ParseLayoutWith("\n\n  ########\r\n\t#a # . #\n\n #b.  xy#  \u2028########\nwhat follows is ignored", pelita.Extra{
		Food: []pelita.Cell{at(6, 2), at(1, 1), at(6, 2)}, Bots: []pelita.Placed{place("y", 2, 2)},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "########\n#a # . #\n#by  x.#\n########\n"
	if diff := cmp.Diff(want, l.String()); diff != "" {
		t.Errorf("layout (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]pelita.Cell{at(1, 1), at(2, 2), at(5, 1), at(6, 2)}, l.Food); diff != "" {
		t.Errorf("pellets (-want +got):\n%s", diff)
	}
}

func TestR2WhatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		name  string
		text  string
		extra pelita.Extra
		want  string
	}{
		{"empty", "", pelita.Extra{}, "layout: no bot a, x, b, y, want a, b, x and y"},
		{"no opening wall", "\n#a b#\n", pelita.Extra{}, "layout: line 2: want walls (#) all round the board"},
		{"odd", "#####\n#abx#\n#####", pelita.Extra{}, "layout: line 1: 5 columns, want an even number"},
		{"ragged", "######\n#ab #\n######", pelita.Extra{}, "layout: line 2: 5 columns, want 6 as in the first row"},
		{"open at the side", "######\n#abxy \n######", pelita.Extra{}, "layout: line 2: 5 columns, want 6 as in the first row"},
		{"open at the left", "######\nxabxy#\n######", pelita.Extra{}, "layout: line 2: want walls (#) all round the board"},
		{"never closed", "######\n#abxy#\n\n", pelita.Extra{}, "layout: line 3: want walls (#) all round the board"},
		{"twice", "######\n#abxa#\n######", pelita.Extra{}, "layout: line 2, cell (4, 1): bot a is already on (1, 1), want it once"},
		{"odd character", "######\n#ab?y#\n######", pelita.Extra{}, `layout: line 2, cell (3, 1): "?", want #, a dot, a blank, a, b, x or y`},
		{"missing", "######\n#a by#\n######", pelita.Extra{}, "layout: no bot x, want a, b, x and y"},
		{"given beside the text", "######\n#a by#\n######", pelita.Extra{Bots: []pelita.Placed{place("x", 2, 1)}}, ""},
		{"pellet outside", "######\n#abxy#\n######", pelita.Extra{Food: []pelita.Cell{at(6, 1)}}, "layout: pellet (6, 1) is outside of the board"},
		{"pellet on a wall", "######\n#abxy#\n######", pelita.Extra{Food: []pelita.Cell{at(5, 1)}}, "layout: pellet (5, 1) is on a wall"},
		{"bad name", "######\n#abxy#\n######", pelita.Extra{Bots: []pelita.Placed{place("a", 9, 9), place("c", 1, 1)}}, `layout: bot "c", want a, b, x or y`},
		{"bot outside", "######\n#abxy#\n######", pelita.Extra{Bots: []pelita.Placed{place("a", -1, 1)}}, "layout: bot a on (-1, 1) is outside of the board"},
		{"bot on a wall", "######\n#abxy#\n######", pelita.Extra{Bots: []pelita.Placed{place("a", 0, 1)}}, "layout: bot a on (0, 1) is on a wall"},
		{"lax", "#####\n#ab #\n#####", pelita.Extra{Lax: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if _, err := pelita.ParseLayoutWith(tt.text, tt.extra); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// FuzzLayout checks that whatever can be read can be printed and read again, and that the errors are the parser's own.
func FuzzLayout(f *testing.F) {
	f.Add("########\n#a # . #\n#b.  xy#\n########\n")
	f.Add("\u2028######\r\n#abxy#\x1c######")
	f.Add("######\n#ab?y#\n######")
	f.Add("####\n####\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := pelita.ParseLayout(text)
		if err != nil {
			var e *pelita.LayoutError
			if !errors.As(err, &e) && len(text) < 1<<16 {
				t.Errorf("an error of another kind: %v", err)
			}
			return
		}
		again, err := pelita.ParseLayout(l.String())
		if err != nil {
			t.Fatalf("%q is refused: %v", l, err)
		}
		// Pellets under a bot are not drawn.
		if again.String() != l.String() || again.Bots != l.Bots || !cmp.Equal(again.Walls, l.Walls) {
			t.Errorf("%q is read as %q", l, again)
		}
	})
}
