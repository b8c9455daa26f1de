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
		"NAME:\n   game play - play\n\nUSAGE:\n   game play A B\n   game play --twice A\n\n",
		"   A paragraph that somebody has broken for an editor, which is much wider\n   than a window, is ",
		"broken\n   anew. Examples:\n\n     game play me you\n     game play you me\n\nOPTIONS:\n   --seed NUMBER   NUMBER that repeats a game: any decimal integer, of any len",
		"gth that you like (default: drawn) [$GAME_SEED]\n   --quiet         print the result only (default: false) [$GAME_QUIET]\n",
		"   A paragraph of words that go on and on until there is no room for them any more in this line.\n",
		"\n   COMMON\n\n   --short                                   a flag\n",
		"   --names LIST [ --names LIST ], --other N  LIST of names that makes the column of descriptions far too narrow\n",
	} {
		if _, err := io.WriteString(w, part); err != nil {
			t.Fatal(err)
		}
	}
	want := `NAME:
   game play - play

USAGE:
   game play A B
   game play --twice A

   A paragraph that somebody has broken for an editor, which is much wider than
   a window, is broken anew. Examples:

     game play me you
     game play you me

OPTIONS:
   --seed NUMBER   NUMBER that repeats a game: any decimal integer, of any
                   length that you like (default: drawn)
   --quiet         print the result only
   A paragraph of words that go on and on until there is no room for them any
   more in this line.

   COMMON

   --short
        a flag
   --names LIST [ --names LIST ], --other N
        LIST of names that makes the column of descriptions far too narrow
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPlain breaks paragraphs and the items of lists, but no tables.
func TestPlain(t *testing.T) {
	got, want := term.Plain("**R2 Order.** In this order:\n\n1. red and a few words more;\n2. `blue`.\n\n| a | b |\n|---|---|", 20),
		"R2 Order. In this\norder:\n\n1. red and a few\n  words more;\n2. `blue`.\n\n| a | b |\n|---|---|"
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
}
