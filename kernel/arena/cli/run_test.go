package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
	"github.com/gridiron-games/gridiron/kernel/arena/match"
	"github.com/gridiron-games/gridiron/kernel/notation"
	"github.com/gridiron-games/gridiron/kernel/seeds"
)

// shell is a command line like ours.
func shell() *cli.App {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "seed"}, &cli.BoolFlag{Name: "quiet"}, NumberFlag("games", 1, 1, ""),
	}
	return &cli.App{Name: "game", Commands: []*cli.Command{
		{Name: "play", Flags: flags},
		{Name: "tournament", Subcommands: []*cli.Command{{Name: "run", Flags: flags}, {Name: "resume"}}},
	}}
}

func TestPermute(t *testing.T) {
	for _, tt := range []struct{ line, want, err string }{
		{line: "play a b --seed 7", want: "play --seed 7 -- a b"},
		{line: "play --seed=7 a --quiet b", want: "play --seed=7 --quiet -- a b"},
		{line: "--quiet play a", want: "play --quiet -- a"},
		{line: "--seed 7 play a", want: "play --seed 7 -- a"},
		{line: "play --seed -5 a", want: "play --seed -5 -- a"},
		{line: "play -seed 5 -", want: "play -seed 5 -- -"},
		{line: "play a -- --seed b", want: "play -- a --seed b"},
		{line: "play play", want: "play -- play"},
		{line: "tournament run a --games 2 b", want: "tournament run --games 2 -- a b"},
		{line: "tournament --games 2 run a", want: "tournament run --games 2 -- a"},
		{line: "", want: "--help"},
		{line: "help play", want: "play --help"},
		{line: "play a -h", want: "play --help"},
		{line: "--version", want: "version"},
		{line: "pley", err: `unknown verb "pley"; did you mean play?`},
		{line: "tournament", err: "want one of run, resume"},
		{line: "tournament rum", err: `unknown verb "rum"; did you mean run?`},
		{line: "play --sed 7", err: "unknown flag --sed; did you mean --seed?"},
		{line: "play --seed", err: "flag --seed: want a value"},
		{line: "play --x y", err: "unknown flag --x"},
		{line: "ladder bots", err: `unknown verb "ladder"; this program was built without kernel/arena/contest, which has it; `},
		{line: "play --jail-memory 1G", err: "unknown flag --jail-memory; this program was built without kernel/arena/jail, which has it"},
		{line: "play --web", err: "unknown flag --web; this program was built without kernel/arena/web, which has it"},
		{line: "--quiet", err: "want a verb"},
	} {
		got, err := permute(shell(), strings.Fields(tt.line))
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.line, diff)
		}
		if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%q: error %v, want %q", tt.line, err, tt.err)
		}
	}
}

func TestSuggest(t *testing.T) {
	for word, want := range map[string]string{"chamion": "; did you mean champion?", "xyz": "", "": "", "gredy": "; did you mean greedy?"} {
		if got := notation.Suggest(word, []string{"champion", "greedy"}); got != want {
			t.Errorf("Suggest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestNumbersAreDecimal(t *testing.T) {
	n := number{least: 1}
	if err := n.Set("010"); err != nil || n.n != 10 {
		t.Errorf("010 is read as %d, %v, want 10", n.n, err)
	}
	for _, text := range []string{"0", "0x10", "1_000", "ten", ""} {
		if err := n.Set(text); err == nil {
			t.Errorf("%q is read as %d, want an error", text, n.n)
		}
	}
}

func TestDerivedSeedsAreSeeds(t *testing.T) {
	if a, b := seeds.Derive("7", 1), seeds.Derive("7", 2); a == b || !seeds.Valid(a) || a != seeds.Derive("7", 1) {
		t.Errorf("derived seeds %s and %s: want different decimal integers, the same each time", a, b)
	}
}

func TestSetupErrors(t *testing.T) {
	for text, want := range map[string]string{"flag --rounds: x": "flag --rounds: x", "board x": "flag --start: board x"} {
		err := SetupError(&match.SetupError{Err: errors.New(text)})
		var usage usageError
		if err.Error() != want || !errors.As(err, &usage) {
			t.Errorf("%q becomes %v, want the usage error %q", text, err, want)
		}
	}
}

// What a program wrote last keeps its indentation.
func TestLastWords(t *testing.T) {
	var b bytes.Buffer
	a := &App{Terminal: term.New(nil, nil, &b)}
	a.LastWords("Traceback:\n  File \"bot.py\"\n    x = y\n        ^\nNameError\n", "bot")
	want := "standard error of bot ended with:\n  Traceback:\n    File \"bot.py\"\n      x = y\n          ^\n  NameError\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// ReplaceBusy replaces the function that measures whether the machine is too busy, until the end of a test.
func ReplaceBusy(t *testing.T, f func(context.Context, func(sentence string))) {
	t.Helper()
	before := busy
	busy = f
	t.Cleanup(func() { busy = before })
}
