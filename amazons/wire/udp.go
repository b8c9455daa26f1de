package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/amazons"
	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
	"github.com/gridiron-games/gridiron/kernel/turn"
)

const (
	// resendTime is the usual UDPPeer.Resend: simple programs may think for that long, and datagrams are rarely lost.
	resendTime  = 10 * time.Second
	longestWait = time.Minute // between two repetitions, unless Resend is longer
	refusedTime = time.Second // until we send again to a port where no program listens yet
)

// UDPPeer is a player that sends its turns as datagrams, one each: six bytes. An empty datagram asks for our last turn.
type UDPPeer struct {
	Patience time.Duration // as of a Peer
	// Resend is how long we wait for an answer before we send our last turn again; above zero. Once the peer has made a turn,
	// each further wait for the same answer is twice as long, up to a minute. For a program that takes every datagram for a new
	// turn, Resend must be longer than the longest time that it thinks.
	Resend time.Duration
	Token  string           // as of a Peer: sent before each datagram until the peer has made a turn
	Tokens admission.Tokens // as of a Peer: the address that sends one is the peer's

	conn    *net.UDPConn
	listens bool          // we answer to the address that the peer's datagrams come from
	linger  time.Duration // lingerTime

	mu       sync.Mutex     // as of a Peer
	remotes  []*net.UDPAddr // where our turns go: the given address, or all that may be the peer's, the latest last
	peer     *net.UDPAddr   // given, or the source of the last accepted turn, or of the token; nil: not known yet
	steady   bool           // two turns, or a token, came from there: datagrams from other sockets are not the peer's
	odd      string         // text from an address that is not yet the peer's
	seat     int
	last     []byte         // our last datagram, nil before the first
	accepted []amazons.Move // the peer's last turn in the game before, which it may still repeat, and its turns in this game
	heard    bool           // the peer has made a turn in this game
	sentLast bool
	early    *datagram // came after the end of the game before
}

type datagram struct {
	text string
	from *net.UDPAddr
}

// DialUDP returns a player that receives our turns at an address, host:port.
func DialUDP(address string) (*UDPPeer, error) {
	remote, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: want HOST:PORT", err)
	}
	if len(remote.IP) == 0 || remote.IP.IsUnspecified() {
		remote.IP = net.IPv4(127, 0, 0, 1)
	}
	conn, err := net.ListenUDP("udp", nil)
	if err != nil {
		return nil, err
	}
	return &UDPPeer{conn: conn, remotes: []*net.UDPAddr{remote}, peer: remote, Resend: resendTime, linger: lingerTime}, nil
}

// ListenUDP returns a player that sends to our port; we answer to the address that its datagrams come from. The peer is the
// sender of the first legal turn; if the first turn of the game is ours, the first address that we sent it to and that answers
// with a legal turn. Until then, no other datagram can lose the game. address is as for Listen.
func ListenUDP(address string) (*UDPPeer, error) {
	at, err := net.ResolveUDPAddr("udp", admission.Address(address))
	if err != nil {
		return nil, err
	}
	conn, err := net.ListenUDP("udp", at)
	if err != nil {
		return nil, err
	}
	return &UDPPeer{conn: conn, listens: true, Resend: resendTime, linger: lingerTime}, nil
}

// Addr returns the address at which datagrams are received.
func (p *UDPPeer) Addr() net.Addr { return p.conn.LocalAddr() }

// Open forgets the game before.
func (p *UDPPeer) Open(_ context.Context, g turn.Game) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seat, p.last, p.heard, p.sentLast = g.Seat, nil, false, false
	p.accepted = p.accepted[max(0, len(p.accepted)-1):]
	p.steady, p.odd = false, ""
	if p.listens {
		p.remotes, p.peer = nil, nil
	} else {
		p.peer = p.remotes[0]
	}
	return nil
}

// Asked does nothing.
func (p *UDPPeer) Asked(context.Context, []turn.Question[amazons.View]) error { return nil }

// Answered sends the turns of the other seat.
func (p *UDPPeer) Answered(questions []turn.Question[amazons.View], answers []turn.Answer[amazons.Move]) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sentLast = concerns(p.seat, questions[0], answers[0])
	if p.sentLast {
		p.last = answers[0].Value.AppendTo(nil)
		p.send()
	}
	return nil
}

// send sends our last turn, for the first time or again. Before our first turn that is an empty datagram, from which a peer
// that listens learns our address.
func (p *UDPPeer) send() {
	for _, remote := range p.remotes {
		if p.Token != "" && !p.heard {
			p.conn.WriteToUDP([]byte(tokenWord+p.Token), remote)
		}
		p.conn.WriteToUDP(p.last, remote) // a lost datagram is sent again
	}
}

// reply sends our last turn again to the address that asks for it, and to no other: a simple program could take it for a new
// turn.
func (p *UDPPeer) reply(to *net.UDPAddr) {
	if p.listens {
		p.conn.WriteToUDP(p.last, to)
	} else {
		p.send()
	}
}

