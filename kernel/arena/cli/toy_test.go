package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	urfave "github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/jsonl"
	"github.com/gridiron-games/gridiron/kernel/arena/cli"
	"github.com/gridiron-games/gridiron/kernel/arena/cli/verbs"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/arena/testkit/gametest"
	"github.com/gridiron-games/gridiron/kernel/ascii"
	"github.com/gridiron-games/gridiron/kernel/cpu"
	"github.com/gridiron-games/gridiron/kernel/grid"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

// pairs is a game in which both seats name a number at the same time, a few times over; the larger sum wins. Numbers above 9
// count as 0, which is a fault but does not end the game. The seed is added to the first seat's sum.
type pairs struct {
	seed, rounds int
	sums         [2]int
	played       int
	wrongs       [2]turn.Tally
}

func (p *pairs) Ask() []turn.Question[int] {
	if p.played == p.rounds {
		return nil
	}
	return []turn.Question[int]{{Seat: 0, Ask: p.played}, {Seat: 1, Ask: p.played}}
}

func (p *pairs) Answer(answers []turn.Answer[int]) {
	for seat, a := range answers {
		if a.Fault != nil {
			p.wrongs[seat].Add(a.Fault.Kind, 2*p.played+seat+1, a.Fault.Phrase())
			continue
		}
		if a.Value > 9 {
			p.wrongs[seat].Add(turn.Illegal, 2*p.played+seat+1, fmt.Sprintf("said %d", a.Value))
			continue
		}
		p.sums[seat] += a.Value
	}
	p.played++
}

func (p *pairs) Wrongs(seat int) turn.Tally { return p.wrongs[seat] }

func (p *pairs) Result() turn.Result {
	r := turn.Result{Winner: turn.Draw, Reason: "sum", Detail: "the sums are equal", Plies: 2 * p.played}
	first := p.sums[0] + p.seed
	switch {
	case first > p.sums[1]:
		r.Winner, r.Detail = 0, "said less"
	case first < p.sums[1]:
		r.Winner, r.Detail = 1, "said less"
	}
	return r
}

// says is a bot that always answers the same number.
type says int

func (s says) Answer(context.Context, int) (int, string, error) { return int(s), "", nil }

func toyGame() *match.Game[int, int] {
	bot := func(n int) match.Bot[int, int] {
		return match.Bot[int, int]{Name: fmt.Sprint("says", n), New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
			return func(*rand.Rand) turn.Player[int, int] { return says(n) }, nil
		}}
	}
	broods := match.Bot[int, int]{Name: "broods", New: func(match.Params) (func(*rand.Rand) turn.Player[int, int], error) {
		return func(*rand.Rand) turn.Player[int, int] { return brooding{} }, nil
	}}
	return &match.Game[int, int]{
		Name: "pairs", Seats: []string{"left", "right"}, Defaults: []string{"says1", "says2"}, Round: 1,
		Codec: jsonl.Codec[int]{
			Game: "pairs", Rules: "1", Kind: func(int) string { return "number" },
			View: func(q int) any { return q },
		},
		Options: []match.Param{{Name: "rounds", Default: "2", Usage: "`NUMBER` of rounds"}, {Name: "harsh", Default: "false"}},
		Open: func(s match.Setup) (*match.Table[int, int], error) {
			rounds, err := strconv.Atoi(s.Options["rounds"])
			if err != nil {
				return nil, fmt.Errorf("flag --rounds: %q: want a number", s.Options["rounds"])
			}
			if s.Start != "" && !strings.HasPrefix(s.Start, "round ") {
				return nil, fmt.Errorf("start %q: want round NUMBER", s.Start)
			}
			p := &pairs{rounds: rounds}
			p.seed, _ = strconv.Atoi(s.Seed)
			return &match.Table[int, int]{
				Referee: p, Start: s.Start,
				Draw:   func(c *ascii.Canvas) { c.Text(grid.Point{}, fmt.Sprint("sums ", p.sums), ascii.Plain) },
				Layout: func() string { return fmt.Sprintf("round %d", p.played) },
			}, nil
		},
		Bots:  []match.Bot[int, int]{bot(1), bot(2), broods, bot(10)},
		Moves: func(int) []int { return []int{1, 2} },
		Checks: match.Checks{Templates: fstest.MapFS{
			"newbot/python/bot.py.tmpl":    {Data: []byte("#!/usr/bin/env python3\n")},
			"newbot/python/README.md.tmpl": {Data: []byte("# A bot\n")},
		}},
		Notation: match.Notation[int, int]{
			Example: "7",
			Parse:   func(_ int, text string) (int, error) { return strconv.Atoi(strings.TrimSpace(text)) },
			Text:    func(_ int, n int) string { return strconv.Itoa(n) },
			Formats: []match.Format[int, int]{{
				Name: "numbers", Summary: "what was named",
				Read: func(text []byte) (*match.Transcript[int, int], error) {
					t := &match.Transcript[int, int]{}
					for _, word := range strings.Fields(string(text)) {
						n, err := strconv.Atoi(word)
						if err != nil {
							return nil, err
						}
						t.Answers = append(t.Answers, turn.Answer[int]{Value: n})
					}
					return t, nil
				},
				Write: func(t *match.Transcript[int, int]) ([]byte, error) {
					var b []byte
					for _, a := range t.Answers {
						b = fmt.Appendln(b, a.Value)
					}
					return b, nil
				},
			}}},
	}
}

