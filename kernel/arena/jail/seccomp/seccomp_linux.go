// Package seccomp takes away the system calls that no player needs, from a thread and from all processes that it starts. It
// writes its filter itself: elastic/go-seccomp-bpf compares all 64 bits of an argument, also where the kernel ignores the upper
// half, so that a program could hide a value.
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
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_MOVE_PAGES,
	unix.SYS_MIGRATE_PAGES, unix.SYS_IOPRIO_SET,
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
	// which part of a file is in memory, also because another program read it
	unix.SYS_CACHESTAT,
	// a program must not choose its processors; libraries set the priority that they already have, so the system decides on that
	// call, see arguments
	unix.SYS_SCHED_SETAFFINITY,
}

const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID |
	unix.CLONE_NEWNET | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// Offsets in struct seccomp_data. Arguments have 64 bits; these are their lower halves, on little-endian machines. The kernel
// ignores the upper half of a number of 32 bits, and so must a filter.
const (
	atCall     = 0
	atArch     = 4
	atArg0     = 16
	atArg1     = 24
	atArg1High = 28
	atArg2     = 32
	atArg3     = 40
	atArg5     = 56
)

const (
	allow  = unix.SECCOMP_RET_ALLOW
	eperm  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	enosys = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
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

// about skips a body, which gives a verdict, unless the call is one of these.
func about(body []unix.SockFilter, calls ...uint32) (list []unix.SockFilter) {
	for i, call := range calls[1:] {
		jump := unless(call, 0)
		jump.Jt = uint8(len(calls) - 1 - i)
		list = append(list, jump)
	}
	return append(append(list, unless(calls[0], uint8(len(body)))), body...)
}

// refuse is a body that denies a call if this word of its arguments is one of the values.
func refuse(at uint32, values ...uint32) []unix.SockFilter {
	body := []unix.SockFilter{load(at)}
	for _, value := range values {
		body = append(body, unless(value, 1), give(eperm))
	}
	return append(body, give(allow))
}

// permit is a body that allows a call if this word of its arguments is one of the values.
func permit(at, otherwise uint32, values ...uint32) []unix.SockFilter {
	body := []unix.SockFilter{load(at)}
	for _, value := range values {
		body = append(body, unless(value, 1), give(allow))
	}
	return append(body, give(otherwise))
}

// unlessZero denies a call if one of these words of its arguments is not 0.
func unlessZero(call uint32, words ...uint32) []unix.SockFilter {
	var body []unix.SockFilter
	for _, at := range words {
		body = append(body, load(at), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: 0, Jt: 1}, give(eperm))
	}
	return about(append(body, give(allow)), call)
}

// Program is what the filter must know of the program that it confines.
type Program struct {
	Families []uint32 // of sockets that it may use
	Shared   bool     // it has no namespaces of its own: it must not reach what belongs to the user's other programs, either
	Process1 []int    // numbers of process 1 and its threads, to which it must not send signals
}

// filter returns the program of the kernel that checks the system calls.
func (p *Program) filter(arch uint32) []unix.SockFilter {
	ours := unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: arch, Jt: 1}
	list := []unix.SockFilter{load(atArch), ours, give(enosys), load(atCall)}
	if foreignCalls != 0 {
		list = append(list, unlessAny(foreignCalls, 1), give(enosys))
	}
	without := func(verdict uint32, calls ...uint32) {
		for _, call := range calls {
			list = append(list, unless(call, 1), give(verdict))
		}
	}
	without(eperm, slices.Concat(denied, deniedHere)...)
	without(enosys, slices.Concat(unsupported, unsupportedHere)...)
	if p.Shared {
		without(eperm, slices.Concat(beside, besideHere)...)
	}
	return append(append(list, p.arguments()...), give(allow))
}

// Restrict applies the filter to all later system calls of this thread and of the processes that it starts.
func Restrict(p Program) error {
	if auditArch == 0 {
		return fmt.Errorf("no list of system calls for %s", runtime.GOARCH)
	}
	list := p.filter(auditArch)
	program := unix.SockFprog{Len: uint16(len(list)), Filter: &list[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(list)
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}
