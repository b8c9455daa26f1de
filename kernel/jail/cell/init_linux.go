package cell

import (
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lineFD is the descriptor of the connection in process 1.
const lineFD = 3

// Name is what this program is called where it is process 1 of a jail; see Init.
const Name = "gridiron-jail"

// EndTime is how long process 1 may take to end the others and to say what they used, before it is ended with them. On a busy
// machine it gets the processor late.
const EndTime = 30 * time.Second

// patience is how long process 1 waits for a process that it killed, or for a server in the jail.
const patience = 2500 * time.Millisecond

// Init does in process 1 of a jail that process's work and does not return. Elsewhere it does nothing.
func Init() {
	if len(os.Args) != 1 || filepath.Base(os.Args[0]) != Name {
		return
	}
	w := &warden{keep: -1, alone: make(chan struct{}), signals: make(chan syscall.Signal), sent: make(chan struct{})}
	err := w.serve() // returns only if the program cannot be started
	w.line.Send(Report{Failed: "jail: " + err.Error()})
	w.exit()
}

// exit ends process 1, and the system all others. Where there are no namespaces we must end them.
func (w *warden) exit() {
	if w.spec.Way == LandlockOnly {
		if w.program != 0 {
			w.killAll(syscall.SIGKILL)
		}
		os.RemoveAll(w.spec.Temp)
	}
	os.Exit(1)
}

// warden is process 1 of a jail.
type warden struct {
	spec    Spec
	line    *Channel
	sampled int64 // bytes of memory above which we end all; 0 where a group does that
	keep    int   // descriptor of the folder with what the program writes to its own, -1 for none
	program int   // its process
	why     atomic.Pointer[string]
	peak    atomic.Int64
	signals chan syscall.Signal // for all others
	sent    chan struct{}
	alone   chan struct{} // closed when all others are gone
}

// serve does what process 1 does. It returns an error if the program cannot be started, and does not return otherwise: the end of
// the connection ends it.
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
	signal.Notify(make(chan os.Signal, 1)) // the program may send us any; ignored ones would be ignored by it too
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
	spareThreads()
	ready := make(chan error)
	go w.guard(&begun, ready)
	if err := <-ready; err != nil {
		return err
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

// spareThreads has the runtime make the threads that it will ever need. Later the program may have taken all that its user may
// have, and the runtime gives up when it gets none.
func spareThreads() {
	const spare = 6 // for each of our goroutines that can be in a call of the system at a time
	var all, gone sync.WaitGroup
	all.Add(spare)
	for range spare {
		gone.Go(func() {
			runtime.LockOSThread() // nobody else runs on this thread while we wait
			defer runtime.UnlockOSThread()
			all.Done()
			all.Wait()
		})
	}
	gone.Wait()
}

// guard gives up, on a thread of its own, what the program must not have, and starts it from there: so it has none of that, and
// all other threads of ours keep it. Signals to all are sent from this thread too: landlock lets them reach only those who were
// started from it.
func (w *warden) guard(begun *Started, ready chan<- error) {
	runtime.LockOSThread()
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

// start starts the program and lets go of its descriptors, so that it alone can end them.
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
	if s.Path != "" { // Probe starts none
		var err error
		if w.program, err = syscall.ForkExec(s.Path, s.Argv, attributes); err != nil {
			return fmt.Errorf("%s does not start inside: %w; it sees the system's programs, its own folder and what the policy has it read", s.Path, err)
		}
		if s.CPU > 0 {
			limit := unix.Rlimit{Cur: uint64(s.CPU), Max: uint64(s.CPU) + 1}
			if err := unix.Prlimit(w.program, unix.RLIMIT_CPU, &limit, nil); err != nil {
				return fmt.Errorf("limit of processor time: %w", err)
			}
		}
	}
	for _, fd := range files {
		unix.Close(int(fd))
	}
	return nil
}

// reap waits for all processes: those without a parent are ours.
func (w *warden) reap() {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			close(w.alone) // no child is left, and nobody else can start one
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

// obey does what we are told. At the end of the connection, whoever started us is dead.
func (w *warden) obey() {
	for {
		var o Order
		if w.line.Receive(&o) != nil {
			w.exit()
		}
		switch {
		case o.Freeze != nil:
			w.freeze(*o.Freeze)
			w.line.Send(Report{Frozen: true})
		case o.Dial != "":
			w.dial(o.Dial)
		case o.Count:
			u := w.used()
			w.line.Send(Report{Counted: &u})
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
	if w.keep >= 0 {
		w.line.Send(Report{Ended: &u}, w.keep)
	} else {
		w.line.Send(Report{Ended: &u})
	}
}

// freeze stops or continues all processes.
func (w *warden) freeze(yes bool) {
	if !yes {
		w.killAll(syscall.SIGCONT)
		return
	}
	for range 100 {
		w.killAll(syscall.SIGSTOP)
		if !slices.ContainsFunc(processes(w.spec.Way == LandlockOnly), func(p process) bool { return p.running }) {
			return
		}
		time.Sleep(100 * time.Microsecond)
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
			w.line.Send(Report{Dialled: &failure}, int(f.Fd()))
			return
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

// loopback switches the network of the jail on.
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
