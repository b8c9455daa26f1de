package match_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/record"
	"github.com/gridiron-games/gridiron/kernel/timer"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// bot is a program that takes two, says so, prints to standard error, and thinks that it wins.
const bot = `import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "hello", "name": "two", "legal": True}), flush=True)
    if m["type"] == "start":
        options = m.get("options")
    if m["type"] == "ask":
        print("left", m["view"], options, m["legal"], file=sys.stderr, flush=True)
        print(json.dumps({"type": "answer", "id": m["id"], "move": min(2, m["view"]), "say": "two", "value": 0.75}), flush=True)
`

// seen writes down what an observer sees.
type seen struct{ lines []string }

func (s *seen) Asked(_ context.Context, shown *match.Snapshot) error {
	s.lines = append(s.lines, fmt.Sprintf("%s: seat %d of %v", shown.Text(), shown.Asked[0], shown.Legal(shown.Asked[0])))
	return nil
}

func (s *seen) Answered(shown *match.Snapshot) error {
	r := shown.Replies[0]
	s.lines = append(s.lines, fmt.Sprintf("ply %d: %s %q", shown.Ply, r.Text(), r.Say))
	return nil
}

func (s *seen) Ended(shown *match.Snapshot) error {
	s.lines = append(s.lines, fmt.Sprintf("%s after %d plies", *shown.Result.Winner, shown.Result.Plies))
	return nil
}

// A whole match without a command line: a program against a bundled bot, with budgets, a record and an observer.
func TestMatch(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to run the program")
	}
	program := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(program, []byte(bot), 0o666); err != nil {
		t.Fatal(err)
	}
	game, watcher, file := match.Bind(heap("red", "blue")), &seen{}, &bytes.Buffer{}
	j := job.Job{Start: "5", Seed: "7", Options: map[string]string{"twist": "yes"}, Seats: []job.Team{
		{Label: "mine", Spec: "exec:" + python + " '" + program + "'", Budget: timer.Control{Move: time.Minute}},
		{Label: "three", Spec: "three"},
	}}
	lines := map[bool]int{} // of the conversation, by whether they went to the program
	maker := match.Maker{Trace: func(spec string, toBot bool, line []byte) {
		if lines[toBot]++; spec != j.Seats[0].Spec || len(line) == 0 {
			t.Errorf("traced %q of %s", line, spec)
		}
	}}
	line, err := game.Play(t.Context(), j, match.Seating{Record: file, Observers: []match.Observer{watcher}, Maker: maker})
	if err != nil {
		t.Fatal(err)
	}
	if lines[true] != 4 || lines[false] != 2 { // hello, start, ask and end; hello and answer
		t.Errorf("traced %v lines", lines)
	}
	want := []string{
		"5: seat 0 of [1 2 3]", `ply 1: 2 "two"`, "3: seat 1 of [1 2 3]", `ply 2: 3 ""`, "blue after 2 plies",
	}
	if diff := cmp.Diff(want, watcher.lines); diff != "" {
		t.Errorf("seen (-want +got):\n%s", diff)
	}
	if *line.Winner != "blue" || line.Seats[0].Name != "mine" || line.Faults != nil {
		t.Errorf("the line is %+v", line)
	}
	games, err := record.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	g := &games[0]
	if err := game.Verify(g); err != nil {
		t.Error(err)
	}
	if g.Header.Seats[0].Budget != "1m0s a move" || g.Header.Seats[1].Budget != "" || *g.Answers[0].Worth != 0.75 || *g.Answers[1].Worth != 0.75 {
		t.Errorf("recorded %+v", g)
	}
	if len(g.Outputs) == 0 || g.Outputs[0].Ply < 1 || !strings.HasPrefix(g.Outputs[0].Stderr, "left 5 {'twist': 'yes'} [1, 2, 3]") {
		t.Errorf("recorded the outputs %+v", g.Outputs)
	}
}

