//go:build unix

package files

import "syscall"

// AtOnce is the flag with which files of strangers are opened, for [os.OpenFile]: opening never waits, and never makes a terminal
// the controlling terminal of this process.
const AtOnce = syscall.O_NONBLOCK | syscall.O_NOCTTY
