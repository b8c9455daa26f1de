package sandbox

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
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

// mostBlind is after how many looks that failed the program is ended: nobody knows what it uses.
const mostBlind = 10

// tick is the unit of processor time in /proc, on every Linux.
const tick = 10 * time.Millisecond

// process is one process of a jail.
type process struct {
	pid, parent int
	thread      int           // one that has not ended
	memory      int64         // bytes; shared memory counts in each process
	cpu         time.Duration // including waited
	waited      time.Duration // of the children that it has waited for
}

// processes returns all processes of the jail except this one: all that /proc shows, or with bare those below this one. The error
// says that there may be more.
func processes(bare bool) (list []process, fault error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, fault := dir.Readdirnames(-1)
	parents := map[int]int{}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		p, err := look(pid)
		switch {
		case err == nil:
			parents[pid] = p.parent
			list = append(list, p)
		case !gone(err) && !(bare && errors.Is(err, fs.ErrPermission)): // /proc may hide the processes of other users
			fault = err
		}
	}
	if bare {
		list = slices.DeleteFunc(list, func(p process) bool { return !descends(p.pid, parents) })
	}
	return list, fault
}

// gone reports whether a file of /proc cannot be read because its process has ended.
func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ESRCH) }

// look reads the state of a process, or of a thread, from /proc.
func look(pid int) (p process, err error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return p, err
	}
	end := bytes.LastIndexByte(stat, ')')   // the name before it may contain anything
	f := bytes.Fields(stat[max(end+1, 0):]) // the first is field 3 of proc(5), the state
	if len(f) < 22 {
		return p, fmt.Errorf("/proc/%d/stat: %q", pid, stat)
	}
	number := func(field int) int64 {
		n, _ := strconv.ParseInt(string(f[field-3]), 10, 64)
		return n
	}
	p = process{
		pid: pid, thread: pid, parent: int(number(4)), memory: number(24) * int64(os.Getpagesize()),
		cpu:    time.Duration(number(14)+number(15)+number(16)+number(17)) * tick,
		waited: time.Duration(number(16)+number(17)) * tick,
	}
	if f[0][0] == 'Z' && number(20) > 1 { // its first thread has ended, and the others still have its memory
		return p.alive()
	}
	return p, nil
}

// alive returns the state of a process whose first thread has ended.
func (p process) alive() (process, error) {
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", p.pid))
	for _, task := range tasks {
		if id, _ := strconv.Atoi(task.Name()); id != p.pid {
			var q process
			if q, err = look(id); err == nil && q.memory > 0 {
				p.thread, p.memory = id, q.memory
				return p, nil
			}
		}
	}
	if err == nil || gone(err) {
		return p, nil
	}
	return p, err
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
	most := int64(0)            // bytes; memory that several processes share counts in each
	earlier := time.Duration(0) // processor time that no longer counts
	blind := 0                  // failed looks in a row
	for range time.Tick(interval) {
		var memory int64
		var used syscall.Rusage // by processes that have ended
		syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used)
		cpu := time.Duration(used.Utime.Nano() + used.Stime.Nano())
		list, err := processes(bare)
		for _, p := range list {
			memory += p.memory
			cpu += p.cpu
		}
		files, fault := w.spec.scratch()
		if blind++; cmp.Or(err, fault) == nil || !w.sees {
			blind = 0
		}
		if blind >= mostBlind {
			w.stop(fmt.Sprintf("what it uses can no longer be measured: %v", cmp.Or(err, fault)))
		}
		if w.sampled > 0 {
			if memory+files > min(most, w.sampled) { // only then is an exact count worth its time
				most = max(most, memory+files)
				w.peak.Store(max(w.peak.Load(), shared(list)+files))
			}
			if w.peak.Load() > w.sampled {
				w.stop(OverMemory(w.sampled))
			}
		}
		if spent, ok := clock(w.program); ok && len(list) == 0 { // there is no /proc
			cpu += spent
		}
		if w.renewed.Swap(false) {
			earlier = cpu
		}
		if w.spec.CPU > 0 && cpu-earlier > time.Duration(w.spec.CPU)*time.Second {
			w.stop(OverCPU(w.spec.CPU))
		}
		if bare && len(list) > w.spec.Procs {
			w.stop(fmt.Sprintf("it used more than %d processes", w.spec.Procs))
		}
	}
}

// renew begins a new allowance of processor time, for another game. watch sees to it when it looks next.
func (w *warden) renew() {
	if w.spec.CPU == 0 {
		return
	}
	w.renewed.Store(true)
	list, _ := processes(w.spec.Way == LandlockOnly)
	for _, p := range append(list, process{pid: w.program}) {
		if spent, ok := clock(p.pid); ok {
			w.spec.limitTime(p.pid, spent)
		}
	}
}

// limitTime has the system end a process, too, that uses all time on its own; spent no longer counts. The process can raise that
// limit, because raising a hard one for a new game takes rights that an ordinary user does not have; then watch ends it.
func (s *Spec) limitTime(pid int, spent time.Duration) error {
	limit := unix.Rlimit{Cur: uint64(s.CPU) + uint64(spent/time.Second), Max: unix.RLIM_INFINITY}
	if spent > 0 {
		limit.Cur++
	}
	return unix.Prlimit(pid, unix.RLIMIT_CPU, &limit, nil)
}

// used returns what the program and what it started have used so far.
func (w *warden) used() Used {
	var gone syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &gone)
	u := Used{CPU: time.Duration(gone.Utime.Nano() + gone.Stime.Nano()), Memory: max(w.peak.Load(), int64(gone.Maxrss)<<10)}
	list, _ := processes(w.spec.Way == LandlockOnly)
	for _, p := range list {
		if spent, ok := clock(p.pid); ok {
			u.CPU += spent + p.waited
		}
	}
	if len(list) > 0 {
		files, _ := w.spec.scratch()
		u.Memory = max(u.Memory, shared(list)+files)
	}
	return u
}

func (w *warden) stop(why string) {
	w.why.CompareAndSwap(nil, &why)
	w.killAll(syscall.SIGKILL)
}

// OverMemory says that a program used more memory than it may.
func OverMemory(bytes int64) string {
	return fmt.Sprintf("it used more than %d MiB of memory", bytes>>20)
}

// OverCPU says that a program used more processor time than it may.
func OverCPU(seconds int64) string {
	return fmt.Sprintf("it used more than %d s of processor time", seconds)
}

// shared returns the memory of the processes and counts shared memory once.
func shared(list []process) (bytes int64) {
	for _, p := range list {
		own := p.memory // if it hides how much it shares
		rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.thread))
		if err != nil && gone(err) {
			own = 0
		}
		for line := range strings.Lines(string(rollup)) {
			var kib int64
			if k, _ := fmt.Sscanf(line, "Pss: %d kB", &kib); k == 1 {
				own = kib << 10
			}
		}
		bytes += own
	}
	return bytes
}

// scratch returns how many bytes are written to the file systems in memory, if there are any.
func (s *Spec) scratch() (bytes int64, err error) {
	if s.Way == LandlockOnly {
		return 0, nil
	}
	seen := map[syscall.Fsid]bool{}
	for _, path := range []string{"/tmp", "/dev/shm"} {
		var is syscall.Statfs_t
		if err := syscall.Statfs(path, &is); err != nil {
			return bytes, fmt.Errorf("statfs %s: %w", path, err)
		}
		if !seen[is.Fsid] {
			seen[is.Fsid] = true
			bytes += int64(is.Blocks-is.Bfree) * int64(is.Bsize)
		}
	}
	return bytes, nil
}
