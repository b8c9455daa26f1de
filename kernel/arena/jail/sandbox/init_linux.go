package sandbox

import (
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lineFD is the descriptor of the connection in process 1.
const lineFD = 3

// Name is the name under which this program is process 1 of a jail; see Init.
const Name = "gridiron-jail"

// EndTime is how long process 1 may take to end the other processes and to report what they used; after that it is killed, and
// the others with it. On a busy machine it gets the processor late.
const EndTime = 30 * time.Second

// patience is how long process 1 waits for a process that it killed, or for a server in the jail.
const patience = 2500 * time.Millisecond

// Init does the work of process 1, if this process is process 1 of a jail, and does not return then. Elsewhere it does nothing.
func Init() {
	if len(os.Args) != 1 || filepath.Base(os.Args[0]) != Name {
		return
	}
	w := &warden{keep: -1, alone: make(chan struct{}), signals: make(chan syscall.Signal), sent: make(chan struct{})}
	err := w.serve() // returns only if the program cannot be started
	w.line.Send(Report{Failed: "jail: " + err.Error()})
	w.exit()
}

// exit ends process 1; the system then ends all others. Where there are no namespaces, exit ends them itself.
func (w *warden) exit() {
	if w.spec.Way == LandlockOnly {
		if w.program != 0 {
			w.killAll(syscall.SIGKILL)
		}
		Clear(w.spec.Temp)
	}
	os.Exit(1)
}

// warden is process 1 of a jail.
type warden struct {
	spec    Spec
	line    *Channel
	sampled int64 // bytes of memory above which we end all processes; 0 where a control group limits the memory
	keep    int   // descriptor of the folder that holds the program's changes to its own folder, -1 for none
	program int   // its process
	sees    bool  // it can look at the processes: in some containers it has no /proc
	why     atomic.Pointer[string]
	peak    atomic.Int64
	renewed atomic.Bool         // the processor time used so far no longer counts
	signals chan syscall.Signal // to be sent to all others
	sent    chan struct{}
	pause   pause
	alone   chan struct{} // closed when no other process is left
}

// serve does the work of process 1. It returns only if the program cannot be started, with an error; otherwise the end of the
// connection ends this process.
func (w *warden) serve() (err error) {
	if err := unix.CloseRange(lineFD, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return fmt.Errorf("close_range: %w", err)
	}
	if w.line, err = openChannel(lineFD); err != nil {
		os.Exit(1)
	}
	if err := w.line.Receive(&w.spec); err != nil {
		os.Exit(1)
	}
	signal.Notify(make(chan os.Signal, 1)) // the program may send us any; an ignored one would stay ignored in the program
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	begun := Started{}
	if w.spec.Way == LandlockOnly {
		err = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	} else {
		unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0, 0, 0)
		w.keep, begun.Missing, err = w.spec.build()
	}
	if err == nil && w.spec.Loopback {
		err = loopback()
	}
	var server []int
	if err == nil && w.spec.Listen != "" {
		server, err = listen(w.spec.Listen)
	}
	if err != nil {
		return err
	}
	var o Order
	if w.line.Receive(&o) != nil || o.Start == nil {
		w.exit()
	}
	w.sampled = *o.Start
	_, err = look(os.Getpid())
	w.sees = err == nil
	spareThreads()
	ready := make(chan error)
	go aside(func() { w.guard(&begun, ready) })
	if err := <-ready; err != nil {
		return err
	}
	if w.spec.CPU > 0 && w.program != 0 {
		if err := w.spec.limitTime(w.program, 0); err != nil {
			return fmt.Errorf("limit of processor time: %w", err)
		}
	}
	if err := w.line.Send(Report{Started: &begun}, server...); err != nil {
		w.exit()
	}
	for _, fd := range server {
		unix.Close(fd)
	}
	go w.watch()
	go w.obey()
	w.reap()
	select {}
}

// spareThreads makes the runtime start all threads that it will ever need. Later, the program may have used up its user's
// threads, and the runtime crashes when it cannot start one.
func spareThreads() {
	// One for each of our goroutines that can be in a system call at the same time, and one for the first thread, see guard.
	const spare = 8
	var all, gone sync.WaitGroup
	all.Add(spare)
	for range spare {
		gone.Go(func() {
			runtime.LockOSThread() // no other goroutine uses this thread while we wait
			defer runtime.UnlockOSThread()
			all.Done()
			all.Wait()
		})
	}
	gone.Wait()
}

