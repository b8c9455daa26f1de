// Package proc runs a player's program: start it, talk to it line by line, keep the beginning and the end of what it writes
// to standard error, and kill it together with everything it started.
package proc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// MaxLine is the longest line a program may write, in bytes without the line feed.
const MaxLine = 1 << 20

// MaxStderr is how many bytes of a program's standard error are kept: the first and the last half of them.
const MaxStderr = 64 << 10

// Line is one line that a program wrote, or the reason why there is none.
type Line struct {
	Text []byte // without the line feed; the beginning of a line that is too long
	Err  error  // io.EOF after the last line, ErrTooLong
	From int64  // how many bytes the program wrote before it
}

// ErrTooLong is the error of a line of more than MaxLine bytes. The rest of the line is dropped, and reading continues.
var ErrTooLong = fmt.Errorf("the line has more than %d bytes", MaxLine)

// Steady returns environment variables, NAME=value, that make programs repeatable: PYTHONHASHSEED, which decides the order of
// Python's sets of texts, unless the user has set it. All programs get it, because a script or another program may start Python.
func Steady() []string {
	if os.Getenv("PYTHONHASHSEED") != "" {
		return nil
	}
	return []string{"PYTHONHASHSEED=0"}
}

// Options are the settings of a program besides its command. The zero value starts a program without a jail.
type Options struct {
	Jail     Policy     // what the program may do
	Launcher Launcher   // starts it in a jail; nil: it has none
	Folder   string     // in a jail: its own folder; "" is the one that its command names
	Dir      string     // its working directory, an absolute path; "" is that of this process
	Env      []string   // variables, NAME=value, in addition to those of this process or, in a jail, those of the jail
	Files    []*os.File // its descriptors 3, 4, ...; the caller closes them after the start
	Listen   string     // in a jail: the address of a server of this process in its loopback, see [Program.Listener]
	Stderr   io.Writer  // gets its standard error as it comes, from a goroutine of this package; nil: it is only kept

	// Patience is how long it may take to start, and for an answer that has no limit of its own; 0: StartTime, and any time for
	// an answer; below 0: any time.
	Patience time.Duration

	// Terminal gives it this process' own standard input, output and error, for a debugger. It stays in our process group, as
	// others may not read from a terminal, so that what it starts is not killed with it. Programs in a jail do not get them.
	Terminal bool

	// Said is called at each start with the level of the program's jail, if one was wanted; may be nil.
	Said func(level string)
}

// Level returns the level of the jail that a program started with these options will have: "" if no jail is wanted, "none" if a
// jail is not possible.
func (o *Options) Level(words []string) string {
	if !o.Jail.Wanted() {
		return ""
	}
	if o.unfit(words) != nil {
		return none
	}
	level, _ := o.Launcher.Probe()
	return level
}

// none is the level of a program that is not in a jail although one was wanted.
const none = "none"

// Program is a running program. Unless noted otherwise, its methods may be called from one goroutine at a time.
type Program struct {
	Lines <-chan Line // what it writes to standard output; the Line with io.EOF is the last one

	child  Child
	level  string
	stdin  *pipe
	stdout outlet
	stderr
	exited chan struct{} // closed when the program itself has ended
	stop   chan struct{} // closed by Close
	hurry  chan struct{} // closed when Close no longer waits, see Orderly
	ended  error
	drains sync.WaitGroup
	once   sync.Once
	paused bool
	lines  atomic.Int64 // that it has written so far
}

// Child is a program that was started, in a jail or not.
type Child interface {
	Wait()          // for its end; its number is not reused until End
	Status() string // how it ended; call it after Wait
	End() error     // kills it and all that it started, and releases what it held
}

// Start starts a program in a process group of its own. It is killed when this process dies, if the system can do that.
func Start(words []string) (*Program, error) { return StartWith(words, Options{}) }

// StartWith starts a program as the options say. If the policy wants a jail but does not require it, the program is started
// without one on systems that have no jails, and when its folder or network does not allow one; Level says so.
func StartWith(words []string, o Options) (*Program, error) {
	p := &Program{exited: make(chan struct{}), stop: make(chan struct{}), hurry: all.hurry}
	p.stderr.done, p.stderr.tee = make(chan struct{}), o.Stderr
	o.Env = append(Steady(), o.Env...)
	if err := p.start(words, &o); err != nil {
		return nil, err
	}
	if o.Said != nil && o.Jail.Wanted() {
		o.Said(p.level)
	}
	all.add(p)
	lines := make(chan Line, 16)
	p.Lines = lines
	p.drains.Go(func() { p.read(lines) })
	p.drains.Go(p.stderr.drain)
	go func() {
		p.child.Wait()
		close(p.exited)
	}()
	return p, nil
}

