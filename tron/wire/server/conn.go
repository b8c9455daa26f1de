package server

import (
	"bufio"
	"context"
	"crypto/tls"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridiron-games/gridiron/tron/wire/ks"
)

// queue is the largest number of frames that may wait for a client that reads slowly. With cycles of half a second, a client may
// sleep for half a minute.
const queue = 64

// flood is the number of frames of a client that are handled without delay: in a cycle, and before it has a seat.
const flood = 1000

// pace slows down a client that sends more.
type pace struct {
	cycle int
	heard int // frames in it
}

// heed is called for each frame, with the number of the cycle in which it came.
func (p *pace) heed(cycle int) {
	if cycle != p.cycle {
		p.cycle, p.heard = cycle, 0
	}
	if p.heard++; p.heard > flood {
		time.Sleep(10 * time.Millisecond)
	}
}

// conn is the connection of a client or a spectator.
type conn struct {
	id     Client
	raw    net.Conn
	tls    *tls.Conn
	frames chan []byte
	once   sync.Once // closes frames
	room   atomic.Pointer[room]
	greet  func() // called when the client waits for a table
	know   func() // called when the client has a place at a table, or watches
	leave  func() // called when the client has left; nil: accept does the same
}

// send queues a frame. If a client's queue is full, its connection is closed: it has not read for a long time, and the others
// must not wait for it.
func (c *conn) send(frame []byte) {
	select {
	case c.frames <- frame:
	default:
		c.kill()
	}
}

// finish closes the connection when the queue is empty. After it, the caller must not send.
func (c *conn) finish() { c.once.Do(func() { close(c.frames) }) }

// kill closes the connection at once.
func (c *conn) kill() { c.raw.Close() }

// write sends the queued frames until the connection breaks or is finished.
func (c *conn) write(limit time.Duration) {
	for frame := range c.frames {
		if !c.deliver(frame, limit) {
			c.kill()
			for range c.frames { // until finish
			}
			return
		}
	}
	c.sayGoodbye(limit)
}

// sayGoodbye ends our half of the connection, and reads what the peer sends until it closes its own half: closing a connection
// with unread bytes resets it, and the peer could lose bytes that it has not read yet.
func (c *conn) sayGoodbye(limit time.Duration) {
	c.raw.SetWriteDeadline(time.Now().Add(limit))
	c.tls.CloseWrite()
	if tcp, ok := c.raw.(*net.TCPConn); ok {
		tcp.CloseWrite()
	}
	c.raw.SetReadDeadline(time.Now().Add(limit))
}

// serve handles a player's connection from beginning to end.
func (s *Server) serve(_ context.Context, c *conn) {
	s.crew.Go(func() { c.write(s.Limits.Write) })
	defer func() {
		s.dismiss(c)
		if r := c.room.Load(); r != nil {
			r.leave(c)
			s.left()
		}
		c.finish() // no goroutine sends any more
	}()
	c.raw.SetReadDeadline(time.Now().Add(s.Limits.Join))
	in := bufio.NewReader(c.tls)
	applied := false
	var pace pace
	for {
		body, err := ks.ReadFrame(in, ks.MaxCommand)
		if err != nil {
			if !applied {
				s.note(c.raw, err)
			}
			return
		}
		r := c.room.Load()
		cycle := -1 // it has no seat yet
		if r != nil {
			cycle = int(r.cycle.Load())
		}
		pace.heed(cycle)
		if r == nil {
			class, payload, err := ks.Envelope(body)
			if err != nil || applied || class != "JoinOfflineGame" && class != "JoinOnlineGame" {
				continue
			}
			if v, _, err := ks.Read(class, payload); err == nil {
				if applied = s.seat(application{c, class, v, body}); applied {
					c.raw.SetReadDeadline(time.Time{})
				}
			}
			continue
		}
		r.receive(c, body)
	}
}

// spectate shows a spectator the oldest game that is not over, from its beginning to its end.
func (s *Server) spectate(ctx context.Context, c *conn) {
	if !s.Config.Offline { // it sends a token; the original never checked it
		c.raw.SetReadDeadline(time.Now().Add(s.Limits.Join))
		if _, err := ks.ReadFrame(c.tls, ks.MaxCommand); err != nil {
			return
		}
		c.raw.SetReadDeadline(time.Time{})
		if !c.deliver(ks.Frame("Auth", ks.Struct{"authenticated": true}), s.Limits.Write) {
			return
		}
	}
	c.know()
	gone := make(chan struct{})
	s.crew.Go(func() { // we ignore what it sends, but notice when it leaves
		defer close(gone)
		buffer := make([]byte, 512)
		for {
			if _, err := c.tls.Read(buffer); err != nil {
				return
			}
		}
	})
	defer c.kill()
	r := s.watched(ctx)
	for seen := 0; r != nil; {
		r.mu.Lock()
		frames, more, ended := r.frames, r.more, r.ended
		r.mu.Unlock()
		for ; seen < len(frames); seen++ {
			if !c.deliver(frames[seen], s.Limits.Write) {
				return
			}
		}
		if ended {
			c.sayGoodbye(s.Limits.Write)
			<-gone
			return
		}
		select {
		case <-more:
		case <-gone:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (c *conn) deliver(frame []byte, limit time.Duration) bool {
	c.raw.SetWriteDeadline(time.Now().Add(limit))
	_, err := c.tls.Write(frame)
	return err == nil
}

// watched waits for a game that is not over, begun or not, and returns the oldest.
func (s *Server) watched(ctx context.Context) *room {
	for {
		s.mu.Lock()
		changed := s.changed
		var r *room
		if len(s.rooms) > 0 {
			r = s.rooms[0]
		}
		s.mu.Unlock()
		if r != nil {
			return r
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
	}
}
