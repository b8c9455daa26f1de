// Package cgroup limits, stops and measures all processes of a jail together, with control groups of version 1 or 2, as far as
// the system lets us make them.
package cgroup

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Group is a control group of a jail in each hierarchy that can be written: folders, "" where there is none.
type Group struct {
	unified  string // version 2: freezes, kills and counts processor time
	memory   string // version 1; the same as unified if that limits memory
	v2Memory bool
	mu       sync.Mutex // guards freezer
	freezer  *os.File   // of version 2; kept open because it is written to twice a move
}

// hierarchy returns the folder of this process's group for a version 1 controller, or for version 2 with "".
func hierarchy(controller string) (dir string, err error) {
	var path string
	err = eachLine("/proc/self/cgroup", func(line string) {
		f := strings.SplitN(line, ":", 3)
		if len(f) == 3 && (controller == "" && f[0] == "0" || controller != "" && contains(f[1], ",", controller)) {
			path = f[2]
		}
	})
	if err != nil || path == "" {
		return "", fmt.Errorf("no control groups of %q: %w", controller, errors.Join(err, os.ErrNotExist))
	}
	err = eachLine("/proc/self/mountinfo", func(line string) {
		left, right, _ := strings.Cut(line, " - ")
		f, g := strings.Fields(left), strings.Fields(right)
		if len(f) < 5 || len(g) < 3 || dir != "" {
			return
		}
		if controller == "" && g[0] == "cgroup2" || controller != "" && g[0] == "cgroup" && contains(g[2], ",", controller) {
			if rest, ok := strings.CutPrefix(path, strings.TrimSuffix(f[3], "/")); ok {
				dir = filepath.Join(f[4], rest)
			}
		}
	})
	if dir == "" && err == nil {
		err = fmt.Errorf("control groups of %q are not mounted: %w", controller, os.ErrNotExist)
	}
	return dir, err
}

func eachLine(file string, use func(line string)) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		use(s.Text())
	}
	return s.Err()
}

func contains(list, separator, word string) bool {
	for _, w := range strings.Split(list, separator) {
		if w == word {
			return true
		}
	}
	return false
}

const groupPrefix = "gridiron-"

// New makes as many of the groups as it can. number must be unique in this process; memory is in bytes; tasks counts processes
// and threads.
func New(number int64, memory int64, tasks int) *Group {
	name := fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), number)
	g := &Group{}
	if own, err := hierarchy(""); err == nil {
		// The own group if its children have the controllers; else the group above it, which systemd delegates to users.
		for _, above := range []string{own, filepath.Dir(own)} {
			controllers, err := os.ReadFile(filepath.Join(above, "cgroup.subtree_control"))
			if err == nil && contains(strings.TrimSpace(string(controllers)), " ", "memory") && g.make2(above, name, memory, tasks) {
				break
			}
		}
		if g.unified == "" {
			g.unified = makeGroup(own, name)
		}
		if g.unified != "" {
			if g.freezer, err = os.OpenFile(filepath.Join(g.unified, "cgroup.freeze"), os.O_WRONLY, 0); err != nil {
				g.freezer = nil
			}
		}
	}
	if g.memory == "" {
		if own, err := hierarchy("memory"); err == nil {
			g.memory = makeGroup(own, name)
			if g.memory != "" && !set(g.memory, "memory.limit_in_bytes", memory) {
				os.Remove(g.memory)
				g.memory = ""
			}
			if g.memory != "" {
				set(g.memory, "memory.memsw.limit_in_bytes", memory) // fails on systems without swap
			}
		}
	}
	return g
}

// make2 makes a version 2 group that limits memory.
func (g *Group) make2(above, name string, memory int64, tasks int) bool {
	dir := makeGroup(above, name)
	if dir == "" {
		return false
	}
	if !set(dir, "memory.max", memory) {
		os.Remove(dir)
		return false
	}
	set(dir, "memory.swap.max", 0)
	set(dir, "memory.oom.group", 1)
	g.unified, g.memory, g.v2Memory = dir, dir, true
	set(dir, "pids.max", int64(tasks)) // on top of the user's limit
	return true
}

// makeGroup returns the folder of a new group, "" if it cannot be made. It removes the groups that killed referees have left.
func makeGroup(above, name string) string {
	old, _ := filepath.Glob(filepath.Join(above, groupPrefix+"*"))
	for _, dir := range old {
		pid, err := strconv.Atoi(strings.Split(filepath.Base(dir), "-")[1])
		info, gone := os.Stat(dir)
		if gone != nil || err != nil {
			continue
		}
		// The number may belong to a process in a container. A group that is not new has processes in it, or is not needed.
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || time.Since(info.ModTime()) > time.Minute {
			os.Remove(dir) // refused while it has processes
		}
	}
	dir := filepath.Join(above, name)
	if os.Mkdir(dir, 0o755) != nil {
		return ""
	}
	return dir
}

