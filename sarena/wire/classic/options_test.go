package classic

import (
	"bytes"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"a b", "games 1 players [a b]"},
		{"-n 3 a b -v", "games 3 verbose players [a b]"},
		{"-vn3 a b", "games 3 verbose players [a b]"},
		{"-n 0x10 a b", "games 16 players [a b]"},
		{"-n 010 a b", "games 8 players [a b]"},
		{"a -t .5 b", "games 1 credit 0.5 players [a b]"},
		{"--time=1e1 a b", "games 1 credit 10 players [a b]"},
		{"--ti 2 a b", "games 1 credit 2 players [a b]"},
		{"--headless --invert -w x -b y a b", "games 1 headless invert write x save y players [a b]"},
		{"--save=y --write x --board statics a b", "games 1 write x board statics save y players [a b]"},
		{"--seed -7 a b", "games 1 seed -7 players [a b]"},
		{"-- -x b", "games 1 players [-x b]"},
		{"-r x", "games 1 replay x players []"},
		{"--replay=x one two three", "games 1 replay x players [one two three]"},
		{"--s=x.dmp a b", "games 1 save x.dmp players [a b]"},
		{"-h and what not", "games 1 help players []"},

		{"", "error: need to specify two players"},
		{"a b c", "error: need to specify two players"},
		{"-t 0 a b", "error: option -t: time credit must be strictly positive"},
		{"--time=nan a b", "error: option -t: time credit must be strictly positive"},
		{"-t x a b", "error: option -t: invalid floating-point value: 'x'"},
		{"-n x a b", "error: option -n: invalid integer value: 'x'"},
		{"-n 08 a b", "error: option -n: invalid integer value: '08'"},
		{"-n", "error: -n option requires 1 argument"},
		{"--board", "error: --board option requires 1 argument"},
		{"--headless human b", "error: human players are not allowed in headless mode"},
		{"--headless -r x", "error: cannot replay in headless mode"},
		{"--frobnicate a b", "error: no such option: --frobnicate"},
		{"-x a b", "error: no such option: -x"},
		{"--he a b", "error: ambiguous option: --he (--headless, --help?)"},
		{"--invert=yes a b", "error: --invert option does not take a value"},
		{"--seed x a b", `error: option --seed: "x": want a decimal integer`},
	} {
		o, err := parse(strings.Fields(tt.args))
		got := describe(o)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.args, got, tt.want)
		}
	}
}

// Lines with options that the original lacks may be lines of `play`; those that are wrong in another way are not.
func TestKnows(t *testing.T) {
	for args, want := range map[string]bool{
		"":                                true,
		"a":                               true,
		"a b c":                           true,
		"-h":                              true,
		"-vn3 a b":                        true,
		"-t 0 a b":                        true,
		"-n x a b":                        true,
		"-n":                              true,
		"--he a b":                        true,
		"--invert=yes a b":                true,
		"--seed x a b":                    true,
		"--head a b":                      true,
		"-w --quiet a b":                  true, // a file of that name
		"-- a --quiet":                    true,
		"-r x --headless":                 true,
		"http://h:1 random --quiet":       false,
		"--quiet http://h:1 random":       false,
		"random --json random --games 2":  false,
		"a b --budget 1s":                 false,
		"a b --record=game.jsonl":         false,
		"a b --web":                       false,
		"human b --web 8080 --open":       false,
		"a b --start board.dmp --stepper": false,
		"a b -q":                          false,
		"-vq a b":                         false,
		"--headless a b --quiet":          false,
		"--frobnicate":                    false,
	} {
		if got := Knows(strings.Fields(args)); got != want {
			t.Errorf("%q: the original has all options: %v, want %v", args, got, want)
		}
	}
}

// describe writes the options that are set.
func describe(o options) string {
	var b strings.Builder
	b.WriteString("games " + itoa(o.games))
	for name, set := range map[string]bool{"verbose": o.verbose, "help": o.help} {
		if set {
			b.WriteString(" " + name)
		}
	}
	for _, f := range []struct {
		name string
		set  bool
	}{{"headless", o.headless}, {"invert", o.invert}} {
		if f.set {
			b.WriteString(" " + f.name)
		}
	}
	if o.credit != nil {
		b.WriteString(" credit " + ftoa(*o.credit))
	}
	for _, f := range [][2]string{{"replay", o.replay}, {"write", o.write}, {"board", o.board}, {"save", o.save}, {"seed", o.seed}} {
		if f[1] != "" {
			b.WriteString(" " + f[0] + " " + f[1])
		}
	}
	return b.String() + " players [" + strings.Join(o.names, " ") + "]"
}

// TestHelp lists every option and how to leave.
func TestHelp(t *testing.T) {
	var out, errs bytes.Buffer
	p := Program{Out: &out, Err: &errs}
	if code := p.Run(t.Context(), []string{"-h"}); code != 0 || errs.Len() > 0 {
		t.Errorf("-h: exit %d, %s", code, &errs)
	}
	for _, want := range []string{"Usage: sarena [options] player1 player2", "-r FILE, --replay=FILE", "-n N", "--headless", "-t S, --time=S"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, &out)
		}
	}
	if code := p.Run(t.Context(), []string{"one"}); code != 2 || !strings.HasPrefix(errs.String(), "Usage: ") ||
		!strings.HasSuffix(errs.String(), "\nsarena: error: need to specify two players\n") {
		t.Errorf("one player: exit %d, %s", code, &errs)
	}
}
