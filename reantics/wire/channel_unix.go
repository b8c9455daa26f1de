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

	"github.com/gridiron-games/gridiron/kernel/proc"
)

// channel is a pair of pipes to a process. Reading one blocks the thread, not only the goroutine: for short answers that is
// several times cheaper than waking a goroutine that waits for a pipe of proc. Both ends are open here, so there is no end of the
// input; wake ends a read.
type channel struct {
	questions int       // where we write
	answers   int       // where we read
	wakes     int       // where the other side writes answers, and we what ends a read
	asked     int       // where the other side reads questions
	rest      []byte    // was read, but not yet asked for
	buffer    [512]byte // where rest begins when it was empty
	yielded   time.Time // when the scheduler was last passed

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

// pipe makes a pipe that other programs do not get.
func pipe(ends *[2]int) error {
	syscall.ForkLock.RLock() // until they are marked nobody is started
	defer syscall.ForkLock.RUnlock()
	if err := syscall.Pipe(ends[:]); err != nil {
		return err
	}
	syscall.CloseOnExec(ends[0])
	syscall.CloseOnExec(ends[1])
	return nil
}

// files are the ends of the other side, to be given to it as its descriptors 3 and 4. The caller closes them.
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

// slice is how long a goroutine may go on without the scheduler before the runtime watches it: it does after 10 ms.
const slice = 4 * time.Millisecond

// yield keeps the runtime from taking the goroutine for one that never blocks, for it sees only what goes through its scheduler.
// It would take the processor away in every read, and look for such reads every 20 us, which costs more than all the rest.
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

// readLine returns the next line without its end. It is good until the next call.
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

// Punctual says that Answer returns when its time is over: a byte of ours in the pipe wakes the reader up.
func (p *Python) Punctual() {}
