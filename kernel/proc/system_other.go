//go:build !linux

package proc

import (
	"os"

	"github.com/gridiron-games/gridiron/kernel/jail"
)

const canWaitOnly = false

func waitOnly(*os.Process) bool { return false }

// pending is known on Linux only.
func pending(*os.File) int { return 0 }

// usedSoFar is known on Linux only.
func usedSoFar(int) jail.Usage { return jail.Usage{} }
