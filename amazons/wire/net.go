package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

const (
	reachTime  = 10 * time.Second       // how long a peer that is dialled may take to be there
	lingerTime = 2 * time.Second        // how long a connection stays open after the last turn
	maybeTime  = 250 * time.Millisecond // how long six bytes may take to turn out to be a line
	resendTime = time.Second            // after which a datagram is sent again
)

// Peer is a player at the other end of a TCP connection: the communication agent of the course sheet. It hears the turns of
// the other seat as an observer of the game.
type Peer struct {
	Framing  Framing
	Patience time.Duration // longest wait for a turn, whatever the budget; 0: no limit of its own

	// connect waits for a connection.
	connect func(ctx context.Context) (net.Conn, error)
	close   func() error

	conn     net.Conn
	seat     int
	spoken   Framing // the framing of this connection: Auto until it is recognised
	sent     int     // turns sent on this connection
	sentLast bool    // the last turn was ours
	buffer   []byte  // received and not yet understood
	accepted amazons.Move
	heard    bool // accepted means something
	sendErr  error
}

// Dial returns a player that is reached at an address, host:port.
func Dial(address string) (*Peer, error) {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, fmt.Errorf("%w: want HOST:PORT", err)
	}
	return &Peer{
		connect: func(ctx context.Context) (net.Conn, error) { return dial(ctx, address) },
		close:   func() error { return nil },
	}, nil
}

// dial tries until the peer is there: two people rarely start their programs in the right order.
func dial(ctx context.Context, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil || ctx.Err() != nil {
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
	return &Peer{
		connect: func(ctx context.Context) (net.Conn, error) {
			fmt.Fprintf(notes, "waiting for a player on %v\n", listener.Addr())
			stop := context.AfterFunc(ctx, func() { listener.SetDeadline(time.Now()) })
			defer stop()
			conn, err := listener.Accept()
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			return conn, err
		},
		close: listener.Close,
	}, nil
}

// ListenTCP listens on PORT of the loopback address, or on HOST:PORT.
func ListenTCP(address string) (*net.TCPListener, error) {
	listener, err := net.Listen("tcp", local(address))
	if err != nil {
		return nil, err
	}
	return listener.(*net.TCPListener), nil
}

func local(address string) string {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return net.JoinHostPort("127.0.0.1", address)
	}
	return address
}

// Accepted returns a player that is already connected.
func Accepted(conn net.Conn) *Peer {
	return &Peer{connect: func(context.Context) (net.Conn, error) { return conn, nil }, close: func() error { return nil }}
}

// Open waits for the connection of this game.
func (p *Peer) Open(ctx context.Context, g turn.Game) error {
	conn, err := p.connect(ctx)
	if err != nil {
		return turn.Faultf(turn.NeverStarted, "%v", err)
	}
	p.conn, p.seat, p.spoken, p.buffer = conn, g.Seat, p.Framing, nil
	p.sent, p.sentLast, p.heard, p.sendErr = 0, false, false, nil
	return nil
}

// Asked does nothing.
func (p *Peer) Asked(context.Context, []turn.Question[amazons.View]) error { return nil }

// Answered sends the turns of the other seat. Turns that lose by a rule stay here: the game is over, and a peer could only
// be confused by them.
func (p *Peer) Answered(questions []turn.Question[amazons.View], answers []turn.Answer[amazons.Move]) error {
	q, a := questions[0], answers[0]
	if p.conn == nil || q.Seat == p.seat || a.Fault != nil || q.Ask.Position.Check(a.Value) != amazons.Legal {
		p.sentLast = false
		return nil
	}
	p.conn.SetWriteDeadline(time.Now().Add(reachTime))
	_, p.sendErr = p.conn.Write(p.spoken.AppendTurn(nil, a.Value, p.sent == 0))
	p.sent++
	p.sentLast = true
	return nil // a peer that is gone is found out when it is asked
}

