package notation_test

import (
	"strings"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/notation"
)

func TestError(t *testing.T) {
	for _, tt := range []struct {
		err  notation.Error
		want string
	}{
		{notation.Error{What: "turn", Text: "D0", Line: 1, Column: 3, Want: "a letter"}, `turn "D0": character 3: want a letter`},
		{notation.Error{What: "position", Text: "a\nb", Line: 2, Column: 1, Want: "c"}, `position "a\nb": line 2, character 1: want c`},
		{notation.Error{What: "turn", Text: strings.Repeat("x", 121), Line: 1, Column: 1, Want: "y"},
			`turn "` + strings.Repeat("x", 120) + `...": character 1: want y`},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

func TestSuggest(t *testing.T) {
	for _, tt := range []struct {
		word  string
		known []string
		want  string
	}{
		{"--sede", []string{"--size", "--seed"}, "; did you mean --seed?"}, // two letters swapped are one slip
		{"plya", []string{"pla", "play"}, "; did you mean play?"},          // of two that are one slip away, that with the same letters
		{"pla", []string{"plan", "play"}, "; did you mean plan?"},          // or else the first
		{"check", []string{"moves", "chek"}, "; did you mean chek?"},
		{"a", []string{"b"}, ""},
		{"tournament", []string{"play", "moves"}, ""},
		{"", []string{"play"}, ""},
	} {
		if got := notation.Suggest(tt.word, tt.known); got != tt.want {
			t.Errorf("Suggest(%q, %q) = %q, want %q", tt.word, tt.known, got, tt.want)
		}
	}
}
