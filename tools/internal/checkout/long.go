package checkout

import (
	"os"
	"testing"
)

// Long skips a test that takes minutes; why says what it does. `.ci/run` sets GRIDIRON_LONG=1, and so has all of them.
func Long(t testing.TB, why string) {
	t.Helper()
	if testing.Short() || os.Getenv("GRIDIRON_LONG") == "" {
		t.Skip(why + ": set GRIDIRON_LONG=1 and leave out -short to have it, as .ci/run does")
	}
}