func TestJobSurvivesJSON(t *testing.T) {
	j := job.Job{
		ID: "x", Game: "nim", Rules: "3", Version: "v1", Start: "5", Seed: "-12345678901234567890123", Options: map[string]string{"a": "b"},
		Seats: []job.Team{{Label: "l", Spec: "s:a=b", Budget: timer.Control{Move: 1, First: 2, Game: 3, Increment: 4}}, {}}, Group: "g",
	}
	text, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	var back job.Job
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(j, back); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The same job makes the same record, and its id is made of all that defines it but the version.
func TestSameJobSameRecord(t *testing.T) {
	game := match.Bind(heap("red", "blue", "green"))
	j := job.Job{Start: "20", Seed: "7", Seats: []job.Team{{Label: "a", Spec: "drawer"}, {Label: "b", Spec: "drawer"}, {Label: "c", Spec: "one"}}}
	play := func(j job.Job) (*record.Line, string) {
		var b bytes.Buffer
		line, err := game.Play(t.Context(), j, match.Seating{Record: &b})
		if err != nil {
			t.Fatal(err)
		}
		return line, times.ReplaceAllString(b.String(), "")
	}
	one, first := play(j)
	again, second := play(j)
	if one.ID != again.ID || first != second {
		t.Errorf("one job makes two records:\n%s\n%s", first, second)
	}
	j.Seed = "8"
	other, third := play(j)
	if other.ID == one.ID || strings.ReplaceAll(third, other.ID, one.ID) == first {
		t.Error("two seeds make the same game")
	}
	j.Seats[2].Budget.Move = time.Hour
	if slower, _ := play(j); slower.ID == other.ID {
		t.Error("two budgets make the same id")
	}
}

// A bundled bot that overruns its share of the clock has answered all the same; only the loop's deadline is a fault.
func TestShareOfTheClockIsAdvice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := timer.Control{Game: time.Minute}
		j := job.Job{Start: "6", Seats: []job.Team{{Spec: "thinker", Budget: clock}, {Spec: "thinker", Budget: clock}}}
		began := time.Now()
		line, err := match.Bind(heap("red", "blue")).Play(t.Context(), j, match.Seating{})
		if err != nil || line.Reason != "last" || line.Plies != 6 {
			t.Errorf("%+v, %v: want a game of 6 plies that ends by the rules", line, err)
		}
		if took := time.Since(began); took < time.Minute || took > 2*time.Minute {
			t.Errorf("the game took %v, want shares of two minutes", took)
		}
	})
}

// takesBack takes the last round back once.
type takesBack struct {
	seen
	done bool
}

func (o *takesBack) Asked(ctx context.Context, shown *match.Snapshot) error {
	if shown.Ply == 4 && !o.done {
		o.done = true
		return turn.Takeback{Plies: 2}
	}
	return o.seen.Asked(ctx, shown)
}

func TestAnObserverTakesBack(t *testing.T) {
	var b bytes.Buffer
	game, o := match.Bind(heap("red", "blue")), &takesBack{}
	j := job.Job{Start: "7", Seats: []job.Team{{Spec: "one"}, {Spec: "one"}}}
	if _, err := game.Play(t.Context(), j, match.Seating{Record: &b, Observers: []match.Observer{o}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `{"type":"undo","plies":2}`) {
		t.Errorf("the record is\n%s\nwant that two plies were taken back", b.String())
	}
	games, err := record.Read(&b)
	if err == nil {
		err = game.Verify(&games[0])
	}
	if err != nil {
		t.Error(err)
	}
	if n := len(slices.DeleteFunc(o.lines, func(l string) bool { return !strings.HasPrefix(l, "5: ") })); n != 2 {
		t.Errorf("the position with five was asked %d times, want twice", n)
	}
}

func TestFaults(t *testing.T) {
	game := match.Bind(heap("red", "blue"))
	for _, tt := range []struct {
		spec string
		want []record.Fault
	}{
		{"one", nil},
		{"exec:nosuchprogram", []record.Fault{{Seat: "red", Kind: turn.NeverStarted, Count: 1, First: 1,
			Detail: `never started (exec: "nosuchprogram": executable file not found in $PATH)`}}},
	} {
		line, err := game.Play(t.Context(), job.Job{Seats: []job.Team{{Spec: tt.spec}, {Spec: "one"}}}, match.Seating{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, line.Faults); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.spec, diff)
		}
	}
}

