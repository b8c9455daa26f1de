package pelita_test

import (
	"errors"
	"fmt"
	"strings"
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

// What is outside of the board is not drawn.
func TestBotsOutsideAreNotDrawn(t *testing.T) {
	l := pelita.Layout{Width: 4, Height: 2, Food: []pelita.Cell{at(3, 1)}}
	for _, c := range []pelita.Cell{at(-1, 0), at(4, 0), at(0, -1), at(0, 2), at(3, 2), at(-1, -1)} {
		l.Bots = [4]pelita.Cell{c, c, c, at(0, 0)}
		if got := l.String(); got != "y   \n   .\n" {
			t.Errorf("a bot on %v: %q", c, got)
		}
	}
}

func TestR2LargestLayout(t *testing.T) {
	square := func(width, height int) string {
		wall, row := strings.Repeat("#", width)+"\n", "#"+strings.Repeat(" ", width-2)+"#\n"
		return wall + "#abxy" + row[5:] + strings.Repeat(row, height-3) + wall
	}
	if l, err := pelita.ParseLayout(square(256, 256)); err != nil || l.Width != 256 || l.Height != 256 {
		t.Errorf("256x256: %v", err)
	}
	want := "layout of 258x256 cells: want at most 65536 cells"
	if l, err := pelita.ParseLayout(square(258, 256)); err == nil || err.Error() != want || l != nil {
		t.Errorf("258x256: got %v, want %s", err, want)
	}
}

// Errors are told apart by what the corpus calls them, besides their text.
func TestR2Problems(t *testing.T) {
	for _, tt := range []struct {
		text  string
		extra pelita.Extra
		want  pelita.LayoutError
	}{
		{"\r\n\r######\r\nxabxy#\n######", pelita.Extra{}, pelita.LayoutError{Problem: pelita.NotEnclosed, Line: 3}},
		{"\n#####\n#abxy\n#####", pelita.Extra{}, pelita.LayoutError{Problem: pelita.OddWidth, Line: 1, Width: 5}},
		{"\n######\n#abxy?\n######", pelita.Extra{}, pelita.LayoutError{Problem: pelita.NotEnclosed, Line: 2}},
		{"\n\n\x1f#abxy#", pelita.Extra{}, pelita.LayoutError{Problem: pelita.NotEnclosed, Line: 2}},
		{"######\n#abxy#\n######", pelita.Extra{Food: []pelita.Cell{at(1, 0)}}, pelita.LayoutError{Problem: pelita.FoodOnWall, Cell: at(1, 0)}},
		{"######\n#abxy#\n######", pelita.Extra{Food: []pelita.Cell{at(1, 3)}}, pelita.LayoutError{Problem: pelita.FoodOutside, Cell: at(1, 3)}},
		{"######\n#abxy#\n######", pelita.Extra{Bots: []pelita.Placed{place("b", 1, 2)}}, pelita.LayoutError{Problem: pelita.BotOnWall, Cell: at(1, 2), Text: "b"}},
	} {
		_, err := pelita.ParseLayoutWith(tt.text, tt.extra)
		var got *pelita.LayoutError
		if !errors.As(err, &got) || *got != tt.want {
			t.Errorf("%q with %v: %#v, want %#v", tt.text, tt.extra, err, tt.want)
		}
	}
	if _, err := pelita.ParseLayout("\x1f ######\n#abxy#\x1f\n######"); err != nil {
		t.Errorf("a unit separator is white space: %v", err)
	}
}

// A layout that is wrong is an error wherever a game begins, and no game.
func TestGamesOnWrongLayouts(t *testing.T) {
	for text, want := range map[string]string{
		"######\n#ab?y#\n######": `layout: line 2, cell (3, 1): "?", want #, a dot, a blank, a, b, x or y`,
		"####\n#ab#\n#xy#\n####": "<nil>",
		"####\n#a##\n#by#\n####": "layout: no bot x, want a, b, x and y",
	} {
		game, err := pelita.NewGame(text, pelita.Options{})
		_, err2 := pelita.SetupTestGame(text, pelita.TestGame{})
		for _, err := range []error{err, err2} {
			if got := fmt.Sprint(err); got != want {
				t.Errorf("%q: %v, want %q", text, err, want)
			}
		}
		if (game.Maze != nil) != (err == nil) {
			t.Errorf("%q: a game with an error", text)
		}
	}
	// All bots are there, but there is no room to respawn in.
	tight := pelita.Extra{Bots: []pelita.Placed{place("a", 1, 1), place("b", 1, 1), place("x", 1, 1), place("y", 1, 1)}}
	_, err := pelita.SetupTestGame("####\n#a##\n####", pelita.TestGame{Bots: tight.Bots})
	if err == nil || err.Error() != "the blue team needs two free cells to respawn in" {
		t.Errorf("a maze of one cell: %v", err)
	}
	if b, err := pelita.SetupTestGame("#####\n#ab #\n#   #\n#####", pelita.TestGame{Version: pelita.V270}); err != nil || b.Char != 'a' {
		t.Errorf("2.7.0 has tests on boards of an odd width without enemies: %v", err)
	}
	if _, err := pelita.SetupTestGame("#####\n#ab #\n#   #\n#####", pelita.TestGame{}); err == nil {
		t.Error("2.5.1 has no tests on boards of an odd width")
	}
}
