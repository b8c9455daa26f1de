// Package proc runs a player's program: start it, talk to it line by line, keep the beginning and the end of what it writes
// to standard error, and kill it together with everything it started.
package proc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/kballard/go-shellquote"
)

// MaxLine is the longest line a program may write, in bytes without the line feed.
const MaxLine = 1 << 20

// MaxStderr is how much of a program's standard error is kept: the first and the last half of it.
const MaxStderr = 64 << 10

// Line is one line that a program wrote, or why there is none.
type Line struct {
	Text []byte // without the line feed; the beginning of a line that is too long
	Err  error  // io.EOF after the last line, ErrTooLong
}

// ErrTooLong is the error of a line above MaxLine bytes. The rest of it is dropped, and reading goes on.
var ErrTooLong = fmt.Errorf("a line of more than %d bytes", MaxLine)

// Program is a running program. Its methods may be called from one goroutine at a time.
type Program struct {
	Lines <-chan Line // what it writes to standard output; after a Line with io.EOF there is no other

	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	stderr tail
	exited chan struct{} // closed when the program itself has ended
	stop   chan struct{} // closed by Close
	drains sync.WaitGroup
	once   sync.Once
}

// Split splits a command line into words by the quoting rules of a POSIX shell, on every system, without a shell.
func Split(command string) ([]string, error) {
	words, err := shellquote.Split(command)
	if err != nil {
		return nil, fmt.Errorf("command %q: %s", command, strings.ToLower(err.Error()))
	}
	if len(words) == 0 {
		return nil, errors.New("the command is empty")
	}
	return words, nil
}

// Join writes words as a command line that Split reads.
func Join(words ...string) string { return shellquote.Join(words...) }

// interpreters run files that are no programs by themselves.
var interpreters = map[string]string{".py": "python3", ".js": "node", ".jar": "java -jar"}