// brooding thinks until it is stopped, and then says 1.
type brooding struct{}

func (brooding) Answer(ctx context.Context, _ int) (int, string, error) {
	<-ctx.Done()
	return 1, "", ctx.Err()
}

func toy() *cli.Program {
	return &cli.Program{
		Game: match.Bind(toyGame()),
		Fronts: []cli.Front{
			cli.Play, verbs.Replay, verbs.Convert, verbs.Moves, verbs.Check, verbs.Bots, verbs.Version, verbs.NewBot,
		},
		DropIn: func(_ context.Context, a *cli.App, args []string) error {
			switch {
			case len(args) == 0:
				return cli.ErrNotOriginal
			case args[0] == "-x":
				return urfave.Exit("x is no number", 42)
			}
			fmt.Fprintln(a.Out, "dropped in:", args)
			return nil
		},
	}
}

// runToy runs a command line and returns its exit code and what it printed.
func runToy(in string, args ...string) (code int, out, errw string) {
	var o, e bytes.Buffer
	code = toy().Run(context.Background(), args, strings.NewReader(in), &o, &e)
	return code, o.String(), e.String()
}

func TestVerbsOfASimultaneousGame(t *testing.T) {
	gametest.Slow(t)
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	for _, tt := range []struct {
		args, in string
		code     int
		out, err string // a part of each
	}{
		{args: "play says2 says1 --seed 0 --quiet", out: "LEFT (says2) wins: RIGHT (says1) said less\n"},
		{args: "play says2 says1 --seed 0 --rounds 3 --harsh", out: "sums [6 3]", err: "repeat with: pairs play says2 says1 --rounds 3 --harsh --seed 0\n"},
		{args: "play --rounds x", code: 2, err: `flag --rounds: "x": want a number`},
		{args: "play says1 says2 --seed 5 --rounds 4 --quiet --record a.jsonl", out: "LEFT (says1) wins"},
		{args: "replay a.jsonl --verify", out: "agrees with the rules (games: 1, finished: 1)"},
		{args: "replay a.jsonl", out: "sums [0 0]\n\nsums [1 2]\n\nsums [2 4]\n\nsums [3 6]\n\nsums [4 8]\nLEFT (says1) wins"},
		{args: "replay a.jsonl --at 5", out: "sums [2 4]\n"},
		{args: "play human says1 --seed 0", in: "5\nundo\n3\n4\n", out: "sums [7 2]"},
		{
			args: "play human broods --seed 0 --rounds 1", in: "5\n", out: "LEFT (human) wins",
			err: "a bot was stopped because it kept a person waiting; the bots of the command in the next line may answer differently\nrepeat with",
		},
		{args: "play human human --seed 0 --rounds 1", in: "5\n6\n", out: "RIGHT (human) wins"},
		{args: "play says1 says2 --seed 0 --pace 1ms --quiet", out: "RIGHT (says2) wins"},
		{args: "play --pace soon", code: 2, err: "flag --pace: "},
		{args: "play says1 says2 --seed 0 --first-budget 3s --budget 1s --quiet --record b.jsonl", out: "RIGHT"},
		{args: "play says10 says1 --seed 0 --quiet", out: "RIGHT", err: "LEFT (says10) went wrong 2 times, first at ply 1: said 10; see: pairs replay "},
		{args: "check says10", code: 1, out: "WRONG a game as left: said 10"},
		{args: "check says2", out: "says2 plays by the rules"},
		{args: "convert a.jsonl", out: "1\n2\n1\n2\n1\n2\n1\n2\n"},
		{args: "convert a.jsonl --to layout --at 4", out: "round 2\n"},
		{args: "convert a.jsonl --at 9", code: 2, err: "flag --at: 9, but the game has 8 plies"},
		{args: "convert --from numbers", in: "3 4 5 6", out: `"winner":"right"`},
		{args: "convert --from numbers", in: "3 4 5 6 7 8", code: 1, err: "standard input: ply 5: the game is already over"},
		{args: "convert --from numbers --to record", in: "3 x", code: 1, err: "standard input: "},
		{args: "convert", in: "3 4", code: 2, err: "the format of the input is not recognised: name it with --from, one of record, layout, numbers"},
		{args: "convert --from words", in: "x", code: 2, err: `flag --from: "words": want record, layout, numbers`},
		{args: "convert", in: " ", code: 1, err: "standard input is empty"},
		{args: "moves", out: "LEFT 1\nLEFT 2\nRIGHT 1\nRIGHT 2\n"},
		{args: "moves --count 3 4", out: "LEFT 2\nRIGHT 2\n"},
		{args: "moves --text 3 4", out: "round 1\n"},
		{args: "moves --draw 3 4", out: "sums [3 4]\n"},
		{args: "moves 3", code: 2, err: "moves: all sides move at once here: want a move of RIGHT, too"},
		{args: "moves 3 4 5 6 7", code: 2, err: `moves: move "7": the game is already over`},
		{args: "-x", code: 42, err: "x is no number\n"},
		{args: "says1 says2", out: "dropped in: [says1 says2]"},
		{args: "", out: "USAGE"},
	} {
		code, out, errw := runToy(tt.in, strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errw, tt.err) {
			t.Errorf("%q: exit %d, want %d\n%s%s\nwant %q and %q", tt.args, code, tt.code, out, errw, tt.out, tt.err)
		}
	}
	record, err := os.ReadFile("b.jsonl")
	if err != nil || !strings.Contains(string(record), `"options":{"harsh":"false","rounds":"2"}`) ||
		!strings.Contains(string(record), `"budget":"1s a move, 3s for the first"`) {
		t.Errorf("%v\n%s\nwant the options and the budget in the header", err, record)
	}
}

