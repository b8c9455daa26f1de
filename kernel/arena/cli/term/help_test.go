package term_test

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
)

func TestHelp(t *testing.T) {
	var b strings.Builder
	w := term.Help(&b)
	for _, part := range []string{
		"NAME:\n   game play - play\n\nOPTIONS:\n   --seed NUMBER   NUMBER that repeats a game: any decimal integer, of any len",
		"gth that you like (default: drawn) [$GAME_SEED]\n   --quiet         print the result only (default: false) [$GAME_QUIET]\n",
		"   A paragraph of words that go on and on until there is no room for them any more in this line.\n",
	} {
		if _, err := io.WriteString(w, part); err != nil {
			t.Fatal(err)
		}
	}
	want := `NAME:
   game play - play

OPTIONS:
   --seed NUMBER   NUMBER that repeats a game: any decimal integer, of any
                   length that you like (default: drawn)
   --quiet         print the result only
   A paragraph of words that go on and on until there is no room for them any
   more in this line.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
