package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/amazons/referee"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

const (
	reachTime  = 10 * time.Second       // how long a peer may take to connect, to send its token, and to accept a turn
	lingerTime = 2 * time.Second        // how long we wait for the peer after a last turn of ours
	maybeTime  = 250 * time.Millisecond // how long a bare turn may take to become a line: Nagle and late ACKs split println
)

// Peer is a player at the other end of a TCP connection: the communication agent of the course sheet. As an observer, it
// receives the turns of the other seat and sends them to the program.
type Peer struct {
	Framing  Framing
	Patience time.Duration    // longest wait for a turn, whatever the budget; 0: no such limit
	Token    string           // sent to the peer first; "": none
	Tokens   admission.Tokens // a peer that connects must send one of them first; nil: none

	// connect waits for a connection.
	connect func(ctx context.Context) (net.Conn, error)
	close   func() error
	reach   time.Duration // reachTime

	mu       sync.Mutex // the loop does not wait for a late answer, so Answer may still run when another method is called
	conn     net.Conn
	seat     int
	spoken   Framing // the framing of this connection: Auto until it is recognised
	greeted  bool    // the object stream has its header
	sentLast bool    // the last turn was ours
	buffer   []byte  // received and not yet parsed
	accepted amazons.Move
	heard    bool // accepted has a value
	sendErr  error
}

// Dial returns a player that is reached at an address, host:port.
func Dial(address string) (*Peer, error) {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: want HOST:PORT", err)
	}
	p := &Peer{reach: reachTime, close: func() error { return nil }}
	p.connect = func(ctx context.Context) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, p.reach)
		defer cancel()
		return dial(ctx, address)
	}
	return p, nil
}

// dial tries until the peer listens: people rarely start two programs in the right order.
func dial(ctx context.Context, address string) (net.Conn, error) {
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		var lookup *net.DNSError
		if err == nil || ctx.Err() != nil || errors.As(err, &lookup) && lookup.IsNotFound {
			return conn, err
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// Listen returns a player that connects to us. address is PORT, or HOST:PORT; without a host only this machine can connect.
func Listen(address string, notes io.Writer) (*Peer, error) {
	listener, err := ListenTCP(address)
	if err != nil {
		return nil, err
	}
	p := &Peer{close: listener.Close}
	p.connect = func(ctx context.Context) (net.Conn, error) {
		fmt.Fprintf(notes, "waiting for a player on %v\n", listener.Addr())
		defer until(ctx, time.Time{}, listener.SetDeadline)()
		conn, err := accept(ctx, listener, p.Tokens)
		if err != nil && ctx.Err() != nil {
			err = ctx.Err()
		}
		return conn, err
	}
	return p, nil
}

// until makes a connection's calls fail at a time, or when ctx ends. The function that it returns stops that; a failure under way
// does not affect the next call.
func until(ctx context.Context, at time.Time, setDeadline func(time.Time) error) (release func()) {
	setDeadline(at)
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		setDeadline(time.Now())
	})
	return func() {
		if !stop() {
			<-done
		}
	}
}

// ListenTCP listens on [HOST:]PORT, as door.Address completes it.
func ListenTCP(address string) (*net.TCPListener, error) {
	listener, err := net.Listen("tcp", admission.Address(address))
	if err != nil {
		return nil, err
	}
	return listener.(*net.TCPListener), nil
}

// Accepted returns a player that is already connected.
func Accepted(conn net.Conn) *Peer {
	return &Peer{connect: func(context.Context) (net.Conn, error) { return conn, nil }, close: func() error { return nil }}
}

// Open waits for the connection of this game.
func (p *Peer) Open(ctx context.Context, g turn.Game) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	conn, err := p.connect(ctx)
	if err != nil {
		return turn.Faultf(turn.NeverStarted, "%v", err)
	}
	p.conn, p.seat, p.spoken, p.greeted, p.buffer = conn, g.Seat, p.Framing, false, nil
	p.sentLast, p.heard, p.sendErr = false, false, nil
	if p.Token != "" {
		p.send([]byte(tokenWord + p.Token + "\n"))
	}
	p.greet()
	return nil
}

// greet begins our object stream as soon as we know that the peer uses one: the ObjectInputStream of a Java program waits for the
// header when it is made, which may be before the first turn.
func (p *Peer) greet() {
	if (p.spoken == Object || p.spoken == Block) && !p.greeted {
		p.greeted = true
		p.send(objectHeader)
	}
}

func (p *Peer) send(data []byte) {
	p.conn.SetWriteDeadline(time.Now().Add(reachTime))
	if _, err := p.conn.Write(data); err != nil {
		p.sendErr = err // Answer reports it when the peer is asked
	}
}

// Asked does nothing.
func (p *Peer) Asked(context.Context, []turn.Question[amazons.View]) error { return nil }

// Answered sends the turns of the other seat.
func (p *Peer) Answered(questions []turn.Question[amazons.View], answers []turn.Answer[amazons.Move]) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sentLast = p.conn != nil && concerns(p.seat, questions[0], answers[0])
	if p.sentLast {
		p.send(p.spoken.AppendTurn(nil, answers[0].Value))
	}
	return nil
}