// read delivers lines until the end of the output. A program that writes faster than its lines are read has to wait.
func (p *Program) read(lines chan<- Line) {
	r := bufio.NewReaderSize(&p.stdout, 64<<10)
	var l Line
	for {
		if errors.Is(l.Err, ErrTooLong) {
			dropLine(r)
		}
		l.From = p.stdout.total - int64(r.Buffered()) // no other goroutine changes it
		if l.Text, l.Err = readLine(r); !errors.Is(l.Err, io.EOF) {
			p.lines.Add(1)
		}
		select {
		case lines <- l:
		case <-p.stop:
			return
		}
		if errors.Is(l.Err, io.EOF) {
			return
		}
	}
}

// dropLine reads what is left of a line.
func dropLine(r *bufio.Reader) {
	for {
		if _, err := r.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// readLine reads up to the next line feed; text before the end of the input without a line feed is a line, too.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > MaxLine+1 || len(line) == MaxLine+1 && err != nil:
			if err == nil {
				r.UnreadByte() // for dropLine
			}
			return line[:MaxLine], ErrTooLong
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case len(line) > 0 && errors.Is(err, io.EOF):
			return line, nil
		default:
			return nil, io.EOF // a closed pipe is an end, too
		}
	}
}

// Written returns how many bytes the program has written to standard output so far. On systems other than Linux, bytes that have
// not been read yet are missing.
func (p *Program) Written() int64 {
	p.stdout.mu.Lock()
	defer p.stdout.mu.Unlock()
	return p.stdout.total + int64(pending(p.stdout.from))
}

// Spoken returns how many lines the program has written so far. It may be called from any goroutine.
func (p *Program) Spoken() int { return int(p.lines.Load()) }

// Write writes to the program's standard input. It gives up at the deadline set by SetWriteDeadline.
func (p *Program) Write(b []byte) (int, error) { return p.stdin.Write(b) }

// SetWriteDeadline bounds Write if the program does not read; systems whose pipes have no deadlines ignore it.
func (p *Program) SetWriteDeadline(t time.Time) { p.stdin.SetWriteDeadline(t) }

// CloseInput ends the program's standard input.
func (p *Program) CloseInput() { p.stdin.Close() }

// Exited is closed when the program itself has ended; children of it may still hold its output open.
func (p *Program) Exited() <-chan struct{} { return p.exited }

// Status returns how the program ended, such as "exit status 3", when its last output has arrived in Stderr; call it after
// Exited.
func (p *Program) Status() string {
	select {
	case <-p.stderr.done:
	case <-time.After(100 * time.Millisecond): // a child of the program holds its standard error open
	}
	return p.child.Status()
}

// Level returns the level of the program's jail; "none" if it has none, with the reason if a jail was wanted.
func (p *Program) Level() string { return p.level }

// Hurried is closed when this process has been told to end and waits for programs no longer, see Orderly.
func (p *Program) Hurried() <-chan struct{} { return p.hurry }

// Close ends the program: it closes its input, waits up to patience for it to exit by itself, less after a signal (see
// Orderly), and then kills it and all that it started. It returns how the program ended. Kept returns what went wrong when a
// jail wrote back files.
func (p *Program) Close(patience time.Duration) string {
	p.once.Do(func() {
		p.stdin.Close()
		p.thaw() // a program that is stopped would not see that
		select {
		case <-p.exited:
		case <-time.After(patience):
		case <-p.hurry:
		}
		p.ended = p.child.End()
		all.remove(p)
		<-p.exited
		close(p.stop)
		// A process that still holds the output open has left the group; we do not wait for it.
		soon := time.Now().Add(100 * time.Millisecond)
		p.stdout.from.SetReadDeadline(soon)
		p.stderr.from.SetReadDeadline(soon)
		p.drains.Wait()
		p.stdout.from.Close()
		p.stderr.from.Close()
	})
	return p.Status()
}

// Kept returns what went wrong when the files in the program's folder were written back; call it after Close.
func (p *Program) Kept() error { return p.ended }

// Usage returns what the program and what it started have used. Without a jail, it does not include processes that the program
// did not wait for, and on systems other than Linux it is known only after Close.
func (p *Program) Usage() Usage {
	if m, ok := p.child.(interface{ Usage() Usage }); ok {
		return m.Usage()
	}
	return Usage{}
}

// freezer is a child that can be stopped and continued.
type freezer interface {
	Freeze()
	Thaw()
}

