//go:build unix

package zmtp

import (
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// blocking returns a connection whose reads and writes block the thread instead of parking the goroutine. Waking a thread is
// several times cheaper than waking a goroutine through the poller. It must not be closed while it is in use.
func blocking(conn net.Conn) net.Conn {
	c, ok := conn.(syscall.Conn)
	if !ok {
		return conn
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return conn
	}
	fd := -1
	raw.Control(func(of uintptr) {
		syscall.ForkLock.RLock() // no child may inherit it
		defer syscall.ForkLock.RUnlock()
		if fd, err = syscall.Dup(int(of)); err == nil {
			syscall.CloseOnExec(fd)
		}
	})
	if err != nil || fd < 0 {
		return conn
	}
	if err := syscall.SetNonblock(fd, false); err != nil {
		syscall.Close(fd)
		return conn
	}
	conn.Close()
	return &blockingConn{Conn: conn, fd: fd}
}

type blockingConn struct {
	net.Conn // closed; it knows the addresses
	fd       int
	limits   [2]time.Duration // for reading and writing, as set in the system
}

func (c *blockingConn) Read(b []byte) (int, error) {
	n, err := retry(func() (int, error) { return syscall.Read(c.fd, b) })
	if n == 0 && err == nil && len(b) > 0 {
		return 0, io.EOF
	}
	return n, err
}

func (c *blockingConn) Write(b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var more int
		more, err = retry(func() (int, error) { return syscall.Write(c.fd, b[n:]) })
		n += more
	}
	return n, err
}

func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EAGAIN):
			return 0, os.ErrDeadlineExceeded
		default:
			return max(n, 0), err
		}
	}
}

func (c *blockingConn) SetReadDeadline(t time.Time) error { return c.limit(0, syscall.SO_RCVTIMEO, t) }

func (c *blockingConn) SetWriteDeadline(t time.Time) error {
	return c.limit(1, syscall.SO_SNDTIMEO, t)
}

// limit bounds the next calls. Most limits are the same again and again, except for the time that passes until they are set.
func (c *blockingConn) limit(which, option int, t time.Time) error {
	d := max(time.Until(t).Round(time.Millisecond), time.Millisecond)
	if c.limits[which] == d {
		return nil
	}
	c.limits[which] = d
	tv := syscall.NsecToTimeval(int64(d))
	return syscall.SetsockoptTimeval(c.fd, syscall.SOL_SOCKET, option, &tv)
}

func (c *blockingConn) Close() error { return syscall.Close(c.fd) }