// A round of a simultaneous game is taken back as a whole, and the record says so.
func TestTakeBackARound(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, errw := runToy("5\nundo\n3\n4\n", "play", "human", "says1", "--seed", "0", "--record", "a.jsonl"); code != 0 {
		t.Fatal(errw)
	}
	code, out, errw := runToy("", "replay", "a.jsonl", "--verify")
	if diff := cmp.Diff("a.jsonl agrees with the rules (games: 1, finished: 1)\n", out); code != 0 || diff != "" {
		t.Errorf("exit %d, %s (-want +got)\n%s", code, errw, diff)
	}
}

func TestNewBot(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		args string
		code int
		err  string   // a part
		left []string // in the folder
	}{
		{"new-bot python full", 1, "full is not empty", []string{"thesis.txt"}},
		{"new-bot pyton empty", 2, "did you mean python?", nil},
		{"new-bot . empty", 2, "unknown language", nil},
		{"new-bot python", 2, "want a language", nil},
		{"new-bot python empty", 0, "", []string{"README.md", "bot.py"}},
	} {
		os.RemoveAll("full")
		os.MkdirAll("full", 0o777)
		os.WriteFile("full/thesis.txt", nil, 0o666)
		code, _, errw := runToy("", strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(errw, tt.err) {
			t.Errorf("%s: exit %d, want %d; %q, want %q", tt.args, code, tt.code, errw, tt.err)
		}
		dir := tt.args[strings.LastIndex(tt.args, " ")+1:]
		var left []string
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			left = append(left, e.Name())
			info, err := e.Info()
			if want := e.Name() == "bot.py"; err != nil || runtime.GOOS != "windows" && (info.Mode()&0o100 != 0) != want {
				t.Errorf("%s has mode %v, want executable = %v", e.Name(), info.Mode(), want)
			}
		}
		if diff := cmp.Diff(tt.left, left); diff != "" {
			t.Errorf("%s left (-want +got)\n%s", tt.args, diff)
		}
	}
}

