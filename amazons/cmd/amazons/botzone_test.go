package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gridiron-games/gridiron/amazons/wire"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/match/job"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/timer"
)

// zoneBot is a program for Botzone: it keeps the board itself, draws a legal turn, and does what its argument says.
const zoneBot = `import json, random, sys

how = sys.argv[1]
board = {(0, 2): 1, (2, 0): 1, (5, 0): 1, (7, 2): 1, (0, 5): -1, (2, 7): -1, (5, 7): -1, (7, 5): -1}
KEYS = ("x0", "y0", "x1", "y1", "x2", "y2")
KEEP = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

def play(t):
    a, b, c = (t[0], t[1]), (t[2], t[3]), (t[4], t[5])
    assert a in board and abs(board[a]) == 1, "no amazon on %s" % (a,)
    queen = board.pop(a)
    assert b not in board, "%s is taken" % (b,)
    board[b] = queen
    assert c not in board, "%s is taken" % (c,)
    board[c] = 2

def reach(x, y):
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            i, j = x + dx, y + dy
            while (dx or dy) and 0 <= i < 8 and 0 <= j < 8 and (i, j) not in board:
                yield i, j
                i, j = i + dx, j + dy

def choose(me):
    turns = []
    for a in [k for k, v in board.items() if v == me]:
        for b in list(reach(*a)):
            del board[a]
            turns += [a + b + c for c in reach(*b)]
            board[a] = me
    return random.choice(turns)

def history(requests, responses):
    me = 1 if requests[0][0] < 0 else -1
    for i, r in enumerate(requests):
        if r[0] >= 0:
            play(r)
        if i < len(responses):
            play(responses[i])
    return me

def numbers(d):
    return [int(d[k]) for k in KEYS]

def answer(t, n, data):
    d = dict(zip(KEYS, t))
    if how == "texts":
        d = {k: str(v) for k, v in d.items()}
    if how == "deaf":
        d = {k: -1 for k in KEYS}
    if how == "far":
        d["x1"] = 8
    if how == "no key":
        del d["y2"]
    if how == "fraction":
        d["x0"] = 0.5
    out = {"response": d}
    if how == "memory":
        assert data == (n - 1 or ""), "data %r" % (data,)
        out.update(debug="I think", data=n, globaldata={"turns": n})
    if how == "large":
        out["data"] = "x" * 200000
    if how == "null":
        out["response"] = None
    if how == "other":
        out = {"move": d}
    print({"prose": "I resign", "list": "[1, 2]", "lines": " ".join(map(str, t))}.get(how) or json.dumps(out), flush=True)

def json_bot(line):
    h = json.loads(line)
    me = history([numbers(r) for r in h["requests"]], [numbers(r) for r in h["responses"]])
    n = len(h["requests"])
    if how == "falls":
        sys.exit("out of ideas")
    if how == "silent":
        sys.exit(0)
    if how == "keep, slow" and n == 1:  # it does nothing, as if it waited for the end of its input
        import time
        time.sleep(1.5)
    while True:
        t = choose(me)
        play(t)
        answer(t, n, h.get("data", ""))
        if how == "memory":
            assert n == 1 or h["globaldata"] == {"turns": n - 1}, h
        if how == "sleeps":
            import time
            time.sleep(100)
        if not how.startswith("keep") or how == "keep once" and n > 1:
            return
        print("\r\n%s\r\n" % KEEP, flush=True)
        n += 1
        line = sys.stdin.readline()
        if not line:
            return
        play(numbers(json.loads(line)))

def simple_bot(lines):
    n = int(next(lines))
    turns = [[int(w) for w in next(lines).split()] for _ in range(2 * n - 1)]
    me = history(turns[::2], turns[1::2])
    if how == "simple memory":
        assert next(lines).strip() == ("" if n == 1 else "data %d" % (n - 1)), n
    while True:
        t = choose(me)
        play(t)
        print(*(t[:5] if how == "simple short" else t), flush=True)
        if how == "simple memory":
            print("thinking\ndata %d\nglobal" % n)
        if how != "simple keep":
            return
        print(KEEP, flush=True)
        line = sys.stdin.readline()
        while line and not line.split():  # data and globaldata of the first turn
            line = sys.stdin.readline()
        if not line:
            return
        play([int(w) for w in line.split()])

if how == "eof":
    json_bot(sys.stdin.read())
elif how == "simple eof":
    simple_bot(iter(sys.stdin.read().split("\n")))
elif how.startswith("simple"):
    simple_bot(iter(sys.stdin.readline, ""))
else:
    json_bot(sys.stdin.readline())
`

