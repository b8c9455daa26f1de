package jail

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/cgroup"
	"github.com/gridiron-games/gridiron/kernel/arena/jail/sandbox"
)

// startTime limits how long the system may take to build the place; on an idle machine it takes 10 ms.
const startTime = 30 * time.Second

// latch is set by Init. Without it, this program would start itself again for each jail, and so would each copy.
var latch = new(atomic.Bool)

// Init must be called by main before anything else, and by TestMain of tests that use jails. If this process is process 1 of a
// jail, Init does that process's work and does not return.
func Init() {
	latch.Store(true)
	sandbox.Init()
}

var numbers = new(atomic.Int64)

// Jail is a program in a jail. Start and End are called once, in this order; the other methods may be called from any goroutine
// in between.
type Jail struct {
	policy  proc.Policy
	way     sandbox.Way
	spec    sandbox.Spec
	ids     identity
	group   *cgroup.Group
	alone   bool // use no control groups; for tests
	cmd     *exec.Cmd
	line    *sandbox.Channel
	claimed *os.File      // the program's folder, if we may write back to it
	died    chan struct{} // closed when process 1 is reaped

	exited  chan struct{} // closed when the program itself has ended
	frozen  chan struct{}
	dialled chan dialled
	counted chan proc.Usage
	ended   chan proc.Usage
	asked   sync.Mutex // one question at a time

	mu      sync.Mutex
	how     *sandbox.Exited // set before exited is closed; nil if process 1 was killed
	starved bool            // one of its processes was killed because memory ran out
	begun   sandbox.Started
	server  net.Listener // see Listen
	usage   proc.Usage
	closed  bool
	earlier time.Duration // processor time that a control group counted before the last Renew
}

type dialled struct {
	conn net.Conn
	err  error
}

var errLoopback = errors.New("jail: a loopback of its own needs namespaces; " + remedy)

// Launch starts a program in a jail. files are its descriptors, standard input first.
func (Launcher) Launch(words []string, o *proc.Options, files []*os.File) (proc.Child, string, error) {
	j, err := prepare(o.Jail, words, ownFolder(words, o), o.Env...)
	if err == nil {
		j.Listen(o.Listen)
		j.spec.Dir = cmp.Or(o.Dir, j.spec.Dir)
		err = j.Start(files)
	}
	if err != nil {
		return nil, "", err
	}
	return j, j.Level(), nil
}

// checkFolder returns why this program cannot have a jail on this system, although others may: there are no jails here, folder
// ("" for none) also holds other things, which the program could then read, or it needs a loopback and there can be none.
func checkFolder(folder string, loopback bool) error {
	found := probe()
	switch {
	case found.way == sandbox.Nowhere:
		return found.missing
	case found.way == sandbox.LandlockOnly && loopback:
		return errLoopback
	case folder == "":
		return nil
	}
	_, err := new(draft).own(folder)
	return err
}

// prepare finds out what a program needs to run in a jail. folder is the program's own, "" for none: the program sees a copy of
// it that it may change, and nothing else of the disk but the system's programs and the paths that the policy names. env are
// variables, NAME=value, that it gets in addition to the few that it inherits. The error says what is missing.
func prepare(p proc.Policy, command []string, folder string, env ...string) (*Jail, error) {
	p, err := filled(p)
	if err != nil {
		return nil, err
	}
	if len(command) == 0 {
		return nil, errors.New("jail: the command is empty")
	}
	found := probe()
	if found.missing != nil && (p.Mode == proc.Require || found.way == sandbox.Nowhere) {
		return nil, found.missing
	}
	s, err := specOf(p, command, folder)
	if err != nil {
		return nil, err
	}
	s.Env = append(s.Env, env...)
	return newJail(found.way, p, s), nil
}