// Answer waits for the peer's turn, and meanwhile repeats our own.
func (p *UDPPeer) Answer(ctx context.Context, v amazons.View) (amazons.Move, string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	inner, cancel := patient(ctx, p.Patience)
	defer cancel()
	m, err := p.answer(inner, v.Position)
	if err = impatience(ctx, p.Patience, err); p.peer == nil {
		var late *turn.Fault
		if errors.As(err, &late) && p.odd != "" {
			late.Detail += p.odd
		}
	}
	return m, "", err
}

func (p *UDPPeer) answer(ctx context.Context, position amazons.Position) (amazons.Move, error) {
	if p.last == nil {
		p.send()
	}
	wait := p.Resend
	again := time.Now().Add(wait)
	for ctx.Err() == nil {
		d, err := p.receive(ctx, again)
		if err != nil {
			refused := !errors.Is(err, os.ErrDeadlineExceeded)
			if refused {
				// Some systems report a refusal: the peer does not listen yet, or has left. We wait, because it may come.
				select {
				case <-time.After(refusedTime):
				case <-ctx.Done():
				}
			}
			if ctx.Err() == nil {
				p.send()
				if p.heard && !refused {
					wait = max(p.Resend, min(2*wait, longestWait))
				}
				again = time.Now().Add(wait)
			}
			continue
		}
		if p.Tokens != nil && !p.admitted(d) {
			continue
		}
		m, meant, wrong := parseTurn(d.text)
		legal := wrong == nil && position.Check(m) == amazons.Legal
		switch {
		case p.stranger(d.from):
		case !meant, p.peer == nil && p.last != nil && !slices.ContainsFunc(p.remotes, is(d.from)):
			// A peer that has not received our turn cannot answer it.
			if !p.heard {
				p.adopt(d.from)
			}
			if p.last != nil {
				p.reply(d.from)
			}
		case !legal && wrong == nil && slices.Contains(p.accepted, m): // a repetition: a turn is legal only once
			p.adopt(d.from)
		case !legal && p.peer == nil: // anybody may have sent it
			p.odd = fmt.Sprintf("; %v sent %.20q, which is not a legal turn", d.from, d.text)
		case !legal && d.from.Port != p.peer.Port: // from another socket of the peer, or from another program on its machine
		case wrong != nil:
			return m, turn.Faultf(turn.Garbled, "%v", wrong)
		default:
			p.take(d.from)
			p.accepted, p.heard = append(p.accepted, m), true
			return m, nil
		}
	}
	return amazons.Move{}, ctx.Err()
}

// admitted reports whether a datagram comes from an address that has sent a token, and is not the token itself.
func (p *UDPPeer) admitted(d datagram) bool {
	if _, ok := readToken(d.text, p.Tokens); ok {
		if p.peer == nil || !is(d.from)(p.peer) {
			p.peer, p.steady, p.remotes = d.from, true, []*net.UDPAddr{d.from}
			if p.last != nil {
				p.send()
			}
		}
		return false
	}
	return p.peer != nil
}

// stranger reports whether a datagram is certainly not the peer's, if the peer is known.
func (p *UDPPeer) stranger(from *net.UDPAddr) bool {
	return p.peer != nil && (!from.IP.Equal(p.peer.IP) || p.steady && from.Port != p.peer.Port)
}

func is(address *net.UDPAddr) func(*net.UDPAddr) bool {
	return func(other *net.UDPAddr) bool { return address.Port == other.Port && address.IP.Equal(other.IP) }
}

// mostRemotes is the largest number of addresses that may be the peer's.
const mostRemotes = 8

// adopt adds an address to those that our turns go to, unless the peer's address was given.
func (p *UDPPeer) adopt(from *net.UDPAddr) {
	if !p.listens {
		return
	}
	p.remotes = append(slices.DeleteFunc(p.remotes, is(from)), from)
	p.remotes = p.remotes[max(0, len(p.remotes)-mostRemotes):]
}

// take makes an address that of the peer, whose turn it was. From now on, our turns go only there.
func (p *UDPPeer) take(from *net.UDPAddr) {
	p.steady = p.steady || p.heard && is(from)(p.peer)
	p.peer = from
	if p.listens {
		p.remotes = []*net.UDPAddr{from}
	}
}

func (p *UDPPeer) receive(ctx context.Context, deadline time.Time) (datagram, error) {
	if d := p.early; d != nil {
		p.early = nil
		return *d, nil
	}
	defer until(ctx, deadline, p.conn.SetReadDeadline)()
	var buffer [maxMessage]byte
	n, from, err := p.conn.ReadFromUDP(buffer[:])
	return datagram{string(buffer[:n]), from}, err
}

// End answers a peer that repeats its last turn after our turn has ended the game, because then our turn was lost. Any other
// turn belongs to the next game and is kept for it.
func (p *UDPPeer) End(r *turn.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r == nil || !p.sentLast {
		return
	}
	deadline := time.Now().Add(p.linger)
	for {
		d, err := p.receive(context.Background(), deadline)
		if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, net.ErrClosed) {
			return
		}
		m, meant, wrong := parseTurn(d.text)
		switch {
		case err != nil || wrong != nil || p.stranger(d.from):
		case meant && slices.Contains(p.accepted, m), !meant && !p.heard:
			p.reply(d.from)
		default:
			p.early = &d
			return
		}
	}
}

// Close closes the socket.
func (p *UDPPeer) Close() error { return p.conn.Close() }
