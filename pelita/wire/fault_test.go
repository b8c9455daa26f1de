package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
	"github.com/gridiron-games/gridiron/pelita/wire/zmtp"
)

// newState is a game before its set-up.
func newState(t testing.TB, layout string, o pelita.Options) *referee.State {
	t.Helper()
	p, err := pelita.NewGame(layout, o)
	if err != nil {
		t.Fatal(err)
	}
	return referee.NewState(p)
}

// question is a question for the move of bot a at (1, 5) of the small board.
func question(t *testing.T, version pelita.Version) pelita.View {
	t.Helper()
	s := newState(t, small, pelita.Options{Version: version, MaxRounds: 300, ErrorLimit: 5})
	s.Round, s.Turn = 1, 0
	return s.ViewOf(pelita.Blue, pelita.AskMove)
}

// What a player may return to a question for a move.
func TestParseMove(t *testing.T) {
	v := question(t, pelita.V251)
	for returned, want := range map[string]string{
		`{"move": [1, 4], "say": null}`:             "move (1, 4)",
		`{"move": [1, 4], "say": "hi \u00e9"}`:      "move (1, 4), hi é",
		`{"move": [1, 4]}`:                          "move (1, 4)",
		`{"move": [1, 4], "say": 5}`:                "move (1, 4), 5",
		`{"move": [1, 4], "say": true}`:             "move (1, 4), True",
		`{"move": [true, false]}`:                   "move (1, 0)",
		`{"move": [-3, 99]}`:                        "move (-3, 99)",
		`{"move": "a\u00e9"}`:                       `move ["a", "\u00e9"]`,
		`{"move": [1]}`:                             "move [1]",
		`{"move": [[1], [4]]}`:                      "move [[1], [4]]",
		`{"move": {"x": [1], "b": 2}}`:              `move ["x", "b"]`,
		`{"move": [1.5, 4]}`:                        "move [1.5, 4]",
		`{"move": [1e300, 4]}`:                      "move [1e300, 4]",
		`{"move": [9.0, 9.0]}`:                      "move [9.0, 9.0]",
		`{"move": [null, 4]}`:                       "move [null, 4]",
		`{"move": [1.0, 4.0]}`:                      "garbled: it returned the move [1.0, 4.0], want integers",
		`{"move": null}`:                            `garbled: it returned {"move": null}, want a move`,
		`{}`:                                        `garbled: it returned {}, want a move`,
		`null`:                                      `garbled: it returned null, want an object with a move`,
		`[1, 4]`:                                    `garbled: it returned [1, 4], want an object with a move`,
		`{"error": ["KeyError", "'x'"]}`:            "crashed: KeyError: 'x'",
		`{"error": "KeyError", "error_msg": "'x'"}`: "crashed: KeyError: 'x'",
		`{"error": 5}`:                              "garbled: it returned the error 5, want the name of an exception and a message",
		`{"error": ["a"]}`:                          `garbled: it returned the error ["a"], want the name of an exception and a message`,
		`{"move": [1, 4], "overlay": [{"pos": [2, 3], "color": "#fff"}]}`: "move (1, 4) [{(2, 3) #fff}]",
		`{"move": [1, 4], "overlay": "x"}`:                                "move (1, 4)",
	} {
		r := Reply{Return: json.RawMessage(returned)}
		m, say, err := r.ParseMove(&v)
		got := "move " + m.String()
		if len(m.Paint) > 0 {
			got += fmt.Sprint(" ", m.Paint)
		}
		if say != "" {
			got += ", " + say
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", returned, got, want)
		}
	}
}

// fake starts a server whose player answers a question with the replies that answer returns, and returns the URL of its team.
func fake(t *testing.T, first string, answer func(action, id string) []string) string {
	t.Helper()
	router, err := zmtp.Listen(zmtp.Router, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { router.Close(0) })
	go func() {
		for {
			m, err := router.Receive(context.Background())
			if err != nil {
				return
			}
			var q struct {
				ID     string `json:"__uuid__"`
				Action string `json:"__action__"`
			}
			replies := []string{first}
			if json.Unmarshal(m.Parts[0], &q); q.ID != "" {
				replies = answer(q.Action, q.ID)
			}
			for _, reply := range replies {
				router.SendTo(context.Background(), m.From, []byte(reply))
			}
		}
	}()
	return Scheme + router.Addr().String() + "/x"
}

