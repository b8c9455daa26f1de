//go:build unix

package env

import (
	"os"
	"syscall"
)

// share gives a file that size and maps it.
func share(f *os.File, size int) (memory []byte, unmap func(), err error) {
	if err := f.Truncate(int64(size)); err != nil {
		return nil, nil, err
	}
	memory, err = syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return memory, func() { syscall.Munmap(memory) }, err
}
