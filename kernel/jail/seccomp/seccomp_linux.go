// Package seccomp takes away the system calls that no player needs, from a thread and from all processes that it starts.
package seccomp

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// denied are the system calls of every architecture that no player needs and that either reach out of a jail or expose rarely
// tested parts of the kernel. They fail with EPERM.
var denied = []uint32{
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_PROCESS_MADVISE, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES,
	// namespaces and mounts
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE,
	unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	// the clock, the machine
	unix.SYS_CLOCK_SETTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME, unix.SYS_REBOOT, unix.SYS_SWAPON,
	unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_INIT_MODULE,
	unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_VHANGUP,
	// parts of the kernel in which many bugs were found
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	// a program must not choose its processors; libraries set the priority that they already have, so the system decides on that
	// call
	unix.SYS_SCHED_SETAFFINITY,
}

const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID |
	unix.CLONE_NEWNET | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// Offsets in struct seccomp_data. Arguments have 64 bits; these are the lower halves of the first and second, on little-endian
// machines.
const (
	atCall     = 0
	atArch     = 4
	atArg0     = 16
	atArg1     = 24
	atArg1High = 28
)

const (
	allow = unix.SECCOMP_RET_ALLOW
	eperm = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
)

func statement(code uint16, k uint32) unix.SockFilter { return unix.SockFilter{Code: code, K: k} }

func load(at uint32) unix.SockFilter { return statement(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, at) }

func give(verdict uint32) unix.SockFilter { return statement(unix.BPF_RET|unix.BPF_K, verdict) }

// unless skips the next n statements if the loaded word is not k.
func unless(k uint32, n uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jf: n}
}

// unlessAny skips the next n statements if no bit of k is set.
func unlessAny(k uint32, n uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: k, Jf: n}
}

// unlessZero denies a call if one of these words of its arguments is not 0.
func unlessZero(call uint32, words ...uint32) []unix.SockFilter {
	list := []unix.SockFilter{unless(call, uint8(3*len(words)+1))}
	for _, at := range words {
		list = append(list, load(at), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: 0, Jt: 1}, give(eperm))
	}
	return append(list, give(allow))
}

// ownOnly denies the calls that change the limits or the priority of another process, or the times of a file by its path.
func ownOnly() []unix.SockFilter {
	return slices.Concat(unlessZero(unix.SYS_PRLIMIT64, atArg0), unlessZero(unix.SYS_SETPRIORITY, atArg0, atArg1),
		unlessZero(unix.SYS_SCHED_SETPARAM, atArg0), unlessZero(unix.SYS_SCHED_SETSCHEDULER, atArg0),
		unlessZero(unix.SYS_SCHED_SETATTR, atArg0), unlessZero(unix.SYS_UTIMENSAT, atArg1, atArg1High))
}

// filter returns the program that checks the system calls of a jail, which may use sockets of these families. shared says that it
// has no namespaces of its own.
func filter(arch uint32, families []uint32, shared bool) []unix.SockFilter {
	enosys := unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	ours := unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: arch, Jt: 1}
	list := []unix.SockFilter{load(atArch), ours, give(enosys), load(atCall)}
	if foreignCalls != 0 {
		list = append(list, unlessAny(foreignCalls, 1), give(enosys))
	}
	for _, call := range append(denied, deniedHere...) {
		list = append(list, unless(call, 1), give(eperm))
	}
	if shared {
		for _, call := range slices.Concat(beside, besideHere) {
			list = append(list, unless(call, 1), give(eperm))
		}
		list = append(list, ownOnly()...)
	}
	// A filter cannot see the flags of clone3, which are in memory. Without clone3, libraries use clone.
	list = append(list, unless(unix.SYS_CLONE3, 1), give(enosys))
	list = append(list, unless(unix.SYS_CLONE, 4), load(atArg0), unlessAny(namespaces, 1), give(eperm), give(allow))
	list = append(list, unless(unix.SYS_IOCTL, 6), load(atArg1), unless(unix.TIOCSTI, 1), give(eperm),
		unless(unix.TIOCLINUX, 1), give(eperm), give(allow))
	list = append(list, unless(unix.SYS_SOCKET, uint8(2*len(families)+2)), load(atArg0))
	for _, family := range families {
		list = append(list, unless(family, 1), give(allow))
	}
	return append(list, give(eperm), give(allow))
}

// Restrict applies the filter to all later system calls of this thread and of the processes that it starts. They may use sockets
// of these families. shared says that they have no namespaces of their own: then they cannot reach what belongs to the user's
// other programs, either.
func Restrict(families []uint32, shared bool) error {
	if auditArch == 0 {
		return fmt.Errorf("no list of system calls for %s", runtime.GOARCH)
	}
	list := filter(auditArch, families, shared)
	program := unix.SockFprog{Len: uint16(len(list)), Filter: &list[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(list)
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
