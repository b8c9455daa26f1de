package referee_test

import (
	"math/big"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/pyrand"
	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/referee"
)

// An illegal move is printed as the original prints it: the tuple that it makes of what the bot returned.
func TestTuple(t *testing.T) {
	for raw, want := range map[string]string{
		"":                           "(0, 3)",
		`[2.0, 6.5]`:                 "(2.0, 6.5)",
		`["a", "'\u00e9\""]`:         `('a', '\'é"')`,
		`["\"", "\u001b"]`:           `('"', '\x1b')`,
		`["it's", "\b"]`:             `("it's", '\x08')`,
		`[[1, true], {"a": null}]`:   "([1, True], {'a': None})",
		`[1]`:                        "(1,)",
		`[]`:                         "()",
		`[-1, 10000000000000000000]`: "(-1, 10000000000000000000)",
		`5`:                          "5",
		`[1.5, 9]`:                   "(1.5, 9)",
		`[1e+300, 4]`:                "(1e+300, 4)",
		`[9.0, 9.0]`:                 "(9.0, 9.0)",
		`[null, 4]`:                  "(None, 4)",
		`[false, true]`:              "(False, True)",
		`["x", "y"]`:                 "('x', 'y')",
		`["NaN", "-Infinity"]`:       "(nan, -inf)",
		`["Infinity", 3]`:            "(inf, 3)",
		`[1e+16, 1e-05]`:             "(1e+16, 1e-05)",
		`["infinity", "nan"]`:        "('infinity', 'nan')",
		`[[1, 2], [3, 4]]`:           "([1, 2], [3, 4])",
		`[-0.5, 1e-07]`:              "(-0.5, 1e-07)",
		`[{}, []]`:                   "({}, [])",
	} {
		if got := referee.Tuple(pelita.Move{To: pelita.Cell{Y: 3}, Raw: raw}); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
		p, err := pelita.NewGame("########\n#a # . #\n#b.  xy#\n########\n", pelita.Options{Version: pelita.V270, MaxRounds: 300})
		if err != nil {
			t.Fatal(err)
		}
		s := referee.NewState(p)
		s.Begin(pyrand.New(big.NewInt(1)))
		s.Answer(pelita.Move{To: pelita.Cell{Y: 3}, Raw: raw}, "", nil)
		if got := s.Failures[0][0].Description; got != "bot0: (1, 1)➔"+want { // as in version 2.7.0
			t.Errorf("%s: the fatal error is %s", raw, got)
		}
	}
}
