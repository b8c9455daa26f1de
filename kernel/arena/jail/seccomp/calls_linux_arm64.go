package seccomp

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_AARCH64
	foreignCalls = 0
)

var deniedHere = []uint32{
	unix.SYS_KEXEC_FILE_LOAD, unix.SYS_LOOKUP_DCOOKIE,
	unix.SYS_MEMFD_SECRET, // a program must not hide its memory
}

var besideHere = []uint32{}

var unsupportedHere = []uint32{}
