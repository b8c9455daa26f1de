package clean_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/kernel/clean"
)

func TestLook(t *testing.T) {
	for _, names := range [][]string{
		{"random", "Random", "RANDOM", " random", "rаndom", "rand\u200bom", "ｒａｎｄｏｍ", "𝐫𝐚𝐧𝐝𝐨𝐦", "𝚛𝚊𝚗𝚍𝚘𝚖", "ran\U000e0041dom", "ranԁοm"},
		{"my bot", "my  bot", "my\u00a0bot", "my\u3000bot", "mу bot"},
		{"coco", "сосо", "СОСО", "coсo"},
		{"bot-1", "bot-l", "bot-I", "bot‐1", "bot–1", "bot-𝟏", "b0t-1"},
		{"modern fish", "modem ﬁsh"},
		{"Zoë", "Zoe\u0308", "zoë"},
	} {
		for _, name := range names {
			if clean.Look(name) != clean.Look(names[0]) {
				t.Errorf("%q looks like %q, want as %q: %q", name, clean.Look(name), names[0], clean.Look(names[0]))
			}
		}
	}
	seen := map[string]string{}
	for _, name := range []string{
		"random", "greedy", "bot", "bot 2", "Иван", "Олег", "Ольга", "王小明", "李小龙", "محمد", "Zoe", "Zoë", "김", "한", "नमस्ते", "A", "Ω", "my bot", "mybot",
	} {
		if other := seen[clean.Look(name)]; other != "" {
			t.Errorf("%q and %q look alike", name, other)
		}
		seen[clean.Look(name)] = name
	}
}

func TestMixed(t *testing.T) {
	for name, want := range map[string]bool{
		"random": false, "rаndom": true, "Łukasz Čapek 2": false, "Иван 2": false, "王小明 AI": false, "ポケットbot": false, "김 bot": false,
		"βot": true, "ᎪᏴC": true, "": false, "42!": false, "👩💻": false, "Zoe\u0308": false,
	} {
		if clean.Mixed(name) != want {
			t.Errorf("Mixed(%q) = %v", name, !want)
		}
	}
}
