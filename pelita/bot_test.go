package pelita_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

// What a test of a bot adds to the layout is what the bot sees.
func TestSetupTestGame(t *testing.T) {
	for _, tt := range []struct {
		version pelita.Version
		a, b    pelita.Cell
		want    []pelita.Cell
	}{
		{pelita.V251, at(1, 2), at(6, 3), []pelita.Cell{at(1, 1)}},
		{pelita.V251, at(1, 3), at(7, 3), []pelita.Cell{at(7, 4)}},
		{pelita.V270, at(1, 3), at(6, 2), []pelita.Cell{at(1, 1)}},
		{pelita.V270, at(1, 4), at(7, 2), []pelita.Cell{at(7, 4)}},
		{pelita.V270, at(1, 4), at(4, 2), nil},
	} {
		b, err := pelita.SetupTestGame(wideOpen, pelita.TestGame{
			Version: tt.version, Bots: []pelita.Placed{{Bot: "a", Cell: tt.a}, {Bot: "b", Cell: tt.b}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, b.Shaded); diff != "" || b.Position != tt.a || b.Other.Position != tt.b {
			t.Errorf("%v with bots on %v and %v: shaded pellets (-want +got):\n%s", tt.version, b.Position, b.Other.Position, diff)
		}
	}
}

// Without a generator, the numbers are those of SplitMix64 from 0, as its authors publish them.
func TestSetupTestGameDraws(t *testing.T) {
	b, err := pelita.SetupTestGame(small, pelita.TestGame{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := b.Random.Below64(1<<64 - 1); got != want {
			t.Errorf("drew %x, want %x", got, want)
		}
	}
}

// A team that starts another game, for the other side, keeps nothing of the first.
func TestTeamStartsAgain(t *testing.T) {
	s := board(t, pelita.V251, wideOpen, 'a')
	var team pelita.Team
	v := s.ViewOf(pelita.Blue, pelita.AskStart, &[4]pelita.Sight{})
	team.Start(&v, &draws{t: t})
	for range 3 {
		v = s.ViewOf(pelita.Blue, pelita.AskMove, &[4]pelita.Sight{})
		team.Bot(&v).Say("first game")
	}
	random := &draws{t: t, list: []int{4}}
	v = s.ViewOf(pelita.Red, pelita.AskStart, &[4]pelita.Sight{})
	team.Start(&v, random)
	if said, _ := team.Said(); said != "" || team.Random != random {
		t.Errorf("the second game begins with %q and the generator %v", said, team.Random)
	}
	s.Turn, s.Kills[3], s.Deaths[3], s.Killed[3] = 3, 2, 5, true
	v = s.ViewOf(pelita.Red, pelita.AskMove, &[4]pelita.Sight{})
	b := team.Bot(&v)
	if b.Char != 'y' || b.Turn != 1 || b.IsBlue || b.Start != s.Maze.Respawn(3) || b.Random.Below(5) != 4 {
		t.Errorf("%v of red is asked, returns to %v", b.Repr(), b.Start)
	}
	if !b.WasKilled || b.Kills != 2 || b.Deaths != 5 || b.Other.WasKilled || b.Enemy[0].Turn != 0 || b.Enemy[1].Turn != 1 {
		t.Errorf("killed %v, kills %d, deaths %d: want true, 2, 5", b.WasKilled, b.Kills, b.Deaths)
	}
	if diff := cmp.Diff(s.Maze.Home(pelita.Red), b.Home); diff != "" {
		t.Errorf("home (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([2][]pelita.Cell{{at(16, 4)}, {at(16, 5)}}, [2][]pelita.Cell{b.Track, b.Other.Track}); diff != "" {
		t.Errorf("tracks (-want +got):\n%s", diff)
	}
}

// What was said in one turn is not said again in the next. Version 2.5.1 does not change it.
func TestWhatBotsSay(t *testing.T) {
	for text, want := range map[string][2]string{
		"a text of more\tthan thirty characters": {"a text of more\tthan thirty characters", "a text of more than thirty char"[:30]},
		"\x1ca\x1fb\u07ff\u0800":                 {"\x1ca\x1fb\u07ff\u0800", " a b\u07ff"},
	} {
		for version := range pelita.Version(2) {
			s := board(t, version, small, 'a')
			var team pelita.Team
			v := s.ViewOf(pelita.Blue, pelita.AskMove, &[4]pelita.Sight{})
			team.Start(&v, &draws{t: t})
			b := team.Bot(&v)
			b.Say(text)
			b.PaintBackground(at(1, 1), "#000000")
			if said, paint := team.Said(); said != want[version] || len(paint) != 1 {
				t.Errorf("%v: said %q, want %q", version, said, want[version])
			}
			team.Bot(&v)
			if said, paint := team.Said(); said != "" || paint != nil {
				t.Errorf("%v: said %q and painted %v in the next turn", version, said, paint)
			}
		}
	}
}

func TestWrongMoves(t *testing.T) {
	if m, err := pelita.ParseMove("+3,-9"); err != nil || m.To != at(3, -9) {
		t.Errorf("+3,-9 is read as %v, %v", m, err)
	}
	_, err := pelita.ParseMove("3,")
	want := &pelita.SyntaxError{What: "move", Text: "3,", Line: 1, Column: 3, Want: "a cell such as 3,9 or (3, 9)"}
	if diff := cmp.Diff(error(want), err); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	for text, want := range map[string]string{
		"":           "move : want [x,y], two integers",
		"7":          "move 7: want [x,y], two integers",
		`"ab"`:       `move "ab": want [x,y], two integers`,
		"[1,2,3]":    "move [1,2,3]: want [x,y], two integers",
		`{"to":"a"}`: `move {"to":"a"}: json: `,
		`{}`:         "move {}: want to or raw",
	} {
		m := pelita.Move{To: at(3, 9), Raw: "7", Paint: []pelita.Paint{{}}}
		if err := m.UnmarshalJSON([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got  %v\nwant %s", text, err, want)
		}
	}
	m := pelita.Move{Raw: "7", Paint: []pelita.Paint{{}}}
	if err := m.UnmarshalJSON([]byte("[1,2]")); err != nil || m.Raw != "" || m.Paint != nil || m.To != at(1, 2) {
		t.Errorf("read over another move: %v, %+v", err, m)
	}
}
