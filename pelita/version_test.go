package pelita_test

import (
	"testing"

	"github.com/gridiron-games/gridiron/pelita"
)

func TestParseVersion(t *testing.T) {
	const want = ": want 2.5.1 or 2.7.0"
	for text, wrong := range map[string]string{
		"2.5": "", "2.5.1": "", "2.7": "", "2.7.0": "",
		"2.5.2": `"2.5.2"` + want + "; 2.5.2 is like 2.7.0", "2.5.3": `"2.5.3"` + want + "; 2.5.3 is like 2.7.0",
		"2.6": `"2.6"` + want + "; 2.6 is like 2.7.0", "2.6.0": `"2.6.0"` + want + "; 2.6.0 is like 2.7.0",
		"2.6.1": `"2.6.1"` + want + "; 2.6.1 is like 2.7.0", "2.7.1": `"2.7.1"` + want + "; 2.7.1 is like 2.7.0",
		"2.8": `"2.8"` + want + "; 2.8 is like 2.7.0", "2.10": `"2.10"` + want + "; 2.10 is like 2.7.0",
		"2.5.1.1": `"2.5.1.1"` + want + "; 2.5.1.1 is like 2.5.1",
		"2.5.0":   `"2.5.0"` + want + "; 2.5.0 is like 2.5.1", "2.4": `"2.4"` + want + "; 2.4 is like 2.5.1",
		"2.3.2": `"2.3.2"` + want + "; 2.3.2 is like 2.5.1", "2.0": `"2.0"` + want + "; 2.0 is like 2.5.1",
		"1": `"1"` + want, "2": `"2"` + want, "3.0": `"3.0"` + want, "": `""` + want, "auto": `"auto"` + want, "2.": `"2."` + want,
		"2.x": `"2.x"` + want, "v2.7": `"v2.7"` + want, "2.-1": `"2.-1"` + want,
	} {
		got := ""
		v, err := pelita.ParseVersion(text)
		if err != nil {
			got = err.Error()
		} else if v.String()[:3] != text[:3] {
			t.Errorf("%s is read as %v", text, v)
		}
		if got != wrong {
			t.Errorf("%s: error %s, want %s", text, got, wrong)
		}
	}
}
