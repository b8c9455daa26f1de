package jail

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// identity is the user that a program in a jail runs as. It is never the system's root, which no process limit binds.
type identity struct {
	inside int
	many   bool // other users' ids are mapped unchanged, and process 1 is root
	users  []syscall.SysProcIDMap
	groups []syscall.SysProcIDMap
}

// identify chooses a user for a new jail. Root gives each jail a user of its own; everybody else can only use their own user.
func identify() identity {
	if os.Geteuid() == 0 {
		users, groups := extents("/proc/self/uid_map"), extents("/proc/self/gid_map")
		if last := min(end(users), end(groups)); last > 1<<30+1<<29 {
			return identity{inside: 1<<30 + rand.IntN(1<<29), many: true, users: users, groups: groups}
		} else if last >= 65536 {
			return identity{inside: 65534, many: true, users: users, groups: groups}
		}
	}
	id := os.Geteuid()
	if id == 0 {
		id = 1000
	}
	return identity{
		inside: id,
		users:  []syscall.SysProcIDMap{{ContainerID: id, HostID: os.Geteuid(), Size: 1}},
		groups: []syscall.SysProcIDMap{{ContainerID: id, HostID: os.Getegid(), Size: 1}},
	}
}

// extents returns the ranges of ids that this process has, mapped to themselves.
func extents(file string) (list []syscall.SysProcIDMap) {
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		var first, outside, count int64
		if n, _ := fmt.Sscan(line, &first, &outside, &count); n == 3 {
			count = min(count, 1<<31-1-first) // fits an int on every system
			list = append(list, syscall.SysProcIDMap{ContainerID: int(first), HostID: int(first), Size: int(count)})
		}
	}
	return list
}

// end returns the first id from 0 on that is not in the list.
func end(list []syscall.SysProcIDMap) (n int) {
	for _, e := range list {
		if e.ContainerID == n {
			n += e.Size
		}
	}
	return n
}

// attributes are the process attributes of process 1. It has all rights in its namespaces and none outside.
func (i identity) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC |
			unix.CLONE_NEWUTS,
		Pdeathsig: syscall.SIGKILL, Setsid: true,
		UidMappings: i.users, GidMappings: i.groups, GidMappingsEnableSetgroups: i.many,
	}
	if !i.many {
		a.AmbientCaps = []uintptr{
			unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_KILL, unix.CAP_SETPCAP, unix.CAP_NET_ADMIN,
			unix.CAP_SYS_ADMIN, unix.CAP_SYS_PTRACE,
		}
	}
	return a
}