func newJail(w sandbox.Way, p proc.Policy, s sandbox.Spec) *Jail {
	j := &Jail{
		policy: p, way: w, spec: s, ids: identify(),
		died: make(chan struct{}), exited: make(chan struct{}), frozen: make(chan struct{}, 1), dialled: make(chan dialled, 1),
		counted: make(chan proc.Usage, 1), ended: make(chan proc.Usage, 1),
	}
	j.spec.Etc = configuration()
	j.spec.ID, j.spec.Switch, j.spec.Way, j.spec.Keep = j.ids.inside, j.ids.many && w != sandbox.Bubblewrap, w, p.Keep
	return j
}

// Start builds the place and starts the program in it. files are its descriptors, standard input first. The error says why the
// program cannot be started.
func (j *Jail) Start(files []*os.File) error {
	if j.way == sandbox.LandlockOnly && j.spec.Loopback {
		return errLoopback
	}
	if len(files) < 3 {
		return fmt.Errorf("jail: %d files, want standard input, output and error, and what the program gets beside them", len(files))
	}
	line, theirs, err := sandbox.NewChannel()
	if err != nil {
		return err
	}
	j.line, j.spec.Files = line, len(files)
	if err := j.temporary(); err != nil {
		return err
	}
	j.spec.Env = latest(j.spec.Env)
	if err := j.claim(); err != nil {
		return err
	}
	j.cmd = j.command()
	j.cmd.Env = []string{"GOMAXPROCS=1"} // not nil: process 1 inherits no variables
	j.cmd.ExtraFiles = append([]*os.File{theirs}, files...)
	if j.group = (&cgroup.Group{}); !j.alone {
		j.group = cgroup.New(numbers.Add(1), j.policy.Memory, j.policy.Procs+sandbox.Slack)
	}
	done := j.group.Enter(j.cmd.SysProcAttr)
	if err = j.run(); err != nil && j.cmd.SysProcAttr.UseCgroupFD {
		j.group.Leave()
		again := *j.cmd.SysProcAttr
		again.UseCgroupFD = false
		j.cmd = &exec.Cmd{Path: j.cmd.Path, Args: j.cmd.Args, Env: j.cmd.Env, ExtraFiles: j.cmd.ExtraFiles, SysProcAttr: &again}
		err = j.run()
	}
	done()
	theirs.Close()
	if err != nil {
		line.Conn.Close()
		j.clear()
		return fmt.Errorf("jail: %w", refusal(err))
	}
	if err := j.begin(); err != nil {
		j.kill()
		j.clear()
		return err
	}
	go j.listen()
	if _, counts := j.Spent(); counts && j.policy.CPU > 0 {
		go j.watch()
	}
	return nil
}

// Pid returns the number of the process that the program descends from, once it was started.
func (j *Jail) Pid() int { return j.cmd.Process.Pid }

// refusal explains an error from starting process 1.
func refusal(err error) error {
	switch {
	case errors.Is(err, unix.ENOSPC):
		return fmt.Errorf("no more user namespaces are allowed here: %w", err)
	case errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES):
		return fmt.Errorf("user namespaces are not allowed here: %w", err)
	}
	return err
}

// temporary makes the folder that the program may write to if it has no file system of its own.
func (j *Jail) temporary() (err error) {
	if j.way != sandbox.LandlockOnly {
		return nil
	}
	if j.spec.Temp, err = os.MkdirTemp("", "jail-"); err == nil && j.spec.Switch {
		err = os.Chown(j.spec.Temp, j.spec.ID, j.spec.ID)
	}
	j.spec.Env = append(j.spec.Env, "HOME="+j.spec.Temp, "TMPDIR="+j.spec.Temp)
	return err
}

// latest keeps the last value of each variable: of several, a shell takes the last one, but Python the first.
func latest(env []string) (list []string) {
	named := map[string]bool{}
	for _, variable := range slices.Backward(env) {
		if name, _, _ := strings.Cut(variable, "="); !named[name] {
			named[name] = true
			list = append(list, variable)
		}
	}
	slices.Reverse(list)
	return list
}

