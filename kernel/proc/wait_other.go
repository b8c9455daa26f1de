//go:build !linux

package proc

import "os"

const canWaitOnly = false

func waitOnly(*os.Process) bool { return false }
