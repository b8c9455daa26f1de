package zmtp

import (
	"errors"
	"net"
	"os"
	"time"
)

const (
	sliceTime  = 50 * time.Millisecond // between checks for other reasons to end a wait
	directTime = 5 * time.Millisecond  // how long Send tries to send a message at once; then Receive sends it
	maxWaiting = MaxMessage            // bytes that a peer may leave unread before it counts as gone
)

// Line is the connection of a Pair or a Dealer to its peer, used by one goroutine: no other goroutine carries messages for it,
// and where the system allows it, a read blocks the thread. For questions and answers that costs a third of what a Socket costs.
// It must not be in use when its socket is closed.
type Line struct {
	socket *Socket
	peer   *peer
	in     tape
	out    []byte // frames that were not sent yet
}

// ListenLine does what Listen does, for a socket whose messages are exchanged by its Line.
func ListenLine(k Kind, address string) (*Socket, error) {
	return listenWith(newLineSocket(k), address)
}

// ServeLine does what Serve does, for a socket whose messages are exchanged by its Line.
func ServeLine(k Kind, l net.Listener) *Socket { return serveWith(newLineSocket(k), l) }

// DialLine does what Dial does, for a socket whose messages are exchanged by its Line.
func DialLine(k Kind, address string) (*Socket, error) { return dialWith(newLineSocket(k), address) }

func newLineSocket(k Kind) *Socket {
	s := newSocket(k)
	s.lines = make(chan *Line, 1)
	return s
}

// Line waits for the peer and returns the connection to it, each connection once. It waits as Line.Receive does.
func (s *Socket) Line(until time.Time, check func() error) (*Line, error) {
	for {
		select {
		case l := <-s.lines: // the connection may exist although no time is left to wait
			return l, nil
		default:
		}
		slice, err := NextSlice(until)
		if err == nil {
			err = check()
		}
		if err != nil {
			return nil, err
		}
		select {
		case l := <-s.lines:
			return l, nil
		case <-time.After(slice):
		case <-s.ctx.Done():
			return nil, ErrClosed
		}
	}
}

// NextSlice returns how long to wait before the next check. The error is os.ErrDeadlineExceeded.
func NextSlice(until time.Time) (time.Duration, error) {
	if until.IsZero() {
		return sliceTime, nil
	}
	left := time.Until(until)
	if left <= 0 {
		return 0, os.ErrDeadlineExceeded
	}
	return min(left, sliceTime), nil
}

// lend gives the connection to a Line until the connection ends.
func (s *Socket) lend(p *peer) {
	first, _ := p.conn.r.Peek(p.conn.r.Buffered())
	l := &Line{socket: s, peer: p, in: tape{bytes: append([]byte(nil), first...)}}
	s.mu.Lock() // against Close
	p.conn.Conn = blocking(p.conn.Conn)
	s.mu.Unlock()
	select {
	case s.lines <- l:
	case <-s.ctx.Done():
		p.drop()
	}
	<-p.dead
}

// Send sends a message without waiting for the peer: bytes that it does not take at once are sent while we receive. The error is
// ErrGone.
func (l *Line) Send(message []byte) error {
	if len(l.out) > maxWaiting {
		return ErrGone
	}
	l.out = appendFrame(l.out, 0, message)
	return l.flush()
}

func (l *Line) flush() error {
	l.peer.conn.SetWriteDeadline(time.Now().Add(directTime))
	n, err := l.peer.conn.Write(l.out)
	l.out = l.out[:copy(l.out, l.out[n:])]
	if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		return ErrGone
	}
	return nil
}

// Receive waits for a message until a time (the zero time: for ever), as long as check, which is called every now and then,
// returns no error. The error is os.ErrDeadlineExceeded, that of check, or the reason why the connection has ended. A message of
// which only a part has come is not lost.
func (l *Line) Receive(until time.Time, check func() error) (Message, error) {
	l.in.fill = func(free []byte) (int, error) { return l.read(free, until, check) }
	m, err := readMessage(&l.in, l.command)
	if err != nil {
		l.in.rewind()
		return nil, err
	}
	l.in.cut()
	return m, nil
}

func (l *Line) command(name string, body []byte) error {
	l.in.cut() // commands come between messages; cut once is enough
	if name != "PING" {
		return l.socket.command(l.peer, name, body)
	}
	pong, err := pong(body)
	l.out = append(l.out, pong...)
	return err
}

// read reads at least a byte.
func (l *Line) read(free []byte, until time.Time, check func() error) (int, error) {
	for {
		slice, err := NextSlice(until)
		if err != nil {
			return 0, err
		}
		if len(l.out) > 0 {
			l.flush() // the read notices whether it is gone
		}
		l.peer.conn.SetReadDeadline(time.Now().Add(slice))
		n, err := l.peer.conn.Conn.Read(free)
		if n > 0 || err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		if err := check(); err != nil {
			return 0, err
		}
	}
}

// Close ends the connection. Messages that were sent before still leave.
func (l *Line) Close() { l.peer.drop() }

// tape is the input of a connection. It can be read again from the beginning of a message whose end did not come in time.
type tape struct {
	bytes []byte
	next  int // the next byte to read
	fill  func(free []byte) (int, error)
}

func (t *tape) rewind() { t.next = 0 }

// cut forgets the bytes that were read.
func (t *tape) cut() {
	t.bytes = t.bytes[:copy(t.bytes, t.bytes[t.next:])]
	t.next = 0
}

// more makes sure that there is something to read.
func (t *tape) more() error {
	if t.next < len(t.bytes) {
		return nil
	}
	const room = 4 << 10
	if cap(t.bytes)-len(t.bytes) < room/2 {
		t.bytes = append(make([]byte, 0, 2*len(t.bytes)+room), t.bytes...)
	}
	n, err := t.fill(t.bytes[len(t.bytes):cap(t.bytes)])
	t.bytes = t.bytes[:len(t.bytes)+n]
	if n > 0 {
		return nil
	}
	return err
}

// Read implements io.Reader.
func (t *tape) Read(b []byte) (int, error) {
	if err := t.more(); err != nil {
		return 0, err
	}
	n := copy(b, t.bytes[t.next:])
	t.next += n
	return n, nil
}

// ReadByte implements io.ByteReader.
func (t *tape) ReadByte() (byte, error) {
	if err := t.more(); err != nil {
		return 0, err
	}
	t.next++
	return t.bytes[t.next-1], nil
}
