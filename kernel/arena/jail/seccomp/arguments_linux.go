//go:build linux && (amd64 || arm64)

package seccomp

import (
	"slices"

	"golang.org/x/sys/unix"
)

// unsupported are the calls that lock a file or watch it. They reach whoever has the same file open, and a filter cannot see
// which file it is: programs of two jails, which see the same files of the system, would talk to each other. They fail with
// ENOSYS, as on a system that does not have them: libraries then do without, where another error makes them wait for the lock.
var unsupported = []uint32{unix.SYS_FLOCK, unix.SYS_INOTIFY_INIT1, unix.SYS_INOTIFY_ADD_WATCH}

const fioSetOwn = 0x8901 // FIOSETOWN, as SIOCSPGRP for sockets

// fcntls are the commands of fcntl that are left: all but locks, leases and notifications, for the same reason, and the owner of
// a file, which is a process that gets signals.
var fcntls = []uint32{
	unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_GETOWN, unix.F_GETOWN_EX,
	unix.F_GETSIG, unix.F_GETPIPE_SZ, unix.F_SETPIPE_SZ, unix.F_ADD_SEALS, unix.F_GET_SEALS, unix.F_DUPFD_QUERY,
	unix.F_CREATED_QUERY,
}

// arguments returns the part of the filter that looks at arguments, in the order of what they reach.
func (p *Program) arguments() []unix.SockFilter {
	var list []unix.SockFilter
	add := func(parts ...[]unix.SockFilter) { list = append(list, slices.Concat(parts...)...) }
	// Process 1 and the referee. Libraries such as that of ZeroMQ set the schedulers of their own threads by their numbers. Where
	// other programs have numbers, too, these calls are for the caller only, which is 0.
	limits := []uint32{unix.SYS_PRLIMIT64, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETATTR}
	if p.Shared {
		for _, call := range limits {
			add(unlessZero(call, atArg0))
		}
	} else {
		add(about(p.protected(), limits...))
	}
	add(unlessZero(unix.SYS_SETPRIORITY, atArg0, atArg1))
	add(about(p.protected(), unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO,
		unix.SYS_RT_TGSIGQUEUEINFO))
	add(about(refuse(atArg0, unix.PR_SCHED_CORE), unix.SYS_PRCTL)) // it keeps others from the neighbouring processor
	add(about(refuse(atArg1, unix.TIOCSTI, unix.TIOCLINUX, fioSetOwn, unix.SIOCSPGRP), unix.SYS_IOCTL))
	// Files that other jails see, too.
	add(about(permit(atArg1, enosys, fcntls...), unix.SYS_FCNTL))
	// What of them is in memory: one program would drop it, and the other ask for it.
	unsupported := unix.SECCOMP_RET_ERRNO | uint32(unix.EOPNOTSUPP)
	nowait := []unix.SockFilter{load(atArg5), unlessAny(unix.RWF_NOWAIT, 1), give(unsupported), give(allow)}
	add(about(refuse(atArg3, unix.FADV_DONTNEED), unix.SYS_FADVISE64), about(nowait, unix.SYS_PREADV2))
	if p.Shared {
		add(unlessZero(unix.SYS_UTIMENSAT, atArg1, atArg1High))
	}
	add(p.sockets())
	// A filter cannot see the flags of clone3, which are in memory. Without clone3, libraries use clone.
	clone := []unix.SockFilter{load(atArg0), unlessAny(namespaces, 1), give(eperm), give(allow)}
	add(about(clone, unix.SYS_CLONE), about([]unix.SockFilter{give(enosys)}, unix.SYS_CLONE3))
	return list
}

// protected refuses calls whose first argument is process 1.
func (p *Program) protected() []unix.SockFilter {
	ids := []uint32{}
	for _, id := range p.Process1 {
		ids = append(ids, uint32(id))
		if id > 1 {
			ids = append(ids, uint32(-id)) // its group; -1 is all others
		}
	}
	return refuse(atArg0, ids...)
}

// sockets checks the families of sockets.
func (p *Program) sockets() []unix.SockFilter {
	single := []unix.SockFilter{load(atArg0)}
	for _, family := range p.Families {
		if family == unix.AF_NETLINK { // of this, only what lists addresses: in other protocols programs talk to each other
			single = append(single, unless(family, 4), load(atArg2), unless(unix.NETLINK_ROUTE, 1), give(allow), give(eperm))
			continue
		}
		single = append(single, unless(family, 1), give(allow))
	}
	// Pairs of Unix sockets are allowed everywhere: Python and Node start programs with them. But one that is not connected for
	// good also sends to an address, and an address can be that of a socket of the user.
	pair := []unix.SockFilter{load(atArg0), unless(unix.AF_UNIX, 1), {Code: unix.BPF_JMP | unix.BPF_JA, K: 1}, give(eperm)}
	if p.Shared {
		const kind = 0xf // of a socket, without its flags
		pair = append(pair, load(atArg1), statement(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, kind),
			unless(unix.SOCK_STREAM, 1), give(allow), unless(unix.SOCK_SEQPACKET, 1), give(allow), give(eperm))
	} else {
		pair = append(pair, give(allow))
	}
	return slices.Concat(about(append(single, give(eperm)), unix.SYS_SOCKET), about(pair, unix.SYS_SOCKETPAIR))
}
