package check

import "testing"

// pipe skips the test: named pipes are not files on Windows.
func pipe(t *testing.T, _ string) { t.Skip("Windows has no named pipes among files") }
