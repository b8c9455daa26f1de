package classic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridiron-games/gridiron/kernel/turn"
	"github.com/gridiron-games/gridiron/sarena"
	"github.com/gridiron-games/gridiron/sarena/wire"
	"github.com/gridiron-games/gridiron/sarena/wire/python"
	"github.com/gridiron-games/gridiron/sarena/wire/xmlrpc"
)

func itoa(n int) string     { return strconv.Itoa(n) }
func ftoa(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

const small = "+NN .NY +NR/.NR +NN .NY/+NY .NR +NN"

// scripted plays the first legal turn or returns what says has for the step, after the time that takes has for it.
type scripted struct {
	takes map[int]time.Duration
	says  map[int]any // python.Value or error
	left  []float64
	ends  []string // how its games ended
}

func (s *scripted) End(r *turn.Result) {
	s.ends = append(s.ends, fmt.Sprintf("%d %s %d", r.Winner, r.Reason, r.Score["score"]))
}

func (s *scripted) Ask(ctx context.Context, v sarena.View, left *float64) (python.Value, error) {
	if left != nil {
		s.left = append(s.left, *left)
	}
	select {
	case <-time.After(s.takes[v.Step]):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if said, ok := s.says[v.Step]; ok {
		if err, ok := said.(error); ok {
			return nil, err
		}
		return said, nil
	}
	m := v.Position.AppendMoves(nil)[0]
	return python.Ints(m.I1, m.J1, m.I2, m.J2), nil
}

// run plays a command line between two scripted players, one and two, from the board file of a position.
func run(t *testing.T, board string, one, two Player, args ...string) (code int, out, errs string, trace wire.Trace) {
	t.Helper()
	dir := t.TempDir()
	file, saved := filepath.Join(dir, "board"), filepath.Join(dir, "trace")
	if err := os.WriteFile(file, []byte(board), 0o666); err != nil {
		t.Fatal(err)
	}
	var o, e bytes.Buffer
	p := Program{
		Out: &o, Err: &e, Line: func(context.Context) (string, error) { return "", io.EOF },
		Player: func(name string) (Player, error) { return map[string]Player{"one": one, "two": two}[name], nil },
		Chance: func(string) (sarena.Chance, error) { return nil, nil },
	}
	code = p.Run(t.Context(), append([]string{"--board", file, "-w", saved, "one", "two"}, args...))
	if data, err := os.ReadFile(saved); err == nil {
		if trace, err = wire.ParseTrace(data); err != nil {
			t.Error(err)
		}
	}
	return code, o.String(), stamps.ReplaceAllString(e.String(), ""), trace
}

var stamps = regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} -- `)

// TestCredit is section 6 of the original: a credit for the game, half a second of grace, a second until the referee gives up.
func TestCredit(t *testing.T) {
	second := func(f float64) time.Duration { return time.Duration(f * float64(time.Second)) }
	for _, tt := range []struct {
		name   string
		board  string
		takes  map[int]time.Duration // by step
		score  int
		reason string
		turns  int
		left   string
	}{
		{"in time", small, map[int]time.Duration{1: second(0.25), 2: second(0.5)}, 0, "", 9, "0.75 0.5"},
		{"a little too long, asked again", small, map[int]time.Duration{1: second(1.25)}, -1, Expired, 2, "-0.25 1"},
		{"a little too long, not asked again", ".NY .YN", map[int]time.Duration{1: second(1.25)}, 2, "", 1, "-0.25 1"},
		{"just within grace", ".NY .YN", map[int]time.Duration{1: second(1.5)}, 2, "", 1, "-0.5 1"},
		{"too long", small, map[int]time.Duration{1: second(1.75)}, -1, Expired, 0, "-0.75 1"},
		{"Red too long", small, map[int]time.Duration{2: second(1.75)}, 1, Expired, 1, "1 -0.75"},
		{"no answer", small, map[int]time.Duration{2: second(100)}, 1, Expired, 1, "1 -1"},
		{"bit by bit", small, map[int]time.Duration{1: second(0.5), 3: second(0.5), 5: second(0.25)}, -1, Expired, 6, "-0.25 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &scripted{takes: tt.takes}
				code, _, errs, trace := run(t, tt.board, p, p, "-t", "1", "--headless", "-v")
				left := ""
				if trace.Left[0] != nil && trace.Left[1] != nil {
					left = ftoa(*trace.Left[0]) + " " + ftoa(*trace.Left[1])
				}
				if code != 0 || trace.Score != tt.score || trace.Reason != tt.reason || len(trace.Turns) != tt.turns || left != tt.left {
					t.Errorf("exit %d, score %d, %q, %d turns, left %s; want 0, %d, %q, %d, %s\n%s", code,
						trace.Score, trace.Reason, len(trace.Turns), left, tt.score, tt.reason, tt.turns, tt.left, errs)
				}
			})
		})
	}
}

// TestTold: players are told how each game ended.
func TestTold(t *testing.T) {
	for _, tt := range []struct {
		board string
		says  any
		want  string
	}{
		{small, nil, "-1 tie 0"},
		{".NY .YN", nil, "0 chips 2"},
		{small, python.Ints(0, 0, 2, 2), "1 illegal -1"},
		{small, context.DeadlineExceeded, "1 late -1"},
		{small, errors.New("syntax error"), "1 garbled -1"},
	} {
		one, two := &scripted{}, &scripted{}
		if tt.says != nil {
			one.says = map[int]any{1: tt.says}
		}
		run(t, tt.board, one, two, "--headless", "-n", "2", "-t", "30")
		if want := []string{tt.want, tt.want}; !slices.Equal(one.ends, want) || !slices.Equal(two.ends, want) {
			t.Errorf("%s, %v: told %q and %q, want %q twice", tt.board, tt.says, one.ends, two.ends, tt.want)
		}
	}
}

// TestFailures: R13, and deviation D2 in the last rows.
func TestFailures(t *testing.T) {
	refused := &xmlrpc.SystemError{Text: "[Errno 111] Connection refused"}
	fault := &xmlrpc.Fault{Code: int64(1), String: "<class 'ValueError'>:boom"}
	for _, tt := range []struct {
		name   string
		says   any
		reason string
		log    string
	}{
		{"not beside", python.Ints(0, 0, 2, 2), Invalid, "INFO: Step 2: received action [0, 0, 2, 2] in 0.000000s\nDEBUG: Invalid action: [0, 0, 2, 2]\n"},
		{"floats", &python.List{Items: []python.Value{0.0, int64(0)}}, Invalid, "DEBUG: Invalid action: [0.0, 0]\n"},
		{"text", "0001", Invalid, "DEBUG: Invalid action: 0001\n"},
		{"an escape", "a\x1b[2Jb", Invalid, "DEBUG: Invalid action: a?[2Jb\n"},
		{"refused", refused, Invalid, "ERROR: Player 2 was unable to play step 2. Reason: [Errno 111] Connection refused\nDEBUG: Invalid action: None\n"},
		{"a fault", fault, Invalid, "Reason: <Fault 1: \"<class 'ValueError'>:boom\">\nDEBUG: Invalid action: None\n"},
		{"silence", xmlrpc.ErrNoReply, Invalid, "Reason: Remote end closed connection without response\n"},
		{"no XML", errors.New("syntax error"), Unreadable, "Reason: syntax error\nDEBUG: Unreadable answer\n"},
		{"a status", &xmlrpc.ReplyError{Why: "HTTP status 500"}, Unreadable, "Reason: HTTP status 500\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				code, out, errs, trace := run(t, small, &scripted{}, &scripted{says: map[int]any{2: tt.says}}, "--headless", "-v")
				if code != 0 || trace.Score != 1 || trace.Reason != tt.reason || len(trace.Turns) != 1 || !strings.Contains(errs, tt.log) {
					t.Errorf("exit %d, score %d, %q, %d turns; want score 1, %q and in the log %q\n%s",
						code, trace.Score, trace.Reason, len(trace.Turns), tt.reason, tt.log, errs)
				}
				if want := "Game 1: Yellow, score 1 after 1 plies\n"; out != want {
					t.Errorf("%q, want %q", out, want)
				}
				if strings.Contains(errs, "INFO: Score:") || !strings.Contains(errs, "INFO: Winner: player 1\n") {
					t.Errorf("log:\n%s", errs)
				}
			})
		})
	}
}

// TestGames gives every game its own credit, and logs as the original does.
func TestGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &scripted{takes: map[int]time.Duration{1: time.Second}}
		code, out, errs, _ := run(t, ".NY .YN", p, p, "-t", "4", "-n", "3", "-v")
		if code != 0 || fmt.Sprint(p.left) != "[4 4 4]" {
			t.Errorf("exit %d, credits %v", code, p.left)
		}
		if want := strings.Repeat("Step 0\n[C,N-Y|===|===|===] [C,Y-N|===|===|===]\nStep 1\n[C,===|===|===|===] [C,Y-N|N-Y|===|===]\n"+
			"Yellow\nhas won!\n", 3); out != want {
			t.Errorf("%s\nwant\n%s", out, want)
		}
		if !strings.Contains(errs, "WARNING: Unable to load GUI, falling back to console.") || strings.Count(errs, "INFO: End of Game 2\n") != 3 ||
			!strings.Contains(errs, "INFO: Starting Game 3\nDEBUG: Loading board from '") {
			t.Errorf("log:\n%s", errs)
		}
	})
}

// TestEndless: R12, deviation D1.
func TestEndless(t *testing.T) {
	_, _, _, trace := run(t, "+NY +", &scripted{}, &scripted{}, "--headless")
	if len(trace.Turns) != sarena.TurnLimit || trace.Reason != "" {
		t.Errorf("%d turns, %q", len(trace.Turns), trace.Reason)
	}
}

// TestHuman plays at the console.
func TestHuman(t *testing.T) {
	for _, tt := range []struct {
		name, typed string
		code        int
		out         string
	}{
		{"a turn", "0,0,0,1", 0, "Player 1 plays (i1,j1,i2,j2): Step 1\n"},
		{"rubbish first", "\nhelp\n0,0,1\n0001\n 0, 0 ,0,1 ", 0, strings.Repeat("Player 1 plays (i1,j1,i2,j2): ", 5) + "Step 1\n"},
		{"an illegal turn", "0,0,5,5", 0, "Red\nhas won!\nReason: Opponent has played an invalid action.\n"},
		{"the end of the input", "", 1, ""},
	} {
		var out, errs bytes.Buffer
		lines := strings.Split(tt.typed, "\n")
		if tt.typed == "" {
			lines = nil
		}
		file := filepath.Join(t.TempDir(), "board")
		if err := os.WriteFile(file, wire.AppendBoard(nil, must(sarena.ParsePosition(".NY .YN"))), 0o666); err != nil {
			t.Fatal(err)
		}
		p := Program{Out: &out, Err: &errs, Chance: func(string) (sarena.Chance, error) { return nil, nil }}
		p.Line = func(context.Context) (string, error) {
			if len(lines) == 0 {
				return "", io.EOF
			}
			line := lines[0]
			lines = lines[1:]
			return line, nil
		}
		code := p.Run(t.Context(), []string{"--no-gui", "-t", "1", "human", "human", "--board=" + file})
		if code != tt.code || !strings.Contains(out.String(), tt.out) || (tt.code == 0) != (errs.Len() == 0) {
			t.Errorf("%s: exit %d\n%s%s", tt.name, code, &out, &errs)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestFilesThatFail: exit 1 and a line in the log.
func TestFilesThatFail(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad")
	if err := os.WriteFile(bad, []byte("cos\nsystem\n(Vid\ntR."), 0o666); err != nil {
		t.Fatal(err)
	}
	turns := []wire.TimedTurn{{Move: sarena.Move{I1: 5}}}
	illegal := wire.AppendTrace(nil, wire.Trace{Start: must(sarena.ParsePosition(small)), Turns: turns})
	if err := os.WriteFile(filepath.Join(dir, "illegal"), illegal, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "red"), []byte(".NY .YN r"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--board", dir + "/red", "a", "b"}, "Unable to load board. Reason: the board has Red to move"},
		{[]string{"--board", dir + "/none", "a", "b"}, "WARNING: Unable to load board. Reason: [Errno 2] No such file or directory: '" + dir + "/none'"},
		{[]string{"--board", bad, "a", "b"}, "WARNING: Unable to load board. Reason: pickle, byte 0, opcode 0x63 (GLOBAL)"},
		{[]string{"-r", dir + "/none"}, "ERROR: Unable to load trace. Reason: [Errno 2] No such file"},
		{[]string{"-r", bad}, `ERROR: Unable to load trace. Reason: pickle, byte 0, opcode 0x63 (GLOBAL): class "os.system"`},
		{[]string{"-r", dir + "/illegal"}, "step 1, action 5000: a cell is not on this board (R3)"},
	} {
		var out, errs bytes.Buffer
		p := Program{
			Out: &out, Err: &errs, Player: func(string) (Player, error) { return &scripted{}, nil },
			Chance: func(string) (sarena.Chance, error) { return nil, nil },
		}
		if code := p.Run(t.Context(), append(tt.args, "--no-gui")); code != 1 || !strings.Contains(errs.String(), tt.want) {
			t.Errorf("%q: exit %d, %s, want %s", tt.args, code, &errs, tt.want)
		}
	}
}

// TestReplay waits as long as the players did, and saves the board.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	turns := []wire.TimedTurn{{Move: sarena.Move{I1: 0, J1: 0, I2: 0, J2: 1}, Seconds: 2.5}}
	start := must(sarena.ParsePosition(".NY .YN"))
	trace := wire.Trace{Start: start, Turns: turns, Score: 2, Reason: "none"}
	if err := os.WriteFile(dir+"/trace", wire.AppendTrace(nil, trace), 0o666); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var out, errs bytes.Buffer
		p := Program{Out: &out, Err: &errs}
		began := time.Now()
		code := p.Run(t.Context(), []string{"-r", dir + "/trace", "--no-gui", "-v", "-n", "2", "-b", dir + "/board"})
		if took := time.Since(began); code != 0 || took != 5*time.Second {
			t.Errorf("exit %d after %v\n%s", code, took, &errs)
		}
		if !strings.HasSuffix(out.String(), "Step 1\n[C,===|===|===|===] [C,Y-N|N-Y|===|===]\nYellow\nhas won!\nReason: none\n") {
			t.Errorf("%s", &out)
		}
		if log := stamps.ReplaceAllString(errs.String(), ""); !strings.HasPrefix(log, "INFO: Loading trace '") || strings.Count(log, "DEBUG: Replaying trace.\n") != 2 {
			t.Errorf("%s", log)
		}
	})
	if data, err := os.ReadFile(dir + "/board"); err != nil || must(wire.ParseBoard(data)) != start {
		t.Errorf("the board: %v", err)
	}
}