// clear removes what is left outside when all processes have ended.
func (j *Jail) clear() {
	j.group.Remove()
	if j.claimed != nil {
		j.claimed.Close()
	}
	sandbox.Clear(j.spec.Temp)
}

// run starts process 1 and waits for it on one thread of its own: Linux ties "die with your parent" to the thread that started
// it.
func (j *Jail) run() error {
	begun := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := j.cmd.Start()
		begun <- err
		if err == nil {
			j.cmd.Wait()
			close(j.died)
		}
	}()
	return <-begun
}

// begin tells process 1 what to do and waits until the program runs.
func (j *Jail) begin() error {
	j.line.Conn.SetDeadline(time.Now().Add(startTime))
	err := j.line.Send(j.spec)
	j.group.Add(j.cmd.Process.Pid) // while it builds the place
	sampled := int64(0)
	if !j.group.BoundsMemory() {
		sampled = j.policy.Memory
	}
	if err == nil {
		err = j.line.Send(sandbox.Order{Start: &sampled})
	}
	var r sandbox.Report
	if err == nil {
		err = j.line.Receive(&r)
	}
	switch {
	case err != nil:
		return fmt.Errorf("jail: process 1 does not answer: %w", err)
	case r.Started == nil:
		return errors.New(r.Failed)
	}
	j.line.Conn.SetDeadline(time.Time{})
	j.begun = *r.Started
	if f, ok := j.line.File(); ok {
		defer f.Close()
		j.server, err = net.FileListener(f)
	}
	return err
}

// listen receives what process 1 reports.
func (j *Jail) listen() {
	over := false
	for {
		var r sandbox.Report
		if err := j.line.Receive(&r); err != nil {
			break
		}
		switch {
		case r.Exited != nil && !over:
			over = true
			j.over(r.Exited)
		case r.Frozen:
			j.frozen <- struct{}{}
		case r.Dialled != nil:
			j.dialled <- j.connection(*r.Dialled)
		case r.Counted != nil:
			j.counted <- proc.Usage(*r.Counted)
		case r.Ended != nil:
			j.ended <- proc.Usage(*r.Ended)
		}
	}
	j.kill() // process 1 has died, or its report cannot be read
	if !over {
		j.over(nil)
	}
}

// over records how the program ended, while the groups still know why.
func (j *Jail) over(how *sandbox.Exited) {
	starved := j.group.Starved()
	j.mu.Lock()
	j.how, j.starved = how, starved
	j.mu.Unlock()
	close(j.exited)
}

func (j *Jail) connection(failure string) (d dialled) {
	f, ok := j.line.File()
	if failure != "" || !ok {
		return dialled{err: errors.New("jail: " + failure)}
	}
	defer f.Close()
	d.conn, d.err = net.FileConn(f)
	return d
}

// kill kills process 1, and the system then kills all others in the jail. Nothing is left when it returns.
func (j *Jail) kill() {
	j.cmd.Process.Kill() // by descriptor: never another process that got the same number
	j.line.Conn.Close()
	<-j.died
}

// Wait waits for the end of the program itself. Processes that it started may still run.
func (j *Jail) Wait() { <-j.exited }

// Status says how the program ended, such as "exit status 3", or which limit it exceeded. Call it after Wait.
func (j *Jail) Status() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	why := ""
	if j.starved {
		why = " (" + sandbox.OverMemory(j.policy.Memory) + ")"
	}
	if j.how == nil {
		return "its jail was ended" + why
	}
	if j.how.Why != "" {
		return "killed: " + j.how.Why
	}
	w := syscall.WaitStatus(j.how.Status)
	switch {
	case w.Exited():
		return fmt.Sprintf("exit status %d%s", w.ExitStatus(), why)
	case w.Signal() == syscall.SIGXCPU && j.policy.CPU > 0:
		return "killed: " + sandbox.OverCPU(int64(j.policy.CPU/time.Second))
	}
	return "signal: " + w.Signal().String() + why
}

