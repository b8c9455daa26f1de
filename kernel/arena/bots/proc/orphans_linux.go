package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/cpu"
)

// tree is what we know about the processes of a program.
type tree struct {
	mark string // Variable with a value of the program's own
}

// orphans knows the programs that run without a jail. Only with them it is certain which of our children are adopted ones.
var orphans = &running{programs: map[int]*plain{}}

type running struct {
	sync.Mutex
	adopt    sync.Once
	number   atomic.Int64
	programs map[int]*plain // by process number, until they are reaped
}

// identify gives a program a value of Variable, and makes this process adopt what the program leaves behind.
func (p *plain) identify() {
	orphans.adopt.Do(func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })
	p.mark = fmt.Sprintf("%s=%d-%d", Variable, os.Getpid(), orphans.number.Add(1))
	p.cmd.Env = append(p.cmd.Environ(), p.mark)
}

// begun registers a program that was started.
func (p *plain) begun() {
	orphans.Lock()
	defer orphans.Unlock()
	programs := orphans.programs
	programs[p.Pid()] = p
	go p.tidy()
}

// tidy reaps adopted processes that have ended while the program runs, as the system's first process would.
func (p *plain) tidy() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.over:
			return
		case <-tick.C:
			orphans.Lock()
			for _, pid := range cpu.Children(os.Getpid()) {
				reapAdopted(pid)
			}
			orphans.Unlock()
		}
	}
}

// killAll kills the program and all that it started, as far as that is not adopted yet.
func (p *plain) killAll() {
	var all []int
	walk(p.Pid(), func(pid int) { all = append(all, pid) })
	killGroup(p.cmd.Process)
	for _, pid := range all[1:] { // numbers are not reused so soon
		syscall.Kill(pid, syscall.SIGKILL)
	}
}

// sweep ends what the program has left behind, when it was reaped. With the last program it also ends what none of them can be
// shown to have left.
func (p *plain) sweep() {
	orphans.Lock()
	defer orphans.Unlock()
	programs := orphans.programs
	defer delete(programs, p.Pid())
	doomed := map[int]bool{}
	kill := func(pid int) {
		doomed[pid] = true
		syscall.Kill(pid, syscall.SIGKILL)
	}
	for began := time.Now(); time.Since(began) < sweepTime; time.Sleep(time.Millisecond) {
		found := false
		for _, child := range cpu.Children(os.Getpid()) {
			switch {
			case orphans.programs[child] != nil || reapAdopted(child):
			case doomed[child]: // it is about to end
				done, _ := syscall.Wait4(child, nil, syscall.WNOHANG, nil)
				found = found || done == 0
			case p.left(child) || len(orphans.programs) == 1 && stray(child):
				found = true
				walk(child, kill)
			default: // such as what another program has left
			}
		}
		if !found {
			return
		}
	}
}

// sweepTime is how long the end of what a program left behind is awaited.
const sweepTime = 5 * time.Second

// left reports whether a process belongs to the program.
func (p *plain) left(pid int) bool {
	s, ok := status(pid)
	return ok && s.group == p.Pid() || mine(pid, p.mark)
}

// walk visits a process and all below it.
func walk(pid int, visit func(pid int)) {
	visit(pid)
	for _, child := range cpu.Children(pid) {
		walk(child, visit)
	}
}

// mine reports whether a process has the mark of a program.
func mine(pid int, mark string) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return err == nil && bytes.Contains(append([]byte{0}, text...), []byte("\x00"+mark+"\x00"))
}

// stray reports whether a child of this process is one that it did not start, and without a mark: a program has left it behind
// with other variables. What we start ourselves stays in our session, except for process 1 of a jail, which is this program.
func stray(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil || bytes.Contains(append([]byte{0}, text...), []byte("\x00"+Variable+"=")) {
		return false
	}
	exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	own, _ := os.Executable()
	s, ok := status(pid)
	return err == nil && strings.TrimSuffix(exe, " (deleted)") != own && ok && s.session != session()
}

// reapAdopted reaps a child of ours that has ended, if it is certain that we did not start it.
func reapAdopted(pid int) bool {
	s, ok := status(pid)
	if !ok || s.state != 'Z' || orphans.programs[pid] != nil {
		return false
	}
	jail := s.name == "exe" || s.name == "gridiron-jail" || s.name == "bwrap"
	if orphans.programs[s.group] != nil || s.session != session() && !jail {
		syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
		return true
	}
	return false
}

func session() int {
	own, _ := unix.Getsid(0)
	return own
}

// state is what /proc says about a process.
type state struct {
	name           string
	state          byte
	group, session int
}

func status(pid int) (s state, ok bool) {
	name, f := cpu.Stat(pid)
	if len(f) < 4 {
		return s, false
	}
	s.name, s.state = name, f[0][0]
	s.group, _ = strconv.Atoi(f[2])
	s.session, _ = strconv.Atoi(f[3])
	return s, true
}
