package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// noted is nim with a notation of one line: the start, the seed, the names of the players, a colon, and the moves. A move of x is
// a player that failed.
func noted(seats ...string) *match.Game[int, int] {
	game := heap(seats...)
	game.Options = append(game.Options, match.Param{Name: "new", Default: "no", Sparse: true})
	game.Notation.Formats = []match.Format[int, int]{{
		Name: "notes", Summary: "one line",
		Read: func(text []byte) (*match.Transcript[int, int], error) {
			head, moves, ok := strings.Cut(string(text), ":")
			if !ok {
				return nil, errors.New("want a colon")
			}
			words := strings.Split(head, " ")
			t := &match.Transcript[int, int]{Setup: match.Setup{Start: words[0], Seed: words[1]}, Names: words[2:]}
			for _, m := range strings.Fields(moves) {
				n, err := strconv.Atoi(m)
				a := turn.Answer[int]{Value: n, Took: time.Second}
				if err != nil {
					a = turn.Answer[int]{Fault: turn.Faultf(turn.Crashed, "crashed")}
				}
				t.Answers = append(t.Answers, a)
			}
			return t, nil
		},
		Write: func(t *match.Transcript[int, int]) ([]byte, error) {
			text := fmt.Sprintf("%s %s %s:", t.Start, t.Seed, strings.Join(t.Names, " "))
			for _, a := range t.Answers {
				text += fmt.Sprintf(" %d", a.Value)
			}
			return fmt.Appendf(nil, "%s => %s %v %v", text, t.End.Layout(), t.Options, t.Result != nil), nil
		},
	}}
	return game
}

