package check

import "testing"

// pipe skips the test: there are no named pipes among files.
func pipe(t *testing.T, _ string) { t.Skip("Windows has no named pipes among files") }
