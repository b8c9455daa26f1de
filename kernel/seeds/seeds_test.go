package seeds

import (
	"strings"
	"testing"
)

func TestValid(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "7": true, "-12": true, "007": true, strings.Repeat("9", 1000): true, "-" + strings.Repeat("9", 1000): true,
		"": false, "-": false, "--1": false, "+1": false, "1.5": false, "1e3": false, " 1": false, "1\n": false, "٣": false,
		strings.Repeat("9", 1001): false,
	} {
		if Valid(text) != want {
			t.Errorf("Valid(%.20q) is %v", text, !want)
		}
	}
}
