//go:build !linux && !js

package proc

import (
	"os"
	"sync"
)

const canWaitOnly = false

func waitOnly(*os.Process) bool { return false }

// take reads the available bytes, or waits for some, and passes them to keep while it holds mu.
func take(from *os.File, mu *sync.Mutex, buffer []byte, keep func([]byte)) (n int, err error) {
	n, err = from.Read(buffer)
	mu.Lock()
	defer mu.Unlock()
	keep(buffer[:n])
	return n, err
}

// pending is known on Linux only.
func pending(*os.File) int { return 0 }

// usedSoFar is known on Linux only.
func usedSoFar(int) Usage { return Usage{} }

// Cores returns nil: on this system, processors cannot be chosen.
func Cores() []int { return nil }