// concerns reports whether an answer must be sent to the peer in a seat: it must if it is a turn of the other seat. A turn
// that loses by a rule is not sent: the game is over, and it could only confuse the peer.
func concerns(seat int, q turn.Question[amazons.View], a turn.Answer[amazons.Move]) bool {
	return q.Seat != seat && a.Fault == nil && q.Ask.Position.Check(a.Value) == amazons.Legal
}

// Answer waits for the peer's turn.
func (p *Peer) Answer(ctx context.Context, _ amazons.View) (amazons.Move, string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	inner, cancel := patient(ctx, p.Patience)
	defer cancel()
	m, err := p.answer(inner)
	return m, "", impatience(ctx, p.Patience, err)
}

// patient returns a ctx that also ends after the longest wait for a turn, if there is one.
func patient(ctx context.Context, longest time.Duration) (context.Context, context.CancelFunc) {
	if longest == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, longest)
}

// impatience makes the end of our patience the peer's fault; if ctx has ended, the caller decides whose fault that is.
func impatience(ctx context.Context, longest time.Duration, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return turn.Faultf(turn.Late, "no turn within %v", longest)
	}
	return err
}

func (p *Peer) answer(ctx context.Context) (amazons.Move, error) {
	if p.sendErr != nil {
		return amazons.Move{}, turn.Faultf(turn.Gone, "the connection is lost: %v", p.sendErr)
	}
	for ctx.Err() == nil {
		text, err := p.message(ctx)
		if err != nil {
			return amazons.Move{}, err
		}
		m, meant, err := parseTurn(text)
		switch {
		case err != nil:
			return m, turn.Faultf(turn.Garbled, "%v", err)
		case !meant || p.heard && m == p.accepted: // a turn is never played twice: its arrow's square is gone
			continue
		}
		p.accepted, p.heard = m, true
		return m, nil
	}
	return amazons.Move{}, ctx.Err()
}

// message waits for the next message, whatever its framing.
func (p *Peer) message(ctx context.Context) (string, error) {
	defer until(ctx, time.Time{}, p.conn.SetReadDeadline)()
	for {
		text, rest, spoken, err := "", p.buffer, p.spoken, errMore
		if len(p.buffer) > 0 {
			text, rest, spoken, err = p.spoken.next(p.buffer)
		}
		maybe := errors.Is(err, errMaybe)
		switch {
		case err == nil:
			p.buffer, p.spoken = rest, spoken
			p.greet()
			return text, nil
		case maybe:
			p.conn.SetReadDeadline(time.Now().Add(maybeTime))
		case !errors.Is(err, errMore):
			return "", turn.Faultf(turn.Garbled, "%v", err)
		}
		var more [maxMessage]byte
		n, readErr := p.conn.Read(more[:])
		p.buffer = append(p.buffer, more[:n]...)
		switch {
		case n > 0 && maybe:
			p.conn.SetReadDeadline(time.Time{})
		case n == 0 && maybe: // nothing followed: the peer sends bare turns
			p.buffer, p.spoken = rest, spoken
			return text, nil
		}
		switch {
		case ctx.Err() != nil: // checked after the deadline was set, because until sets its own later
			return "", ctx.Err()
		case n > 0:
		case len(p.buffer) > 0:
			return "", turn.Faultf(turn.Gone, "the connection ended within a message, %.60q", p.buffer)
		case errors.Is(readErr, io.EOF):
			return "", turn.Faultf(turn.Gone, "the connection was closed")
		default:
			return "", turn.Faultf(turn.Gone, "the connection is lost: %v", readErr)
		}
	}
}

// End tells a peer that speaks lines how the game ended, in a comment, and closes the connection; the other framings have room
// for turns only. After a last turn of ours, the peer has time to read it and to close first.
func (p *Peer) End(r *turn.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conn == nil {
		return
	}
	if p.spoken == Line && p.sendErr == nil {
		p.send([]byte(ending(r)))
	}
	if r != nil && p.sentLast && p.sendErr == nil {
		p.conn.SetReadDeadline(time.Now().Add(lingerTime))
		io.Copy(io.Discard, io.LimitReader(p.conn, 1<<20))
	}
	p.conn.Close()
	p.conn = nil
}

// ending is the comment that says how a game ended; r is nil if it was broken off.
func ending(r *turn.Result) string {
	const most = 100 // characters of the reason, because a line is short
	if r == nil {
		return "# the game was broken off\n"
	}
	winner, loser := referee.Seats[r.Winner], referee.Seats[1-r.Winner]
	return fmt.Sprintf("# %s wins: %s %.*s\n", strings.ToUpper(winner), strings.ToUpper(loser), most, r.Detail)
}

// Close closes the connection, if there is one, and frees the port of a player that listens.
func (p *Peer) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conn != nil {
		p.conn.Close()
		p.conn = nil
	}
	return p.close()
}
