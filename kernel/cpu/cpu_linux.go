package cpu

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
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
	spent += waited(pid)
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return spent, true
	}
	for _, task := range tasks {
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err != nil {
			continue
		}
		for _, word := range bytes.Fields(children) {
			if child, err := strconv.Atoi(string(word)); err == nil {
				more, _ := Tree(child)
				spent += more
			}
		}
	}
	return spent, true
}

// waited returns the time of the children that a process has waited for.
func waited(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name of the program, in parentheses, may have anything in it. cutime and cstime are the fields 16 and 17.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 15 {
		return 0
	}
	user, err1 := strconv.Atoi(string(fields[13]))
	system, err2 := strconv.Atoi(string(fields[14]))
	if err1 != nil || err2 != nil {
		return 0
	}
	return time.Duration(user+system) * tick
}
