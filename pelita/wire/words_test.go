package wire_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/pelita"
	"github.com/gridiron-games/gridiron/pelita/wire"
)

// Python's json writes NaN and Infinity: as a word they are said, as a cell they are illegal.
func TestPythonWords(t *testing.T) {
	game, err := pelita.NewGame("########\n#a   .x#\n#b.   y#\n########", pelita.Options{MaxRounds: 1})
	if err != nil {
		t.Fatal(err)
	}
	game.Advance()
	v := game.ViewOf(pelita.Blue, pelita.AskMove, new([pelita.Bots]pelita.Sight))
	for _, test := range []struct{ text, move, say string }{
		{`{"__uuid__": "1", "__return__": {"move": [1, 1], "say": Infinity}}`, "(1, 1)", "Infinity"},
		{`{"__uuid__": "1", "__return__": {"move": [1, 1], "say": "NaN \" Infinity"}}`, "(1, 1)", `NaN " Infinity`},
		{`{"__uuid__": "1", "__return__": {"move": [NaN, -Infinity], "say": null}}`, `["NaN", "-Infinity"]`, ""},
	} {
		r, err := wire.ParseReply([]byte(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if m, say, err := r.ParseMove(&v); m.String() != test.move || say != test.say || err != nil {
			t.Errorf("%s: %v %q %v, want %s %q", test.text, m, say, err, test.move, test.say)
		}
	}
}
