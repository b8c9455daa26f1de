package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/seccomp"
)

// Slack is how many threads process 1 may have on top of the program's.
const Slack = 24

// limits sets the resource limits of a program. The address space is never among them: Node and Java take far more than they use.
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
	if sampled > 0 { // memory may grow fast between two samples
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
		tasks += Slack // our threads belong to the same user
	}
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: tasks, Max: tasks}); err != nil {
		return fmt.Errorf("limit of processes: %w", err)
	}
	return nil
}

// restrict takes all rights that the program does not need from this thread, and so from the program. It returns the version of
// landlock, 0 where the system has none.
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
	return landlock, seccomp.Restrict(seccomp.Program{Families: s.families(), Shared: s.Way == LandlockOnly, Process1: threads()})
}

// threads returns the numbers of this process and of all its threads: a signal to a thread's number is one to its process.
func threads() []int {
	list := []int{os.Getpid(), unix.Gettid()}
	tasks, _ := os.ReadDir("/proc/self/task") // where there is no /proc, landlock still keeps signals from other threads
	for _, task := range tasks {
		if id, err := strconv.Atoi(task.Name()); err == nil && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// keepNone makes this thread lose its capabilities when it starts the program.
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

// Rights of landlock. The program may read and run all that it sees, and change its own files.
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

// landlock limits this thread to the paths of the place, in case a mount was forgotten or a hole is found.
func (s *Spec) landlock() (version int, err error) {
	n, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, nil // an old kernel, or one with landlock switched off
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

// rights returns what landlock allows for each path. With a root of our own, there is nothing else to see; without one,
// everything else becomes unreadable.
func (s *Spec) rights() map[string]uint64 {
	rights := map[string]uint64{"/dev/null": device | reading, "/dev/zero": device | reading, "/dev/full": device | reading}
	if s.Way != LandlockOnly {
		rights["/"], rights["/tmp"], rights["/dev/shm"] = reading, writing, writing
	} else {
		for _, path := range slices.Concat(proc.SystemFolders, s.Etc, s.Read, []string{"/dev/random", "/dev/urandom", "/proc"}) {
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

// families are the socket families that the program may use: internet sockets where it has a loopback of its own, and Unix
// sockets where it can reach only paths of its own.
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
