// Package zmtp speaks ZeroMQ over plain TCP: a small ZMTP 3.0 peer (rfc.zeromq.org/spec/23) with the socket types PAIR, DEALER,
// ROUTER, PUB and SUB, and the mechanism NULL. A peer that is slow, silent, dead or uses another protocol blocks no other: every
// connection of a Socket has its own goroutines, deadlines and bounded queues. To ask one peer and wait for its answers, use a
// Line, which costs less.
package zmtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
)

// Kind is the type of a socket, by its name in the protocol.
type Kind string

// The types of sockets. Here, a Pair and a Dealer talk to the first peer that is connected; a Router talks to many by name, a Pub
// to all subscribers.
const (
	Pair   Kind = "PAIR"
	Dealer Kind = "DEALER"
	Router Kind = "ROUTER"
	Pub    Kind = "PUB"
	Sub    Kind = "SUB"
)

// partners says which kinds talk to each other.
var partners = map[Kind][]Kind{
	Pair: {Pair}, Dealer: {Dealer, Router}, Router: {Dealer, Router}, Pub: {Sub}, Sub: {Pub},
}

const (
	handshakeTime = 3 * time.Second        // how long a peer may take to introduce itself
	writeTime     = 10 * time.Second       // how long a peer may accept no bytes before it counts as gone
	retryTime     = 50 * time.Millisecond  // between attempts to connect, doubled up to maxRetry
	maxRetry      = 500 * time.Millisecond //
	queueLength   = 256                    // messages that wait for a peer, and those that wait for us
	maxHandshakes = 64                     // strangers that have not introduced themselves, at a time
)

// Message is a message between two sides: its parts, usually one.
type Message [][]byte

// Received is a message with the peer that sent it.
type Received struct {
	From  string // the peer's name, different for each connection
	Parts Message

	from *peer // its next message is read after this one was taken; nil: it does not wait for that
}

// ErrClosed is the error of a socket that was closed.
var ErrClosed = errors.New("the socket is closed")

// ErrGone is the error of a send to a peer that is not connected.
var ErrGone = errors.New("the peer is not connected")

// Limits limit the peers of a listening socket. A peer is a stranger until Keep.
type Limits struct {
	Peers    int           // connections at the same time
	Idle     time.Duration // how long a stranger may stay connected
	Slow     time.Duration // how long a message may take from its first byte to its last
	Stranger int           // bytes of the largest message of a stranger
	Message  int           // bytes of the largest message of others
}

// Socket is one end of conversations. Its methods may be called from any goroutine.
type Socket struct {
	// Notes gets a line for each peer that was refused; may be nil. Set it before the first peer can connect.
	Notes func(text string)

	kind     Kind
	listener net.Listener // nil if the socket connects
	in       chan Received
	lines    chan *Line // receives the connections; nil: the socket carries the messages itself
	limits   *Limits    // nil: peers may stay, and a message has at most maxMessage bytes
	entrance *admission.Limiter
	ctx      context.Context
	cancel   context.CancelFunc
	tasks    sync.WaitGroup

	mu      sync.Mutex
	peers   []*peer
	changed chan struct{} // closed when peers changes
	names   int
}

// peer is one connection after the handshake.
type peer struct {
	name   string
	conn   *buffered
	out    chan outgoing
	dead   chan struct{} // closed when the connection is over
	waits  chan struct{} // holds one value while a message of the peer was not taken; nil: it may send any number
	once   sync.Once
	topics [][]byte // the topics of a SUB, guarded by Socket.mu

	mu    sync.Mutex // guards the following fields, and read deadlines
	kept  bool
	until time.Time // when a stranger must leave
}

// outgoing is a message to be written.
type outgoing struct {
	frames []byte
	left   chan struct{} // closed when everything before it was written; may be nil
}

func (p *peer) drop() {
	p.once.Do(func() {
		close(p.dead)
		p.conn.Close()
	})
}

