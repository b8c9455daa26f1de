package wire

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A team may print a line of any length: only its beginning is kept, and the team is not blocked.
func TestLongLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "loud.py")
	code := `TEAM_NAME = "Loud"


def move(bot, state):
    print("x" * 3_000_000)
    print("next", bot.round)
    return bot.position
`
	if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r := table{layout: small, rounds: 2, seed: "1"}.play(t, newTeam(t, file, Options{Out: &out}), stay{})
	if got := r.Result(); got.Reason != "rounds" {
		t.Errorf("%+v", got)
	}
	text := out.String()
	if strings.Count(text, "cut off there]\n") != 1 || strings.Count(text, "\nnext ") != 4 || strings.Count(text, "x") != 4<<20+4 {
		t.Errorf("%d bytes, %.200q", len(text), text[strings.LastIndex(text, "x")+1:])
	}
}
