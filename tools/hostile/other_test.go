//go:build !linux

package hostile

import "testing"

// TestElsewhere says what is missing here.
func TestElsewhere(t *testing.T) {
	t.Skip("what processes hold, disks without room and crowds at servers are tested on Linux, hostile programs on POSIX systems")
}
