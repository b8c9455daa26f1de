//go:build !linux

package jail

import (
	"errors"
	"runtime"
)

var errNone = errors.New("no jail on " + runtime.GOOS + ": programs run in one on Linux only")

// Init has nothing to do on this system.
func Init() {}

// Probe returns why there is no jail on this system.
func Probe() (level string, err error) { return "none", errNone }

// Fits returns why there is no jail on this system.
func Fits(string, bool) error { return errNone }

// Cores returns nil: on this system, processors cannot be chosen.
func Cores() []int { return nil }
