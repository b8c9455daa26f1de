package zmtp

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/gridiron-games/gridiron/kernel/arena/bots/admission"
)

// Connected waits until a peer is connected; for a Pub, until a peer has subscribed.
func (s *Socket) Connected(ctx context.Context) error {
	_, err := s.wait(ctx, "")
	return err
}

// wait waits for a peer; if name is not "", for the peer with that name.
func (s *Socket) wait(ctx context.Context, name string) (*peer, error) {
	for {
		s.mu.Lock()
		changed := s.changed
		for _, p := range s.peers {
			if (name == "" || p.name == name) && (s.kind != Pub || len(p.topics) > 0) {
				s.mu.Unlock()
				return p, nil
			}
		}
		s.mu.Unlock()
		if name != "" { // no other peer can get that name
			return nil, ErrGone
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-s.ctx.Done():
			return nil, ErrClosed
		}
	}
}

// Send sends a message to the first peer, and waits for one and for room in its queue. The message is copied.
func (s *Socket) Send(ctx context.Context, parts ...[]byte) error { return s.SendTo(ctx, "", parts...) }

// SendTo sends a message to the peer of that name. The error is ErrGone if it is not connected.
func (s *Socket) SendTo(ctx context.Context, name string, parts ...[]byte) error {
	p, err := s.wait(ctx, name)
	if err != nil {
		return err
	}
	select {
	case p.out <- outgoing{frames: encode(parts)}:
		return nil
	case <-p.dead:
		return ErrGone
	case <-ctx.Done():
		return ctx.Err()
	case <-s.ctx.Done():
		return ErrClosed
	}
}

// Publish sends a message to all subscribers. One that is too slow misses it.
func (s *Socket) Publish(parts ...[]byte) {
	var frames []byte
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.peers {
		for _, topic := range p.topics {
			if bytes.HasPrefix(parts[0], topic) {
				if frames == nil {
					frames = encode(parts)
				}
				s.post(p, frames)
				break
			}
		}
	}
}

// Reply sends to a peer that has room for it. A peer without room does not read the replies that it asks for; it is dropped,
// because nobody should wait for it.
func (s *Socket) Reply(name string, parts ...[]byte) {
	p := s.peer(name)
	if p == nil {
		return
	}
	select {
	case p.out <- outgoing{frames: encode(parts)}:
	default:
		p.drop()
	}
}

// post sends if there is room.
func (s *Socket) post(p *peer, frames []byte) {
	select {
	case p.out <- outgoing{frames: frames}:
	default:
	}
}

func encode(parts Message) []byte {
	size := 9 * len(parts)
	for _, part := range parts {
		size += len(part)
	}
	frames := make([]byte, 0, size)
	for i, part := range parts {
		var flags byte
		if i < len(parts)-1 {
			flags = flagMore
		}
		frames = appendFrame(frames, flags, part)
	}
	return frames
}

// Receive waits for the next message of any peer.
func (s *Socket) Receive(ctx context.Context) (Received, error) {
	select {
	case m := <-s.in:
		return m.taken(), nil
	default:
	}
	select {
	case m := <-s.in:
		return m.taken(), nil
	case <-ctx.Done():
		return Received{}, ctx.Err()
	case <-s.ctx.Done():
		return Received{}, ErrClosed
	}
}

// taken lets the peer of a message send the next one.
func (m Received) taken() Received {
	if m.from != nil {
		<-m.from.waits
		m.from = nil
	}
	return m
}

// Messages returns where received messages arrive, for a select. Sockets with Limits have Receive only.
func (s *Socket) Messages() <-chan Received { return s.in }

// Close waits up to linger until everything is sent, and ends all connections.
func (s *Socket) Close(linger time.Duration) {
	if s.listener != nil {
		s.listener.Close()
	}
	s.mu.Lock()
	var sent sync.WaitGroup
	for _, p := range s.peers {
		if s.lines == nil {
			sent.Go(func() { flush(p, linger) })
		}
	}
	s.mu.Unlock()
	sent.Wait()
	s.cancel()
	s.mu.Lock()
	for _, p := range s.peers {
		p.drop()
	}
	s.mu.Unlock()
	s.tasks.Wait()
}

// flush waits until everything for a peer is sent.
func flush(p *peer, linger time.Duration) {
	end := time.After(linger)
	left := make(chan struct{})
	select {
	case p.out <- outgoing{left: left}:
	case <-p.dead:
		return
	case <-end:
		return
	}
	select {
	case <-left:
	case <-p.dead:
	case <-end:
	}
}

// Knows reports whether the peer of that name is connected.
func (s *Socket) Knows(name string) bool { return s.peer(name) != nil }

// Host returns the host of a peer, as [door.Host] does; "" if it is gone.
func (s *Socket) Host(name string) string {
	if p := s.peer(name); p != nil {
		return admission.Host(p.conn)
	}
	return ""
}
