package main

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Help texts fit into a window of 80 columns, and name what a verb does.
func TestHelp(t *testing.T) {
	help := func(words ...string) string {
		var out strings.Builder
		if code := run(t.Context(), append(words, "--help"), &out, io.Discard); code != 0 {
			t.Fatalf("league %v --help: exit status %d", words, code)
		}
		for line := range strings.Lines(out.String()) {
			if utf8.RuneCountInString(line) > 80 { // with its end
				t.Errorf("league %v --help: too wide: %s", words, line)
			}
		}
		return out.String()
	}
	verbs := regexp.MustCompile(`(?m)^   ([a-z-]+)  +\S`).FindAllStringSubmatch(help(), -1)
	if len(verbs) < 15 {
		t.Errorf("%d verbs, want all", len(verbs))
	}
	for _, v := range verbs {
		if text := help(v[1]); !strings.Contains(text, "OPTIONS:") {
			t.Errorf("league %s --help has no options:\n%s", v[1], text)
		}
	}
}
