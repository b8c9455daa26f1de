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
		{"b\u200bo\u200ct\u200d\u2060\u2064\ufeff\u00ad\u034f\u180e", 20, "bot"},
		{"b\U000e0062\U000e007fo\ufe0ft\U000e0101", 20, "bot"},
		{"\u3164b\u115fo\u1160t\uffa0", 20, "bot"},
		{"a\u00a0b\u2003c\u3000d\u2800", 20, "a b c d"},
		{"\u0301e" + strings.Repeat("\u0301", 1000) + "e\u0301", 20, "e\u0301\u0301\u0301\u0301e\u0301"},
		{"Ngu\u0065\u0302\u0303n, Łukasz, नमस्ते, שָׁלוֹם, محمد, 王小明, 김", 60, "Ngu\u0065\u0302\u0303n, Łukasz, नमस्ते, שָׁלוֹם, محمد, 王小明, 김"},
		{"\U0001f469\u200d\U0001f4bb", 20, "\U0001f469\U0001f4bb"}, // 👩‍💻 falls into its parts
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
