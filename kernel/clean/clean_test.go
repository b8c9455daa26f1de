package clean_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

func TestLine(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"hello", 10, "hello"},
		{" a\tb\nc ", 10, "a b c"},
		{"\x1b[31mred\x1b[0m", 20, "[31mred [0m"},
		{"a\u202egnp.exe", 20, "a gnp.exe"},
		{"a\u2028b\u2029c\u0085d\u2066e\u200ff\u061cg", 20, "a b c d e f g"},
		{"\xff\xfe", 10, "\uFFFD"},
		{"123456789", 8, "12345..."},
		{"äöüäöüäöü", 8, "äöüäö..."},
		{"ein schöner Zug", 20, "ein schöner Zug"},
	} {
		if got := clean.Line(tt.text, tt.most); got != tt.want {
			t.Errorf("Line(%q, %d) = %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}

func FuzzSay(f *testing.F) {
	for _, text := range []string{"", " hi ", strings.Repeat("ä", 600), strings.Repeat("\xff", 1024), "a\nb"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := clean.Say(text)
		if len(got) > clean.MaxSay || !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\x1b\u202e\u2028") {
			t.Errorf("Say(%q) = %q", text, got)
		}
		if again := clean.Say(got); again != got {
			t.Errorf("Say of %q is %q, want it unchanged", got, again)
		}
	})
}
