package term_test

import (
	"io"
	"sync"
	"syscall"
	"testing"

	"github.com/gridiron-games/gridiron/kernel/arena/cli/term"
)

// fullDisk is an output on which there is no space.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// Several goroutines write at the same time; what Kept does for them shows under the race detector.
func TestKept(t *testing.T) {
	kept := &term.Kept{To: fullDisk{}}
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for range 100 {
				io.WriteString(kept, "line\n")
			}
		})
	}
	all.Wait()
	if err := kept.Err(); err != syscall.ENOSPC {
		t.Errorf("the error kept is %v, want %v", err, syscall.ENOSPC)
	}
}
