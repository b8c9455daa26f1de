package cell

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/jail/seccomp"
)

// Slack is how many threads process 1 may have beside those of the program.
const Slack = 24

// limits are the resource limits of a program. The address space is never among them: Node and Java take far more than they use.
func (s *Spec) limits(sampled int64) error {
	list := []struct {
		what     string
		resource int
		soft     uint64
		hard     uint64
	}{
		{"files", unix.RLIMIT_NOFILE, 1024, 4096},
		{"size of a file", unix.RLIMIT_FSIZE, uint64(s.Disk), uint64(s.Disk)},
		{"core", unix.RLIMIT_CORE, 0, 0},
		{"real time", unix.RLIMIT_RTPRIO, 0, 0},
		{"priority", unix.RLIMIT_NICE, 0, 0},
		{"message queues", unix.RLIMIT_MSGQUEUE, 0, 0},
	}
	for _, l := range list {
		var is unix.Rlimit
		if err := unix.Getrlimit(l.resource, &is); err != nil {
			return fmt.Errorf("limit of %s: %w", l.what, err)
		}
		hard := min(l.hard, is.Max)
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: min(l.soft, hard), Max: hard}); err != nil {
			return fmt.Errorf("limit of %s: %w", l.what, err)
		}
	}
	if sampled > 0 { // it may grow fast between two looks
		most := uint64(sampled) + 1<<30
		if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit of data: %w", err)
		}
	}
	if s.Way == LandlockOnly && !s.Switch {
		return nil // the limit would count the user's other processes
	}
	tasks := uint64(s.Procs)
	if !s.Switch {
		tasks += Slack // ours are the same user's
	}
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: tasks, Max: tasks}); err != nil {
		return fmt.Errorf("limit of processes: %w", err)
	}
	return nil
}

// restrict takes from this thread, and so from the program, all rights that it does not need. It returns the version of landlock,
// 0 where the system has none.
func (s *Spec) restrict(sampled int64) (landlock int, err error) {
	if err := s.limits(sampled); err != nil {
		return 0, err
	}
	if len(s.CPUs) > 0 {
		var set unix.CPUSet
		for _, cpu := range s.CPUs {
			set.Set(cpu)
		}
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			return 0, fmt.Errorf("processors %v: %w", s.CPUs, err)
		}
	}
	if err := keepNone(); err != nil {
		return 0, fmt.Errorf("capabilities: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, fmt.Errorf("no_new_privs: %w", err)
	}
	if landlock, err = s.landlock(); err != nil {
		return 0, err
	}
	return landlock, seccomp.Restrict(s.families())
}

// keepNone has this thread's capabilities end with the start of the program.
func keepNone() error {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&header, &data[0]); err != nil {
		return err
	}
	data[0].Inheritable, data[1].Inheritable = 0, 0
	for capability := uintptr(0); capability <= unix.CAP_LAST_CAP && data[0].Effective&(1<<unix.CAP_SETPCAP) != 0; capability++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) {
			return err
		}
	}
	if err := unix.Capset(&header, &data[0]); err != nil {
		return err
	}
	return unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
}

// Rights of landlock. What is seen may be read and run; the program's own may be changed.
const (
	reading = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	device  = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	writing = reading | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_REFER |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM
)

// handled returns the rights that a version of landlock knows.
func handled(version int) uint64 {
	rights := uint64(unix.LANDLOCK_ACCESS_FS_REFER - 1) // version 1: all below
	if version >= 2 {
		rights |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		rights |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 5 {
		rights |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return rights
}

// landlock restricts this thread to what the place is made of, should a mount have been forgotten or a hole be found.
func (s *Spec) landlock() (version int, err error) {
	n, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, nil // an old kernel, or one that has it switched off
	}
	version = int(n)
	known := handled(version)
	rules := unix.LandlockRulesetAttr{Handled_access_fs: known}
	size := unsafe.Offsetof(rules.Handled_access_net)
	if version >= 4 {
		size = unsafe.Offsetof(rules.Scoped)
		if !s.Loopback {
			rules.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		}
	}
	if version >= 6 {
		size = unsafe.Offsetof(rules.Quiet_access_fs)
		rules.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rules)), size, 0)
	if errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	defer unix.Close(int(fd))
	if s.Way == LandlockOnly && version < 6 {
		return 0, fmt.Errorf("landlock %d does not keep signals in, 6 does (Linux 6.12)", version)
	}
	for path, rights := range s.rights() {
		if err := allowPath(int(fd), path, rights&known); err != nil {
			return 0, fmt.Errorf("landlock %s: %w", path, err)
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	return version, nil
}

// rights says what landlock allows where. In a place of our own nothing else is there to be seen; elsewhere it is not to be read.
func (s *Spec) rights() map[string]uint64 {
	rights := map[string]uint64{"/dev/null": device | reading, "/dev/zero": device | reading, "/dev/full": device | reading}
	if s.Way != LandlockOnly {
		rights["/"], rights["/tmp"], rights["/dev/shm"] = reading, writing, writing
	} else {
		for _, path := range slices.Concat(SystemFolders, s.Etc, s.Read, []string{"/dev/random", "/dev/urandom", "/proc"}) {
			rights[path] = reading
		}
		rights[s.Temp] = writing
	}
	if s.Folder != "" {
		rights[s.Folder] = reading
		if s.Way != LandlockOnly || s.Keep {
			rights[s.Folder] = writing
		}
	}
	for _, path := range s.Write {
		rights[path] = writing
	}
	return rights
}

// families are those of the sockets that the program may make: of the internet for a loopback of its own, with a path where there
// are only paths of its own.
func (s *Spec) families() []uint32 {
	switch {
	case s.Way == LandlockOnly:
		return []uint32{unix.AF_NETLINK}
	case s.Loopback:
		return []uint32{unix.AF_UNIX, unix.AF_NETLINK, unix.AF_INET, unix.AF_INET6}
	}
	return []uint32{unix.AF_UNIX, unix.AF_NETLINK}
}

func allowPath(rules int, path string, rights uint64) error {
	f, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) {
		return nil // not every system has it
	}
	if err != nil {
		return err
	}
	defer unix.Close(f)
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		rights &= reading&^unix.LANDLOCK_ACCESS_FS_READ_DIR | device
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(f)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(rules), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	runtime.KeepAlive(&rule)
	if errno != 0 {
		return errno
	}
	return nil
}