// Bad replies have the effects that they have in the original. A reply that would crash the original loses the game.
func TestBadReplies(t *testing.T) {
	gametest.Slow(t)
	t.Parallel()
	good := func(id, value string) string { return fmt.Sprintf(`{"__uuid__": "%s", "__return__": %s}`, id, value) }
	for _, tt := range []struct {
		name    string
		version pelita.Version
		first   string // message of the server
		start   string // answer to set_initial; "" is a good one
		move    []string
		want    string // the fatal error and the number of errors of blue
		late    bool   // the answer is late
	}{
		{name: "good", version: pelita.V251, move: []string{`{"__uuid__": "ID", "__return__": {"move": [1, 5]}}`}, want: "[] 0 X"},
		{name: "old answers", version: pelita.V251, move: []string{`{"__uuid__": "7", "__return__": null}`, `{"__uuid__": "ID", "__return__": {"move": [1, 5]}}`}, want: "[] 0 X"},
		{name: "no uuid", version: pelita.V251, move: []string{`{"__return__": null}`, `{"__uuid__": "ID", "__return__": {"move": [1, 5]}}`}, want: "[] 0 X"},
		{name: "illegal", version: pelita.V251, move: []string{`{"__uuid__": "ID", "__return__": {"move": "ab"}}`}, want: "[] 1 X"},
		{name: "no JSON", version: pelita.V251, move: []string{`hello`}, want: "[] 1 X", late: true},
		{name: "silence", version: pelita.V251, want: "[] 1 X", late: true},
		{name: "exception", version: pelita.V251, move: []string{`{"__uuid__": "ID", "__return__": {"error": ["E", "m"]}}`}, want: "[{FatalException Exception in client (E): m 0 1}] 0 X"},
		{name: "error", version: pelita.V251, move: []string{`{"__uuid__": "ID", "__error__": "E", "__error_msg__": "m"}`}, want: "[{FatalException Exception in client (E): m 0 1}] 0 X"},
		{name: "null", version: pelita.V251, move: []string{good("ID", "null")}, want: "[{FatalException Exception in client (Garbled): it returned null, want an object with a move 0 1}] 0 X"},
		{name: "number as name", version: pelita.V251, start: good("ID", "5"), move: []string{good("ID", `{"move": [1, 5]}`)}, want: "[] 0 5"},
		{name: "null as name", version: pelita.V251, start: good("ID", "null"), move: []string{good("ID", `{"move": [1, 5]}`)}, want: "[] 0 "},
		{name: "load failure", version: pelita.V251, start: `{"__uuid__": "ID", "__error__": "E", "__error_msg__": "m"}`, want: "[{PlayerDisconnected ('m', 'E') 0 0}] 0 %%%m%%%"},
		{name: "garbage at the start", version: pelita.V251, start: "\xff", want: "[{PlayerTimeout  0 0}] 0 %%%error%%%", late: true},
		{name: "good", version: pelita.V270, move: []string{good("ID", `{"move": [1, 5]}`)}, want: "[] 0 X"},
		{name: "no uuid", version: pelita.V270, move: []string{`{"__return__": null}`}, want: "[{Garbled a message without __uuid__ 0 1}] 0 X"},
		{name: "exception", version: pelita.V270, move: []string{good("ID", `{"error": "E", "error_msg": "m"}`)}, want: "[{E m 0 1}] 0 X"},
		{name: "silence", version: pelita.V270, want: "[{TimeoutError Timeout error 0 1}] 0 X", late: true},
		{name: "load failure", version: pelita.V270, first: `{"__error__": "E", "__error_msg__": "m"}`, want: "[{RemotePlayerFailure E: m 0 0}] 0 "},
		{name: "no JSON", version: pelita.V270, move: []string{`hello`}, want: `[{Garbled message "hello": want a JSON object 0 1}] 0 X`},
	} {
		t.Run(tt.version.String()+" "+tt.name, func(t *testing.T) {
			t.Parallel()
			budget := time.Minute
			if tt.late {
				budget = time.Second
			}
			first := "OK"
			if tt.version == pelita.V270 {
				first = `{"__status__": "ok", "__data__": {"team_name": "X"}}`
			}
			if tt.first != "" {
				first = tt.first
			}
			url := fake(t, first, func(action, id string) (replies []string) {
				list := tt.move
				if action == "set_initial" {
					if list = []string{tt.start}; tt.start == "" {
						list = []string{good("ID", `"X"`)}
					}
				}
				for _, reply := range list {
					replies = append(replies, strings.ReplaceAll(reply, "ID", id))
				}
				return replies
			})
			p, err := NewRemote(url, Options{Budget: Budget{Time: budget}})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			s := table{layout: small, version: tt.version, rounds: 1, seed: "1"}.play(t, p, stay{}).State()
			var fatal []string
			for _, f := range s.Failures[0] {
				fatal = append(fatal, fmt.Sprintf("{%s %s %d %d}", f.Type, f.Description, f.Turn, f.Round))
			}
			errorsHalf := s.Errors[0] / 2 // both bots of the team made it, if the game went on
			if got := fmt.Sprintf("%v %d %s", fatal, errorsHalf, s.Names[0]); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// stay is a player that stays.
type stay struct{}

func (stay) Answer(_ context.Context, v pelita.View) (pelita.Move, string, error) {
	if v.Kind == pelita.AskMove {
		return pelita.MoveTo(v.Position()), "", nil
	}
	return pelita.Move{}, "Stay", nil
}

// Programs that exit, raise exceptions, or misuse their output.
func TestBadPrograms(t *testing.T) {
	gametest.Slow(t)
	for _, tt := range []struct{ name, code, want, stderr string }{
		{"it leaves", "import os\n    os._exit(3)", "gone: it ended without an answer, exit status 3", ""},
		{"it exits", "import sys\n    sys.exit('tired')", "gone: it ended without an answer, exit status 1: tired", "tired"},
		{"it fails", "1 / 0", "crashed: ZeroDivisionError: division by zero", "ZeroDivisionError: division by zero"},
		{"it prints a lot", "print('x' * 900_000)\n    print('y\\n' * 100_000)\n    return bot.position", "", ""},
		{"it writes to the wrong place", "import os\n    os.write(1, b'\\xff\\x00{\"move\":1}')\n    os.write(2, b'oh')\n    return bot.position", "", "oh"},
		{"it closes its output", "import os\n    os.close(1)\n    os.close(2)\n    return bot.position", "crashed: OSError: [Errno 9]", ""},
		{"it closes all", "import os\n    os.closerange(0, 100)\n    return bot.position", "gone", ""},
		{"it leaves a child", "import subprocess\n    subprocess.Popen(['sleep', '300'])\n    return bot.position", "", ""},
		{"it is loaded badly", "", "crashed: IndentationError: Could not load", ""},
		{"it lacks a file", "pass\n\nopen('gone.txt')", "crashed: FileNotFoundError: Could not load", "line 6, in <module>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "team.py")
			code := "TEAM_NAME = 'T'\n\ndef move(bot, state):\n    " + tt.code + "\n"
			if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
				t.Fatal(err)
			}
			var out, stderr bytes.Buffer
			p := newTeam(t, file, Options{Out: &out, Err: &stderr, Budget: Budget{Time: time.Minute}})
			watch := &watcher{}
			g := table{layout: small, rounds: 2, seed: "1", limit: 5, observer: watch}
			began := time.Now()
			r := g.play(t, p, stay{})
			if took := time.Since(began); took > 45*time.Second {
				t.Errorf("it took %v", took)
			}
			got := ""
			if watch.last != nil {
				got = watch.last.Error()
			}
			if !strings.HasPrefix(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("the last fault is %q, want %q (%+v)", got, tt.want, r.Result())
			}
			if !strings.Contains(stderr.String(), tt.stderr) {
				t.Errorf("standard error: %q, want %q", stderr.String(), tt.stderr)
			}
		})
	}
}

// watcher records the last fault in the answers to the referee.
type watcher struct{ last *turn.Fault }

func (w *watcher) Asked(context.Context, []turn.Question[pelita.View]) error { return nil }

func (w *watcher) Answered(_ []turn.Question[pelita.View], answers []turn.Answer[pelita.Move]) error {
	for _, a := range answers {
		if a.Fault != nil {
			w.last = a.Fault
		}
	}
	return nil
}

// A late answer is an error in version 2.5: it is dropped when it comes, and the answer to the next question counts.
func TestLate(t *testing.T) {
	gametest.Slow(t)
	t.Parallel()
	p := newTeam(t, "sleepy.py", Options{Budget: Budget{Time: time.Second, Given: true}})
	ids := map[string]bool{} // without their ends
	p.Trace = func(asks bool, line []byte) {
		if m := regexp.MustCompile(`"__uuid__": ?"(\S{20,})\S{6}"`).FindSubmatch(line); asks && m != nil {
			if ids[string(m[1])] {
				t.Errorf("%s: a team could guess its id", line[:min(len(line), 100)])
			}
			ids[string(m[1])] = true
		}
	}
	r := table{layout: small, rounds: 9, seed: "1"}.play(t, p, stay{})
	var late []string
	for _, m := range r.State().Mistakes[0] {
		late = append(late, fmt.Sprint(m.Round, m.Turn, m.Late))
	}
	if diff := cmp.Diff([]string{"4 0 true", "8 2 true"}, late); diff != "" || r.Result().Reason != "rounds" {
		t.Errorf("%+v (-want +got):\n%s", r.Result(), diff)
	}
	if notes := strings.Join(p.Notes(), "; "); strings.Count(notes, "dropped an answer") != 2 {
		t.Errorf("notes: %s", notes)
	}
	if len(ids) == 0 {
		t.Error("no question has a long id")
	}
	if runs := p.Runs(); !strings.HasPrefix(runs, "the built-in stand-in") {
		t.Errorf("it runs in %s", runs)
	}
}

// A team that cannot be loaded fails with a reason; an interpreter that does not exist is an error of NewTeam.
func TestNeverStarted(t *testing.T) {
	if _, err := NewTeam("x.py", Options{Python: "/no/such/python"}); err == nil || !strings.Contains(err.Error(), "/no/such/python") {
		t.Errorf("an interpreter that is not there: %v", err)
	}
	p := newTeam(t, filepath.Join(t.TempDir(), "nobody.py"), Options{})
	r := table{layout: small, rounds: 1, seed: "1"}.play(t, p, stay{})
	want := "%%%Could not load " + p.spec + ": No module named 'nobody'%%%"
	if name := r.State().Names[0]; name != want || r.Result().Winner != int(pelita.Red) {
		t.Errorf("name %q, want %q; result %+v", name, want, r.Result())
	}
}

// The end of the context ends the wait for an answer.
func TestQuit(t *testing.T) {
	p := newTeam(t, "walker.py", Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := p.Answer(ctx, question(t, pelita.V251)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// A team that takes too long to be loaded is late.
func TestSlowStart(t *testing.T) {
	gametest.Long(t, "waits for teams that do not come")
	t.Parallel()
	file := filepath.Join(t.TempDir(), "slow.py")
	if err := os.WriteFile(file, []byte("import time\nTEAM_NAME = 'Slow'\ntime.sleep(60)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[pelita.Version]string{pelita.V251: "PlayerTimeout", pelita.V270: "Timeout"} {
		p := newTeam(t, file, Options{Budget: Budget{Time: time.Second}, Initial: time.Second})
		s := table{layout: small, version: version, rounds: 1, seed: "1"}.play(t, p, stay{}).State()
		if len(s.Failures[0]) != 1 || s.Failures[0][0].Type != want {
			t.Errorf("%v: %+v, want %s", version, s.Failures[0], want)
		}
	}
}

// An interpreter may start slowly. A team that connects only after that time does not play, because it has not been informed of
// the game.
func TestSlowInterpreter(t *testing.T) {
	gametest.Long(t, "waits for teams that come late")
	if runtime.GOOS == "windows" {
		t.Skip("the interpreter is a shell script")
	}
	slow := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(slow, []byte("#!/bin/sh\nsleep 0.7\nexec '"+python3(t)+"' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Parallel()
	for _, budget := range []Budget{{Time: time.Minute}, {}} {
		in := newTeam(t, "walker.py", Options{Python: slow, StandIn: true, Budget: budget})
		if s := (table{layout: small, rounds: 2, seed: "1"}).play(t, in, stay{}).State(); len(s.Failures[0]) != 0 {
			t.Errorf("budget %v: %+v, want a game", budget.Time, s.Failures[0])
		}
		late := newTeam(t, "walker.py", Options{Python: slow, StandIn: true, Budget: budget})
		late.startIn = 100 * time.Millisecond
		late.Trace = func(bool, []byte) { t.Error("it was asked something") }
		position, err := pelita.NewGame(small, pelita.Options{MaxRounds: 10})
		if err != nil {
			t.Fatal(err)
		}
		s := referee.NewState(position)
		if _, _, err := late.Answer(t.Context(), s.ViewOf(pelita.Blue, pelita.AskStart)); err != nil {
			t.Errorf("budget %v: %v at the start", budget.Time, err)
		}
		time.Sleep(1500 * time.Millisecond) // meanwhile it connects
		s.Round, s.Turn = 1, 0
		_, _, err = late.Answer(t.Context(), s.ViewOf(pelita.Blue, pelita.AskMove))
		want := "it did not connect within 100ms of its start"
		if fault := (*turn.Fault)(nil); !errors.As(err, &fault) || fault.Kind != turn.Gone || !strings.Contains(fault.Phrase(), want) {
			t.Errorf("budget %v: %v, want %q", budget.Time, err, want)
		}
	}
}

// A team can be closed while it thinks.
func TestCloseWhileThinking(t *testing.T) {
	p := newTeam(t, "sleepy.py", Options{Budget: Budget{Time: time.Minute}})
	began := make(chan bool)
	p.Trace = func(toTeam bool, text []byte) {
		if toTeam && bytes.Contains(text, []byte("get_move")) {
			close(began)
		}
	}
	s := newState(t, small, pelita.Options{MaxRounds: 10})
	v := s.ViewOf(pelita.Blue, pelita.AskStart)
	if _, name, err := p.Answer(t.Context(), v); name != "Sleepy" || err != nil {
		t.Fatal(name, err)
	}
	s.Round, s.Turn = 4, 0
	done := make(chan error)
	go func() {
		_, _, err := p.Answer(t.Context(), s.ViewOf(pelita.Blue, pelita.AskMove))
		done <- err
	}()
	<-began
	p.Close()
	if err := <-done; err == nil {
		t.Error("an answer after the end")
	}
}

// FuzzReply reads any bytes as a reply.
func FuzzReply(f *testing.F) {
	for _, text := range []string{
		`{"__uuid__": "1", "__return__": {"move": [1, 2], "say": "x"}}`, `{"__return__": {"error": ["a", "b"]}}`, `{"__error__": "E"}`,
		`{"__status__": "ok", "__data__": {"team_name": "T"}}`, `{"__return__": {"move": [1.0, 5.0], "overlay": [{"pos": [1, 2]}]}}`, `[]`, `5`, ``,
	} {
		f.Add([]byte(text))
	}
	s := newState(f, small, pelita.Options{MaxRounds: 3})
	s.Round, s.Turn = 1, 0
	v := s.ViewOf(pelita.Blue, pelita.AskMove)
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ParseReply(text)
		if err != nil {
			if len(err.Error()) > 2000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		r.name()
		m, _, err := r.ParseMove(&v)
		var fault *turn.Fault
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("%q: %v is no fault", text, err)
		}
		if m.Raw != "" && !json.Valid([]byte(m.Raw)) {
			t.Errorf("%q: the move %q is no JSON", text, m.Raw)
		}
	})
}

// FuzzReplay reads any file as a recorded game.
func FuzzReplay(f *testing.F) {
	s := newState(f, small, pelita.Options{MaxRounds: 3, AllowCamping: true})
	f.Add(append(AppendState(nil, s, Extra{}), "\x04\n"...))
	s.Version = pelita.V270
	f.Add(append(AppendState(nil, s, Extra{ID: "x"}), '\n'))
	f.Add([]byte("{}\x04"))
	f.Fuzz(func(t *testing.T, text []byte) {
		ReadReplay(bytes.NewReader(text), func(fr Frame) error {
			AppendState(nil, fr.State, fr.Extra)
			_ = fr.State.String()
			return nil
		})
	})
}
