package pelita_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/pelita"
)

func ExampleSetupTestGame() {
	bot, err := pelita.SetupTestGame(`
		########
		#a # . #
		#b.  xy#
		########`, pelita.TestGame{Food: []pelita.Cell{{X: 1, Y: 1}, {X: 6, Y: 2}}, Round: 3})
	if err != nil {
		panic(err)
	}
	fmt.Print(bot)
	// Output:
	// blue (you) vs red.
	// Playing on blue side. Current turn: 0. Bot: a. Round: 3, score: 0:0. timeouts: 0:0
	// ########
	// #a # . #
	// #b.  xy#
	// ########
	// Bots: {'a': (1, 1), 'x': (5, 2), 'b': (1, 2), 'y': (6, 2)}
	// Noisy: {'a': False, 'x': False, 'b': False, 'y': False}
	// Food: [(1, 1), (2, 2), (6, 2), (5, 1)]
}

func TestBotOfRed(t *testing.T) {
	b, err := pelita.SetupTestGame(small, pelita.TestGame{
		Version: pelita.V270, Red: true, Score: [2]int{1, 2}, Noisy: [4]bool{true, true, false, false},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "blue vs red (you).\nPlaying on red side. Current turn: 0. Bot: x. Round: None, score: 1:2.\n" +
		"########\n#a # . #\n#b.  xy#\n########\n" +
		"Bots: {'a': (1, 1), 'x': (5, 2), 'b': (1, 2), 'y': (6, 2)}\n" +
		"Exact: {'a': False, 'x': True, 'b': True, 'y': True}\nFood: [(5, 1), (2, 2)]\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if got := b.Repr(); got != "<Bot: x (team red), pos: (5, 2), turn: 0, round: None>" {
		t.Errorf("repr %s", got)
	}
	if b.Char != 'x' || b.Other.Char != 'y' || b.Enemy[0].Char != 'a' || b.Enemy[1].Char != 'b' || b.Other.Other != b {
		t.Error("the bots do not know each other")
	}
	if b.Random.Below(1) != 0 || b.Random.Float64() >= 1 || b.Random.Below64(1) != 0 {
		t.Error("a bot without a generator draws what it must not")
	}
}

// A track restarts after a death, grows also in the mate's turns, and ends with the cell of the bot.
func TestTracks(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a')
	var team pelita.Team
	v := s.ViewOf(pelita.Blue, pelita.AskStart, &[4]pelita.Sight{})
	team.Start(&v, &draws{t: t})
	ask := func(turn int) *pelita.Bot {
		s.Turn = turn
		v := s.ViewOf(pelita.Blue, pelita.AskMove, &[4]pelita.Sight{})
		return team.Bot(&v)
	}
	track := func(b *pelita.Bot, want ...pelita.Cell) {
		t.Helper()
		if diff := cmp.Diff(want, b.Track); diff != "" {
			t.Errorf("track of %c (-want +got):\n%s", b.Char, diff)
		}
	}
	a := ask(0)
	track(a, at(8, 1))
	track(a.Other, at(1, 4))
	s.Bots[0] = at(9, 1)
	b := ask(2)
	track(b, at(1, 4))
	track(b.Other, at(8, 1), at(9, 1))
	s.Bots[0], s.Killed[0] = at(1, 4), true
	a = ask(0)
	track(a, at(1, 4))
	track(a.Other, at(1, 4), at(1, 4))
	a.Say("hello")
	if said, _ := team.Said(); said != "hello" {
		t.Errorf("said %q", said)
	}
}

func TestWhatBotsSayIn270(t *testing.T) {
	s := board(t, pelita.V270, small, 'a')
	var team pelita.Team
	v := s.ViewOf(pelita.Blue, pelita.AskMove, &[4]pelita.Sight{})
	team.Start(&v, &draws{t: t})
	b := team.Bot(&v)
	b.Say("tab\tand €uro, ümlaut, and much more than that")
	b.PaintBackground(at(1, 1), "")
	said, paint := team.Said()
	if want := "tab and uro, ümlaut, and much "; said != want || len(paint) != 1 || paint[0].Color != "#96FF96" {
		t.Errorf("said %q, want %q; painted %v", said, want, paint)
	}
}

func TestMoveAsText(t *testing.T) {
	for _, text := range []string{"3,9", " ( 3 , 9 ) ", "[3,9]", "3 9"} {
		if m, err := pelita.ParseMove(text); err != nil || m.To != at(3, 9) {
			t.Errorf("%q: %v, %v", text, m, err)
		}
	}
	for text, column := range map[string]int{"": 1, "3": 2, "3,9,1": 4, "a,b": 1, "(3,9": 5, "3,,9": 3, "[3,9)": 5, "3(9": 2, "3,-": 3, "3,9 x": 5} {
		m, err := pelita.ParseMove(text)
		var wrong *pelita.SyntaxError
		if !errors.As(err, &wrong) || wrong.Column != column {
			t.Errorf("%q is read as %v, %v: want an error at byte %d", text, m, err, column)
		}
	}
}

func TestMoveAsJSON(t *testing.T) {
	for _, m := range []pelita.Move{
		{}, pelita.MoveTo(at(3, 9)), {Raw: `"ab"`}, {To: at(1, 2), Paint: []pelita.Paint{{Cell: at(3, 4), Color: "#000000"}}},
	} {
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var again pelita.Move
		if err := json.Unmarshal(text, &again); err != nil {
			t.Errorf("%s: %v", text, err)
		} else if diff := cmp.Diff(m, again); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{`[1]`, `[1,2,3]`, `"ab"`, `{}`, `[1.5,2]`, `7`, `[1,null,2]`} {
		if err := json.Unmarshal([]byte(text), new(pelita.Move)); err == nil {
			t.Errorf("%s is read as a move", text)
		}
	}
}

func TestDistances(t *testing.T) {
	s := board(t, pelita.V251, "########\n#a ## y#\n#b #  x#\n########", 'a')
	d := pelita.NewDistances(s.Maze)
	for _, tt := range []struct {
		a, b pelita.Cell
		want int
	}{{at(1, 1), at(1, 1), 0}, {at(1, 1), at(2, 2), 2}, {at(2, 2), at(1, 1), 2}, {at(1, 1), at(6, 1), pelita.Unreachable}} {
		if got := d.Between(tt.a, tt.b); got != tt.want {
			t.Errorf("%v to %v: %d steps, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
