//go:build unix

package wire

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/proc"
)

// channel is a pair of pipes to a process. A read blocks the thread, not only the goroutine: for short answers that is several
// times cheaper than waking a goroutine that waits for a pipe of proc. Both ends are open in this process, so the input has no
// end; wake ends a read.
type channel struct {
	questions int       // descriptor to write to
	answers   int       // descriptor to read from
	wakes     int       // the other side writes its answers here, and we write here to end a read
	asked     int       // the other side reads questions here
	rest      []byte    // bytes that were read but not used yet
	buffer    [512]byte // memory of rest after rest was empty
	yielded   time.Time // when yield last gave way to the scheduler

	mu     sync.Mutex
	closed bool
}

// openChannel makes the pipes.
func openChannel() (*channel, error) {
	var questions, answers [2]int
	if err := pipe(&questions); err != nil {
		return nil, err
	}
	if err := pipe(&answers); err != nil {
		syscall.Close(questions[0])
		syscall.Close(questions[1])
		return nil, err
	}
	return &channel{asked: questions[0], questions: questions[1], answers: answers[0], wakes: answers[1]}, nil
}

// pipe makes a pipe that other programs do not inherit.
func pipe(ends *[2]int) error {
	syscall.ForkLock.RLock() // no process may start until they are marked
	defer syscall.ForkLock.RUnlock()
	if err := syscall.Pipe(ends[:]); err != nil {
		return err
	}
	syscall.CloseOnExec(ends[0])
	syscall.CloseOnExec(ends[1])
	return nil
}

// files are the other side's ends, which become its descriptors 3 and 4. The caller closes them.
func (c *channel) files() (list []*os.File, err error) {
	for _, fd := range []int{c.asked, c.wakes} {
		syscall.ForkLock.RLock()
		copied, err := syscall.Dup(fd)
		if err == nil {
			syscall.CloseOnExec(copied)
		}
		syscall.ForkLock.RUnlock()
		if err != nil {
			closeFiles(list)
			return nil, err
		}
		list = append(list, os.NewFile(uintptr(copied), "channel"))
	}
	return list, nil
}

func (c *channel) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	for _, fd := range []int{c.questions, c.answers, c.wakes, c.asked} {
		syscall.Close(fd)
	}
}

// wake ends a read with a line that no host writes.
func (c *channel) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		syscall.Write(c.wakes, []byte(woken+"\n"))
	}
}

// slice is how long a goroutine may run without the scheduler; after 10 ms, the runtime would watch it.
const slice = 4 * time.Millisecond

// yield prevents the runtime from treating the goroutine as one that never blocks, because it sees only waits that go through its
// scheduler. It would take the processor away in every read, and look for such reads every 20 us, which costs more than the whole
// conversation.
func (c *channel) yield() {
	if now := time.Now(); now.Sub(c.yielded) > slice {
		c.yielded = now
		runtime.Gosched()
	}
}

// write writes a question, which is shorter than a pipe.
func (c *channel) write(b []byte) error {
	c.yield()
	for len(b) > 0 {
		n, err := syscall.Write(c.questions, b)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// readLine returns the next line without its end. The line is valid until the next call.
func (c *channel) readLine() ([]byte, error) {
	var part [512]byte
	for {
		if i := bytes.IndexByte(c.rest, '\n'); i >= 0 {
			line := c.rest[:i]
			c.rest = c.rest[i+1:]
			return line, nil
		}
		n, err := syscall.Read(c.answers, part[:])
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return nil, err
		case len(c.rest) == 0:
			c.rest = c.buffer[:0]
		case len(c.rest) > proc.MaxLine:
			return nil, proc.ErrTooLong
		}
		c.rest = append(c.rest, part[:n]...)
	}
}

// Punctual says that Answer returns when its time is over: wake ends its read.
func (p *Python) Punctual() {}