// slowly is a person who needs 30 ms for each line.
type slowly struct{ lines []string }

func (s *slowly) Read(b []byte) (int, error) {
	if len(s.lines) == 0 {
		return 0, io.EOF
	}
	time.Sleep(30 * time.Millisecond)
	n := copy(b, s.lines[0])
	s.lines = s.lines[1:]
	return n, nil
}

// The budgets of programs do not apply to people, who have their own.
func TestPeopleHaveTheirOwnTime(t *testing.T) {
	for _, tt := range []struct{ args, out, header string }{
		{"--budget 5ms --clock 1s", "RIGHT (human) wins", `{"seat":"left","name":"says1","budget":"5ms a move, 1s+0s a game"},{"seat":"right","name":"human"}]`},
		{"--human-budget 5ms", "LEFT (says1) wins", `{"seat":"left","name":"says1"},{"seat":"right","name":"human","budget":"5ms a move"}]`},
	} {
		t.Chdir(t.TempDir())
		var out, errw bytes.Buffer
		args := append([]string{"play", "says1", "human", "--seed", "0", "--rounds", "2", "--quiet", "--record", "a.jsonl"}, strings.Fields(tt.args)...)
		toy().Run(context.Background(), args, &slowly{[]string{"9\n", "9\n"}}, &out, &errw)
		record, err := os.ReadFile("a.jsonl")
		if err != nil || !strings.Contains(out.String(), tt.out) || !strings.Contains(string(record), tt.header) {
			t.Errorf("%s: %s%s\n%s, %v\nwant %q and %s", tt.args, &out, &errw, record, err, tt.out, tt.header)
		}
	}
}

// `play` warns of a machine that is too busy for clocks if programs have a budget, with advice that fits a single game.
func TestPlayOnABusyMachine(t *testing.T) {
	cli.ReplaceBusy(t, func(_ context.Context, say func(string)) { say("the machine is too busy") })
	for args, want := range map[string]bool{
		"--budget 10s":                   true,
		"--budget 10s --games 3":         true,
		"--clock 1m":                     true,
		"--human-budget 10s":             false,
		"":                               false,
		"--budget 10s --log-level error": false,
		"--budget 10s --budget-cpu":      false,
	} {
		if strings.Contains(args, "--budget-cpu") && !cpu.Measurable {
			continue
		}
		code, _, errw := runToy("", append(strings.Fields("play says1 says2 --seed 0 --quiet"), strings.Fields(args)...)...)
		if said := strings.Count(errw, "the machine is too busy; end other programs or give more time"); code != 0 || (said == 1) != want || said > 1 {
			t.Errorf("%q: exit %d, warned %d times, want %v\n%s", args, code, said, want, errw)
		}
		if strings.Contains(errw, "--concurrency") {
			t.Errorf("%q: play has no --concurrency\n%s", args, errw)
		}
	}
}
