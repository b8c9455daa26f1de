package syntax_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/syntax"
)

func TestError(t *testing.T) {
	for _, tt := range []struct {
		err  syntax.Error
		want string
	}{
		{syntax.Error{What: "turn", Text: "D0", Line: 1, Column: 3, Want: "a letter"}, `turn "D0": byte 3: want a letter`},
		{syntax.Error{What: "position", Text: "a\nb", Line: 2, Column: 1, Want: "c"}, `position "a\nb": line 2, byte 1: want c`},
		{syntax.Error{What: "turn", Text: strings.Repeat("x", 121), Line: 1, Column: 1, Want: "y"},
			`turn "` + strings.Repeat("x", 120) + `...": byte 1: want y`},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}