func newSocket(k Kind) *Socket {
	s := &Socket{kind: k, in: make(chan Received, queueLength), changed: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Listen waits for peers at host:port; port 0 takes a free one.
func Listen(k Kind, address string) (*Socket, error) { return listenWith(newSocket(k), address) }

// ListenLimited does what Listen does, with limits for strangers.
func ListenLimited(k Kind, address string, l Limits) (*Socket, error) {
	s := newSocket(k)
	s.limits = &l
	return listenWith(s, address)
}

func listenWith(s *Socket, address string) (*Socket, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return serveWith(s, listener), nil
}

// Serve does what Listen does, with an existing listener; closing the socket closes it.
func Serve(k Kind, l net.Listener) *Socket { return serveWith(newSocket(k), l) }

func serveWith(s *Socket, l net.Listener) *Socket {
	s.listener = l
	s.tasks.Go(s.accept)
	return s
}

// Dial returns a socket that connects to host:port, tries until a peer listens there, and connects again when the connection is
// lost.
func Dial(k Kind, address string) (*Socket, error) { return dialWith(newSocket(k), address) }

func dialWith(s *Socket, address string) (*Socket, error) {
	if _, port, err := net.SplitHostPort(address); err != nil || port == "" {
		return nil, fmt.Errorf("address %q: want HOST:PORT", address)
	}
	s.tasks.Go(func() { s.connect(address) })
	return s, nil
}

// Addr returns the address at which the socket listens.
func (s *Socket) Addr() *net.TCPAddr { return s.listener.Addr().(*net.TCPAddr) }

func (s *Socket) note(format string, args ...any) {
	if s.Notes != nil {
		s.Notes(fmt.Sprintf(format, args...))
	}
}

func (s *Socket) accept() {
	most := maxHandshakes
	if s.limits != nil {
		most = s.limits.Peers
	}
	entrance := admission.New(most)
	s.entrance = entrance
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			if s.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			s.sleep(retryTime) // for example, out of file descriptors
			continue
		}
		if !entrance.Enter(conn) { // only if all others play
			conn.Close()
			continue
		}
		s.tasks.Go(func() {
			defer entrance.Leave(conn)
			p, err := s.meet(conn)
			if err != nil {
				s.note("%v was refused: %v", conn.RemoteAddr(), err)
				return
			}
			if s.limits == nil {
				entrance.Leave(conn)
			}
			s.serve(p)
		})
	}
}

// Keep marks a peer as known or, with false, as a stranger again.
func (s *Socket) Keep(name string, keep bool) {
	p := s.peer(name)
	if p == nil || s.limits == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept, p.until = keep, time.Now().Add(s.limits.Idle)
	if keep {
		s.entrance.MarkPlayer(p.conn.Conn)
		p.conn.SetReadDeadline(time.Time{})
	} else {
		s.entrance.MarkStranger(p.conn.Conn)
		p.conn.SetReadDeadline(p.until)
	}
}

// Drop ends the connection of a peer.
func (s *Socket) Drop(name string) {
	if p := s.peer(name); p != nil {
		p.drop()
	}
}

// peer returns the peer of a name, nil if it is gone.
func (s *Socket) peer(name string) *peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.peers, func(p *peer) bool { return p.name == name }); i >= 0 {
		return s.peers[i]
	}
	return nil
}

func (s *Socket) connect(address string) {
	for wait := retryTime; s.ctx.Err() == nil; {
		dialer := net.Dialer{Timeout: handshakeTime}
		conn, err := dialer.DialContext(s.ctx, "tcp", address)
		var p *peer
		if err == nil {
			p, err = s.meet(conn)
		}
		if err != nil {
			s.note("%s: %v", address, err)
			s.sleep(wait)
			wait = min(2*wait, maxRetry)
			continue
		}
		wait = retryTime
		s.serve(p)
		s.sleep(retryTime)
	}
}

func (s *Socket) sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-s.ctx.Done():
	}
}

// meet does the handshake with a peer. If that fails, it closes the connection.
func (s *Socket) meet(conn net.Conn) (*peer, error) {
	stop := context.AfterFunc(s.ctx, func() { conn.Close() })
	defer stop()
	conn.SetDeadline(time.Now().Add(handshakeTime))
	p, err := s.introduce(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	conn.SetDeadline(time.Time{})
	return p, nil
}

func (s *Socket) introduce(conn net.Conn) (*peer, error) {
	if _, err := conn.Write(greeting()); err != nil {
		return nil, err
	}
	r := bufio.NewReader(conn)
	minor, err := readGreeting(r)
	if err != nil {
		return nil, err
	}
	hello := appendFrame(nil, flagCommand, ready(s.kind))
	if s.kind == Sub { // to everything; in the announced version 3.0 this is a message, but peers accept this form
		if minor == 0 {
			hello = appendFrame(hello, 0, []byte{1})
		} else {
			hello = appendFrame(hello, flagCommand, append([]byte{9}, "SUBSCRIBE"...))
		}
	}
	if _, err := conn.Write(hello); err != nil {
		return nil, err
	}
	kind, identity, err := readReady(r)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(partners[s.kind], kind) {
		return nil, fmt.Errorf("a %s socket, want %v", kind, partners[s.kind])
	}
	p := &peer{name: identity, conn: &buffered{conn, r}, out: make(chan outgoing, queueLength), dead: make(chan struct{})}
	if s.limits != nil {
		p.until = time.Now().Add(s.limits.Idle)
		p.waits = make(chan struct{}, 1)
	}
	return p, s.enter(p)
}

// buffered is a connection of which some bytes were read ahead.
type buffered struct {
	net.Conn
	r *bufio.Reader
}

// enter adds a peer to the socket's peers.
func (s *Socket) enter(p *peer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ctx.Err() != nil:
		return ErrClosed
	case s.kind == Pair && len(s.peers) > 0:
		return errors.New("a PAIR has one peer, and has it")
	case p.name != "" && slices.ContainsFunc(s.peers, func(q *peer) bool { return q.name == p.name }):
		return fmt.Errorf("its name %q is taken", p.name)
	}
	if p.name == "" { // names that we choose begin with a zero byte, as the standard says
		s.names++
		p.name = fmt.Sprintf("\x00%d", s.names)
	}
	s.peers = append(s.peers, p)
	s.signal()
	return nil
}