// Answer waits for the peer's turn.
func (p *Peer) Answer(ctx context.Context, v amazons.View) (amazons.Move, string, error) {
	if p.Patience > 0 {
		inner, cancel := context.WithTimeout(ctx, p.Patience)
		defer cancel()
		m, say, err := p.answer(inner)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = turn.Faultf(turn.Late, "no turn within %v", p.Patience)
		}
		return m, say, err
	}
	return p.answer(ctx)
}

func (p *Peer) answer(ctx context.Context) (amazons.Move, string, error) {
	for {
		text, err := p.message(ctx)
		if err != nil {
			return amazons.Move{}, "", err
		}
		m, meant, err := parseTurn(text)
		switch {
		case err != nil:
			return m, "", turn.Faultf(turn.Garbled, "%v", err)
		case !meant || p.heard && m == p.accepted: // a turn is never played twice: its arrow's square is gone
			continue
		}
		p.accepted, p.heard = m, true
		return m, "", nil
	}
}

// message waits for the next message, whatever its framing.
func (p *Peer) message(ctx context.Context) (string, error) {
	p.conn.SetReadDeadline(time.Time{})
	stop := context.AfterFunc(ctx, func() { p.conn.SetReadDeadline(time.Now()) })
	defer stop()
	for {
		var text string
		err := errMore
		if len(p.buffer) > 0 {
			var rest []byte
			var spoken Framing
			text, rest, spoken, err = p.spoken.next(p.buffer)
			if err == nil {
				p.buffer, p.spoken = rest, spoken
				return text, nil
			}
			if !errors.Is(err, errMore) && !errors.Is(err, errMaybe) {
				return "", turn.Faultf(turn.Garbled, "%v", err)
			}
		}
		if errors.Is(err, errMaybe) {
			p.conn.SetReadDeadline(time.Now().Add(maybeTime))
		}
		more := make([]byte, maxMessage)
		n, readErr := p.conn.Read(more)
		p.buffer = append(p.buffer, more[:n]...)
		switch {
		case n > 0:
			p.conn.SetReadDeadline(time.Time{})
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
		case errors.Is(err, errMaybe): // nothing followed: the peer sends bare turns
			p.buffer, p.spoken = nil, Raw
			return text, nil
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.Is(readErr, os.ErrDeadlineExceeded): // the deadline of ctx; ctx itself follows
			<-ctx.Done()
			return "", ctx.Err()
		case len(p.buffer) > 0:
			return "", turn.Faultf(turn.Gone, "the connection ended within a message, %.60q", p.buffer)
		case p.sendErr != nil:
			return "", turn.Faultf(turn.Gone, "the connection is lost: %v", p.sendErr)
		default:
			return "", turn.Faultf(turn.Gone, "the connection was closed")
		}
	}
}

// End closes the connection. After a last turn of ours the peer has time to read it and to close first.
func (p *Peer) End(r *turn.Result) {
	if p.conn == nil {
		return
	}
	if r != nil && p.sentLast && p.sendErr == nil {
		p.conn.SetReadDeadline(time.Now().Add(lingerTime))
		io.Copy(io.Discard, io.LimitReader(p.conn, 1<<20))
	}
	p.conn.Close()
	p.conn = nil
}

// Close frees the port of a listening player.
func (p *Peer) Close() error {
	if p.conn != nil {
		p.conn.Close()
		p.conn = nil
	}
	return p.close()
}

// UDPPeer is a player that sends its turns as datagrams, one each: six bytes.
type UDPPeer struct {
	Patience time.Duration

	conn     *net.UDPConn
	remote   *net.UDPAddr // nil until a listening player has heard the peer
	listens  bool
	seat     int
	last     []byte // our last datagram
	accepted amazons.Move
	heard    bool
	sentLast bool
}

// DialUDP returns a player that receives our turns at an address, host:port.
func DialUDP(address string) (*UDPPeer, error) {
	remote, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: want HOST:PORT", err)
	}
	conn, err := net.ListenUDP("udp", nil)
	if err != nil {
		return nil, err
	}
	return &UDPPeer{conn: conn, remote: remote}, nil
}