func set(dir, file string, n int64) bool {
	return os.WriteFile(filepath.Join(dir, file), strconv.AppendInt(nil, n, 10), 0o644) == nil
}

func get(dir, file string) (int64, bool) {
	if dir == "" {
		return 0, false
	}
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// field returns a number of a file of lines such as "oom_kill 1".
func field(dir, file, name string) (n int64, ok bool) {
	if dir == "" {
		return 0, false
	}
	eachLine(filepath.Join(dir, file), func(line string) {
		if text, found := strings.CutPrefix(line, name+" "); found {
			var err error
			n, err = strconv.ParseInt(text, 10, 64)
			ok = err == nil
		}
	})
	return n, ok
}

// dirs are the folders of the group.
func (g *Group) dirs() (list []string) {
	for _, dir := range []string{g.unified, g.memory} {
		if dir != "" && (len(list) == 0 || list[len(list)-1] != dir) {
			list = append(list, dir)
		}
	}
	return list
}

// Enter makes a process start in the version 2 group. That is much faster than moving it there later.
func (g *Group) Enter(a *syscall.SysProcAttr) (done func()) {
	if g.unified == "" {
		return func() {}
	}
	f, err := os.Open(g.unified)
	if err != nil {
		return func() {}
	}
	a.UseCgroupFD, a.CgroupFD = true, int(f.Fd())
	return func() { f.Close() }
}

// Leave drops the version 2 group, on a system that does not let a process start in it.
func (g *Group) Leave() {
	g.letGo()
	os.Remove(g.unified)
	if g.v2Memory {
		g.memory, g.v2Memory = "", false
	}
	g.unified = ""
}

// letGo closes the file of the freezer.
func (g *Group) letGo() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.freezer != nil {
		g.freezer.Close()
		g.freezer = nil
	}
}

// Add moves a process into the version 1 group, which takes up to 10 ms. If the system refuses, the group is dropped.
func (g *Group) Add(pid int) {
	if g.memory != "" && !g.v2Memory && !set(g.memory, "cgroup.procs", int64(pid)) {
		os.Remove(g.memory)
		g.memory = ""
	}
}

// Freezes reports whether Freeze works on this system.
func (g *Group) Freezes() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.freezer != nil
}

// Freeze stops or continues all processes of the group at once; it reports whether that worked.
func (g *Group) Freeze(yes bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.freezer == nil {
		return false
	}
	order := "0"
	if yes {
		order = "1"
	}
	_, err := g.freezer.WriteAt([]byte(order), 0)
	return err == nil
}

// BoundsMemory reports whether a control group limits the memory.
func (g *Group) BoundsMemory() bool { return g.memory != "" }

// Spent returns the processor time that the group has used; zero if unknown.
func (g *Group) Spent() time.Duration {
	us, _ := field(g.unified, "cpu.stat", "usage_usec")
	return time.Duration(us) * time.Microsecond
}

// Usage returns the processor time that the group has used and its highest memory use in bytes; zero if unknown.
func (g *Group) Usage() (cpu time.Duration, memory int64) {
	cpu = g.Spent()
	if g.v2Memory {
		memory, _ = get(g.memory, "memory.peak")
	} else {
		memory, _ = get(g.memory, "memory.max_usage_in_bytes")
	}
	return cpu, memory
}

// Starved reports whether the system killed a process of the group because its memory was used up.
func (g *Group) Starved() bool {
	file := "memory.oom_control"
	if g.v2Memory {
		file = "memory.events"
	}
	n, _ := field(g.memory, file, "oom_kill")
	return n > 0
}

// Remove removes the groups once their processes are gone.
func (g *Group) Remove() {
	if g.unified != "" {
		g.Freeze(false)
		g.letGo()
		set(g.unified, "cgroup.kill", 1)
	}
	for _, dir := range g.dirs() {
		for range 50 {
			if err := os.Remove(dir); !errors.Is(err, syscall.EBUSY) {
				break
			}
			time.Sleep(2 * time.Millisecond)
		}
	}
}

// Level says how memory is limited.
func (g *Group) Level() (memory string) {
	switch {
	case g.v2Memory && g.memory != "":
		return "memory by cgroup v2"
	case g.memory != "":
		return "memory by cgroup v1"
	}
	return "memory sampled"
}