func (s *Socket) signal() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// serve carries messages both ways, or lends the connection to a Line, until the connection ends.
func (s *Socket) serve(p *peer) {
	var err error
	if s.lines != nil {
		s.lend(p)
	} else {
		s.tasks.Go(func() { s.write(p) })
		err = s.read(p)
	}
	p.drop()
	s.mu.Lock()
	s.peers = slices.DeleteFunc(s.peers, func(q *peer) bool { return q == p })
	s.signal()
	s.mu.Unlock()
	if err != nil && s.ctx.Err() == nil {
		s.note("%v: %v", p.conn.RemoteAddr(), err)
	}
}

func (s *Socket) write(p *peer) {
	defer p.drop()
	for {
		select {
		case o := <-p.out:
			if o.left != nil {
				close(o.left)
				continue
			}
			p.conn.SetWriteDeadline(time.Now().Add(writeTime))
			if _, err := p.conn.Write(o.frames); err != nil {
				return
			}
		case <-p.dead:
			return
		}
	}
}

func (s *Socket) read(p *peer) error {
	do := func(name string, body []byte) error { return s.command(p, name, body) }
	for {
		limit, err := s.await(p)
		if err != nil {
			return err
		}
		m, err := readNext(p.conn.r, limit, do)
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		if s.kind == Pub {
			if len(m[0]) > 0 && m[0][0] <= 1 {
				s.subscribe(p, m[0][0] == 1, m[0][1:])
			}
			continue
		}
		r := Received{From: p.name, Parts: m}
		if p.waits != nil { // each peer has only one message here, however many peers there are
			r.from = p
			p.waits <- struct{}{}
		}
		select {
		case s.in <- r:
		case <-p.dead:
			return nil
		}
		if p.waits != nil {
			select {
			case p.waits <- struct{}{}:
				<-p.waits
			case <-p.dead:
				return nil
			}
		}
	}
}

// await waits for the first byte of the next message and returns how long that message may be.
func (s *Socket) await(p *peer) (limit int, err error) {
	if s.limits == nil {
		return maxMessage, nil
	}
	p.mu.Lock()
	if p.kept {
		p.conn.SetReadDeadline(time.Time{})
	} else {
		p.conn.SetReadDeadline(p.until)
	}
	p.mu.Unlock()
	if _, err := p.conn.r.Peek(1); err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.kept {
		return s.limits.Stranger, nil
	}
	p.conn.SetReadDeadline(time.Now().Add(s.limits.Slow))
	return s.limits.Message, nil
}

// command handles a command of a peer; unknown commands are ignored.
func (s *Socket) command(p *peer, name string, body []byte) error {
	switch name {
	case "SUBSCRIBE", "CANCEL":
		s.subscribe(p, name == "SUBSCRIBE", body)
	case "PING": // two bytes of time to live, then the bytes that PONG must repeat
		pong, err := pong(body)
		if err != nil {
			return err
		}
		s.post(p, pong)
	case "ERROR":
		return fmt.Errorf("it reports an error: %.100q", body)
	}
	return nil
}

func pong(ping []byte) ([]byte, error) {
	if len(ping) < 2 || len(ping) > 18 {
		return nil, errors.New("a PING of a wrong length")
	}
	return appendFrame(nil, flagCommand, append([]byte("\x04PONG"), ping[2:]...)), nil
}

// maxTopics limits the subscriptions of one SUB.
const maxTopics = 1000

func (s *Socket) subscribe(p *peer, on bool, topic []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if on && len(p.topics) < maxTopics {
		p.topics = append(p.topics, topic)
	} else if i := slices.IndexFunc(p.topics, func(t []byte) bool { return string(t) == string(topic) }); !on && i >= 0 {
		p.topics = slices.Delete(p.topics, i, i+1)
	}
	s.signal()
}