// aside runs a function on a thread of its own, but not on the first one, which stands for the process: landlock lets a program
// signal the thread that started it.
func aside(f func()) {
	runtime.LockOSThread()
	if unix.Gettid() == os.Getpid() {
		go aside(f)
		select {} // the first thread stays in use
	}
	f()
}

// guard uses a thread of its own. That thread gives up the rights that the program must not have, and starts the program, so that
// the program has none of them and our other threads keep them. Signals to all processes are sent from this thread, too: landlock
// lets a thread signal only processes that it started.
func (w *warden) guard(begun *Started, ready chan<- error) {
	var err error
	if begun.Landlock, err = w.spec.restrict(w.sampled); err == nil {
		err = w.start()
	}
	ready <- err
	for s := range w.signals {
		syscall.Kill(-1, s)
		w.sent <- struct{}{}
	}
}

// killAll sends a signal to all processes of the jail but this one.
func (w *warden) killAll(s syscall.Signal) {
	w.signals <- s
	<-w.sent
}

// start starts the program and closes our copies of its descriptors, so that only the program holds them.
func (w *warden) start() error {
	s := &w.spec
	var files []uintptr
	for i := range s.Files {
		files = append(files, uintptr(lineFD+1+i))
	}
	attributes := &syscall.ProcAttr{
		Dir: s.Dir, Env: append(s.Env, "PWD="+s.Dir), Files: files,
		Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	}
	if s.Switch {
		id := uint32(s.ID)
		attributes.Sys.Credential = &syscall.Credential{Uid: id, Gid: id}
	}
	if s.Path != "" { // Probe starts no program
		var err error
		if w.program, err = syscall.ForkExec(s.Path, s.Argv, attributes); err != nil {
			return fmt.Errorf("%s does not start inside: %w; it sees only the system's programs, its own folder and the paths that the policy lets it read", s.Path, err)
		}
	}
	for _, fd := range files {
		unix.Close(int(fd))
	}
	return nil
}

// reap waits for all processes: orphans become our children.
func (w *warden) reap() {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			close(w.alone) // no child is left, so no process can start one
			return
		case pid == w.program:
			e := Exited{Status: int(status)}
			if why := w.why.Load(); why != nil {
				e.Why = *why
			}
			w.line.Send(Report{Exited: &e})
		}
	}
}

// obey follows orders. When the connection ends, the process that started us is dead.
func (w *warden) obey() {
	for {
		var o Order
		if w.line.Receive(&o) != nil {
			w.exit()
		}
		switch {
		case o.Freeze != nil:
			if w.freeze(*o.Freeze); *o.Freeze {
				w.line.Send(Report{Frozen: true})
			}
		case o.Dial != "":
			w.dial(o.Dial)
		case o.Count:
			u := w.used()
			w.line.Send(Report{Counted: &u})
		case o.Renew:
			w.renew()
		case o.Stop != "":
			w.stop(o.Stop)
		case o.End:
			w.end()
		}
	}
}

func (w *warden) end() {
	w.killAll(syscall.SIGKILL)
	select {
	case <-w.alone:
	case <-time.After(patience):
	}
	u := w.used()
	if w.keep < 0 || w.line.Send(Report{Ended: &u}, w.keep) != nil { // the system limits a user's descriptors on their way
		w.line.Send(Report{Ended: &u})
	}
}

// dial connects to a server of the program and sends the connection.
func (w *warden) dial(address string) {
	failure := ""
	conn, err := net.DialTimeout("tcp", address, patience)
	if err == nil {
		defer conn.Close()
		var f *os.File
		if f, err = conn.(*net.TCPConn).File(); err == nil {
			defer f.Close()
			if err = w.line.Send(Report{Dialled: &failure}, int(f.Fd())); err == nil {
				return
			}
		}
	}
	failure = err.Error()
	w.line.Send(Report{Dialled: &failure})
}

// listen returns a descriptor that listens in the loopback of the jail.
func listen(address string) ([]int, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	f, err := l.(*net.TCPListener).File()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	return []int{fd}, err
}

// loopback brings up the loopback network of the jail.
func loopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	return nil
}
