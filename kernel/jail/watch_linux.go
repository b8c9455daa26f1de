package jail

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

// How often process 1 looks at the others: often where nobody else bounds their memory.
const (
	lookForMemory = 20 * time.Millisecond
	lookForTime   = 250 * time.Millisecond
)

// tick is the unit of processor time in /proc, on every Linux.
const tick = 10 * time.Millisecond

// sum is what the processes of a jail but process 1 take.
type sum struct {
	memory  int64 // bytes; what several share counts in each
	cpu     time.Duration
	running bool // one of them is neither stopped nor dead
	pids    []int
}

// processes adds up what /proc says.
func processes() (all sum) {
	dir, err := os.Open("/proc")
	if err != nil {
		return all
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == 1 {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		close := bytes.LastIndexByte(stat, ')') // the name before it may have anything in it
		if err != nil || close < 0 {
			continue
		}
		f := bytes.Fields(stat[close+1:]) // state is field 3 of proc(5)
		if len(f) < 22 {
			continue
		}
		number := func(field int) int64 {
			n, _ := strconv.ParseInt(string(f[field-3]), 10, 64)
			return n
		}
		all.pids = append(all.pids, pid)
		all.cpu += time.Duration(number(14)+number(15)+number(16)+number(17)) * tick
		all.memory += number(24) * int64(os.Getpagesize())
		all.running = all.running || !bytes.Contains([]byte("TtZX"), f[0])
	}
	return all
}

// watch ends everything when the program and what it started take more than they may.
func (w *warden) watch() {
	interval := lookForTime
	if w.sampled > 0 {
		interval = lookForMemory
	}
	if w.sampled == 0 && w.spec.CPU == 0 {
		return
	}
	for range time.Tick(interval) {
		all := processes()
		if w.sampled > 0 {
			memory := all.memory + scratch()
			if memory > w.sampled {
				memory = all.shared() + scratch() // slower, and exact
			}
			if w.peak.Store(max(w.peak.Load(), memory)); memory > w.sampled {
				w.stop(overMemory(w.sampled))
			}
		}
		if w.spec.CPU > 0 {
			var gone syscall.Rusage
			syscall.Getrusage(syscall.RUSAGE_CHILDREN, &gone)
			used := all.cpu + time.Duration(gone.Utime.Nano()+gone.Stime.Nano())
			if used > time.Duration(w.spec.CPU)*time.Second {
				w.stop(overCPU(w.spec.CPU))
			}
		}
	}
}

func (w *warden) stop(why string) {
	w.why.CompareAndSwap(nil, &why)
	killAll(syscall.SIGKILL)
}

// shared returns the memory of the processes with what several share counted once.
func (all *sum) shared() (bytes int64) {
	for _, pid := range all.pids {
		kib, ok := int64(0), false
		eachLine(fmt.Sprintf("/proc/%d/smaps_rollup", pid), func(line string) {
			var n int64
			if k, _ := fmt.Sscanf(line, "Pss: %d kB", &n); k == 1 {
				kib, ok = n, true
			}
		})
		if !ok { // it hides, or is no more
			pages, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
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

// scratch returns how much is written to the file systems in memory.
func scratch() (bytes int64) {
	seen := map[syscall.Fsid]bool{}
	for _, path := range []string{"/tmp", "/dev/shm"} {
		var s syscall.Statfs_t
		if syscall.Statfs(path, &s) == nil && !seen[s.Fsid] {
			seen[s.Fsid] = true
			bytes += int64(s.Blocks-s.Bfree) * int64(s.Bsize)
		}
	}
	return bytes
}
