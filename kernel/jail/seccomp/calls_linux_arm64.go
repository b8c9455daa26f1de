package seccomp

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_AARCH64
	foreignCalls = 0
)

var deniedHere = []uint32{unix.SYS_KEXEC_FILE_LOAD, unix.SYS_LOOKUP_DCOOKIE}

var besideHere = []uint32{}