// playZone plays a game between two specs and returns the fault of the first, its notes and the number of plies.
func playZone(t *testing.T, seat int, spec, other string, budget time.Duration) (fault, notes string, plies int) {
	t.Helper()
	bound := match.Bind(game())
	seats := []job.Team{{Spec: spec, Budget: timer.Control{Move: budget}}, {Spec: other}}
	if seat == 1 {
		seats[0], seats[1] = seats[1], seats[0]
	}
	line, err := bound.Play(t.Context(), job.Job{Start: wire.BotzoneStart, Seed: "1", Seats: seats}, match.Seating{
		Note: func(_ int, note string) { notes += note + "\n" },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range line.Faults {
		if f.Seat == bound.Seats[seat] {
			fault += f.Detail
		}
	}
	return fault, notes, line.Plies
}

func TestBotzone(t *testing.T) {
	gametest.Slow(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	bot := filepath.Join(t.TempDir(), "main.py")
	if err := os.WriteFile(bot, []byte(zoneBot), 0o644); err != nil {
		t.Fatal(err)
	}
	for n, tt := range []struct{ kind, how, fault, notes string }{
		{"botzone", "one line", "", ""},
		{"botzone", "eof", "", ""},
		{"botzone", "keep", "", ""},
		{"botzone", "keep once", "", ""},
		{"botzone", "keep, slow", "", ""},
		{"botzone", "texts", "", ""},
		{"botzone", "memory", "", ""},
		{"botzone", "large", "", "dropped data of 200002 bytes: want at most 102400"},
		{"botzone-simple", "simple", "", ""},
		{"botzone-simple", "simple eof", "", ""},
		{"botzone-simple", "simple keep", "", ""},
		{"botzone-simple", "simple memory", "", ""},
		{"botzone", "deaf", "it answered that it has no turn (-1 in all places), but there is a legal one", ""},
		{"botzone", "far", "want columns and rows from 0 to 7", ""},
		{"botzone", "no key", `key "y2": want a whole number`, ""},
		{"botzone", "fraction", `key "x0": want a whole number`, ""},
		{"botzone", "null", `has no "response"`, ""},
		{"botzone", "other", `has no "response"`, ""},
		{"botzone", "prose", `line "I resign" is not Botzone's JSON`, ""},
		{"botzone", "list", `line "[1, 2]" is not Botzone's JSON`, ""},
		{"botzone", "lines", "a bot of the simple interaction is named botzone-simple:COMMAND", ""},
		{"botzone", "falls", "it ended without an answer (exit status 1): out of ideas", ""},
		{"botzone", "silent", "it ended without an answer (exit status 0)", ""},
		{"botzone-simple", "one line", "it ended without an answer (exit status 1): TypeError", ""},
		{"botzone-simple", "simple short", "want six whole numbers, such as 2 0 2 3 5 3", ""},
	} {
		t.Run(tt.kind+" "+tt.how, func(t *testing.T) {
			if n > 0 && tt.fault == "" && (testing.Short() || !strings.Contains(tt.how, "keep")) {
				gametest.Long(t, "starts Python again for each turn of a game")
			}
			fault, notes, plies := playZone(t, n%2, fmt.Sprintf("%s:python3 %s '%s'", tt.kind, bot, tt.how), "random", 0)
			if !strings.Contains(fault, tt.fault) || (fault == "") != (tt.fault == "") || strings.Contains(fault, "\n") || fault == "" && plies < 8 {
				t.Errorf("seat %d: fault %q after %d plies, want %q", n%2, fault, plies, tt.fault)
			}
			if !strings.Contains(notes, tt.notes) || (notes == "") != (tt.notes == "") {
				t.Errorf("seat %d: notes %q, want %q", n%2, notes, tt.notes)
			}
		})
	}
	t.Run("late", func(t *testing.T) {
		fault, _, _ := playZone(t, 0, "botzone:python3 -c 'import time; time.sleep(100)'", "random", time.Second)
		if !strings.Contains(fault, "was late") {
			t.Errorf("fault %q", fault)
		}
	})
	t.Run("stays without saying so", func(t *testing.T) {
		if fault, _, _ := playZone(t, 0, "botzone:python3 "+bot+" sleeps", "botzone-simple:python3 -c 'print(9)'", 0); fault != "" {
			t.Errorf("fault %q", fault)
		}
	})
	t.Run("no program", func(t *testing.T) {
		if fault, _, _ := playZone(t, 0, "botzone:./nothing", "random", 0); !strings.Contains(fault, "never started") {
			t.Errorf("fault %q", fault)
		}
	})
	for _, spec := range []string{"botzone:", "botzone-simple: "} {
		if _, err := match.Bind(game()).Player(spec, match.Maker{}); err == nil || !strings.Contains(err.Error(), "want the command of a program") {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// answers runs the verb botzone on an input.
func answers(t *testing.T, input string, args ...string) (out, errs string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = program().Run(t.Context(), append([]string{"botzone", "--seed", "1", "--budget", "1h"}, args...), strings.NewReader(input), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

const zoneFirst = `{"x0":-1,"y0":-1,"x1":-1,"y1":-1,"x2":-1,"y2":-1}`

func TestAnswersBotzone(t *testing.T) {
	for _, tt := range []struct{ name, in, out, err string }{
		{"Black's first", `{"requests":[` + zoneFirst + `],"responses":[],"data":"","time_limit":"1"}`, `^{"response":{"x0":[0-7],`, ""},
		{"White's first", `{"requests":[{"x0":"5","y0":0,"x1":3,"y1":2,"x2":6,"y2":5}],"responses":[]}`, `^{"response":{"x0":[0-7],`, ""},
		{"lines", "3\n-1 -1 -1 -1 -1 -1\n5 0 3 2 6 5\n0 5 4 5 3 4\n0 2 0 3 3 0\n2 7 2 5 1 4\n", `^[0-7]( [0-7]){5}\n$`, ""},
		{"lines of Windows", "1\r\n5 0 3 2 6 5\r\n\r\n\r\n", `^[0-7]( [0-7]){5}\n$`, ""},
		{"nothing", "", "", "the input is empty"},
		{"blank", " \n\n", "", "the input is empty"},
		{"half", `{"requests":[`, "", "is not Botzone's JSON"},
		{"no requests", `{}`, "", "0 requests and 0 responses: want one request more"},
		{"too many responses", `{"requests":[` + zoneFirst + `],"responses":[` + zoneFirst + `]}`, "", "1 requests and 1 responses"},
		{"no turn", `{"requests":["x"],"responses":[]}`, "", `"x\"" is no turn: want`},
		{"a key", `{"requests":[{"x0":1}],"responses":[]}`, "", `key "y0": want a whole number`},
		{"far", "1\n5 0 3 2 6 8\n", "", "ply 1 of the game: turn 5 0 3 2 6 8: want columns and rows from 0 to 7"},
		{"illegal", "1\n5 5 3 2 6 5\n", "", "turn 1, F5D2G5: no queen stands on the first square (R3)"},
		{"five numbers", "1\n5 5 3 2 6\n", "", "want six whole numbers"},
		{"words", "hello\n", "", `line "hello": want the number of the turn, or Botzone's JSON`},
		{"too few", "2\n5 0 3 2 6 5\n", "", "the input ends after 1 of 3 turns"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, errs, code := answers(t, tt.in, "random")
			if tt.err == "" {
				if code != 0 || errs != "" || !regexp.MustCompile(tt.out).MatchString(out) {
					t.Errorf("code %d, output %q, errors %q", code, out, errs)
				}
				return
			}
			if code == 0 || out != "" || !strings.Contains(errs, tt.err) || strings.Count(errs, "\n") != 1 {
				t.Errorf("code %d, output %q, errors %q, want %q", code, out, errs, tt.err)
			}
		})
	}
	keep, errs, code := answers(t, "1\n-1 -1 -1 -1 -1 -1\n\n\n", "greedy", "--keep-running")
	if code != 0 || errs != "" || !regexp.MustCompile(`^[0-7]( [0-7]){5}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n$`).MatchString(keep) {
		t.Errorf("code %d, output %q, errors %q", code, keep, errs)
	}
	if _, errs, code := answers(t, "1\n-1 -1 -1 -1 -1 -1\nx\n", "greedy", "--keep-running"); code == 0 || !strings.Contains(errs, "want six whole numbers") {
		t.Errorf("code %d, errors %q", code, errs)
	}
}
