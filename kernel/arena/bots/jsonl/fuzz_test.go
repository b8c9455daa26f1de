package jsonl

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/turn"
)

// FuzzParse reads any line as that of a program: it is a message or garbled, and the error fits one line.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		`{"type":"answer","id":1,"move":"D0D4J4","say":"hi"}`, `{"type":"hello","legal":true}`, "null", "[]", "", "\t", "{", "\xff", `{"id":1e99}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, err := parse(line)
		var fault *turn.Fault
		switch {
		case err == nil && !json.Valid(line):
			t.Errorf("%q is read as %+v", line, m)
		case err != nil && (!errors.As(err, &fault) || fault.Kind != turn.Garbled):
			t.Errorf("%q: %v, want it garbled", line, err)
		case err != nil && (strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 2000):
			t.Errorf("%q: the message does not fit a line: %q", line, err)
		}
	})
}