func TestConvert(t *testing.T) {
	game := match.Bind(noted("red", "blue"))
	text := []byte("7 42 anna ben: 3 2 2")
	written, err := game.Convert(text, match.Conversion{From: "notes", To: match.RecordFormat, At: -1})
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.Read(match.RecordFormat, written, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.Verify(g); err != nil {
		t.Errorf("the record that was written is wrong: %v\n%s", err, written)
	}
	want := record.Header{
		Type: "header", Game: "nim", Rules: "3", Version: g.Header.Version, ID: g.Header.ID, Seed: "42", Start: "7",
		Options: map[string]string{"twist": "no"}, Seats: []record.Seat{{Seat: "red", Name: "anna"}, {Seat: "blue", Name: "ben"}},
	}
	if diff := cmp.Diff(want, g.Header); diff != "" || g.Header.Version != record.Version() {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	if len(g.Answers) != 3 || g.Answers[2].Ply != 3 || g.Answers[2].Seat != "red" || g.Result == nil || *g.Result.Winner != "red" {
		t.Errorf("recorded %+v, %+v", g.Answers, g.Result)
	}
	j := job.Job{Game: "nim", Rules: "3", Start: "7", Seed: "42", Options: g.Header.Options, Seats: []job.Team{{Label: "anna"}, {Label: "ben"}}}
	if g.Header.ID != j.Hash() {
		t.Errorf("the id is %s, want that of the job, %s", g.Header.ID, j.Hash())
	}
	ids := map[string]string{g.Header.ID: string(text)}
	for _, other := range []string{"8 42 anna ben: 3 2 2", "7 43 anna ben: 3 2 2", "7 42 ada ben: 3 2 2", "7 42 anna bob: 3 2 2"} {
		g, err := game.Read("notes", []byte(other), 1)
		if err != nil {
			t.Fatal(err)
		}
		if ids[g.Header.ID] != "" || g.Header.ID == "" {
			t.Errorf("%q has the id of %q", other, ids[g.Header.ID])
		}
		ids[g.Header.ID] = other
	}
	if g, err := game.Read("notes", []byte("7  anna: 3"), 1); err != nil || g.Header.Seats[1].Name != "blue" || g.Header.Seed != "0" || g.Result != nil || len(g.Answers) != 1 || g.Answers[0].Ply != 1 || g.Answers[0].Type != "answer" {
		t.Errorf("a game that goes on, without a seed and a name: %+v, %v", g, err)
	}
	if g, err := game.Read("notes", []byte("7 1 a b: 3 x"), 1); err != nil || g.Result == nil || g.Result.Reason != string(turn.Crashed) || game.Verify(g) != nil {
		t.Errorf("a game that ends with a failure: %+v, %v", g, err)
	}
	for _, tt := range []struct {
		from, to string
		text     string
		at       int
		want     string
	}{
		{match.RecordFormat, "notes", string(written), -1, "7 42 anna ben: 3 2 2 => 0 map[twist:no] true"},
		{match.RecordFormat, "notes", string(written), 3, "7 42 anna ben: 3 2 2 => 0 map[twist:no] true"},
		{match.RecordFormat, "notes", string(written), 2, "7 42 anna ben: 3 2 => 2 map[twist:no] false"},
		{match.RecordFormat, "notes", string(written), 0, "7 42 anna ben: => 7 map[twist:no] false"},
		{match.RecordFormat, match.LayoutFormat, string(written), 1, "4\n"},
		{match.LayoutFormat, "notes", "5", -1, "5 0 : => 5 map[twist:no] false"},
		{"notes", "notes", "9 3 a b: 1 1", -1, "9 3 a b: 1 1 => 7 map[twist:no] false"},
	} {
		got, err := game.Convert([]byte(tt.text), match.Conversion{From: tt.from, To: tt.to, Game: 1, At: tt.at})
		if err != nil || string(got) != tt.want {
			t.Errorf("%s to %s, at %d: %q, %v\nwant %q", tt.from, tt.to, tt.at, got, err, tt.want)
		}
	}
}

// Of a round that is not complete, no answer is kept. Records from before faults were named are right without them.
func TestConvertPartOfARound(t *testing.T) {
	own, _ := withNames(noted("red", "blue"), 1)
	game := match.Bind(own)
	for text, want := range map[string]string{
		"7 1 a b: 0":       "7 1 a b: => 7 map[twist:no] false",
		"7 1 a b: 0 0 3":   "7 1 a b: 0 0 3 => 4 map[twist:no] false",
		"7 1 a b: 0 0 3 x": "7 1 a b: 0 0 3 0 => 4 map[twist:no] false",
	} {
		if got, err := game.Convert([]byte(text), match.Conversion{From: "notes", To: "notes", At: -1}); err != nil || string(got) != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	g, err := game.Read("notes", []byte("7 1 a b: 0 0 3 x"), 1)
	if err != nil || len(g.Result.Faults) != 1 {
		t.Fatalf("%+v, %v: want a fault", g, err)
	}
	if g.Result.Faults = nil; game.Verify(g) != nil {
		t.Errorf("an older record: %v", game.Verify(g))
	}
	text, err := game.Convert([]byte("7 1 a b: 0 0 3"), match.Conversion{From: "notes", To: match.RecordFormat, At: -1})
	if err != nil {
		t.Fatal(err)
	}
	swapped, err := game.Read(match.RecordFormat, []byte(strings.Replace(string(text), `"ply":2,"seat":"blue"`, `"ply":2,"seat":"red"`, 1)), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.Verify(swapped); err == nil || !strings.HasPrefix(err.Error(), "line 3: this is an answer of red, but it is the turn of blue") {
		t.Errorf("the second name is of the wrong seat: %v", err)
	}
	// A start may be the end of a game.
	open := own.Open
	own.Open = func(s match.Setup) (*match.Table[int, int], error) {
		if s.Start != "0" {
			return open(s)
		}
		n := &nim{seats: 2}
		return &match.Table[int, int]{Referee: n, Start: "0", Layout: func() string { return "0" }}, nil
	}
	if g, err := match.Bind(own).Read("notes", []byte("0 1 a b:"), 1); err != nil || g.Result == nil || len(g.Answers) > 0 {
		t.Errorf("a start at which the game is over: %+v, %v", g, err)
	}
	if g, err := match.Bind(noted("red", "blue")).Read("notes", []byte(strings.Repeat("0", match.MaxStart-1)+"7 1 a b: 1"), 1); err != nil || len(g.Answers) != 1 {
		t.Errorf("the largest start: %v", err)
	}
}

func TestConvertWhatIsWrong(t *testing.T) {
	game := match.Bind(noted("red", "blue"))
	record, err := game.Convert([]byte("7 42 anna ben: 3 2 2"), match.Conversion{From: "notes", To: match.RecordFormat, At: -1})
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(record), `"game":"nim"`, `"game":"mau"`, 1)
	bad := strings.Replace(string(record), `"move":3`, `"move":"three"`, 1)
	for _, tt := range []struct {
		from, to string
		text     string
		game, at int
		want     string
	}{
		{"?", "notes", "", 1, -1, `unknown format "?"`},
		{"notes", "?", "7 42 :", 1, -1, `unknown format "?"`},
		{"notes", "notes", "7 42", 1, -1, "want a colon"},
		{"notes", "notes", "7 42 : 1", 1, 2, "flag --at: 2, but the game has 1 plies"},
		{"notes", "notes", "x 42 : 1", 1, -1, `the start: heap "x": want a number above 0`},
		{"notes", "notes", "7 42 : 1 5", 1, -1, "ply 2: failed"},
		{"notes", "notes", "7 42 : 5 x", 1, -1, "ply 2: the game is already over"},
		{"notes", "notes", "3 42 : 3 1", 1, -1, "ply 2: the game is already over"},
		{match.RecordFormat, "notes", string(record), 2, -1, "flag --game: 2, but it holds 1 games"},
		{match.RecordFormat, "notes", other, 1, -1, `this is a record of "mau": want one of "nim"`},
		{match.RecordFormat, "notes", bad, 1, -1, "line 2"},
	} {
		got, err := game.Convert([]byte(tt.text), match.Conversion{From: tt.from, To: tt.to, Game: tt.game, At: tt.at})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) || got != nil {
			t.Errorf("%s %q, game %d, at %d: %q, %v\nwant %s", tt.from, tt.text, tt.game, tt.at, got, err, tt.want)
		}
		if tt.at >= 0 || tt.to == "?" {
			continue
		}
		if g, err := game.Read(tt.from, []byte(tt.text), tt.game); err == nil && tt.text != bad || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s %q is read as %+v, %v\nwant %s", tt.from, tt.text, g, err, tt.want)
		}
	}
	i := slices.IndexFunc(game.Formats, func(f match.FormatInfo) bool { return f.Name == match.RecordFormat })
	for text, want := range map[string]bool{string(record): true, `{"game":"nim","type":"header"}`: true, `{"type":"answer"}`: false, `["header"]`: false} {
		if game.Formats[i].Is([]byte(text)) != want {
			t.Errorf("%.60s is a record: %v, want %v", text, !want, want)
		}
	}
	large := append(record, strings.Repeat(string(record), 4<<20/len(record)+1)...)
	if g, err := game.Read(match.RecordFormat, large, 9); err != nil || g.Result == nil || !game.Formats[i].Is(large) {
		t.Errorf("a record of many games: %v", err)
	}
	if _, err := game.Convert(large, match.Conversion{From: match.RecordFormat, To: match.LayoutFormat, Game: 3, At: 0}); err != nil {
		t.Errorf("a record of many games: %v", err)
	}
}

// A record that was changed is refused with the line, whatever was changed.
func TestVerifyWhatIsWrong(t *testing.T) {
	game := match.Bind(noted("red", "blue"))
	text, err := game.Convert([]byte("7 42 anna ben: 3 2 2"), match.Conversion{From: "notes", To: match.RecordFormat, At: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		change func(g *record.Game)
		want   string
	}{
		{"nothing", func(*record.Game) {}, ""},
		{"another game", func(g *record.Game) { g.Header.Game = "mau" }, `this is a record of "mau": want one of "nim"`},
		{"no start", func(g *record.Game) { g.Header.Start = "x" }, `the start: heap "x": want a number above 0`},
		{"another start", func(g *record.Game) { g.Header.Start = "6" }, "line 5: the result is "},
		{"a shorter start", func(g *record.Game) { g.Header.Start = "5" }, "line 4: an answer after the end of the game"},
		{"a longer start", func(g *record.Game) { g.Header.Start = "8" }, "line 5: there is a result, but the game is not over"},
		{"another seat", func(g *record.Game) { g.Answers[1].Seat = "red" }, "line 3: this is an answer of red, but it is the turn of blue"},
		{"no result", func(g *record.Game) { g.Result = nil }, "line 5: the game is over, but its result is missing"},
		{"no result yet", func(g *record.Game) { g.Result, g.Answers = nil, g.Answers[:2] }, ""},
		{"no answer", func(g *record.Game) { g.Answers = nil }, "line 5: there is a result, but the game is not over"},
		{"no move", func(g *record.Game) { g.Answers[1].Move = []byte(`"a"`) }, "line 3: "},
		{"a default", func(g *record.Game) { g.Result.Default = []string{"red"} }, "line 5: the result is "},
		{"a fault", func(g *record.Game) {
			g.Result.Faults = []record.Fault{{Seat: "red", Kind: turn.Illegal, Count: 1}}
		}, "line 5: the result is "},
		{"a start that failed", func(g *record.Game) {
			g.Result.Faults = []record.Fault{{Seat: "red", Kind: turn.NeverStarted, Count: 1}}
		}, "line 5: the result is "},
		{"what was used", func(g *record.Game) { g.Result.Used = []record.Used{{Seat: "red", CPU: 3}} }, ""},
	} {
		g, err := record.ReadGame(text, 1)
		if err != nil {
			t.Fatal(err)
		}
		tt.change(g)
		got := ""
		if err := game.Verify(g); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: got  %s\nwant %s", tt.name, got, tt.want)
		}
	}
	g, _ := record.ReadGame(text, 1)
	stop, used := errors.New("stop"), ""
	err = game.Replay(g, func(s *match.Snapshot) error {
		if used = fmt.Sprint(s.Used); s.Ply == 2 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || used != "[1s 1s]" {
		t.Errorf("replayed until %v, used %v: want until it stops after two seconds", err, used)
	}
}
