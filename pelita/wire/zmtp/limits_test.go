package zmtp

import (
	"bufio"
	"errors"
	"net"
	"os"
	"testing"
	"time"
)

// introduced connects to a socket and does the handshake of a DEALER.
func introduced(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.Write(greeting())
	conn.Write(appendFrame(nil, flagCommand, ready(Dealer)))
	return conn
}

// ends waits until the other side closes a connection, for at most 30 s, and reports whether it has.
func ends(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	for {
		if _, err := conn.Read(make([]byte, 1000)); err != nil {
			return !errors.Is(err, os.ErrDeadlineExceeded)
		}
	}
}

// limited returns a router with limits.
func limited(t *testing.T, l Limits) *Socket {
	t.Helper()
	s, err := ListenLimited(Router, "127.0.0.1:0", l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(0) })
	return s
}

// Strangers are disconnected after a while, kept peers are not; a message that stops in the middle ends any connection.
func TestStrangersHaveToGo(t *testing.T) {
	s := limited(t, Limits{Peers: 10, Idle: 300 * time.Millisecond, Slow: 300 * time.Millisecond, Stranger: 100, Message: 1 << 20})
	silent := introduced(t, s.Addr().String())
	known := introduced(t, s.Addr().String())
	known.Write(appendFrame(nil, 0, []byte("hello")))
	m, err := s.Receive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Keep(m.From, true)
	if !ends(silent) {
		t.Error("a stranger that says nothing stays")
	}
	known.Write(appendFrame(nil, 0, make([]byte, 100_000))) // longer than a stranger's message may be
	if m, err = s.Receive(t.Context()); err != nil || len(m.Parts[0]) != 100_000 {
		t.Fatalf("who is kept says %d bytes, %v; want 100000", len(m.Parts[0]), err)
	}
	known.Write(appendFrame(nil, 0, make([]byte, 1000))[:500])
	if !ends(known) {
		t.Error("who sends half a message stays")
	}
}

// A stranger cannot send long messages, and a peer that is no longer kept is a stranger again.
func TestStrangersSayLittle(t *testing.T) {
	s := limited(t, Limits{Peers: 10, Idle: time.Hour, Slow: time.Hour, Stranger: 100, Message: 1 << 20})
	long := introduced(t, s.Addr().String())
	long.Write(appendFrame(nil, 0, make([]byte, 101)))
	if !ends(long) {
		t.Error("a stranger that says more than 100 bytes stays")
	}
	guest := introduced(t, s.Addr().String())
	guest.Write(appendFrame(nil, 0, []byte("hello")))
	m, err := s.Receive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Keep(m.From, true)
	s.Keep(m.From, false)
	guest.Write(appendFrame(nil, 0, []byte("hello"))) // a message that began while the peer was kept may be longer
	if _, err := s.Receive(t.Context()); err != nil {
		t.Fatal(err)
	}
	guest.Write(appendFrame(nil, 0, make([]byte, 101)))
	if !ends(guest) {
		t.Error("who was kept, and is no more, may say more than 100 bytes")
	}
}

// However many peers connect, only a few stay connected: the kept ones, and the latest ones.
func TestStrangersAreFew(t *testing.T) {
	s := limited(t, Limits{Peers: 5, Idle: time.Hour, Slow: time.Hour, Stranger: 100, Message: 100})
	known := introduced(t, s.Addr().String())
	known.Write(appendFrame(nil, 0, []byte("first")))
	first, err := s.Receive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Keep(first.From, true)
	for range 100 {
		introduced(t, s.Addr().String())
	}
	last := introduced(t, s.Addr().String())
	last.Write(appendFrame(nil, 0, []byte("last")))
	if m, err := s.Receive(t.Context()); err != nil || string(m.Parts[0]) != "last" {
		t.Fatalf("heard %q, %v; want the last", m.Parts, err)
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) { // disconnected peers are removed soon, not at once
		s.mu.Lock()
		n := len(s.peers)
		s.mu.Unlock()
		if n <= 5 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d peers are there, want at most 5", n)
		}
	}
	s.Reply(first.From, []byte("hello"))
	in := bufio.NewReader(known)
	if _, err := readGreeting(in); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readReady(in); err != nil {
		t.Fatal(err)
	}
	known.SetReadDeadline(time.Now().Add(30 * time.Second))
	if m, err := readMessage(in, nil); err != nil || string(m[0]) != "hello" {
		t.Errorf("who is kept hears %q, %v", m, err)
	}
}

// However much a peer sends, only one of its messages is in memory at a time, which bounds many peers, too; all arrive in order.
func TestOneMessageOfAPeer(t *testing.T) {
	s := limited(t, Limits{Peers: 10, Idle: time.Hour, Slow: time.Hour, Stranger: 100, Message: 100})
	peer := introduced(t, s.Addr().String())
	for n := range byte(50) {
		peer.Write(appendFrame(nil, 0, []byte{n}))
	}
	for n := range byte(50) {
		if here := len(s.in); here > 1 {
			t.Errorf("%d messages are here, want one", here)
		}
		m, err := s.Receive(t.Context())
		if err != nil || m.Parts[0][0] != n {
			t.Fatalf("message %d: %v, %v", n, m.Parts, err)
		}
	}
}
