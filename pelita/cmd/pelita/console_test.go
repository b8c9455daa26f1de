package main

import (
	"testing"

	"github.com/gridiron-games/gridiron/pelita"
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
	} {
		if got := tuple(pelita.Move{To: pelita.Cell{Y: 3}, Raw: raw}); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}