// What is larger than any start or file of a game never reaches the functions of the game, which hold all of it at once.
func TestLargeFiles(t *testing.T) {
	own := heap("red", "blue")
	asked := 0
	own.Notation.Formats = []match.Format[int, int]{{
		Name: "notes", Is: func([]byte) bool { asked++; return true },
		Read: func([]byte) (*match.Transcript[int, int], error) { asked++; return &match.Transcript[int, int]{}, nil },
		Show: func([]byte) ([]string, []match.Snapshot, error) { asked++; return nil, nil, nil },
	}}
	opened := own.Open
	own.Open = func(s match.Setup) (*match.Table[int, int], error) { asked++; return opened(s) }
	game := match.Bind(own)
	large := make([]byte, 4<<20+1)
	i := slices.IndexFunc(game.Formats, func(f match.FormatInfo) bool { return f.Name == "notes" })
	if game.Formats[i].Is(large) {
		t.Error("it is recognised")
	}
	_, err := game.Read("notes", large, 1)
	checkError(t, err, "it has 4194305 bytes: want at most 4194304 in the format notes")
	_, _, err = game.Formats[i].Show(large)
	checkError(t, err, "it has 4194305 bytes")
	_, err = game.Convert(large, match.Conversion{From: match.LayoutFormat, To: match.RecordFormat, At: -1})
	checkError(t, err, "want at most 524288 in the format layout")
	_, err = game.Position(match.Setup{Start: string(large[:524289])}, nil)
	checkError(t, err, "a start of 524289 bytes: want at most 524288")
	if asked > 0 {
		t.Errorf("the game was asked %d times", asked)
	}
	if small := large[:4<<20]; !game.Formats[i].Is(small) {
		t.Error("a file that is just small enough is not recognised")
	}
}

func checkError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestErrors(t *testing.T) {
	game := match.Bind(heap("red", "blue"))
	two := []job.Team{{Spec: "one"}, {Spec: "one"}}
	var setup *match.SetupError
	if _, err := game.Play(t.Context(), job.Job{Start: "x", Seats: two}, match.Seating{}); !errors.As(err, &setup) {
		t.Errorf("a wrong start: %v, want a SetupError", err)
	}
	if _, err := game.Play(t.Context(), job.Job{Seats: two[:1]}, match.Seating{}); err == nil {
		t.Error("a game of one seat is played")
	}
	absent := heap("red", "blue")
	absent.Schemes = []match.Scheme[int, int]{{Prefix: "absent:", New: func(string, match.Maker) (turn.Player[int, int], error) { return nil, nil }}}
	if p, err := match.Bind(absent).Player("absent:", match.Maker{}); p != nil || err != nil {
		t.Errorf("a kind of player that makes none: %+v, %v", p, err)
	}
	for spec, want := range map[string]string{
		"none":     `unknown player "none"; did you mean one?`,
		"one:a=b":  `player "one:a=b": one takes no parameters`,
		"human":    "a human cannot play here",
		"exec:'a":  `player "exec:'a"`,
		"exec:":    "the command is empty",
		"twitter:": `unknown player "twitter:"`,
	} {
		if _, err := game.Player(spec, match.Maker{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("player %q: %v, want %q", spec, err, want)
		}
	}
}

// A program is no player of the game's own kinds, however its command ends.
func TestPrints(t *testing.T) {
	game := heap("red", "blue")
	game.Schemes = append(game.Schemes, match.Scheme[int, int]{
		Match: func(spec string) bool { return strings.HasSuffix(spec, ".py") }, Prints: true,
	})
	bound := match.Bind(game)
	for spec, want := range map[string]bool{"bot.py": true, "exec:python3 bot.py": false, "one": false} {
		if bound.Prints(spec) != want || bound.Takes(spec) != want {
			t.Errorf("player %q is one of the game's own kinds: %v, which prints: %v; want %v", spec, bound.Takes(spec), bound.Prints(spec), want)
		}
	}
}

// typist answers from a list.
type typist struct {
	texts []string
	wrong []string
}

func (p *typist) Type(ctx context.Context, prompt *match.Prompt) (string, error) {
	if prompt.Wrong != nil {
		p.wrong = append(p.wrong, prompt.Wrong.Error())
	}
	text := p.texts[0]
	p.texts = p.texts[1:]
	if text == "hint" {
		return prompt.Hint(ctx)
	}
	return text, nil
}

func TestPerson(t *testing.T) {
	game, person := match.Bind(heap("red", "blue")), &typist{texts: []string{"9", "2", "hint", "1"}}
	seating := match.Seating{Players: []*match.Player{game.Person(person, false), nil}}
	line, err := game.Play(t.Context(), job.Job{Start: "8", Seats: []job.Team{{Spec: "human"}, {Spec: "three"}}}, seating)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"want 1 to 3"}, person.wrong); diff != "" || len(person.texts) != 1 || line.Plies != 4 {
		t.Errorf("%+v, left to type %q, told (-want +got):\n%s", line, person.texts, diff)
	}
}

