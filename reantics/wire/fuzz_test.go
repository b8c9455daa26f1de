package wire

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/reantics"
)

// FuzzReply: any line of the host is read either as an answer of the kind that was asked for, or as an error.
func FuzzReply(f *testing.F) {
	for _, text := range []string{"0 - 1 2 1 3", "2 -", "1 1 5 3", "9 9", "", "- -", "1 2 3", "0 - 100 -100", "x", "99999999999999999999 1", "-1 -"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for ask := reantics.AskHome; ask <= reantics.AskAttack; ask++ {
			for _, seat := range []reantics.Seat{reantics.Blue, reantics.Red} {
				a, err := readAnswer(ask, seat, []byte(text))
				_, isAction := a.Action()
				if err == nil && (isAction != (ask == reantics.AskMove) || (a.Target != nil) != (ask == reantics.AskAttack)) {
					t.Errorf("%q is %v, no answer to %v", text, a, ask)
				}
			}
		}
	})
}

// FuzzAnswer: a JSON answer of a program is read or refused; an answer that is read can be written and read again unchanged.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{
		`[[1,2],[3,4]]`, `[2,3]`, `{"type":"move","path":[[2,3],[3,3]]}`, `{"type":"build","at":[2,3],"what":"worker"}`, `{"type":"end"}`,
		`{"type":0,"path":[[25,0]],"build":3}`, `null`, `[]`, `{"type":1,"what":7}`, `{"type":-1}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var a, b reantics.Answer
		if err := a.UnmarshalJSON([]byte(text)); err != nil {
			return
		}
		written := a.String()
		if err := b.UnmarshalJSON([]byte(written)); err != nil || b.String() != written {
			t.Errorf("%q is written %s and read as %v, %v", text, written, b, err)
		}
		if strings.ContainsAny(written, "\n") {
			t.Errorf("%q is written on several lines: %q", text, written)
		}
	})
}
