//go:build !linux

package proc

import (
	"os"

	"github.com/gridiron-games/gridiron/kernel/jail"
)

const canWaitOnly = false

func waitOnly(*os.Process) bool { return false }

// take reads the available bytes, or waits for some.
func (t *tail) take(buffer []byte) (n int, err error) {
	n, err = t.from.Read(buffer)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(buffer[:n])
	return n, err
}

// pending is known on Linux only.
func pending(*os.File) int { return 0 }

// usedSoFar is known on Linux only.
func usedSoFar(int) jail.Usage { return jail.Usage{} }