// ListenUDP returns a player that sends to our port; we answer to where its last datagram came from. address is as for
// Listen.
func ListenUDP(address string) (*UDPPeer, error) {
	at, err := net.ResolveUDPAddr("udp", local(address))
	if err != nil {
		return nil, err
	}
	conn, err := net.ListenUDP("udp", at)
	if err != nil {
		return nil, err
	}
	return &UDPPeer{conn: conn, listens: true}, nil
}

// Addr returns the address that datagrams are received at.
func (p *UDPPeer) Addr() net.Addr { return p.conn.LocalAddr() }

// Open forgets the game before.
func (p *UDPPeer) Open(_ context.Context, g turn.Game) error {
	p.seat, p.last, p.heard, p.sentLast = g.Seat, nil, false, false
	if p.listens {
		p.remote = nil
	}
	return nil
}

// Asked does nothing.
func (p *UDPPeer) Asked(context.Context, []turn.Question[amazons.View]) error { return nil }

// Answered sends the turns of the other seat.
func (p *UDPPeer) Answered(questions []turn.Question[amazons.View], answers []turn.Answer[amazons.Move]) error {
	q, a := questions[0], answers[0]
	p.sentLast = q.Seat != p.seat && a.Fault == nil && q.Ask.Position.Check(a.Value) == amazons.Legal
	if p.sentLast {
		p.last = a.Value.AppendTo(nil)
		p.send()
	}
	return nil
}

// send sends our last turn again. Before the first turn it sends nothing but an empty datagram, so that a listening peer
// learns our address.
func (p *UDPPeer) send() {
	if p.remote != nil {
		p.conn.WriteToUDP(p.last, p.remote) // lost datagrams are sent again
	}
}

// Answer waits for the peer's turn and sends our own again while there is none.
func (p *UDPPeer) Answer(ctx context.Context, _ amazons.View) (amazons.Move, string, error) {
	began := time.Now()
	if p.last == nil {
		p.send()
	}
	for {
		text, err := p.receive(ctx, resendTime)
		switch {
		case ctx.Err() != nil:
			return amazons.Move{}, "", ctx.Err()
		case errors.Is(err, os.ErrDeadlineExceeded):
			if p.Patience > 0 && time.Since(began) > p.Patience {
				return amazons.Move{}, "", turn.Faultf(turn.Late, "no turn within %v", p.Patience)
			}
			p.send()
			continue
		case err != nil:
			// An ICMP refusal means that the peer is not there yet, or no more; waiting tells which.
			select {
			case <-time.After(resendTime):
			case <-ctx.Done():
			}
			continue
		}
		m, meant, err := parseTurn(text)
		switch {
		case !meant:
			p.send()
		case err != nil:
			return m, "", turn.Faultf(turn.Garbled, "%v", err)
		case !p.heard || m != p.accepted:
			p.accepted, p.heard = m, true
			return m, "", nil
		}
	}
}

func (p *UDPPeer) receive(ctx context.Context, wait time.Duration) (string, error) {
	p.conn.SetReadDeadline(time.Now().Add(wait))
	stop := context.AfterFunc(ctx, func() { p.conn.SetReadDeadline(time.Now()) })
	defer stop()
	var buffer [maxMessage]byte
	n, from, err := p.conn.ReadFromUDP(buffer[:])
	if err == nil && p.listens {
		p.remote = from
	}
	return string(buffer[:n]), err
}

// End answers repetitions of the peer's last turn for a while: they mean that ours was lost.
func (p *UDPPeer) End(r *turn.Result) {
	if r == nil || !p.sentLast {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lingerTime)
	defer cancel()
	for ctx.Err() == nil {
		if _, err := p.receive(ctx, lingerTime); err == nil {
			p.send()
		}
	}
}

// Close closes the socket.
func (p *UDPPeer) Close() error { return p.conn.Close() }
