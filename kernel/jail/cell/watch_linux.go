package cell

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// How often the other processes are checked: often where nothing else limits their memory.
const (
	lookForMemory = 20 * time.Millisecond
	LookForTime   = 250 * time.Millisecond
)

// tick is the unit of processor time in /proc, on every Linux.
const tick = 10 * time.Millisecond

// process is one process of a jail.
type process struct {
	pid, parent int
	memory      int64         // bytes; shared memory counts in each process
	cpu         time.Duration // including waited
	waited      time.Duration // of the children that it has waited for
	running     bool          // neither stopped nor dead
}

// processes returns all processes of the jail except this one: all that /proc shows, or with bare those below this one.
func processes(bare bool) (list []process) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	parents := map[int]int{}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		if p, ok := look(pid); ok {
			parents[pid] = p.parent
			list = append(list, p)
		}
	}
	if bare {
		list = slices.DeleteFunc(list, func(p process) bool { return !descends(p.pid, parents) })
	}
	return list
}

// look reads the state of a process from /proc; ok is false if it is gone.
func look(pid int) (p process, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	end := bytes.LastIndexByte(stat, ')') // the name before it may contain anything
	if err != nil || end < 0 {
		return p, false
	}
	f := bytes.Fields(stat[end+1:]) // the first is field 3 of proc(5), the state
	if len(f) < 22 {
		return p, false
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(string(f[field-3]), 10, 64)
		return n
	}
	return process{
		pid: pid, parent: int(number(4)), memory: number(24) * int64(os.Getpagesize()),
		cpu:     time.Duration(number(14)+number(15)+number(16)+number(17)) * tick,
		waited:  time.Duration(number(16)+number(17)) * tick,
		running: !bytes.Contains([]byte("TtZX"), f[0]),
	}, true
}

// descends reports whether a process is below this one.
func descends(pid int, parents map[int]int) bool {
	for range len(parents) {
		if pid = parents[pid]; pid == os.Getpid() {
			return true
		}
	}
	return false
}

// watch ends all processes when the program and its children use more than they may.
func (w *warden) watch() {
	bare := w.spec.Way == LandlockOnly
	interval := LookForTime
	if w.sampled > 0 && !bare { // with bare, each check goes through all processes of the system
		interval = lookForMemory
	}
	if w.sampled == 0 && w.spec.CPU == 0 && !bare {
		return
	}
	most := int64(0) // bytes; memory that several processes share counts in each
	for range time.Tick(interval) {
		var memory int64
		var used syscall.Rusage // by processes that have ended
		syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used)
		cpu := time.Duration(used.Utime.Nano() + used.Stime.Nano())
		list := processes(bare)
		for _, p := range list {
			memory += p.memory
			cpu += p.cpu
		}
		if w.sampled > 0 {
			files := w.spec.scratch()
			if memory+files > min(most, w.sampled) { // only then is an exact count worth its time
				most = max(most, memory+files)
				w.peak.Store(max(w.peak.Load(), shared(list)+files))
			}
			if w.peak.Load() > w.sampled {
				w.stop(OverMemory(w.sampled))
			}
		}
		if w.spec.CPU > 0 && cpu > time.Duration(w.spec.CPU)*time.Second {
			w.stop(OverCPU(w.spec.CPU))
		}
		if bare && len(list) > w.spec.Procs {
			w.stop(fmt.Sprintf("more than %d processes", w.spec.Procs))
		}
	}
}

// used returns what the program and what it started have used so far.
func (w *warden) used() Used {
	var gone syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &gone)
	u := Used{CPU: time.Duration(gone.Utime.Nano() + gone.Stime.Nano()), Memory: max(w.peak.Load(), int64(gone.Maxrss)<<10)}
	list := processes(w.spec.Way == LandlockOnly)
	for _, p := range list {
		const scheduled = 2 // the number of a clock, see clock_getcpuclockid(3): time counted by the scheduler, in nanoseconds
		var spent unix.Timespec
		if unix.ClockGettime(int32(^p.pid)<<3|scheduled, &spent) == nil {
			u.CPU += time.Duration(spent.Nano()) + p.waited
		}
	}
	if len(list) > 0 {
		u.Memory = max(u.Memory, shared(list)+w.spec.scratch())
	}
	return u
}

func (w *warden) stop(why string) {
	w.why.CompareAndSwap(nil, &why)
	w.killAll(syscall.SIGKILL)
}

// OverMemory says that a program used more memory than it may.
func OverMemory(bytes int64) string { return fmt.Sprintf("more than %d MiB of memory", bytes>>20) }

// OverCPU says that a program used more processor time than it may.
func OverCPU(seconds int64) string { return fmt.Sprintf("more than %d s of processor time", seconds) }

// shared returns the memory of the processes and counts shared memory once.
func shared(list []process) (bytes int64) {
	for _, p := range list {
		kib, ok := int64(0), false
		rollup, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.pid))
		for line := range strings.Lines(string(rollup)) {
			var n int64
			if k, _ := fmt.Sscanf(line, "Pss: %d kB", &n); k == 1 {
				kib, ok = n, true
			}
		}
		if !ok { // it hides its memory, or has ended
			pages, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.pid))
			if f := fields(pages); len(f) > 1 {
				kib = f[1] * int64(os.Getpagesize()) >> 10
			}
		}
		bytes += kib << 10
	}
	return bytes
}

func fields(text []byte) (list []int64) {
	for _, f := range bytes.Fields(text) {
		n, _ := strconv.ParseInt(string(f), 10, 64)
		list = append(list, n)
	}
	return list
}

// scratch returns how many bytes are written to the file systems in memory, if there are any.
func (s *Spec) scratch() (bytes int64) {
	if s.Way == LandlockOnly {
		return 0
	}
	seen := map[syscall.Fsid]bool{}
	for _, path := range []string{"/tmp", "/dev/shm"} {
		var is syscall.Statfs_t
		if syscall.Statfs(path, &is) == nil && !seen[is.Fsid] {
			seen[is.Fsid] = true
			bytes += int64(is.Blocks-is.Bfree) * int64(is.Bsize)
		}
	}
	return bytes
}
