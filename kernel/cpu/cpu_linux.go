package cpu

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

// Measurable says whether processor time can be measured on this system.
const Measurable = true

// tick is the unit of times in /proc, on all architectures of Go.
const tick = 10 * time.Millisecond

// This returns the calling thread. The goroutine must stay on that thread: see runtime.LockOSThread.
func This() Thread { return Thread(syscall.Gettid()) }

// Spent returns how much processor time the thread has used. ok is false if it has ended.
func (t Thread) Spent() (spent time.Duration, ok bool) {
	const perThread = 4 // of a clock's number, see clock_getcpuclockid(3) and the kernel's CPUCLOCK_PERTHREAD_MASK
	return read(int(t), perThread)
}

// read reads the clock of a process, or of a thread.
func read(id, kind int) (time.Duration, bool) {
	const scheduled = 2 // the time that the scheduler counted, in nanoseconds
	clock := int32(^id)<<3 | int32(kind) | scheduled
	var at syscall.Timespec
	_, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&at)), 0)
	return time.Duration(at.Nano()), errno == 0
}

// Tree returns how much processor time a process has used, with its threads, the processes that it started and those that it has
// waited for. It does not count processes that left its tree because their parent has ended. ok is false if the process has
// ended.
func Tree(pid int) (spent time.Duration, ok bool) {
	spent, ok = read(pid, 0)
	if !ok {
		return 0, false
	}
	_, fields := Stat(pid)
	spent += Ticks(fields, 16, 17) // of those that it has waited for
	for _, child := range Children(pid) {
		more, _ := Tree(child)
		spent += more
	}
	return spent, true
}

// Children returns the numbers of the processes that a process has started and not yet waited for.
func Children(pid int) (list []int) {
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		for _, word := range bytes.Fields(text) {
			if child, err := strconv.Atoi(string(word)); err == nil {
				list = append(list, child)
			}
		}
	}
	return list
}

// Stat returns what the system says about a process: its name, and the fields of proc(5) from 3 on. There are none if it is gone.
func Stat(pid int) (name string, fields []string) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	begin, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')') // the name may contain anything
	if begin < 0 || end < begin {
		return "", nil
	}
	return string(text[begin+1 : end]), strings.Fields(string(text[end+1:]))
}

// Ticks adds up fields of Stat that are processor times, by their numbers in proc(5).
func Ticks(fields []string, numbers ...int) (sum time.Duration) {
	for _, n := range numbers {
		if n-3 < len(fields) {
			ticks, _ := strconv.ParseInt(fields[n-3], 10, 64)
			sum += time.Duration(ticks) * tick
		}
	}
	return sum
}
