//go:build !js

package proc

import (
	"os"
	"os/exec"
	"runtime"
	"sync"
)

// Variable is a variable of programs without a jail. By its value we find, on Linux, those of their processes that have left
// their group and lost their parent, which this process adopts. A process with another value, such as "", is not taken for one of
// them.
const Variable = "GRIDIRON_PROGRAM"

// plain is a program without a jail.
type plain struct {
	cmd  *exec.Cmd
	over chan struct{} // closed when the program has ended; before it is reaped, if the system can tell
	reap sync.Once
	mu   sync.Mutex // guards the process number
	tree
}

func startPlain(words []string, o Options, files []*os.File) (Child, error) {
	p := &plain{cmd: exec.Command(words[0], words[1:]...), over: make(chan struct{})}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr, p.cmd.ExtraFiles = files[0], files[1], files[2], files[3:]
	p.cmd.Dir = o.Dir
	if o.Terminal {
		p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	} else {
		setGroup(p.cmd)
	}
	if len(o.Env) > 0 {
		p.cmd.Env = append(os.Environ(), o.Env...)
	}
	p.identify()
	return p, p.run()
}

// run starts the program and waits for it on one thread of its own: Linux ties "die with your parent" to the thread that
// started the child.
func (p *plain) run() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		if err == nil {
			p.begun()
		}
		started <- err
		if err == nil {
			if !waitOnly(p.cmd.Process) {
				p.finish()
			}
			close(p.over)
		}
	}()
	return <-started
}

// finish kills the program and all that it started, and reaps it. Until it is reaped, its number is not reused, so that
// no other group can be killed by mistake. On systems that cannot wait without reaping, the group is killed right after that,
// before numbers are reused.
func (p *plain) finish() {
	p.reap.Do(func() {
		if canWaitOnly {
			p.killAll()
		}
		p.wait()
		if !canWaitOnly {
			p.killAll()
		}
		p.sweep()
	})
}

// wait reaps the program. Where it also waits for the end of the program, p.mu stays free: Usage would block.
func (p *plain) wait() {
	if canWaitOnly {
		p.mu.Lock()
		defer p.mu.Unlock()
	}
	p.cmd.Wait()
}

// Pid returns the program's process number.
func (p *plain) Pid() int { return p.cmd.Process.Pid }

func (p *plain) Wait() { <-p.over }

func (p *plain) Status() string {
	<-p.over
	p.finish()
	return p.cmd.ProcessState.String()
}

func (p *plain) End() error {
	select {
	case <-p.over:
	default:
		p.killAll() // it was not yet reaped
		<-p.over
	}
	p.finish()
	return nil
}

func (p *plain) Usage() Usage {
	p.mu.Lock() // against reaping, after which the number may belong to another process
	defer p.mu.Unlock()
	if state := p.cmd.ProcessState; state != nil {
		return Usage{CPU: state.UserTime() + state.SystemTime(), Memory: peak(state)}
	}
	return usedSoFar(p.cmd.Process.Pid)
}
