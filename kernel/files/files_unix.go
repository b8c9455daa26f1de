//go:build unix

package files

import "syscall"

// AtOnce is the flag with which files of strangers are opened, for [os.OpenFile]: nothing is waited for, and no terminal becomes
// that of this process.
const AtOnce = syscall.O_NONBLOCK | syscall.O_NOCTTY
