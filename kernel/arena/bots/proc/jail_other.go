//go:build !linux

package proc

import (
	"os"

	"github.com/gridiron-games/gridiron/kernel/arena/jail"
)

// imprison returns why a program cannot be started in a jail on this system.
func imprison([]string, Options, []*os.File) (child, string, error) {
	level, err := jail.Probe()
	return nil, level, err
}
