package proc

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// tree is what we know about the processes of a program.
type tree struct {
	job uintptr // the object that holds them, 0 for none
}

// identify has the program wait before its first instruction, until it is in a job object.
func (p *plain) identify() {
	if p.cmd.SysProcAttr == nil {
		p.cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	p.cmd.SysProcAttr.CreationFlags |= windows.CREATE_SUSPENDED
}

// begun puts the program into a job object, which holds all that it will start and ends with this process, and lets it run.
func (p *plain) begun() {
	if job, err := windows.CreateJobObject(nil, nil); err == nil {
		if p.enter(job) == nil {
			p.job = uintptr(job)
		} else {
			windows.CloseHandle(job)
		}
	}
	if resume(uint32(p.Pid())) != nil {
		p.cmd.Process.Kill() // it would wait for ever
	}
}

func (p *plain) enter(job windows.Handle) error {
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)),
		uint32(unsafe.Sizeof(limits)))
	if err != nil {
		return err
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(p.Pid()))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(job, process)
}

// resume lets the threads of a process run that was started suspended.
func resume(pid uint32) error {
	list, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(list)
	var entry windows.ThreadEntry32
	entry.Size = uint32(unsafe.Sizeof(entry))
	found := error(windows.ERROR_NOT_FOUND)
	for err = windows.Thread32First(list, &entry); err == nil; err = windows.Thread32Next(list, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		_, err = windows.ResumeThread(thread)
		windows.CloseHandle(thread)
		if err != nil {
			return err
		}
		found = nil
	}
	return found
}

// killAll kills the program and all that it started. Without a job object, the system's own tool kills the tree; it does not find
// children whose parent has already exited.
func (p *plain) killAll() {
	p.mu.Lock() // against sweep
	defer p.mu.Unlock()
	if p.job == 0 {
		exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid())).Run()
	} else {
		windows.TerminateJobObject(windows.Handle(p.job), 1)
	}
	p.cmd.Process.Kill()
}

// sweep gives the job object back.
func (p *plain) sweep() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.job != 0 {
		windows.CloseHandle(windows.Handle(p.job))
		p.job = 0
	}
}

// peak is not known on Windows.
func peak(*os.ProcessState) int64 { return 0 }
