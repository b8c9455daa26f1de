//go:build !linux

package jail

import (
	"errors"
	"os"
	"runtime"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

var errNone = errors.New("no jail on " + runtime.GOOS + ": programs run in one on Linux only")

// Init has nothing to do on this system.
func Init() {}

// Probe returns why there is no jail on this system.
func Probe() (level string, err error) { return "none", errNone }

// checkFolder returns why there is no jail on this system.
func checkFolder(string, bool) error { return errNone }

// Launch returns why there is no jail on this system.
func (Launcher) Launch([]string, *proc.Options, []*os.File) (proc.Child, string, error) {
	return nil, "none", errNone
}