// End kills the program and all processes that it started, and returns when none is left. With the policy's Keep, it first writes
// the changes to the program's folder back; the error says which of them failed.
func (j *Jail) End() (err error) {
	j.Thaw()
	j.asked.Lock()
	defer j.asked.Unlock()
	inGroup := proc.Usage{}
	if j.policy.Keep && j.spec.Folder != "" && j.way != sandbox.LandlockOnly {
		err = fmt.Errorf("jail: folder %s: what the program wrote is not kept, because its jail did not hand it over", j.spec.Folder)
	}
	if j.line.Send(sandbox.Order{End: true}) == nil {
		select {
		case e := <-j.ended:
			j.set(e)
			if changes, ok := j.line.File(); ok {
				if err != nil {
					err = j.keep(changes)
				}
				changes.Close()
			}
		case <-j.died:
		case <-time.After(sandbox.EndTime):
		}
	}
	inGroup.CPU, inGroup.Memory = j.group.Usage()
	j.kill()
	j.clear()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.closed = true
	if j.usage.CPU == 0 {
		j.usage.CPU = inGroup.CPU
	}
	j.usage.Memory = max(j.usage.Memory, inGroup.Memory)
	return err
}

func (j *Jail) set(u proc.Usage) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.usage = u
}

// Level says how the program is confined, such as "namespaces+landlock 7+rlimits+seccomp, memory by cgroup v1".
func (j *Jail) Level() string {
	level := string(j.way)
	if j.begun.Landlock > 0 {
		level += fmt.Sprintf("+landlock %d", j.begun.Landlock)
	}
	memory := j.group.Level()
	if j.begun.Missing != "" && !j.group.BoundsMemory() {
		memory = "memory bounded by process" // process 1 cannot check the others' memory
	}
	return level + "+rlimits+seccomp, " + memory + j.begun.Missing
}

// Freezes reports whether a control group stops and continues the program; each takes some 20 us. Without one, process 1 does
// that with signals; stopping takes some 60 us, continuing 10 us.
func (j *Jail) Freezes() bool { return j.group.Freezes() }

// Freeze stops all processes of the program, each as soon as it reaches a processor.
func (j *Jail) Freeze() { j.freeze(true) }

// Thaw continues the processes that Freeze has stopped.
func (j *Jail) Thaw() { j.freeze(false) }

func (j *Jail) freeze(yes bool) {
	if j.group.Freeze(yes) {
		return
	}
	j.asked.Lock()
	defer j.asked.Unlock()
	if j.line.Send(sandbox.Order{Freeze: &yes}) == nil && yes { // orders are obeyed in turn: nobody waits for what goes on
		select {
		case <-j.frozen:
		case <-j.died:
		}
	}
}

// Dial connects to an address inside a jail with a loopback, such as 127.0.0.1:8000, where the program has a server.
func (j *Jail) Dial(ctx context.Context, address string) (net.Conn, error) {
	j.asked.Lock()
	defer j.asked.Unlock()
	if err := j.line.Send(sandbox.Order{Dial: address}); err != nil {
		return nil, fmt.Errorf("jail: dial %s: %w", address, err)
	}
	select {
	case d := <-j.dialled:
		return d.conn, d.err
	case <-j.died:
		return nil, fmt.Errorf("jail: dial %s: the program has ended", address)
	case <-ctx.Done():
		j.kill() // a late answer would be taken for the next question's
		return nil, ctx.Err()
	}
}

// Listen puts a server of ours into the loopback of the jail, which it makes: the program connects to it there, and no other
// program can. Call it before Start. Any address such as 127.0.0.1:7100 is free, because nothing else is in that network.
func (j *Jail) Listen(address string) {
	j.spec.Listen = address
	j.spec.Loopback = j.spec.Loopback || address != ""
}

// Listener returns the server that Listen announced, once the program was started. The caller closes it.
func (j *Jail) Listener() net.Listener { return j.server }
