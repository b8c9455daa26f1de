package cli_test

import (
	"strings"
	"testing"
)

// TestPatienceFlag is repeated with the other flags, and refuses what is no time.
func TestPatienceFlag(t *testing.T) {
	for _, value := range []string{"5s", "none"} {
		code, _, errw := runToy("", "play", "says1", "says1", "--seed", "0", "--quiet", "--patience", value)
		if code != 0 || !strings.Contains(errw, "--patience "+value) {
			t.Errorf("--patience %s: exit %d, %s", value, code, errw)
		}
	}
	if code, _, errw := runToy("", "play", "says1", "says1", "--patience", "soon"); code != 2 || !strings.Contains(errw, "flag --patience:") {
		t.Errorf("exit %d, %s", code, errw)
	}
}
