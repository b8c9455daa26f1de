//go:build unix

package admission

import (
	"math"
	"syscall"
)

// descriptors returns how many files the program may have open; 0: not known.
func descriptors() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
