//go:build !unix

package page

import "testing"

// pipe skips the test: this system has no named pipes among its files.
func pipe(t *testing.T, _ string) { t.Skip("there are no named pipes among files") }
