//go:build unix

package wire

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// channel is a pair of named pipes to a process. Reading one blocks the thread, not only the goroutine: for short answers that is
// several times cheaper than waking a goroutine that waits for a pipe of proc. Both ends are open here, so there is no end of the
// input; wake ends a read.
type channel struct {
	paths     [2]string // of the questions and the answers
	questions int
	answers   int
	rest      []byte // was read, but not yet asked for

	mu     sync.Mutex
	closed bool
}

// openChannel makes the pipes. They need a name only until the other side has opened them; see forget.
func openChannel() (*channel, error) {
	dir, err := os.MkdirTemp("", "reantics")
	if err != nil {
		return nil, err
	}
	c := &channel{paths: [2]string{filepath.Join(dir, "questions"), filepath.Join(dir, "answers")}, questions: -1, answers: -1}
	for i, fd := range []*int{&c.questions, &c.answers} {
		if err = syscall.Mkfifo(c.paths[i], 0o600); err == nil {
			*fd, err = syscall.Open(c.paths[i], syscall.O_RDWR|syscall.O_CLOEXEC, 0)
		}
		if err != nil {
			c.forget()
			c.close()
			return nil, err
		}
	}
	return c, nil
}

// forget removes the names.
func (c *channel) forget() { os.RemoveAll(filepath.Dir(c.paths[0])) }

func (c *channel) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	for _, fd := range []int{c.questions, c.answers} {
		if fd >= 0 {
			syscall.Close(fd)
		}
	}
}

// wake ends a read with a line that no host writes.
func (c *channel) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		syscall.Write(c.answers, []byte(woken+"\n"))
	}
}

// write writes a question, which is shorter than a pipe.
func (c *channel) write(b []byte) error {
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

// readLine returns the next line without its end.
func (c *channel) readLine() ([]byte, error) {
	var buffer [512]byte
	for {
		if i := bytes.IndexByte(c.rest, '\n'); i >= 0 {
			line := c.rest[:i]
			c.rest = c.rest[i+1:]
			return line, nil
		}
		n, err := syscall.Read(c.answers, buffer[:])
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return nil, err
		}
		c.rest = append(c.rest, buffer[:n]...)
	}
}