// A strict person is asked again for what cannot be read, and judged for what breaks a rule.
func TestStrictPerson(t *testing.T) {
	game, person := match.Bind(heap("red", "blue")), &typist{texts: []string{"two", "9", "1"}}
	seating := match.Seating{Players: []*match.Player{game.Person(person, true), nil}}
	line, err := game.Play(t.Context(), job.Job{Start: "8", Seats: []job.Team{{Spec: "human"}, {Spec: "three"}}}, seating)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"want a number"}, person.wrong); diff != "" || len(person.texts) != 1 || line.Reason != "illegal" {
		t.Errorf("%+v, left to type %q, told (-want +got):\n%s", line, person.texts, diff)
	}
}

// A game of bundled bots without observers allocates nothing per turn.
func TestNobodyWatchesNothingAllocated(t *testing.T) {
	game := match.Bind(heap("red", "blue"))
	play := func(start string) float64 {
		j := job.Job{Start: start, Seed: "1", Seats: []job.Team{{Spec: "one"}, {Spec: "one"}}}
		return testing.AllocsPerRun(20, func() {
			if _, err := game.Play(context.Background(), j, match.Seating{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if short, long := play("200"), play("2000"); long > short+20 {
		t.Errorf("a game of 200 turns allocates %v times, one of 2,000 %v times", short, long)
	}
}

func TestReplayShowsWhatWasSeen(t *testing.T) {
	var b bytes.Buffer
	game, live := match.Bind(heap("red", "blue")), &seen{}
	j := job.Job{Seed: "3", Seats: []job.Team{{Spec: "drawer"}, {Spec: "three"}}}
	if _, err := game.Play(t.Context(), j, match.Seating{Record: &b, Observers: []match.Observer{live}}); err != nil {
		t.Fatal(err)
	}
	games, err := record.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	again := &seen{}
	err = game.Replay(&games[0], func(shown *match.Snapshot) error {
		if shown.Ply > 0 {
			again.Answered(shown)
		}
		if shown.Last {
			return again.Ended(shown)
		}
		return again.Asked(context.Background(), shown)
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(live.lines, again.lines); diff != "" {
		t.Errorf("(-live +replayed):\n%s", diff)
	}
}

// times are what differs between two records of the same game.
var times = regexp.MustCompile(`"ms":[0-9.e-]+|"hash":"[0-9a-f]+"`)

// If a record goes on after an answer that ends the game by the rules, the error names that answer.
func TestVerifyNamesTheAnswer(t *testing.T) {
	var b bytes.Buffer
	game := match.Bind(heap("red", "blue"))
	j := job.Job{Start: "7", Seats: []job.Team{{Spec: "one"}, {Spec: "one"}}}
	if _, err := game.Play(t.Context(), j, match.Seating{Record: &b}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	lines[3] = strings.Replace(lines[3], `"move":1`, `"move":100`, 1)
	games, err := record.Read(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	if err := game.Verify(&games[0]); err == nil || !strings.HasPrefix(err.Error(), "line 4: by the rules the answer of red ends the game") {
		t.Errorf("%v", err)
	}
	// The same of three seats, and of a game that a fault ended.
	b.Reset()
	game = match.Bind(heap("red", "blue", "green"))
	j.Seats = append(j.Seats, job.Team{Spec: "one"})
	if _, err := game.Play(t.Context(), j, match.Seating{Record: &b}); err != nil {
		t.Fatal(err)
	}
	for change, want := range map[string]string{
		`"move":100`:     "line 4: by the rules the answer of green ends the game",
		`"fault":"late"`: "line 5: an answer after the end of the game",
	} {
		lines := strings.Split(b.String(), "\n")
		lines[3] = strings.Replace(lines[3], `"move":1`, change, 1)
		g, err := record.ReadGame([]byte(strings.Join(lines, "\n")), 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Verify(g); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
}

// A record whose times or names were changed still agrees with the rules, but not with its hash; if it disagrees with both, the
// error names both.
func TestVerifySaysThatARecordWasChanged(t *testing.T) {
	var b bytes.Buffer
	game := match.Bind(heap("red", "blue"))
	j := job.Job{Start: "7", Seats: []job.Team{{Spec: "one", Label: "me"}, {Spec: "one", Label: "you"}}}
	if _, err := game.Play(t.Context(), j, match.Seating{Record: &b}); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][3]string{
		"nothing":  {"", "", ""},
		"a name":   {`"name":"you"`, `"name":"her"`, "line 9: the record has the hash "},
		"the time": {`"ply":1,`, `"ply": 1,`, "line 9: the record has the hash "},
		"a result": {`"winner":"red"`, `"winner":"blue"`, "line 9: the result is "},
		"no hash":  {b.String()[strings.Index(b.String(), `,"hash"`) : b.Len()-2], "", ""}, // as of an older program
	} {
		text := strings.Replace(b.String(), change[0], change[1], 1)
		if name != "nothing" && text == b.String() {
			t.Fatalf("%s: nothing was changed in\n%s", name, text)
		}
		games, err := record.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		err = game.Verify(&games[0])
		if want := change[2]; want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s changed: error %v, want %q", name, err, want)
		}
		if name == "a result" && err != nil && !strings.Contains(err.Error(), "it was changed after it was written") {
			t.Errorf("%s changed: error %v, want that the record was changed, too", name, err)
		}
	}
}

// The line of a result names who won and why. Where somebody never started it says so, unless the game's own words do.
func TestResultLine(t *testing.T) {
	red, blue := "red", "blue"
	absent := func(seat string) record.Fault {
		return record.Fault{Seat: seat, Kind: turn.NeverStarted, Detail: "never started (" + seat + ")"}
	}
	crash := record.Fault{Seat: "blue", Kind: turn.Crashed, Detail: "crashed"}
	rule, fault := "stuck", string(turn.NeverStarted)
	for _, tt := range []struct {
		winner  *string
		reason  string
		faults  []record.Fault
		missing []string
		want    string
	}{
		{&blue, rule, nil, nil, "Blue (b) wins: Red (a) that was it"},
		{nil, rule, nil, nil, "Draw: that was it"},
		{nil, rule, []record.Fault{crash}, []string{blue}, "Draw: that was it"},
		{&blue, fault, []record.Fault{absent(red)}, []string{red}, "Blue (b) wins: Red (a) that was it"},
		{&blue, rule, []record.Fault{absent(red)}, []string{red}, "Blue (b) wins: Red (a) never started (red)"},
		{&blue, rule, []record.Fault{absent(red)}, nil, "Blue (b) wins: Red (a) that was it"}, // it came back
		{&red, fault, []record.Fault{absent(red)}, []string{red}, "Blue (b) wins: Red (a) never started (red)"},
		{nil, fault, []record.Fault{absent(red)}, []string{red}, "Blue (b) wins: Red (a) never started (red)"},
		{nil, rule, []record.Fault{crash, absent(red)}, []string{blue, red}, "Nobody wins: Red (a) never started (red)"},
		{nil, rule, []record.Fault{absent(blue), absent(red)}, []string{red, blue}, "Nobody wins: Red (a) never started (red); Blue (b) never started (blue)"},
	} {
		info := match.Info{Seats: []string{red, blue}, Titles: []string{"Red", "Blue"}}
		got := info.ResultLine(&record.Line{Seats: []record.Seat{{Seat: red, Name: "a"}, {Seat: blue, Name: "b"}},
			Ending: record.Ending{Winner: tt.winner, Reason: tt.reason, Detail: "that was it", Faults: tt.faults, Default: tt.missing}})
		if got != tt.want {
			t.Errorf("%+v: %q, want %q", tt, got, tt.want)
		}
	}
}