// RunsFile returns the command that runs a file, as Split reads it; "" if a name is not that of a program. The error is that there
// is no such file.
func RunsFile(spec string) (command string, err error) {
	info, err := os.Stat(spec)
	interpreter := interpreters[filepath.Ext(spec)]
	switch {
	case interpreter != "":
		return interpreter + " " + Join(spec), err
	case err != nil || info.IsDir() || info.Mode()&0o111 == 0:
		return "", nil
	case !strings.ContainsAny(spec, `/\`):
		spec = "./" + spec
	}
	return Join(spec), nil
}

// Start starts a program in a process group of its own. It is killed when this process dies, where the system can do that. What
// it writes to standard error also goes to tee as it comes, from a goroutine of this package; nil: nowhere else.
func Start(words []string, tee io.Writer) (*Program, error) {
	p := &Program{exited: make(chan struct{}), stop: make(chan struct{})}
	p.stderr.done, p.stderr.tee = make(chan struct{}), tee
	p.cmd = exec.Command(words[0], words[1:]...)
	setGroup(p.cmd)
	var theirs [3]*os.File
	var err error
	if theirs[0], p.stdin, err = os.Pipe(); err == nil {
		if p.stdout, theirs[1], err = os.Pipe(); err == nil {
			p.stderr.from, theirs[2], err = os.Pipe()
		}
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	if err == nil {
		err = p.run()
	}
	for _, f := range theirs {
		f.Close() // a nil file only returns an error
	}
	if err != nil {
		p.stdin.Close()
		p.stdout.Close()
		p.stderr.from.Close()
		return nil, err
	}
	lines := make(chan Line, 16)
	p.Lines = lines
	p.drains.Go(func() { p.read(lines) })
	p.drains.Go(p.stderr.drain)
	return p, nil
}

// run starts the program and waits for it on one thread of its own: Linux ties "die with your parent" to the thread that
// started the child.
func (p *Program) run() error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err == nil {
			p.cmd.Wait()
			close(p.exited)
		}
	}()
	return <-started
}

// read hands out lines until the end of the output. A program that writes faster than it is asked waits.
func (p *Program) read(lines chan<- Line) {
	r := bufio.NewReaderSize(p.stdout, 64<<10)
	var l Line
	for {
		if errors.Is(l.Err, ErrTooLong) {
			dropLine(r)
		}
		l.Text, l.Err = readLine(r)
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

// readLine reads up to the next line feed; what stands before the end of the input without one is a line too.
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
			return nil, io.EOF // a closed pipe is an end too
		}
	}
}

// Write writes to the program's standard input. It gives up at the deadline set by SetWriteDeadline.
func (p *Program) Write(b []byte) (int, error) { return p.stdin.Write(b) }

// SetWriteDeadline bounds Write against a program that does not read; systems whose pipes have no deadlines ignore it.
func (p *Program) SetWriteDeadline(t time.Time) { p.stdin.SetWriteDeadline(t) }

// CloseInput ends the program's standard input.
func (p *Program) CloseInput() { p.stdin.Close() }

// Exited is closed when the program itself has ended; children of it may still hold its output open.
func (p *Program) Exited() <-chan struct{} { return p.exited }

// Status says how the program ended, such as "exit status 3", once what it wrote last is in Stderr; call it after Exited.
func (p *Program) Status() string {
	select {
	case <-p.stderr.done:
	case <-time.After(100 * time.Millisecond): // a child of it holds its standard error open
	}
	return p.cmd.ProcessState.String()
}

// Close ends the program: it closes its input, waits up to patience for it to leave by itself, and then kills it and all that
// it started. It returns how the program ended.
func (p *Program) Close(patience time.Duration) string {
	p.once.Do(func() {
		p.stdin.Close()
		select {
		case <-p.exited:
		case <-time.After(patience):
		}
		killGroup(p.cmd.Process)
		<-p.exited
		close(p.stop)
		// Whoever still holds the output open has left the group; it does not hold us.
		soon := time.Now().Add(100 * time.Millisecond)
		p.stdout.SetReadDeadline(soon)
		p.stderr.from.SetReadDeadline(soon)
		p.drains.Wait()
		p.stdout.Close()
		p.stderr.from.Close()
	})
	return p.Status()
}

// Stderr returns what the program wrote to standard error so far: all of it up to MaxStderr bytes, otherwise the beginning
// and the end with a line between them that says how much is missing.
func (p *Program) Stderr() string { return p.stderr.String() }

// Printed returns what the program wrote to standard error since Printed was called last, as far as it belongs to the first half of
// MaxStderr bytes.
func (p *Program) Printed() string { return p.stderr.printed() }

// Overflow returns what Printed leaves out: the end of what the program wrote, after a line that says how much is missing before it.
func (p *Program) Overflow() string { return p.stderr.overflow() }

// Forget forgets what the program wrote to standard error so far.
func (p *Program) Forget() { p.stderr.forget() }

// tail keeps the beginning and the end of a stream.
type tail struct {
	from  *os.File
	tee   io.Writer     // gets all of it, too; may be nil
	done  chan struct{} // closed at the end of the stream
	mu    sync.Mutex
	head  []byte
	ring  []byte // the last bytes after head, oldest at next once it is full
	next  int
	total int
	taken int // of head, by printed
}

func (t *tail) drain() {
	defer close(t.done)
	buffer := make([]byte, 32<<10)
	for {
		n, err := t.from.Read(buffer)
		t.add(buffer[:n])
		if t.tee != nil && n > 0 {
			t.tee.Write(buffer[:n])
		}
		if err != nil {
			return
		}
	}
}

func (t *tail) add(b []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
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

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return valid(string(t.head) + t.rest())
}

func (t *tail) printed() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := t.head[t.taken:]
	t.taken = len(t.head)
	return valid(string(text))
}

func (t *tail) overflow() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return valid(t.rest())
}

func (t *tail) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.head, t.ring, t.next, t.total, t.taken = t.head[:0], t.ring[:0], 0, 0, 0
}

// rest is what follows the head: the end, and a line before it if something is missing between them.
func (t *tail) rest() string {
	gap := ""
	if missing := t.total - len(t.head) - len(t.ring); missing > 0 {
		gap = fmt.Sprintf("\n[%d bytes left out]\n", missing)
	}
	return gap + string(t.ring[t.next:]) + string(t.ring[:t.next])
}

func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