// Pause stops the program and all that it started until Resume, in a jail. It takes less than 0.1 ms, so that a program may be
// paused whenever it is not asked. It does nothing for a nil program.
func (p *Program) Pause() {
	if p != nil && !p.paused {
		if f, ok := p.child.(freezer); ok {
			f.Freeze()
			p.paused = true
		}
	}
}

// Resume continues what Pause has stopped.
func (p *Program) Resume() {
	if p != nil && p.paused {
		p.paused = false
		p.thaw()
	}
}

func (p *Program) thaw() {
	if f, ok := p.child.(freezer); ok {
		f.Thaw()
	}
}

// Unended returns the beginning of a line whose end the program has not written, and how many bytes of it were read; 0: there is
// none. It may be called from any goroutine.
func (p *Program) Unended() (begin string, length int) {
	p.stdout.mu.Lock()
	defer p.stdout.mu.Unlock()
	return string(p.stdout.begun), p.stdout.open
}

// outlet counts what is read from a stream.
type outlet struct {
	from  *pipe
	mu    sync.Mutex
	total int64
	begun []byte // the beginning of a line without its end
	open  int    // bytes of that line
}

// maxBegun is how much of a line without its end is kept.
const maxBegun = 200

func (o *outlet) Read(buffer []byte) (int, error) {
	return take(o.from, &o.mu, buffer, func(b []byte) {
		o.total += int64(len(b))
		if end := bytes.LastIndexByte(b, '\n'); end >= 0 {
			o.begun, o.open, b = o.begun[:0], 0, b[end+1:]
		}
		o.begun = append(o.begun, b[:min(len(b), maxBegun-len(o.begun))]...)
		o.open += len(b)
	})
}

// stderr keeps the beginning and the end of what a program writes to standard error.
type stderr struct {
	from  *pipe
	tee   io.Writer     // gets all of it; may be nil
	done  chan struct{} // closed at the end of the stream
	mu    sync.Mutex
	head  []byte
	ring  []byte // the last bytes after head, oldest at next once it is full
	next  int
	total int
	taken int // bytes of head that Printed has returned
}

func (t *stderr) drain() {
	defer close(t.done)
	buffer := make([]byte, 32<<10)
	for {
		n, err := take(t.from, &t.mu, buffer, t.add)
		if t.tee != nil && n > 0 {
			t.tee.Write(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

// add keeps what was read; t.mu is held.
func (t *stderr) add(b []byte) {
	t.total += len(b)
	n := min(len(b), MaxStderr/2-len(t.head))
	t.head = append(t.head, b[:n]...)
	for b = b[n:]; len(b) > 0; b = b[n:] {
		if len(t.ring) < MaxStderr/2 {
			n = min(len(b), MaxStderr/2-len(t.ring))
			t.ring = append(t.ring, b[:n]...)
		} else {
			n = copy(t.ring[t.next:], b)
			t.next = (t.next + n) % len(t.ring)
		}
	}
}

// Stderr returns what the program has written to standard error so far: all of it up to MaxStderr bytes, otherwise the beginning
// and the end with a line between them that says how much is missing.
func (t *stderr) Stderr() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return valid(string(t.head) + t.rest())
}

// settle waits a little for output that is on its way: a program prints before it answers, but its answer may be read first.
func (t *stderr) settle(tries int) {
	for range tries {
		t.mu.Lock()
		left := pending(t.from)
		t.mu.Unlock()
		if left == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Printed returns what the program wrote to standard error since the last call of Printed, as far as it belongs to the first half
// of MaxStderr bytes.
func (t *stderr) Printed() string {
	t.settle(50)
	t.mu.Lock()
	defer t.mu.Unlock()
	text := t.head[t.taken:]
	t.taken = len(t.head)
	return valid(string(text))
}

// Overflow returns what Printed leaves out: the end of what the program wrote, after a line that says how much is missing before
// it.
func (t *stderr) Overflow() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return valid(t.rest())
}

// Forget forgets what the program wrote to standard error so far.
func (t *stderr) Forget() {
	t.settle(2000) // what comes later would count for the next game
	t.mu.Lock()
	defer t.mu.Unlock()
	t.head, t.ring, t.next, t.total, t.taken = t.head[:0], t.ring[:0], 0, 0, 0
}

// rest returns what follows the head: the end, after a line that says how much is missing between them, if anything is.
func (t *stderr) rest() string {
	gap := ""
	if missing := t.total - len(t.head) - len(t.ring); missing > 0 {
		gap = fmt.Sprintf("\n[%d bytes left out]\n", missing)
	}
	return gap + string(t.ring[t.next:]) + string(t.ring[:t.next])
}

func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
